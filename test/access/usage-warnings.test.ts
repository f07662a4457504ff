// Events and emails at 80 % and 100 % of a monthly limit: once each, whichever node counts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createAccount } from '../../src/access/accounts/accounts.ts'
import { Notices } from '../../src/access/emails/notices.ts'
import { UsageMeter } from '../../src/access/limits/usage.ts'
import { UsageWarnings } from '../../src/access/limits/usage-warnings.ts'
import { LIMITS } from '../../src/access/rights/plans.ts'
import type { Account, Principal } from '../../src/access/rights/principal.ts'
import type { Database } from '../../src/db/database.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { HOUR_MS } from '../../src/kernel/time.ts'
import { forEachDatabase } from '../support/databases.ts'
import { startServer } from '../support/server.ts'
import { peopleStage } from './people-stage.ts'

const LIMIT = LIMITS.sandbox.lookups_per_month

class Node {
  readonly #usage: UsageMeter
  readonly #checks: UsageWarnings
  readonly #principal: Principal

  constructor(db: Database, account: Account, clock: Clock) {
    this.#usage = new UsageMeter(db, clock)
    this.#checks = new UsageWarnings({ db, clock, usage: this.#usage, account: () => account })
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

/** The events in their order. */
async function published(db: Database): Promise<string[]> {
  const rows = await db.query.selectFrom('events').select(['type', 'resource_id']).orderBy('sequence').execute()
  return rows.map(({ type, resource_id }) => `${type} ${resource_id}`)
}

forEachDatabase('quota warnings', (open) => {
  it('are published once per threshold and month, by one of two nodes', async () => {
    const db = await open()
    const account = await db.tx((tx) => createAccount(tx, null, 'sandbox'))
    const clock = { ms: Date.UTC(2026, 2, 10), now: () => clock.ms }
    const [one, other] = [new Node(db, account, clock), new Node(db, account, clock)]
    await one.use(LIMIT * 0.5)
    await other.use(LIMIT * 0.2)
    expect(await published(db)).toEqual([])
    await Promise.all([one.use(LIMIT * 0.1), other.use(LIMIT * 0.1)])
    await Promise.all([one.use(1), other.use(1)])
    const events = ['usage.warning 2026-03-test-lookups-80']
    expect(await published(db)).toEqual(events)
    await Promise.all([one.use(LIMIT), other.use(LIMIT)])
    await one.use(1)
    events.push('usage.warning 2026-03-test-lookups-100')
    expect(await published(db)).toEqual(events)
    // A node that restarts asks the database.
    await new Node(db, account, clock).use(1)
    expect(await published(db)).toEqual(events)
    clock.ms = Date.UTC(2026, 3, 1)
    await one.use(LIMIT * 2)
    expect(await published(db)).toEqual([...events, 'usage.warning 2026-04-test-lookups-100'])
  })

  it('are emailed at the end of a month and again, hours later, in the next one', async () => {
    const db = await open()
    const { owner, emails, clock, pass, post } = await peopleStage(db)
    const notices = new Notices({ db, clock, emails })
    const session = await owner('ann@x.ca')
    const account = await db.query
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', session.account_id)
      .executeTakeFirstOrThrow()
    const node = new Node(db, account, clock)
    const use = async (share: number) => {
      await node.use(Math.round(LIMIT * share))
      await notices.orderNew()
      await emails.sendDue()
    }
    const warnings = () =>
      post.flatMap(
        ({ subject, text }) =>
          /used (\d+)%.*\n?/
            .exec(subject)
            ?.slice(1)
            .concat(/in (\S+)\.\n/.exec(text)![1]!)
            .join(' ') ?? [],
      )
    pass(Date.parse('2026-11-30T20:00:00Z') - clock.now())
    await use(0.85)
    await use(0.05)
    pass(3 * HOUR_MS)
    await use(0.1)
    const november = ['80 2026-11', '100 2026-11']
    expect(warnings()).toEqual(november)
    pass(2 * HOUR_MS)
    await use(0.81)
    await use(0.01)
    expect(warnings()).toEqual([...november, '80 2026-12'])
    pass(HOUR_MS)
    await use(0.2)
    await use(0.2)
    expect(warnings()).toEqual([...november, '80 2026-12', '100 2026-12'])
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
    await access.sendEmails()
    const mail = readFileSync(join(server.dataDir, 'mail.txt'), 'utf8')
    expect(mail.match(/^To: .*$/gm)).toEqual(['To: ann@example.com'])
    expect(mail).toContain('Subject: You have used 80% of your monthly test requests')
    expect(mail).toContain('127,500 of 150,000 test requests')
    expect(mail).toContain(`${server.url}/account/usage`)
  } finally {
    await server.stop()
  }
})
