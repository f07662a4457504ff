// docs/operate/privacy.md: every retention time is the one in the code.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ERASE_AFTER_DAYS } from '../../src/access/accounts/delete-account.ts'
import { LINK_LIFETIMES_MS } from '../../src/access/people/mailed-links.ts'
import { LIMITS } from '../../src/access/rights/plans.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { DAY_MS } from '../../src/kernel/time.ts'
import { RETENTION_DAYS } from '../../src/webhooks/queue-maintenance.ts'

const PAGE = readFileSync('docs/operate/privacy.md', 'utf8')
const ROWS = PAGE.split('\n').filter((line) => line.startsWith('| '))
const rowOf = (data: string) => ROWS.find((row) => row.startsWith(`| ${data}`))?.replaceAll('`', '')

const LINKS = 'LINK_LIFETIMES_MS = { verify: HOUR_MS, reset: HOUR_MS, invitation: 7 * DAY_MS } as const'

/** Start of the row, its words, and the line of code that they say. */
const CONSTANTS = [
  ['accounts, keys', 'ended consents 30 days', 'access/oauth/delete-expired.ts', 'ENDED_GRANT_MS = 30 * DAY_MS'],
  ['accounts, keys', 'without consent 90 days', 'access/oauth/delete-expired.ts', 'UNUSED_CLIENT_MS = 90 * DAY_MS'],
  ['sessions', '12 hours without a request', 'access/people/sessions.ts', 'IDLE_MS = 12 * HOUR_MS'],
  ['sessions', 'or 30 days', 'access/people/sessions.ts', 'ABSOLUTE_MS = 30 * DAY_MS'],
  ['links in emails', '1 hour;', 'access/people/mailed-links.ts', LINKS],
  ['links in emails', 'used ones 30 days', 'access/people/mailed-links.ts', 'USED_MS = 30 * DAY_MS'],
  ['addresses you look up', 'more than 50,000', 'links/uncertain-queries.ts', 'MAX_CASES_WITHOUT_FEEDBACK = 50_000'],
  ['feeds', 'runs 30 days', 'feeds/feed-worker.ts', 'RUN_RETENTION_MS = 30 * DAY_MS'],
  ['files that operators upload', '| 7 days |', 'ingest/import/uploads.ts', 'RETENTION_MS = 7 * DAY_MS'],
  ['changes that an import', '| 90 days |', 'ingest/import/import-changes.ts', 'RETENTION_DAYS = 90'],
  ['responses to requests', '| 1 day |', 'access/idempotency.ts', 'RETENTION_MS = DAY_MS'],
] as const

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
