// One run: nodes, customers and faults over some virtual days, then the checks.
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { createAccount } from '../../src/access/accounts/accounts.ts'
import { emptyDataset } from '../../src/catalog/snapshot/dataset-content.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import { buildSnapshot } from '../../src/catalog/snapshot/snapshot.ts'
import type { Database } from '../../src/db/database.ts'
import { asDatabase } from '../../src/db/database.ts'
import { SYSTEM } from '../../src/events/audit-log.ts'
import { ensureHistory } from '../../src/events/history.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { enabledEndpoint } from '../../test/webhooks/stage.ts'
import { Random } from '../shared/random.ts'
import { openEngine } from './engine.ts'
import { FileServer, Network, Receiver } from './network.ts'
import type { Edit } from './simulated-database.ts'
import { SimulatedDatabase } from './simulated-database.ts'
import type { Surroundings } from './simulated-node.ts'
import { POOL, SimulatedNode } from './simulated-node.ts'
import { VirtualTime } from './virtual-time.ts'

const START = Date.parse('2026-11-15T00:00:00Z')
const NODES = ['node-1', 'node-2', 'node-3']
export const FEED_EVERY_MS = 8 * HOUR_MS
/** Chores run about so often while there is work. */
const ROUND_MS = 3000
/** More rounds in a day mean that work never ends. */
const MAX_ROUNDS = 3000

/** A promise of Plinth that did not hold. */
export class Breach extends Error {}

const empty: { production?: Snapshot; sandbox?: Snapshot } = {}

export class Simulation {
  readonly random: Random
  readonly time: VirtualTime
  readonly database: SimulatedDatabase
  readonly network: Network
  readonly all: Surroundings
  readonly observer: Database
  readonly nodes: SimulatedNode[] = []
  readonly counts = new Map<string, number>()
  /** Nodes that were stopped, for their counts. */
  readonly stopped: SimulatedNode[] = []
  accountId = ''
  /** When a node last started or ended. */
  lastChangeMs = 0
  #busyUntilMs = 0
  #actions: { readonly atMs: number; readonly run: () => void }[] = []

  constructor(engine: PGlite, seed: number, edit?: Edit) {
    this.random = Random.mixed(seed)
    this.time = new VirtualTime(START)
    const part = () => new Random(this.random.below(2 ** 32))
    this.database = new SimulatedDatabase(engine, this.time, part())
    const receivers = [new Receiver('https://flaky.example/', 0.15), new Receiver('https://batches.example/', 0.1)]
    this.network = new Network(this.time, part(), receivers, [new FileServer('https://files.example/all')])
    const jitter = part()
    this.all = {
      ...{ time: this.time, database: this.database, network: this.network, edit },
      ...{ snapshots: new Map(), migrated: [], onRelink: undefined },
      empty: empty as { production: Snapshot; sandbox: Snapshot },
      random: () => jitter.next(),
    }
    const pool = this.database.pool(undefined, { ...POOL, max: 1 })
    this.observer = asDatabase({ kind: 'postgres', pool, close: async () => {} }).forJobs
  }

  count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by)
  }

  check(isTrue: boolean, what: () => string): void {
    this.count('checks')
    if (!isTrue) throw new Breach(what())
  }

  get ready(): SimulatedNode[] {
    return this.nodes.filter(({ isReady, isStopped }) => isReady && !isStopped)
  }

  anyNode(): SimulatedNode | undefined {
    return this.ready.length === 0 ? undefined : this.random.pick(this.ready)
  }

  /** A query of the observer, between the steps of the nodes. */
  observe<T>(work: (db: Database) => Promise<T>): Promise<T> {
    return this.time.until(work(this.observer))
  }

  /** All nodes start at once on a database with an older schema. */
  async begin(): Promise<void> {
    for (const dataset of ['production', 'sandbox'] as const)
      empty[dataset] ??= buildSnapshot(emptyDataset(dataset), {})
    this.database.faultRate = 0.02
    for (const name of NODES) this.startNode(name, 0)
    await this.untilReady()
    this.database.faultRate = 0
    await this.observe(async (db) => {
      await ensureHistory(db.query)
      this.accountId = (await db.tx((tx) => createAccount(tx, null, 'elite'))).id
    })
    const [node] = this.ready as [SimulatedNode]
    const whole = this.time.as(node, async () => {
      for (const { url } of this.network.receivers)
        await enabledEndpoint(node.db, node.webhooks, this.accountId, url, url.includes('batches') ? 5 : 1)
      const [{ url }] = this.network.files as [FileServer]
      const owner = { accountId: this.accountId, dataset: 'production' as const }
      const every_seconds = FEED_EVERY_MS / 1000
      const feed = {
        name: 'feed',
        kind: 'ndjson',
        url,
        auth: { kind: 'none' },
        resource: '',
        filter: null,
        fields: {},
      } as const
      await node.db.tx((tx) =>
        node.feeds.create(tx, owner, { ...feed, ...{ page_size: 100, every_seconds, key_prefix: 'f:' } }, SYSTEM),
      )
    })
    await this.time.until(whole)
  }

  startNode(name: string, aheadMs: number): void {
    const node = new SimulatedNode(this.all, name, aheadMs)
    this.nodes.push(node)
    this.lastChangeMs = this.time.nowMs
    this.busyFor(6000)
    const begun = this.time.as(node, () => node.start())
    // A process that cannot start is started again, as by its supervisor.
    begun.catch(() => this.time.after(3000, () => this.restartNode(node, aheadMs), undefined))
  }

  stopNode(node: SimulatedNode): void {
    node.kill()
    this.nodes.splice(this.nodes.indexOf(node), 1)
    this.stopped.push(node)
    this.lastChangeMs = this.time.nowMs
    this.database.note(`${node.name} stopped`)
  }

  restartNode(node: SimulatedNode, aheadMs: number): void {
    if (!node.isStopped) this.stopNode(node)
    this.startNode(node.name, aheadMs)
  }

  async untilReady(): Promise<void> {
    const endMs = this.time.nowMs + HOUR_MS
    while (this.ready.length < NODES.length) {
      await this.time.runUntil(this.time.nowMs + 1000)
      if (this.time.nowMs > endMs) throw new Breach('a node does not start within an hour of attempts')
    }
  }

  /** Runs an action of the plan at its time. */
  plan(atMs: number, run: () => void): void {
    this.#actions.push({ atMs, run })
    this.#actions.sort((a, b) => a.atMs - b.atMs)
  }

  runPlan(untilMs: number): void {
    while (this.#actions[0] && this.#actions[0].atMs <= untilMs) this.#actions.shift()!.run()
  }

  busyFor(ms: number): void {
    this.#busyUntilMs = Math.max(this.#busyUntilMs, this.time.nowMs + ms)
  }

  /** Work runs in rounds of three seconds; time without work is skipped. */
  async advance(endMs: number, isDone: () => Promise<boolean> = async () => false): Promise<void> {
    const { time } = this
    const most = MAX_ROUNDS * Math.ceil((endMs - time.nowMs) / DAY_MS)
    for (let rounds = 0; time.nowMs < endMs; ) {
      this.runPlan(time.nowMs)
      if (time.nowMs < this.#busyUntilMs || !this.database.isUp) {
        if (++rounds > most)
          throw new Breach(`work does not end: ${most} rounds until ${new Date(time.nowMs).toISOString()}`)
        await this.#round()
        continue
      }
      if (await isDone()) return
      const { work, read } = await this.observe((db) => nextDue(db, time.nowMs))
      const nextMs = Math.min(work, read, this.#actions[0]?.atMs ?? endMs, endMs)
      if (nextMs > time.nowMs) await time.runUntil(nextMs)
      this.busyFor(ROUND_MS)
    }
  }

  async #round(): Promise<void> {
    this.count('rounds')
    for (const node of this.ready)
      for (const name of Object.keys(node.chores))
        if (this.random.chance(0.4))
          this.time.after(this.random.next() * ROUND_MS * 0.8, () => node.runChore(name), node)
    await this.time.runUntil(this.time.nowMs + ROUND_MS)
  }
}

/** When the next work is due that a chore would find; what a lease protects, when that ends. Reading feeds never ends. */
export async function nextDue(db: Database, nowMs: number): Promise<{ work: number; read: number }> {
  const now = new Date(nowMs).toISOString()
  const { rows } = await sql<{ work: string | null; read: string | null }>`
    select least(
      (select min(next_attempt_at) from webhook_deliveries where status = 'pending'),
      (select min(lease_until) from webhook_deliveries where status = 'leased'),
      (select ${now}::timestamptz from webhook_cursor
        where sequence < (select value from counters where name = 'sequence')),
      (select min(${now}::timestamptz) from webhook_endpoints where batch_sequence < (select value from counters
        where name = 'sequence') and status <> 'disabled'),
      (select coalesce((select expires_at from leases where leases.name = 'listing relinker production'),
        ${now}::timestamptz) where exists (select from listing_passes where finished_at is null)
          or exists (select from listings where is_stale))
    ) as work, (select min(greatest(next_run_at, (select expires_at from leases where leases.name = 'feed ' || feeds.id)))
      from feeds) as read`.execute(db.query)
  const [work, read] = [rows[0]?.work, rows[0]?.read].map((due) => (due ? Date.parse(due) : Number.POSITIVE_INFINITY))
  return { work: work!, read: read! }
}

export interface RunResult {
  readonly seed: number
  readonly hash: string
  readonly counts: ReadonlyMap<string, number>
  readonly breach: string | undefined
  readonly lastLines: readonly string[]
  /** How many statements a sabotage changed. */
  readonly edits: number
}

export type Scenario = (simulation: Simulation, days: number) => Promise<void>

/** Runs `days` virtual days from a seed. The same seed gives the same trace. */
export async function runOnce(seed: number, days: number, scenario: Scenario, edit?: Edit): Promise<RunResult> {
  const { engine, close } = await openEngine()
  const simulation = new Simulation(engine, seed, edit)
  const { time, database, counts } = simulation
  let breach: string | undefined
  time.install(seed)
  try {
    await simulation.begin()
    await scenario(simulation, days)
  } catch (error) {
    breach = error instanceof Breach ? error.message : ((error as Error).stack ?? String(error))
  } finally {
    time.uninstall()
    await close()
  }
  counts.set('queries', database.queries)
  const injected = [...database.faults.values()].reduce((a, b) => a + b, 0)
  counts.set('faults', injected + (counts.get('faults') ?? 0))
  return { seed, hash: database.hash(), counts, breach, lastLines: database.lastLines, edits: database.edits }
}

export { DAY_MS, HOUR_MS, MINUTE_MS }
