// Emails at 80 % and 100 % of a monthly limit: once each, whichever node counts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createAccount } from '../../src/access/accounts/accounts.ts'
import { UsageMeter } from '../../src/access/limits/usage.ts'
import { UsageWarnings } from '../../src/access/limits/usage-warnings.ts'
import { LIMITS } from '../../src/access/rights/plans.ts'
import type { Account, Principal } from '../../src/access/rights/principal.ts'
import type { Database } from '../../src/db/database.ts'
import { forEachDatabase } from '../support/databases.ts'
import { startServer } from '../support/server.ts'

const LIMIT = LIMITS.sandbox.lookups_per_month

class Node {
  readonly clock = { ms: Date.UTC(2026, 2, 10), now: () => this.clock.ms }
  readonly sent: string[] = []
  readonly #usage: UsageMeter
  readonly #checks: UsageWarnings
  readonly #principal: Principal

  constructor(db: Database, account: Account) {
    this.#usage = new UsageMeter(db, this.clock)
    this.#checks = new UsageWarnings({
      db,
      clock: this.clock,
      usage: this.#usage,
      account: () => account,
      send: (warning) => this.sent.push(`${warning.kind} ${warning.percent} ${warning.month}`),
    })
    const rights = { account_id: account.id, mode: 'test' as const, hash: '', scopes: [], expires_at: null }
    const token = { kind: 'token' as const, client_id: 'app_1', person_id: null, audience: 'any' as const }
    const credential = { id: 't', ...rights, ...token, revoked_at: null }
    this.#principal = { account, credential, plan: 'sandbox', dataset: 'sandbox' }
  }

  async use(lookups: number): Promise<void> {
    this.#usage.count(this.#principal, 'resolveBuildingLink', 1, lookups)
    await this.#usage.flush()
    await this.#checks.check()
  }
}

forEachDatabase('quota warnings', (open) => {
  it('are sent once per threshold and month, by one of two nodes', async () => {
    const db = await open()
    const account = await db.tx((tx) => createAccount(tx, null, 'sandbox'))
    const [one, other] = [new Node(db, account), new Node(db, account)]
    await one.use(LIMIT * 0.5)
    await other.use(LIMIT * 0.2)
    expect([...one.sent, ...other.sent]).toEqual([])
    await Promise.all([one.use(LIMIT * 0.1), other.use(LIMIT * 0.1)])
    await Promise.all([one.use(1), other.use(1)])
    expect([...one.sent, ...other.sent]).toEqual(['lookups 80 2026-03'])
    await Promise.all([one.use(LIMIT), other.use(LIMIT)])
    await one.use(1)
    expect([...one.sent, ...other.sent].toSorted()).toEqual(['lookups 100 2026-03', 'lookups 80 2026-03'])
    // A node that restarts asks the database.
    const restarted = new Node(db, account)
    await restarted.use(1)
    expect(restarted.sent).toEqual([])
    for (const node of [one, other]) node.clock.ms = Date.UTC(2026, 3, 1)
    await one.use(LIMIT * 2)
    expect(one.sent.at(-1)).toBe('lookups 100 2026-04')
  })
})

it('emails the people of the account whose address is verified', async () => {
  const server = await startServer()
  try {
    const { access } = server.app.services
    const { db } = server.app.foundation
    const key = await server.newKey('sandbox')
    const { account } = await access.directory.authenticate(key)
    const people = [
      { id: 'per_1', email: 'ann@example.com', email_verified_at: '2026-01-01T00:00:00Z' },
      { id: 'per_2', email: 'bob@example.com', email_verified_at: null },
    ]
    const created_at = '2026-01-01T00:00:00Z'
    for (const person of people) {
      await db.query
        .insertInto('people')
        .values({ ...person, created_at })
        .execute()
      await db.query
        .insertInto('account_members')
        .values({ account_id: account.id, person_id: person.id, account_role: 'owner', created_at })
        .execute()
    }
    access.usage.count(await access.directory.authenticate(key), 'getMe', LIMITS.sandbox.requests_per_month * 0.85, 0)
    await access.tick()
    await access.signIn.emailsSent()
    const mail = readFileSync(join(server.dataDir, 'mail.txt'), 'utf8')
    expect(mail.match(/^To: .*$/gm)).toEqual(['To: ann@example.com'])
    expect(mail).toContain('Subject: You have used 80% of your monthly test requests')
    expect(mail).toContain('127,500 of 150,000 test requests')
    expect(mail).toContain(`${server.url}/account/usage`)
  } finally {
    await server.stop()
  }
})
