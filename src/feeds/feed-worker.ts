// Runs feeds that are due: one process at a time per feed, a few feeds at a time.

import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { withLease } from '../db/lease.ts'
import type { EventDraft } from '../events/event-types.ts'
import { publishEvents } from '../events/outbox.ts'
import { secondsToNextMonth } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { handled, pause, settled } from '../kernel/settled.ts'
import { DAY_MS, HOUR_MS } from '../kernel/time.ts'
import type { Listings } from '../listings/listings.ts'
import type { GuardedReader } from '../webhooks/sender/guarded-sender.ts'
import { openAuth } from './feed-auth.ts'
import { FeedConnection } from './feed-connection.ts'
import { statusEvent } from './feed-events.ts'
import type { Lease, RunDeps } from './feed-run.ts'
import { FeedRun, RunSuperseded } from './feed-run.ts'
import type { FeedRow, RunOutcome } from './feed-tables.ts'
import { FeedProblem } from './read/feed-problem.ts'
import { MAX_WAIT_MS } from './read/retries.ts'
import { readFileUrl } from './read-file.ts'
import { readReso, SWEEP_MS } from './read-reso.ts'
import { RunLog } from './run-log.ts'

const LEASE_MS = 45_000
/** Feeds that one process reads at a time. */
const MAX_RUNNING = 4
/** With those that wait for a server before they ask it again: its faults must not keep other feeds waiting. */
const MAX_OPEN = 64
const MAX_BACKOFF_MS = HOUR_MS
const RUN_RETENTION_MS = 30 * DAY_MS

export interface FeedWorkerOptions extends RunDeps {
  readonly listings: Listings
  readonly secrets: Secrets
  readonly reader: GuardedReader
  readonly log: Log
  readonly holder: string
  readonly userAgent: string
  readonly leaseMs?: number
}

interface FeedState {
  readonly next_run_at: string | null
  readonly next_sweep_at?: string
  readonly [column: string]: string | number | null | undefined
}

export class FeedWorker {
  readonly #options: FeedWorkerOptions
  readonly #db: Database
  readonly #running = new Map<string, Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #outcomes = new Map<RunOutcome, number>()
  #waiting = 0

  constructor(options: FeedWorkerOptions) {
    this.#options = options
    this.#db = options.db
  }

  #now(): number {
    return this.#options.clock.now()
  }

  /** The embedded database has one owner, so any lease left there belongs to a dead process. */
  async start(): Promise<void> {
    if (this.#db.kind === 'embedded')
      await this.#db.query.deleteFrom('leases').where('name', 'like', 'feed %').execute()
  }

  /** Starts runs that are due and does not wait for them. */
  async tick(): Promise<void> {
    const free = Math.min(MAX_RUNNING + this.#waiting, MAX_OPEN) - this.#running.size
    if (free <= 0 || this.#stopping.signal.aborted) return
    const due = await this.#db.query
      .selectFrom('feeds')
      .select('id')
      .where('next_run_at', '<=', new Date(this.#now()).toISOString())
      .orderBy('next_run_at')
      .limit(free + this.#running.size)
      .execute()
    for (const { id } of due.filter(({ id }) => !this.#running.has(id)).slice(0, free)) {
      const run = this.#runAlone(id).finally(() => this.#running.delete(id))
      run.catch((error) => this.#options.log.error({ err: error, feed: id }, 'a feed run failed'))
      this.#running.set(id, settled(run))
    }
  }

  wake(): void {
    // The next interval reports a failure that lasts.
    handled(this.tick())
  }

  /** Waits for the runs that are under way. */
  async settle(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  async #runAlone(id: string): Promise<void> {
    await this.withLease(id, async (lease, signal) => {
      const feed = await this.#read(id)
      if (!feed || feed.next_run_at === null || Date.parse(feed.next_run_at) > this.#now()) return
      if (feed.status === 'removed') await this.#finishRemoval(feed)
      else await this.run(feed, lease, signal)
    })
  }

  /** Undefined if another process has the lease. */
  async withLease<T>(id: string, work: (lease: Lease, signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const { holder, leaseMs: ttlMs = LEASE_MS } = this.#options
    const lease: Lease = { name: `feed ${id}`, holder, ttlMs }
    return withLease(this.#db.query, lease.name, holder, ttlMs, (lost) =>
      work(lease, AbortSignal.any([lost, this.#stopping.signal])),
    )
  }

  async #read(id: string): Promise<FeedRow | undefined> {
    return this.#db.query.selectFrom('feeds').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /** Reads the feed once and stores how it ended. `read` replaces the feed's own source, for uploads. */
  async run(
    feed: FeedRow,
    lease: Lease,
    signal: AbortSignal,
    read?: (run: FeedRun) => Promise<void>,
  ): Promise<FeedRun> {
    const { secrets, reader, userAgent, log } = this.#options
    await this.#closeInterrupted(feed.id)
    const auth = openAuth(secrets, feed.sealed_auth)
    // The next page may still be asked for when the run ends.
    const ended = new AbortController()
    const asked = AbortSignal.any([signal, ended.signal])
    const connection = new FeedConnection({ reader, auth, userAgent, signal: asked, now: () => this.#now() })
    const deps = { ...this.#options, pause: (ms: number, until: AbortSignal) => this.#pause(ms, until) }
    const run = new FeedRun(deps, feed, lease, {
      connection,
      log: new RunLog(feed.id, this.#now()),
      signal: asked,
    })
    try {
      await this.#options.billing.allowance(feed.account_id, feed.dataset)
      const isUnfinished = await (read ? read(run).then(() => false) : readFeed(run))
      await this.#succeed(run, isUnfinished)
    } catch (error) {
      if (error instanceof RunSuperseded || signal.aborted) {
        await this.#end(run, 'interrupted', null)
        return run
      }
      if (!(error instanceof FeedProblem)) log.error({ err: error, feed: feed.id }, 'a feed run failed')
      const problem = error instanceof FeedProblem ? error : new FeedProblem('internal_error', 'Plinth tries again.')
      await this.#fail(run, problem)
      if (read) throw problem
    } finally {
      ended.abort()
    }
    return run
  }

  async #pause(ms: number, until: AbortSignal): Promise<void> {
    this.#waiting += 1
    await (this.#options.pause ?? pause)(ms, until)
    this.#waiting -= 1
  }

  async #succeed(run: FeedRun, isUnfinished: boolean): Promise<void> {
    const { feed, held } = run
    const now = this.#now()
    const isFirst = feed.kind === 'reso' && feed.next_sweep_at === null
    await this.#end(run, held ? 'held' : 'done', null)
    const isRecovered = feed.failing_announced_at !== null
    const state = {
      status: 'active',
      problem: null,
      failures: 0,
      failing_announced_at: null,
      next_run_at: feed.url === null ? null : iso(isUnfinished ? now : now + feed.every_seconds * 1000),
      ...((isFirst || run.hasSwept) && feed.kind === 'reso' && { next_sweep_at: iso(now + SWEEP_MS) }),
      last_run_at: iso(now),
      last_success_at: iso(now),
    }
    await this.#write(feed, state, isRecovered ? [statusEvent('feed.recovered', feed, feed.problem)] : [])
  }

  /** Tries again later: after the time that the server asked for, or after longer pauses while there is no progress. */
  async #fail(run: FeedRun, problem: FeedProblem): Promise<void> {
    const { feed } = run
    const now = this.#now()
    const isQuota = problem.code === 'quota_exceeded'
    const failures = run.hasProgressed ? 0 : feed.failures
    const backoff = Math.min(feed.every_seconds * 1000 * 2 ** Math.min(failures, 12), MAX_BACKOFF_MS)
    const waitMs = isQuota ? secondsToNextMonth(now) * 1000 : (problem.retryAfterMs ?? backoff)
    const next_run_at = feed.url === null ? null : iso(now + waitMs)
    // A server that lets Plinth read so much an hour is not failing.
    if (run.hasProgressed && (problem.retryAfterMs ?? 0) > MAX_WAIT_MS) {
      await this.#end(run, 'interrupted', problem)
      return this.#write(feed, { next_run_at, last_run_at: iso(now) })
    }
    await this.#end(run, 'failed', problem)
    // A fault of our own is told when it lasts.
    const isNews = !isQuota && feed.failing_announced_at === null && (problem.code !== 'internal_error' || failures > 0)
    const state = {
      status: isQuota ? 'paused' : 'failing',
      problem: JSON.stringify({
        code: problem.code,
        detail: problem.message,
        since: feed.problem?.code === problem.code ? feed.problem.since : iso(now),
      }),
      failures: failures + 1,
      ...(isNews && { failing_announced_at: iso(now) }),
      next_run_at,
      last_run_at: iso(now),
    }
    const news = { code: problem.code, detail: problem.message }
    await this.#write(feed, state, isNews ? [statusEvent('feed.failing', feed, news)] : [])
  }

  async #end(run: FeedRun, outcome: RunOutcome, problem: FeedProblem | null): Promise<void> {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
    // A deleted feed has no runs any more.
    if (await this.#read(run.feed.id)) await run.log.finish(this.#db, outcome, problem, this.#now())
  }

  /** A run or sweep that was requested while this one was under way stays due. The events tell of the new state. */
  async #write(feed: FeedRow, state: FeedState, events: readonly EventDraft[] = []): Promise<void> {
    const { next_run_at: nextRun, next_sweep_at: nextSweep, ...rest } = state
    await this.#db.tx(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('feeds')
        .set({
          ...rest,
          next_run_at: unlessChanged('next_run_at', feed.next_run_at, nextRun),
          ...(nextSweep !== undefined && {
            next_sweep_at: unlessChanged('next_sweep_at', feed.next_sweep_at, nextSweep),
          }),
        })
        .where('id', '=', feed.id)
        .where('generation', '=', feed.generation)
        // Another process that had the lease in between has told it already.
        .where(sql<boolean>`failing_announced_at is not distinct from ${feed.failing_announced_at}::timestamptz`)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await publishEvents(tx, feed.dataset, events, new Date(this.#now()))
    })
  }

  async #closeInterrupted(feedId: string): Promise<void> {
    await this.#db.query
      .updateTable('feed_runs')
      .set({ outcome: 'interrupted', finished_at: iso(this.#now()) })
      .where('feed_id', '=', feedId)
      .where('finished_at', 'is', null)
      .execute()
  }

  /** The process that deleted the feed ended before its listings were deleted. */
  async #finishRemoval({ id, account_id: accountId, dataset }: FeedRow): Promise<void> {
    await this.#options.listings.removeFeed({ accountId, dataset }, id)
    await this.#db.query.deleteFrom('feeds').where('id', '=', id).execute()
  }

  async deleteOldRuns(): Promise<void> {
    await this.#db.query
      .deleteFrom('feed_runs')
      .where('started_at', '<', iso(this.#now() - RUN_RETENTION_MS))
      .where('finished_at', 'is not', null)
      .execute()
  }

  registerMetrics(metrics: Metrics): void {
    metrics.counts('plinth_feed_runs_total', 'Feed runs by outcome.', 'outcome', () => this.#outcomes)
    metrics.gauge('plinth_feeds_running', 'Feeds that are being read now.', () => this.#running.size, 'sum')
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.settle()
  }
}

async function readFeed(run: FeedRun): Promise<boolean> {
  if (run.feed.kind === 'reso') return readReso(run)
  await readFileUrl(run)
  return false
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function unlessChanged(column: string, before: string | null, value: string | null): RawBuilder<string | null> {
  const current = sql.ref<string | null>(column)
  return sql`case when ${current} is not distinct from ${before}::timestamptz then ${value}::timestamptz else ${current} end`
}
