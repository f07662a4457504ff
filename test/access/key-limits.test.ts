// A key's own monthly limit is exact across nodes, and other credentials of the account are not affected.
import { expect, it } from 'vitest'
import { createAccount, createKey, rotateKey, updateKey } from '../../src/access/accounts/accounts.ts'
import { LimitFaults } from '../../src/access/limits/limit-faults.ts'
import { LiveNodes } from '../../src/access/limits/live-nodes.ts'
import { MonthlyLimits } from '../../src/access/limits/monthly-limits.ts'
import { Quota } from '../../src/access/limits/quota.ts'
import { UsageMeter } from '../../src/access/limits/usage.ts'
import type { Account, ApiKey, Principal } from '../../src/access/rights/principal.ts'
import { principalOf } from '../../src/access/rights/principal.ts'
import type { Database } from '../../src/db/database.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { forEachDatabase } from '../support/databases.ts'
import { TEST_SECRET } from '../support/test-settings.ts'

const secrets = createSecrets(TEST_SECRET)
const LIMIT = 60

class Node {
  readonly clock = { ms: Date.UTC(2026, 2, 10), now: () => this.clock.ms }
  readonly nodes: LiveNodes
  readonly usage: UsageMeter
  readonly quota: Quota
  readonly monthly: MonthlyLimits

  constructor(db: Database, name: string) {
    this.nodes = new LiveNodes(db, name)
    this.usage = new UsageMeter(db, this.clock)
    this.quota = new Quota(db, this.usage, this.nodes, this.clock)
    this.monthly = new MonthlyLimits(this.quota, this.clock, new LimitFaults(this.clock, () => ''))
  }

  /** One lookup as the server does it: checks the limits, then counts it. */
  async ask(principal: Principal): Promise<boolean> {
    if ((await this.monthly.lookupsAvailable(principal)) <= 0) return false
    this.usage.count(principal, 'resolve', 1, 1)
    return true
  }

  async askOften(principal: Principal, times: number): Promise<number> {
    let allowed = 0
    for (let turn = 0; turn < times; turn++) {
      if (await this.ask(principal)) allowed += 1
      if (turn % 20 === 19) await this.pass(1_000)
    }
    return allowed
  }

  async pass(ms: number): Promise<void> {
    this.clock.ms += ms
    await this.quota.flush()
  }
}

const of = (account: Account, key: ApiKey) => principalOf(account, { ...key, kind: 'key' })

async function limitedKey(db: Database) {
  return db.tx(async (tx) => {
    const account = await createAccount(tx, null, 'sandbox')
    const { key } = await createKey(tx, secrets, account, { mode: 'test', lookups_per_month: LIMIT })
    const { key: other } = await createKey(tx, secrets, account, { mode: 'test' })
    return { account, key, other }
  })
}

forEachDatabase('a key with a monthly limit of its own', (open) => {
  it('gets exactly its limit from three nodes at once, and another key goes on', async () => {
    const db = await open()
    const { account, key, other } = await limitedKey(db)
    const nodes = ['a', 'b', 'c'].map((name) => new Node(db, name))
    for (const node of nodes) await node.nodes.beat()
    const counts = await Promise.all(nodes.map((node) => node.askOften(of(account, key), 60)))
    for (const node of nodes) await node.pass(10_000)
    for (const node of nodes) counts.push(await node.askOften(of(account, key), 40))
    expect(counts.reduce((sum, count) => sum + count)).toBe(LIMIT)
    expect(await nodes[0]!.ask(of(account, other))).toBe(true)
    for (const node of nodes) await node.nodes.leave()
    expect(await db.query.selectFrom('quota_holds').selectAll().execute()).toEqual([])
  })

  it('is known to a node that starts later, with what its replacement used', async () => {
    const db = await open()
    const { account, key, other } = await limitedKey(db)
    const first = new Node(db, 'a')
    expect(await first.askOften(of(account, key), 20)).toBe(20)
    const fresh = await db.tx((tx) => rotateKey(tx, secrets, of(account, other), key.id, '2027-01-01T00:00:00Z'))
    expect(fresh.key).toMatchObject({ lookups_per_month: LIMIT, first_key_id: key.id })
    expect(await first.askOften(of(account, fresh.key), 20)).toBe(20)
    await first.pass(10_000)
    const later = new Node(db, 'b')
    await later.usage.load()
    expect(later.monthly.remainingOfKey(of(account, key), key, 'lookups')).toBe(LIMIT - 40)
    expect(await later.askOften(of(account, fresh.key), 30)).toBe(20)
    const used = await later.usage.monthOfKeys([key, fresh.key, other], '2026-03')
    expect([used(fresh.key).lookups, used(other).lookups]).toEqual([LIMIT, 0])
  })

  it('follows a change of its limit at once, for all keys that share it', async () => {
    const db = await open()
    const { account, key, other } = await limitedKey(db)
    const node = new Node(db, 'a')
    expect(await node.askOften(of(account, key), 50)).toBe(50)
    const change = (lookups_per_month: number | null) =>
      db.tx((tx) => updateKey(tx, of(account, other), key.id, { lookups_per_month }))
    expect(await node.askOften(of(account, await change(52)), 20)).toBe(2)
    expect(await node.askOften(of(account, await change(70)), 30)).toBe(18)
    expect(await node.askOften(of(account, await change(null)), 30)).toBe(30)
  })
})
