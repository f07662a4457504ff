// The webhook loop: fans out events, replays, sends due deliveries, deletes old rows.
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { at } from '../kernel/at.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { handled, settled } from '../kernel/settled.ts'
import { formBatches } from './batches.ts'
import { releaseAll, releaseExpired } from './claim.ts'
import type { DelivererOptions } from './deliverer.ts'
import { Deliverer } from './deliverer.ts'
import { fanOut, leaveBatches } from './fan-out.ts'
import type { Backlog } from './queue-maintenance.ts'
import { deleteOld, expireHeld, readBacklog, repairDates } from './queue-maintenance.ts'
import { replayRound } from './replay.ts'

interface Work {
  readonly has_events: boolean
  /** An endpoint with batches is behind the log. */
  readonly has_batches: boolean
  /** An endpoint no longer wants batches. */
  readonly has_leaving: boolean
  readonly has_replays: boolean
  readonly has_due: boolean
  readonly has_expired: boolean
}

export class WebhookWorker {
  readonly #options: DelivererOptions
  readonly #db: Database
  readonly #clock: Clock
  readonly deliverer: Deliverer
  #ticking: Promise<void> | null = null
  #isWoken = false
  #isStopped = false
  #backlog: Backlog = { waiting: 0, held: 0, events: 0, oldestDueSeconds: 0 }

  constructor(options: DelivererOptions) {
    this.#options = options
    this.#db = options.db
    this.#clock = options.clock
    this.deliverer = new Deliverer(options, () => this.wake())
  }

  #now(): Date {
    return new Date(this.#clock.now())
  }

  /** The embedded database has one owner, so any lease left there belongs to a dead process. */
  async start(): Promise<void> {
    if (this.#db.kind === 'embedded') await releaseAll(this.#db, null)
  }

  /** Runs `tick` now instead of at the next interval. */
  wake(): void {
    this.#isWoken = true
    // The next interval reports a failure that lasts.
    handled(this.tick())
  }

  /** Does all work that is due. Runs every second and on `wake()`. */
  tick(): Promise<void> {
    this.#ticking ??= this.#work().finally(() => {
      this.#ticking = null
      if (this.#isWoken && !this.#isStopped) this.wake()
    })
    return this.#ticking
  }

  async #work(): Promise<void> {
    this.#isWoken = false
    const { payloads, onCrashPoint } = this.#options
    const { has_events, has_batches, has_leaving, has_replays, has_due, has_expired } = await this.#findWork()
    if (has_expired) await releaseExpired(this.#db, this.#now())
    if (has_events)
      while (!this.#isStopped && (await fanOut(this.#db, payloads, this.#now(), onCrashPoint)) > 0)
        await this.deliverer.pump()
    if (has_batches) await this.#formBatches()
    if (has_leaving)
      while (!this.#isStopped && (await leaveBatches(this.#db, payloads, this.#now()))) await this.deliverer.pump()
    if (has_replays)
      while (!this.#isStopped && (await replayRound(this.#db, payloads, this.#now()))) await this.deliverer.pump()
    if (has_due || has_expired) await this.deliverer.pump()
  }

  async #formBatches(): Promise<void> {
    const { payloads, onCrashPoint } = this.#options
    let mayBeMore = true
    while (mayBeMore && !this.#isStopped) {
      const { lease, batchRoom: room } = this.deliverer
      const formed = await formBatches(this.#db, payloads, { lease, room }, onCrashPoint)
      for (const batch of formed.leased) this.deliverer.start(batch)
      if (formed.hasUnleased) await this.deliverer.pump()
      mayBeMore = formed.mayBeMore
    }
  }

  /** Reads only a few index entries: it runs every second and usually finds nothing. */
  async #findWork(): Promise<Work> {
    const now = this.#now().toISOString()
    const { rows } = await sql<Work>`
      select (select sequence from webhook_cursor) < (select value from counters where name = 'sequence') as has_events,
        exists (select from webhook_endpoints where batch_sequence is not null and max_batch > 1
          and batch_sequence < (select value from counters where name = 'sequence')) as has_batches,
        exists (select from webhook_endpoints where batch_sequence is not null and max_batch = 1) as has_leaving,
        exists (select from webhook_endpoints where replay_after is not null) as has_replays,
        exists (select from webhook_deliveries where status = 'pending' and next_attempt_at <= ${now}::timestamptz)
          as has_due,
        exists (select from webhook_deliveries where status = 'leased' and lease_until <= ${now}::timestamptz)
          as has_expired`.execute(this.#db.query)
    return at(rows, 0)
  }

  async runMaintenance(): Promise<void> {
    const expired = await expireHeld(this.#db.forJobs, this.#clock.now())
    if (expired > 0) this.#options.log.warn({ deliveries: expired }, 'held webhook deliveries expired')
    await deleteOld(this.#db.forJobs, this.#clock.now())
  }

  async countBacklog(): Promise<void> {
    const repaired = await repairDates(this.#db.forJobs, this.#clock.now())
    if (repaired > 0) this.#options.log.warn({ deliveries: repaired }, 'webhook deliveries were dated too far ahead')
    this.#backlog = await readBacklog(this.#db.forJobs, this.#clock.now())
  }

  registerMetrics(metrics: Metrics): void {
    metrics.counts(
      'plinth_webhook_attempts_total',
      'Webhook attempts by outcome.',
      'outcome',
      () => this.deliverer.counts,
    )
    metrics.gauge('plinth_webhook_events_waiting', 'Events that have no deliveries yet.', () => this.#backlog.events)
    metrics.gauge('plinth_webhook_waiting', 'Deliveries waiting for an attempt.', () => this.#backlog.waiting)
    metrics.gauge('plinth_webhook_held', 'Deliveries held until their endpoint is enabled.', () => this.#backlog.held)
    metrics.gauge(
      'plinth_webhook_oldest_due_seconds',
      'How long the oldest due delivery has waited, in seconds.',
      () => this.#backlog.oldestDueSeconds,
    )
  }

  /** Starts nothing new; waits for deliveries in flight or releases them. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#ticking) await settled(this.#ticking)
    await this.deliverer.stop()
  }
}
