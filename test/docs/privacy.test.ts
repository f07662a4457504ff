// docs/operate/privacy.md: every retention time is the one in the code.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ERASE_AFTER_DAYS } from '../../src/access/accounts/delete-account.ts'
import { LINK_LIFETIMES_MS } from '../../src/access/people/mailed-links.ts'
import { LIMITS } from '../../src/access/rights/plans.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { DAY_MS } from '../../src/kernel/time.ts'
import { RETENTION_DAYS } from '../../src/webhooks/queue-maintenance.ts'
import { fromCases } from '../support/cases.ts'

const PAGE = readFileSync('docs/operate/privacy.md', 'utf8')
const ROWS = PAGE.split('\n').filter((line) => line.startsWith('| '))
const rowOf = (data: string) => ROWS.find((row) => row.startsWith(`| ${data}`))?.replaceAll('`', '')

/** Start of the row, its words, and the line of code that they say. */
const CONSTANTS = fromCases<[string, string, string, string][]>('docs/privacy', 'constants')

it.each(CONSTANTS)('says how long “%s” is stored: %s', (data, words, file, code) => {
  expect(rowOf(data)).toContain(words)
  expect(readFileSync(`src/${file}`, 'utf8')).toContain(`const ${code}\n`)
})

it('has the times of plans, settings and exported constants', () => {
  const { sandbox, starter, pro, elite } = LIMITS
  expect(rowOf('request log')).toContain(`${sandbox.request_log_days} days; Pro and Elite ${pro.request_log_days} days`)
  expect([starter.request_log_days, elite.request_log_days]).toEqual([sandbox.request_log_days, pro.request_log_days])
  const { goneListingDays } = readConfig({})
  expect(rowOf('listings')).toContain(`left their feed ${goneListingDays} days (GONE_LISTING_DAYS)`)
  expect(rowOf('accounts, keys')).toContain(`invitations ${LINK_LIFETIMES_MS.invitation / DAY_MS} days`)
  expect(rowOf('webhook deliveries')).toContain(`| ${RETENTION_DAYS} days |`)
  expect(PAGE.replaceAll('\n', ' ')).toContain(`After ${ERASE_AFTER_DAYS} days (\`erase_at\`)`)
})

it('states no other time', () => {
  const stated = ROWS.flatMap((row) => row.match(/\d+ (?:days?|hours?)/g) ?? [])
  // One for each constant that is a time, two for plans, and one each for settings, invitations and webhooks.
  expect(stated).toHaveLength(CONSTANTS.length - 1 + 5)
})
