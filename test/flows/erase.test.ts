// An erased account leaves nothing in the database that leads to it or to its people.
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { ERASED_TABLES } from '../../src/app/erase-account.ts'
import type { Database } from '../../src/db/database.ts'
import { publishEvents } from '../../src/events/outbox.ts'
import { ErasedAccountSchema } from '../../src/http/account/access-schemas.ts'
import { kinds, runCleanups } from '../support/databases.ts'
import { dumpOf } from '../support/dump.ts'
import { operatorKeyOf } from '../support/people.ts'
import { createResources, serverOn, tenant } from '../support/tenant.ts'
import { draft } from '../webhooks/drafts.ts'

afterEach(runCleanups)

/** An address and words that occur nowhere else. */
const PLANTED = ['quixotic', 'zephyrine', 'flummox']
const FEEDBACK = { address: '77 Quixotic Way 1205, Toronto', verdict: 'reject', note: 'zephyrine' }

/** Tables whose rows belong to an account or a person. */
async function ownedTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and (column_name in ('account_id', 'person_id', 'owner', 'grant_id')
      or table_name in ('accounts', 'people')) order by 1`.execute(db.query)
  return rows.map(({ name }) => name)
}

const linesWith = (dump: string, text: string) => dump.split('\n').filter((line) => line.includes(text))

describe.each(kinds)('erasing an account on %s', (kind) => {
  it('deletes what it stored, its people and its credentials, and nothing of other accounts', async () => {
    const server = await serverOn(kind)
    const { db } = server.app.foundation
    expect(Object.keys(ERASED_TABLES).sort()).toEqual(await ownedTables(db))
    const [owner, stranger] = [await tenant(server), await tenant(server)]
    const { ids } = await createResources(server, owner)
    const kept = await createResources(server, stranger)
    const send = (method: string, path: string, body: object) => server.send(method, path, body, owner.key)
    await send('POST', '/api/v1/building-links/feedback', FEEDBACK)
    const listing = { address: FEEDBACK.address, attributes: { agent: 'zephyrine' } }
    await send('PUT', '/api/v1/listings/flummox-1', listing)
    await send('POST', '/api/v1/feeds', { kind: 'csv', name: 'flummox', key_prefix: 'flummox:' })
    await server.send('PUT', '/api/v1/listings/C1', { address: '1 Kept St, Toronto' }, stranger.key)
    await send('PATCH', `/api/v1/webhooks/endpoints/${ids['/api/v1/webhooks/endpoints/']}`, { description: 'flummox' })
    const about = { account_id: owner.accountId, body: { changes: [], details: { note: 'flummox' } } }
    await db.tx((tx) => publishEvents(tx, 'production', [draft('project.updated', 1, about)], new Date()))
    const people = await db.query.selectFrom('people').select('email').where('id', '=', owner.personId).execute()
    const planted = [...PLANTED, people[0]!.email!]
    await server.app.services.access.usage.flush()
    const before = await dumpOf(db)
    for (const word of planted) expect([word, linesWith(before.toLowerCase(), word).length > 0]).toEqual([word, true])
    const strangers = (dump: string) =>
      linesWith(dump, stranger.accountId).filter((line) => !/^(audit_log|usage_|request_log)/.test(line)).length
    const count = strangers(before)

    const operator = operatorKeyOf(server)
    const path = `/api/v1/operator/accounts/${owner.accountId}`
    const erased = await server.send('DELETE', path, {}, operator)
    expect(erased.body.data).toMatchObject({
      id: owner.accountId,
      people: 1,
      listings: 1,
      feeds: 2,
      files: 1,
      webhook_endpoints: 1,
      feedback: 1,
    })
    expect(Object.keys(erased.body.data).sort()).toEqual(Object.keys(ErasedAccountSchema.shape).sort())

    const dump = await dumpOf(db)
    for (const word of planted) expect(linesWith(dump.toLowerCase(), word)).toEqual([])
    for (const id of Object.values(ids))
      expect(linesWith(dump, id).filter((line) => !line.startsWith('audit_log '))).toEqual([])
    const tables = new Set(linesWith(dump, owner.accountId).map((line) => line.split(' ')[0]!))
    expect([...tables].sort()).toEqual(['accounts', 'audit_log', 'usage_days'])
    for (const entry of linesWith(dump, owner.accountId).filter((line) => line.startsWith('audit_log ')))
      expect([entry, entry.includes('127.0.0.1') && !entry.includes('account.erased')]).toEqual([entry, false])
    expect(strangers(dump)).toBe(count)

    expect((await server.get('/api/v1/me', owner.key)).body.code).toBe('account_suspended')
    expect((await server.get('/api/v1/me', undefined, owner.session)).status).toBe(401)
    for (const secret of [kept.secrets.rotated, kept.secrets.accessToken])
      expect((await server.get('/api/v1/me', secret)).status).toBe(200)
    expect((await server.get('/api/v1/listings/C1', stranger.key)).status).toBe(200)
    const { listings } = server.app.services
    const late = { key: 'late', address: '1 Late St', hints: {}, status: null, feed: null, attributes: null }
    const write = listings.upsertMany({ accountId: owner.accountId, dataset: 'production' }, [late], {
      storedLimit: 10,
    })
    await expect(write).rejects.toThrow('suspended')
    // Again: nothing is left, and the trail has both entries.
    const again = await server.send('DELETE', path, {}, operator)
    expect(again.body.data).toMatchObject({ people: 0, api_keys: 0, events: 0 })
    expect((await server.send('DELETE', '/api/v1/operator/accounts/acc_none', {}, operator)).status).toBe(404)
  })
})
