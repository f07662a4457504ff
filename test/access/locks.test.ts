// Changes of people and accounts beside writes that refer to them: nobody waits for each other in a circle.
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { createAccount, createKey } from '../../src/access/accounts/accounts.ts'
import { nextRevision } from '../../src/access/credentials/access-revision.ts'
import { lockGrantShared } from '../../src/access/oauth/grants.ts'
import { changePerson } from '../../src/access/people/people.ts'
import type { Database, Tx } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { lockAccount } from '../../src/db/lock-account.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import type { Kind } from '../support/databases.ts'
import { bothKinds, cleanUp, databaseOptions, forOneDatabase } from '../support/databases.ts'

const secrets = createSecrets('a secret of the tests, long enough to be one')
const NOW = new Date('2026-11-17T06:00:00Z')
const times = { created_at: NOW.toISOString(), expires_at: '2030-01-01T00:00:00Z' }

/** Not strict: these tests run two transactions at once. */
async function open(kind: Kind): Promise<Database> {
  const db = await openDatabase(await databaseOptions(kind))
  cleanUp(() => db.close())
  return db
}

/** An account with a person who consented to an application. */
async function consent(tx: Tx) {
  const account = await createAccount(tx, null, 'pro')
  const owner = { account_id: account.id, person_id: 'per_1' }
  await tx.insertInto('people').values({ id: 'per_1', status: 'active', created_at: times.created_at }).execute()
  await tx
    .insertInto('account_members')
    .values({ ...owner, account_role: 'owner', created_at: times.created_at })
    .execute()
  const grant = { ...owner, ...times, id: 'grt_1', client_id: 'app_1', resources: JSON.stringify({}) }
  await tx.insertInto('oauth_grants').values(grant).execute()
  return { account, owner }
}

/** Until a transaction waits for the lock of another one. */
async function someoneWaits(db: Database): Promise<void> {
  const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  await vi.waitFor(async () => expect((await waiting.execute(db.query)).rows[0]!.n).toBe(1), { timeout: 30_000 })
}

// The embedded database has one connection, so that nobody waits for another.
describe.runIf(bothKinds.includes('postgres'))('with several connections', () => {
  forOneDatabase('at the same time', (kind) => {
    it('a person is suspended and gets a token: both succeed, and the token is revoked', async () => {
      const db = await open(kind)
      const { owner } = await db.tx(consent)
      let suspended: Promise<unknown> | undefined
      await db.tx(async (tx) => {
        expect(await lockGrantShared(tx, 'grt_1')).toBeDefined()
        suspended = changeSuspended(db)
        await someoneWaits(db)
        const token = { ...owner, ...times, hash: 'h', id: 'tok_1', client_id: 'app_1', grant_id: 'grt_1' }
        const rest = {
          mode: 'live',
          scopes: JSON.stringify([]),
          audience: 'any',
          revision: await nextRevision(tx),
        } as const
        await tx
          .insertInto('access_tokens')
          .values({ ...token, ...rest })
          .execute()
      })
      await suspended
      const token = await db.query.selectFrom('access_tokens').select('revoked_at').executeTakeFirstOrThrow()
      expect(token.revoked_at).not.toBeNull()
    })

    it('an account is locked, for example to check a limit, and gets a key', async () => {
      const db = await open(kind)
      const { account } = await db.tx(consent)
      await db.tx(async (tx) => {
        await lockAccount(tx, account.id)
        await db.tx((other) => createKey(other, secrets, account, { mode: 'live' }))
      })
      expect(await db.query.selectFrom('api_keys').select('id').execute()).toHaveLength(1)
    })
  })
})

const changeSuspended = (db: Database) => db.tx((tx) => changePerson(tx, 'per_1', { status: 'suspended' }, SYSTEM, NOW))
