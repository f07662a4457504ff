// One simulated node: the services that coordinate with other nodes, with its own clock, connections and work.

import { LiveNodes } from '../../src/access/limits/live-nodes.ts'
import { RateLimiter } from '../../src/access/limits/rate-limit.ts'
import { RateLimits } from '../../src/access/limits/rate-limits.ts'
import type { Principal } from '../../src/access/rights/principal.ts'
import { createPayloads } from '../../src/app/webhook-payloads.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import { readHead } from '../../src/catalog/snapshot/read-dataset.ts'
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts'
import type { Database } from '../../src/db/database.ts'
import { asDatabase, defaultMigrationsDir } from '../../src/db/database.ts'
import { JOB_QUERY_MS } from '../../src/db/deadlines.ts'
import { withLease } from '../../src/db/lease.ts'
import { migrate } from '../../src/db/migrate.ts'
import { valueTypes } from '../../src/db/value-parsers.ts'
import type { Dataset } from '../../src/events/event-types.ts'
import { Feeds } from '../../src/feeds/feeds.ts'
import type { Log } from '../../src/kernel/log.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { Links } from '../../src/links/links.ts'
import { ListingLinker } from '../../src/listings/link-listing.ts'
import { Listings } from '../../src/listings/listings.ts'
import { Relinker } from '../../src/listings/relink/relinker.ts'
import { Webhooks } from '../../src/webhooks/webhooks.ts'
import type { Network } from './network.ts'
import type { Edit, SimulatedDatabase } from './simulated-database.ts'
import type { Owner, VirtualTime } from './virtual-time.ts'

/** What all nodes of a run share. */
export interface Surroundings {
  readonly time: VirtualTime
  readonly database: SimulatedDatabase
  readonly network: Network
  readonly edit: Edit | undefined
  /** By number and time of publishing. Reading one takes longer than everything else that a node does. */
  readonly snapshots: Map<string, Snapshot>
  readonly empty: Readonly<Record<Dataset, Snapshot>>
  random(): number
  /** Called when a node has computed links, and not yet stored them. */
  onRelink: ((node: SimulatedNode) => void) | undefined
  /** Of all nodes, one entry for each migration that a node says it made. */
  readonly migrated: string[]
}

export const secrets = createSecrets('a secret for simulated nodes, long enough')

export const POOL = {
  types: valueTypes,
  query_timeout: JOB_QUERY_MS,
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 30_000,
}

/** A second less than the time after which nodes count a silent node as down. */
export const SILENT_MS = 9000

export class SimulatedNode implements Owner {
  readonly name: string
  /** How far the node's clock is ahead. */
  readonly aheadMs: number
  isStopped = false
  isReady = false
  slowUntilMs = 0
  readonly db: Database
  readonly listings: Listings
  readonly webhooks: Webhooks
  readonly feeds: Feeds
  readonly relinker: Relinker
  readonly links: Links
  readonly #limits: RateLimits
  readonly #nodes: LiveNodes
  /** When the node sent its last heartbeat, whose answer tells how many nodes there are. */
  countedMs = 0
  /** When it was first seen, or seen again after a silence in which the others may have counted it as down. */
  seenSinceMs = 0
  readonly #all: Surroundings
  readonly #pool: ReturnType<SimulatedDatabase['pool']>
  #snapshot: Snapshot
  readonly #running = new Set<string>()
  #lastBacklogMs = 0

  constructor(all: Surroundings, name: string, aheadMs: number) {
    this.name = name
    this.aheadMs = aheadMs
    this.#all = all
    const { time, database, network, random } = all
    const clock = { now: () => Math.floor(time.nowMs + aheadMs) }
    this.#pool = database.pool(this, { ...POOL, max: 10 }, all.edit)
    const jobs = asDatabase({ kind: 'postgres', pool: this.#pool, close: async () => {} })
    this.db = jobs.forRequests
    this.#snapshot = all.empty.production
    const catalog = { snapshot: (dataset: Dataset) => (dataset === 'production' ? this.#snapshot : all.empty[dataset]) }
    this.links = new Links(catalog)
    const linker = new ListingLinker(this.links)
    this.listings = new Listings({ db: this.db, links: this.links, linker, clock })
    const log = silentLog((line) => database.note(`${name} log ${line}`))
    const common = { secrets, clock, log, holder: name, userAgent: 'simulated' }
    this.webhooks = new Webhooks({
      ...common,
      ...{ db: this.db, sender: network.sender, random },
      payloads: createPayloads(noMedia),
    })
    const billing = { allowance: async () => ({ storedLimit: 10_000, lookups: 1e9 }), countLookups: () => {} }
    this.feeds = new Feeds({ ...common, random, db: jobs, listings: this.listings, billing, reader: network.reader })
    this.relinker = new Relinker({
      ...{ db: jobs, links: this.links, linker, clock, holder: name },
      chunk: 5,
      crash: (point) => point === 'linked' && all.onRelink?.(this),
      onEvents: () => this.webhooks.worker.wake(),
    })
    this.#nodes = new LiveNodes(this.db, name)
    this.#limits = new RateLimits(new RateLimiter(clock), this.#nodes)
  }

  /** As `plinth serve`: migrations first. */
  async start(): Promise<void> {
    const log = (line: string) => line.startsWith('migrated') && this.#all.migrated.push(line)
    await migrate(this.#pool, defaultMigrationsDir, { log })
    await this.#refresh()
    await this.#beat()
    this.isReady = true
  }

  /** The process ends now: nothing that it had begun goes on. */
  kill(): void {
    this.#all.database.disconnect(this)
    this.isStopped = true
  }

  /** The table of recurring work, as far as it concerns other nodes; `src/app/chores.ts` has all of it. */
  readonly chores: Readonly<Record<string, () => Promise<unknown>>> = {
    webhooks: () => this.webhooks.worker.tick(),
    feeds: () => this.feeds.worker.tick(),
    access: () => this.#beat(),
    dataset: () => this.#refresh(),
    listings: () => this.relinker.tick(),
    backlog: () => this.#everyQuarterMinute(() => this.webhooks.worker.countBacklog()),
  }

  /** One run at a time of each; a failure is tried again, as in the service. */
  runChore(name: string): void {
    if (this.#running.has(name) || !this.isReady) return
    this.#running.add(name)
    const done = () => void this.#running.delete(name)
    this.#all.time.as(this, () => this.chores[name]!().then(done, done))
  }

  async #everyQuarterMinute(work: () => Promise<void>): Promise<void> {
    if (this.#all.time.nowMs - this.#lastBacklogMs < 15_000) return
    this.#lastBacklogMs = this.#all.time.nowMs
    await work()
  }

  async #beat(): Promise<void> {
    // The others see the beat when it arrives at the database; its answer may come much later.
    const beganMs = this.#all.time.nowMs
    await this.#nodes.beat()
    if (this.#all.time.nowMs - this.countedMs > SILENT_MS) this.seenSinceMs = this.#all.time.nowMs
    this.countedMs = beganMs
  }

  async #refresh(): Promise<void> {
    const head = await readHead(this.db.query, 'production')
    const key = `${head?.number} ${head?.published_at}`
    if (!head || head.number === this.#snapshot.version?.number) return
    let snapshot = this.#all.snapshots.get(key)
    if (!snapshot) {
      snapshot = await readSnapshot(this.db.forJobs, 'production')
      this.#all.snapshots.set(key, snapshot)
    }
    this.#snapshot = snapshot
  }

  /** Whether a request of the account is within its limit here. */
  takeRequest(accountId: string): boolean {
    const principal = { account: { id: accountId }, plan: 'elite', credential: { kind: 'key' } } as unknown as Principal
    return this.#limits.takeRequest(principal, '192.0.2.1').allowed
  }

  /** The only feed. */
  async feedId(): Promise<string> {
    return (await this.db.query.selectFrom('feeds').select('id').executeTakeFirstOrThrow()).id
  }

  withLease<T>(name: string, ttlMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    return withLease(this.db.query, name, this.name, ttlMs, work)
  }
}

const noMedia = (): never => {
  throw new Error('no media are published')
}

/** Only what is logged as an error is worth a line of the trace. */
function silentLog(write: (line: string) => void): Log {
  const nothing = () => {}
  const error = (about: { err?: Error }, text: string) => write(`${text}: ${about.err?.stack?.slice(0, 600) ?? ''}`)
  return { info: nothing, warn: nothing, debug: nothing, error } as unknown as Log
}
