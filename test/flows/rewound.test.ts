// PostgreSQL goes back to an older copy under a running service, as after a failover to a standby that lagged behind.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { publishEvents } from '../../src/events/outbox.ts'
import { cleanUp, kinds, runCleanups } from '../support/databases.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'
import { draft } from '../webhooks/drafts.ts'

afterEach(runCleanups)

const SOON = { timeout: 10_000, interval: 100 }
/** Never called: the account is gone. */
const ENDPOINT = { url: 'http://127.0.0.1:9/', event_types: ['*'] }

/** Copies a database that is in use, and puts the copy in its place. */
async function timeMachine(url: string) {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  cleanUp(() => admin.end())
  const name = new URL(url).pathname.slice(1)
  const alone = async (work: () => Promise<void>) => {
    await admin.query(`alter database ${name} with allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await work()
    await admin.query(`alter database ${name} with allow_connections true`)
  }
  const run = (statement: string) => async () => void (await admin.query(statement))
  return {
    copy: () => alone(run(`create database ${name}_copy template ${name}`)),
    goBack: () =>
      alone(async () => {
        await admin.query(`drop database ${name} with (force)`)
        await admin.query(`alter database ${name}_copy rename to ${name}`)
      }),
  }
}

describe.runIf(kinds.includes('postgres'))('after the database went back in time', () => {
  it('no event id or number is given twice, lost credentials are refused, and lost positions get 410', async () => {
    const url = await createDatabase(inject('postgresUrl'), 'migrated')
    cleanUp(() => dropDatabase(inject('postgresUrl'), url))
    const server = await startServer({ DATABASE_URL: url, ALLOW_PRIVATE_WEBHOOKS: '1' })
    cleanUp(() => server.stop())
    const { db } = server.app.foundation
    const early = await server.newKey('elite')
    const publish = (count: number) => {
      const drafts = Array.from({ length: count }, (_, i) => draft('project.updated', i + 1))
      return vi.waitFor(() => db.tx((tx) => publishEvents(tx, 'production', drafts, new Date())), SOON)
    }
    const changes = (since: number) => server.get(`/api/v1/changes?since=${since}`, early)
    const head = () => db.query.selectFrom('counters').select('value').where('name', '=', 'sequence').executeTakeFirst()
    await publish(2)
    const shared = (await head())!.value
    const machine = await timeMachine(url)
    await machine.copy()

    await publish(5)
    const late = await server.newKey('elite')
    const lost = (await changes(shared)).body.data.map(({ event_id }: { event_id: string }) => event_id)
    expect([(await server.get('/api/v1/me', late)).status, lost.length]).toEqual([200, 5])
    const seen = () => JSON.parse(readFileSync(join(server.dataDir, 'history.json'), 'utf8')).position.sequence
    await vi.waitFor(() => expect(seen()).toBe(shared + 5), SOON)
    await machine.goBack()

    const writes = await Promise.all([
      server.send('POST', '/api/v1/webhooks/endpoints', ENDPOINT, late),
      server.send('POST', '/api/v1/api-keys', { mode: 'live' }, late),
      server.send('PUT', '/api/v1/listings/a', { address: '1 King St W, Toronto' }, late),
    ])
    // 403: some look at the account's row first.
    expect(writes.map(({ status }) => status).filter((status) => ![401, 403, 503].includes(status))).toEqual([])
    await vi.waitFor(async () => expect((await server.get('/api/v1/me', late)).status).toBe(401), SOON)
    expect((await server.get('/api/v1/me', early)).status).toBe(200)

    await publish(5)
    const after = (await changes(shared)).body
    expect(after.data[0]).toMatchObject({ type: 'dataset.rewound' })
    expect(after.data).toHaveLength(6)
    const numbers = after.data.map(({ sequence }: { sequence: number }) => sequence)
    expect(Math.min(...numbers)).toBeGreaterThan(shared + 5)
    expect(after.data.filter(({ event_id }: { event_id: string }) => lost.includes(event_id))).toEqual([])
    const refused = await changes(shared + 3)
    expect([refused.status, refused.body.code, refused.body.last_sequence]).toEqual([410, 'sync_token_expired', shared])
  })
})
