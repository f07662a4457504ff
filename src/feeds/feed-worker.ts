// Runs feeds that are due: one process at a time per feed, a few feeds at a time.

import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { withLease } from '../db/lease.ts'
import { secondsToNextMonth } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { handled, settled } from '../kernel/settled.ts'
import { DAY_MS, HOUR_MS } from '../kernel/time.ts'
import type { Listings } from '../listings/listings.ts'
import type { GuardedReader } from '../webhooks/sender/guarded-sender.ts'
import { openAuth } from './feed-auth.ts'
import { FeedConnection } from './feed-connection.ts'
import type { Lease, RunDeps } from './feed-run.ts'
import { FeedRun, RunSuperseded } from './feed-run.ts'
import type { FeedRow, RunOutcome } from './feed-tables.ts'
import { FeedProblem } from './read/feed-problem.ts'
import { readFileUrl } from './read-file.ts'
import { readReso, SWEEP_MS } from './read-reso.ts'
import { RunLog } from './run-log.ts'

const LEASE_MS = 45_000
/** Feeds that one process reads at a time. */
const MAX_RUNNING = 4
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
    const free = MAX_RUNNING - this.#running.size
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
    const connection = new FeedConnection({ reader, auth, userAgent, signal, now: () => this.#now() })
    const run = new FeedRun(this.#options, feed, lease, {
      connection,
      log: new RunLog(feed.id, this.#now()),
      signal,
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
    }
    return run
  }

  async #succeed(run: FeedRun, isUnfinished: boolean): Promise<void> {
    const { feed, held } = run
    const now = this.#now()
    const isFirst = feed.kind === 'reso' && feed.next_sweep_at === null
    await this.#end(run, held ? 'held' : 'done', null)
    await this.#write(feed, {
      status: 'active',
      problem: null,
      failures: 0,
      next_run_at: feed.url === null ? null : iso(isUnfinished ? now : now + feed.every_seconds * 1000),
      ...((isFirst || run.hasSwept) && feed.kind === 'reso' && { next_sweep_at: iso(now + SWEEP_MS) }),
      last_run_at: iso(now),
      last_success_at: iso(now),
    })
  }

  /** Tries again later: after the time that the server asked for, or after longer and longer pauses. */
  async #fail(run: FeedRun, problem: FeedProblem): Promise<void> {
    const { feed } = run
    const now = this.#now()
    const isQuota = problem.code === 'quota_exceeded'
    const backoff = Math.min(feed.every_seconds * 1000 * 2 ** Math.min(feed.failures, 12), MAX_BACKOFF_MS)
    const waitMs = isQuota ? secondsToNextMonth(now) * 1000 : (problem.retryAfterMs ?? backoff)
    await this.#end(run, 'failed', problem)
    await this.#write(feed, {
      status: isQuota ? 'paused' : 'failing',
      problem: JSON.stringify({
        code: problem.code,
        detail: problem.message,
        since: feed.problem?.code === problem.code ? feed.problem.since : iso(now),
      }),
      failures: feed.failures + 1,
      next_run_at: feed.url === null ? null : iso(now + waitMs),
      last_run_at: iso(now),
    })
  }

  async #end(run: FeedRun, outcome: RunOutcome, problem: FeedProblem | null): Promise<void> {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
    // A deleted feed has no runs any more.
    if (await this.#read(run.feed.id)) await run.log.finish(this.#db, outcome, problem, this.#now())
  }

  /** A run or sweep that was requested while this one was under way stays due. */
  async #write({ id, generation, next_run_at, next_sweep_at }: FeedRow, state: FeedState): Promise<void> {
    const { next_run_at: nextRun, next_sweep_at: nextSweep, ...rest } = state
    await this.#db.query
      .updateTable('feeds')
      .set({
        ...rest,
        next_run_at: unlessChanged('next_run_at', next_run_at, nextRun),
        ...(nextSweep !== undefined && { next_sweep_at: unlessChanged('next_sweep_at', next_sweep_at, nextSweep) }),
      })
      .where('id', '=', id)
      .where('generation', '=', generation)
      .execute()
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
