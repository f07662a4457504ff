// One run of a feed: writes rows and progress together, while it holds the lease.
import type { Database, Tx } from '../db/database.ts'
import { renewLease } from '../db/lease.ts'
import type { Dataset } from '../events/event-types.ts'
import type { Clock } from '../kernel/clock.ts'
import type { CrashHook } from '../kernel/crash-hook.ts'
import { Fault } from '../kernel/fault.ts'
import { pause } from '../kernel/settled.ts'
import { lockAccount } from '../listings/listing-account.ts'
import type { ListingOwner } from '../listings/listing-types.ts'
import type { Listings } from '../listings/listings.ts'
import type { FeedConnection } from './feed-connection.ts'
import type { FeedRow, HeldSweep, Progress } from './feed-tables.ts'
import { MAPPING_VERSION } from './read/field-mapping.ts'
import { withRetries } from './read/retries.ts'
import type { RunLog } from './run-log.ts'
import type { RunRow, Step } from './run-step.ts'
import { limitProblem, summarize } from './run-step.ts'
import { updateSetAside } from './set-aside.ts'
import { addSweepKeys, beginSweep, endSweep, markKeysGone, unreadKeys } from './sweep.ts'

export const CRASH_POINTS = ['page read', 'rows written', 'page stored', 'pass ended', 'sweep ended'] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

/** What an account may still do. */
export interface Allowance {
  readonly storedLimit: number
  readonly lookups: number
  /** What is thrown at these limits: which plan, and until when. */
  readonly storedFault?: () => Fault
  readonly lookupsFault?: () => Fault
}

/** Plans and quotas, which this folder cannot import. */
export interface FeedBilling {
  /** Throws a FeedProblem if the account may not read feeds now. */
  allowance(accountId: string, dataset: Dataset): Promise<Allowance>
  countLookups(accountId: string, dataset: Dataset, lookups: number): void
}

export interface RunDeps {
  readonly db: Database
  readonly listings: Pick<Listings, 'upsertMany'>
  readonly billing: FeedBilling
  readonly clock: Clock
  readonly onCrashPoint?: CrashHook<CrashPoint> | undefined
  /** Waits before a retry. */
  readonly pause?: typeof pause
  readonly random?: () => number
}

export interface Lease {
  readonly name: string
  readonly holder: string
  readonly ttlMs: number
}

/** Someone changed, paused or deleted the feed, or another process has the lease. The run ends without a result. */
export class RunSuperseded extends Error {}

/** The most rows that one transaction stores. */
export const GROUP = 500

export class FeedRun {
  readonly feed: FeedRow
  readonly connection: FeedConnection
  readonly log: RunLog
  readonly signal: AbortSignal
  readonly #deps: RunDeps
  readonly #lease: Lease
  #progress: Progress
  /** True once a sweep of this run has ended. */
  hasSwept = false
  /** True once something that was read is stored. */
  hasProgressed = false
  held: HeldSweep | null = null

  constructor(
    deps: RunDeps,
    feed: FeedRow,
    lease: Lease,
    { connection, log, signal }: Pick<FeedRun, 'connection' | 'log' | 'signal'>,
  ) {
    this.#deps = deps
    this.feed = feed
    this.#lease = lease
    this.connection = connection
    this.log = log
    this.signal = signal
    this.#progress = feed.progress
  }

  get progress(): Progress {
    return this.#progress
  }

  now(): number {
    return this.#deps.clock.now()
  }

  reached(point: CrashPoint): void {
    this.#deps.onCrashPoint?.(point)
    if (this.signal.aborted) throw new RunSuperseded('The run was stopped.')
  }

  /** Asks again after a fault that may pass. The lease is renewed meanwhile. */
  retrying<T>(ask: () => Promise<T>): Promise<T> {
    const wait = async (ms: number) => {
      await (this.#deps.pause ?? pause)(ms, this.signal)
      if (this.signal.aborted) throw new RunSuperseded('The run was stopped.')
    }
    return withRetries(ask, wait, this.#deps.random)
  }

  /** Stores a group of rows and the progress after them in one transaction. */
  async store(rows: readonly RunRow[]): Promise<void> {
    for (let from = 0; from < rows.length; ) from += await this.#storeGroup(rows.slice(from, from + GROUP))
  }

  /** Returns how many of the rows are done. Near the end of the quota, fewer than all: it is granted in portions. */
  async #storeGroup(rows: readonly RunRow[]): Promise<number> {
    const { listings, billing } = this.#deps
    const { id, account_id: accountId, dataset } = this.feed
    const owner: ListingOwner = { accountId, dataset }
    const allowance = await billing.allowance(accountId, dataset)
    const { storedLimit, lookups: available, storedFault, lookupsFault } = allowance
    const inputs = rows.flatMap(({ mapped }) => (mapped.kind === 'listing' ? [{ ...mapped.listing, feed: id }] : []))
    const isFree = this.#progress.pass?.isRepeat === true
    const outcome = { done: 0, lookups: 0, limit: null as Fault | null, progress: this.#progress, commit: () => {} }
    await listings.upsertMany(owner, inputs, {
      storedLimit,
      storedFault,
      requireLookups: (used) => {
        if (!isFree && used >= available) throw lookupsFault?.() ?? new Fault('quota_exceeded')
      },
      afterWrite: async (tx, results) => {
        this.reached('rows written')
        const step = summarize(rows, results, this.#progress, isFree)
        await this.#save(tx, step.progress)
        if (step.progress.sweep || this.#isHeld()) await addSweepKeys(tx, id, step.keys)
        if (this.feed.kind === 'reso') await this.#setAside(tx, step)
        const { commit } = await this.log.add(tx, step)
        Object.assign(outcome, step, { commit })
      },
    })
    outcome.commit()
    this.#progress = outcome.progress
    this.hasProgressed ||= outcome.done > 0
    if (outcome.lookups > 0) billing.countLookups(accountId, dataset, outcome.lookups)
    this.reached('page stored')
    if (outcome.limit && (outcome.limit.code === 'plan_limit' || available <= 0)) throw limitProblem(outcome.limit)
    return outcome.done
  }

  /** Rows that were set aside before, and are the same, are not reported again. */
  async #setAside(tx: Tx, { keys, rejected, counts }: Step): Promise<void> {
    const bad = new Set(rejected.map(({ key }) => key))
    const stored = keys.filter((key) => !bad.has(key))
    const reported = await updateSetAside(tx, this.feed.id, stored, rejected, new Date(this.now()).toISOString())
    counts.unchanged += rejected.length - reported.length
    counts.rejected = reported.length
    rejected.splice(0, rejected.length, ...reported)
  }

  /** What comes back before a held sweep is approved is not gone. */
  #isHeld(): boolean {
    return this.held !== null || this.feed.held_sweep !== null
  }

  /** Rows that were read with an older default mapping are read once more, for free: the customer changed nothing. */
  async startOver(): Promise<void> {
    if (this.#progress.mapping === MAPPING_VERSION) return
    const pass = { position: null, startedAt: this.now(), isRepeat: true }
    await this.advance({ ...this.#progress, mapping: MAPPING_VERSION, etag: null, pass })
  }

  /** Changes the progress without rows. */
  async advance(progress: Progress, work: (tx: Tx) => Promise<void> = async () => {}): Promise<void> {
    await this.#deps.db.tx(async (tx) => {
      await work(tx)
      await this.#save(tx, progress)
    })
    this.#progress = progress
  }

  beginSweep(progress: Progress): Promise<void> {
    return this.advance(progress, (tx) => beginSweep(tx, this.feed.id))
  }

  async addSweepKeys(keys: readonly string[], progress: Progress): Promise<void> {
    await this.advance(progress, (tx) => addSweepKeys(tx, this.feed.id, keys))
    this.hasProgressed = true
  }

  /** Keys that the sweep found, and that are neither stored nor set aside. */
  unreadKeys(): Promise<string[]> {
    return unreadKeys(this.#deps.db.query, this.feed)
  }

  /** Marks listings gone that the server says it no longer has. Too many are left to a sweep. */
  async leave(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    await this.#markGone(this.#progress, async (tx, at) => ({ gone: await markKeysGone(tx, this.feed, keys, at) }))
  }

  async endSweep(progress: Progress): Promise<void> {
    await this.#markGone(progress, async (tx, at) => {
      const { gone, held } = await endSweep(tx, this.feed, at)
      this.held = held
      return { gone }
    })
    this.hasSwept = true
    this.reached('sweep ended')
  }

  async #markGone(progress: Progress, work: (tx: Tx, at: string) => Promise<{ gone: number }>): Promise<void> {
    let commit = () => {}
    const { account_id: accountId, dataset } = this.feed
    await this.advance(progress, async (tx) => {
      await lockAccount(tx, { accountId, dataset })
      const counts = await work(tx, new Date(this.now()).toISOString())
      commit = (await this.log.add(tx, { counts })).commit
    })
    commit()
  }

  /** The lease and the feed are checked in the transaction that writes, so a run that lost them changes nothing. */
  async #save(tx: Tx, progress: Progress): Promise<void> {
    const { name, holder, ttlMs } = this.#lease
    if (!(await renewLease(tx, name, holder, ttlMs))) throw new RunSuperseded('Another process has the lease.')
    const { numUpdatedRows } = await tx
      .updateTable('feeds')
      .set({ progress: JSON.stringify(progress) })
      .where('id', '=', this.feed.id)
      .where('generation', '=', this.feed.generation)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new RunSuperseded('The feed was changed or deleted.')
  }
}
