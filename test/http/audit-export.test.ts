// The audit log as NDJSON: complete, in order, own entries only, and without secrets or addresses.
import { afterEach, expect, it, vi } from 'vitest'
import { auditExportCommand } from '../../src/cli/operate/audit-command.ts'
import { audit, SYSTEM } from '../../src/events/audit-log.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { runCleanups } from '../support/databases.ts'
import { jsonLines } from '../support/json-lines.ts'
import { operatorKeyOf } from '../support/people.ts'
import { createResources, serverOn, tenant } from '../support/tenant.ts'
import { TEST_SECRET } from '../support/test-settings.ts'

afterEach(runCleanups)

interface Entry {
  readonly id: string
  readonly at: string
  readonly account_id: string | null
  readonly action: string
}

const entriesIn = (text: string): Entry[] => jsonLines(text)
const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id)
const OWN = '/api/v1/audit-log/export'
const ALL = '/api/v1/operator/audit-log/export'

it('exports all entries oldest first, without secrets or addresses, and to nobody else', async () => {
  const server = await serverOn('embedded')
  const { db } = server.app.foundation
  const operator = operatorKeyOf(server)
  const [owner, stranger] = [await tenant(server), await tenant(server)]
  const { secrets } = await createResources(server, owner)
  const url = 'https://hooks.example.com/plinth?token=gardyloo'
  await server.send('POST', '/api/v1/webhooks/endpoints', { url, event_types: ['*'] }, owner.key)
  await server.send('PUT', '/api/v1/listings/C1', { address: '77 Quixotic Way, Toronto' }, owner.key)
  await server.send(
    'POST',
    '/api/v1/building-links/feedback',
    { address: '77 Quixotic Way', verdict: 'reject' },
    owner.key,
  )
  const at = new Date(Date.now() + 1000)
  // More than one page at one time: the order must still be stable.
  await db.tx(async (tx) => {
    for (let i = 0; i < 1100; i++)
      await audit(tx, SYSTEM, { action: 'key.created', accountId: owner.accountId, target: `key_${i}` }, at)
  })

  const response = await server.get(OWN, owner.key)
  expect(response.headers.get('content-type')).toContain('application/x-ndjson')
  const own = entriesIn(response.text)
  expect(new Set(ids(own)).size).toBe(own.length)
  expect(own.length).toBeGreaterThan(1100)
  expect(new Set(own.map(({ account_id }) => account_id))).toEqual(new Set([owner.accountId]))
  const sorted = own.toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1))
  expect(ids(own)).toEqual(ids(sorted))
  expect(ids(entriesIn((await server.get(OWN, owner.key)).text))).toEqual(ids(own))
  for (const secret of [...Object.values(secrets), 'gardyloo', 'uixotic'])
    expect([secret.slice(0, 8), response.text.includes(secret)]).toEqual([secret.slice(0, 8), false])

  const page = await server.get('/api/v1/audit-log?limit=200', owner.key)
  expect(ids(page.body.data)).toEqual(ids(own).toReversed().slice(0, 200))
  const range = await server.get(`${OWN}?to=${own[3]!.at}`, owner.key)
  expect(ids(entriesIn(range.text))).toEqual(ids(own.filter((entry) => entry.at < own[3]!.at)))
  const later = await server.get(`${OWN}?from=${at.toISOString()}`, owner.key)
  expect(entriesIn(later.text)).toHaveLength(1100)

  const all = entriesIn((await server.get(ALL, operator)).text)
  const accounts = new Set(all.map(({ account_id }) => account_id))
  expect([accounts.has(owner.accountId), accounts.has(stranger.accountId)]).toEqual([true, true])
  const one = await server.get(`${ALL}?account_id=${owner.accountId}`, operator)
  expect(ids(entriesIn(one.text))).toEqual(ids(own))
  expect((await server.get(ALL, owner.key)).status).toBe(403)

  let printed = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return true
  })
  const config = readConfig({ DATA_DIR: server.dataDir, SECRET_KEY: TEST_SECRET })
  await auditExportCommand(config, { account: owner.accountId, until: at.toISOString() }).finally(() =>
    write.mockRestore(),
  )
  expect(ids(entriesIn(printed))).toEqual(ids(own.filter((entry) => entry.at < at.toISOString())))
})
