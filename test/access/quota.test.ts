// Monthly quotas are exact across nodes and use the database only near the limit.
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../src/access/accounts/accounts.ts'
import { LiveNodes } from '../../src/access/limits/live-nodes.ts'
import { Quota } from '../../src/access/limits/quota.ts'
import { RateLimiter } from '../../src/access/limits/rate-limit.ts'
import { UsageMeter } from '../../src/access/limits/usage.ts'
import { LIMITS } from '../../src/access/rights/plans.ts'
import type { Account, Principal } from '../../src/access/rights/principal.ts'
import type { Database } from '../../src/db/database.ts'
import { forEachDatabase } from '../support/databases.ts'

const MARCH = Date.UTC(2026, 2, 10)
/** Small limits, so that the quota is near its end from the start. */
const limits = { ...LIMITS.sandbox, requests_per_month: 200, lookups_per_month: 100 }

class Node {
  readonly clock = { ms: MARCH, now: () => this.clock.ms }
  readonly nodes: LiveNodes
  readonly usage: UsageMeter
  readonly quota: Quota
  readonly #principal: Principal

  constructor(db: Database, name: string, account: Account) {
    this.nodes = new LiveNodes(db, name)
    this.usage = new UsageMeter(db, this.clock)
    this.quota = new Quota(db, this.usage, this.nodes, this.clock)
    const credential = { kind: 'token' as const, id: 't', account_id: account.id, mode: 'test' as const, hash: '' }
    const token = { client_id: 'app_1', person_id: null, audience: 'any' as const }
    this.#principal = {
      account,
      credential: { ...credential, ...token, scopes: [], expires_at: null, revoked_at: null },
      plan: 'sandbox',
      dataset: 'sandbox',
    }
  }

  /** One lookup as the server does it: checks the quota, then counts it. */
  async ask(): Promise<boolean> {
    const room = await this.quota.available(this.#principal.account.id, 'test', limits, 'lookups')
    if (room <= 0) return false
    this.count('resolve')
    return true
  }

  count(operation: string): void {
    this.usage.count(this.#principal, operation, 1, 1)
  }
}

/** A database that pauses after the first statement in a transaction that matches, until `resume` is called. */
function pausing(db: Database, statement: RegExp) {
  const events = new EventEmitter()
  const [reached, resumed] = [once(events, 'reached'), once(events, 'resume')]
  const matching = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (statement.test(JSON.stringify(node))) matching.add(queryId)
      return node
    },
    async transformResult({ queryId, result }) {
      if (!matching.has(queryId)) return result
      events.emit('reached')
      await resumed
      return result
    },
  }
  const tx: Database['tx'] = (work) => db.tx((one) => work(one.withPlugin(plugin) as typeof one))
  return { db: { ...db, tx }, reached, resume: () => events.emit('resume') }
}

const newAccount = (db: Database) => db.tx((tx) => createAccount(tx, null, 'sandbox'))
const written = async (db: Database) =>
  (await sql<{ lookups: number }>`select coalesce(sum(lookups), 0)::int as lookups from usage_days`.execute(db.query))
    .rows[0]!.lookups

forEachDatabase('usage', (open) => {
  it('is written by two nodes at once, whatever the order in which they counted it', async () => {
    const db = await open()
    const account = await newAccount(db)
    const operations = Array.from({ length: 500 }, (_, i) => `operation ${i}`)
    const [one, other] = [new Node(db, 'a', account), new Node(db, 'b', account)]
    for (let round = 0; round < 8; round++) {
      for (const operation of operations) one.count(operation)
      for (const operation of operations.toReversed()) other.count(operation)
      await Promise.all([one.usage.flush(), other.usage.flush()])
    }
    expect(await written(db)).toBe(500 * 2 * 8)
  })
})

forEachDatabase('monthly quotas', (open) => {
  it('allow exactly the limit on three nodes at once', async () => {
    const db = await open()
    const account = await newAccount(db)
    const nodes = ['a', 'b', 'c'].map((name) => new Node(db, name, account))
    for (const node of nodes) await node.nodes.beat()
    for (const node of nodes) await node.nodes.beat()
    let allowed = 0
    const spend = async (node: Node) => {
      for (let turn = 0; turn < 120; turn++) {
        if (await node.ask()) allowed += 1
        if (turn % 25 === 24) {
          node.clock.ms += 1_000
          await node.quota.flush()
        }
      }
    }
    await Promise.all(nodes.map(spend))
    // Nodes that finish first release their reservations, which the others can use.
    for (const node of nodes) {
      node.clock.ms += 10_000
      await node.quota.flush()
    }
    for (const node of nodes) for (let turn = 0; turn < 60; turn++) if (await node.ask()) allowed += 1
    for (const node of nodes) await node.quota.flush()
    expect(allowed).toBe(limits.lookups_per_month)
    expect(await written(db)).toBe(limits.lookups_per_month)
  })

  it('stay exact while the database takes more than a second', async () => {
    const db = await open()
    const account = await newAccount(db)
    const slow: Database = { ...db, tx: (work) => sleep(slowMs).then(() => db.tx(work)) }
    let slowMs = 1_500
    const [one, other] = [new Node(slow, 'a', account), new Node(db, 'b', account)]
    expect(await other.ask()).toBe(true)
    let allowed = 1
    if (await one.ask()) allowed += 1
    slowMs = 0
    for (const node of [one, other]) for (let turn = 0; turn < 120; turn++) if (await node.ask()) allowed += 1
    expect(allowed).toBe(limits.lookups_per_month)
  })

  it('include usage that the node writes while it reserves', async () => {
    const db = await open()
    const pause = pausing(db, /from quota_holds/)
    const node = new Node(pause.db, 'a', await newAccount(db))
    // A new row would wait for the lock of the account.
    node.count('resolve')
    await node.quota.write()
    const asking = node.ask()
    await pause.reached
    let allowed = 1
    for (; allowed < 99; allowed++) node.count('resolve')
    const writing = node.quota.write()
    // Long enough for the write, unless it waits for the reservation.
    await Promise.race([writing, sleep(300)])
    pause.resume()
    if (await asking) allowed += 1
    await writing
    for (let turn = 0; turn < 20; turn++) if (await node.ask()) allowed += 1
    expect(allowed).toBe(limits.lookups_per_month)
  })

  it('do not use a reservation while it is released', async () => {
    const db = await open()
    const account = await newAccount(db)
    const pause = pausing(db, /DeleteQueryNode/)
    const [one, other] = [new Node(pause.db, 'a', account), new Node(db, 'b', account)]
    let allowed = (await one.ask()) ? 1 : 0
    one.clock.ms += 6_000
    const releasing = one.quota.flush()
    await pause.reached
    const asking = one.ask()
    // Long enough to be answered, unless it waits for a new reservation.
    await Promise.race([asking, sleep(300)])
    pause.resume()
    await releasing
    for (let turn = 0; turn < 120; turn++) if (await other.ask()) allowed += 1
    if (await asking) allowed += 1
    for (let turn = 0; turn < 120; turn++) if (await one.ask()) allowed += 1
    expect(allowed).toBe(limits.lookups_per_month)
  })

  it('release the reservation of a dead node, but not of a live one', async () => {
    const db = await open()
    const account = await newAccount(db)
    const [dead, alive] = [new Node(db, 'dead', account), new Node(db, 'alive', account)]
    await dead.ask()
    let allowed = 0
    const askAll = async () => {
      for (let turn = 0; turn < 130; turn++) {
        if (await alive.ask()) allowed += 1
        alive.clock.ms += 50
      }
      await alive.quota.flush()
    }
    await askAll()
    const reservedByDeadNode = 10
    expect(allowed).toBe(limits.lookups_per_month - reservedByDeadNode)
    await sql`update quota_holds set expires_at = now() where node = 'dead'`.execute(db.query)
    alive.clock.ms += 5_000
    await askAll()
    expect(allowed).toBe(limits.lookups_per_month)
  })

  it('reset with the month', async () => {
    const db = await open()
    const node = new Node(db, 'a', await newAccount(db))
    for (let turn = 0; turn < 100; turn++) expect(await node.ask()).toBe(true)
    expect(await node.ask()).toBe(false)
    node.clock.ms = Date.UTC(2026, 3, 1)
    expect(await node.ask()).toBe(true)
  })

  it('use the last known totals while the database is unreachable', async () => {
    const db = await open()
    const account = await newAccount(db)
    const broken = { ...db, tx: () => Promise.reject(new Error('the database is away')) } as Database
    const node = new Node(broken, 'a', account)
    for (let turn = 0; turn < 100; turn++) expect(await node.ask()).toBe(true)
    expect(await node.ask()).toBe(false)
  })

  it('do not query the database far from the limit', async () => {
    const db = await open()
    const account = await newAccount(db)
    const node = new Node({ ...db, tx: () => Promise.reject(new Error('asked')) } as Database, 'a', account)
    expect(typeof node.quota.available(account.id, 'live', LIMITS.elite, 'lookups')).toBe('number')
    expect(typeof node.quota.available(account.id, 'live', LIMITS.elite, 'requests')).toBe('number')
  })
})

forEachDatabase('live nodes', (open) => {
  it('are counted by heartbeat; silent and stopped nodes are not', async () => {
    const db = await open()
    const nodes = ['a', 'b', 'c'].map((name) => new LiveNodes(db, name))
    for (const node of nodes) await node.beat()
    await nodes[0]!.beat()
    expect(nodes[0]!.count).toBe(3)
    await nodes[1]!.leave()
    await sql`update nodes set seen_at = now() - interval '11 seconds' where name = 'c'`.execute(db.query)
    await nodes[0]!.beat()
    expect(nodes[0]!.count).toBe(1)
  })
})

describe('rate limits shared by nodes', () => {
  it('give each node its share of the limit', () => {
    const clock = { now: () => MARCH }
    const nodes = [1, 2, 3, 4].map(() => new RateLimiter(clock))
    let allowed = 0
    for (const node of nodes) for (let turn = 0; turn < 60; turn++) if (node.take('x', 60, 4).allowed) allowed += 1
    expect(allowed).toBe(60)
  })

  it('take an amount completely or not at all and report the waiting time', () => {
    let ms = MARCH
    const limiter = new RateLimiter({ now: () => ms })
    expect(limiter.takeMany('x', 6000, 5000, 1).allowed).toBe(true)
    const refused = limiter.takeMany('x', 6000, 2000, 1)
    expect(refused).toMatchObject({ allowed: false, waitSeconds: 10 })
    expect(limiter.takeMany('x', 6000, 1000, 1).allowed).toBe(true)
    ms += 60_000
    // With ten nodes each has 600: taking 1000 empties the bucket instead of being refused forever.
    expect(limiter.takeMany('y', 6000, 1000, 10).allowed).toBe(true)
    expect(limiter.takeMany('y', 6000, 1, 10).allowed).toBe(false)
  })

  it('allow every request that the previous state promised', () => {
    let ms = MARCH
    const limiter = new RateLimiter({ now: () => ms })
    let promised = 1
    for (let turn = 0; turn < 500; turn++) {
      const state = limiter.take('x', 60, 3)
      if (promised > 0) expect(state.allowed).toBe(true)
      promised = state.remaining
      ms += 700
    }
  })
})
