// Runs file jobs that are due: one process at a time per job, a few jobs at a time.
import type { Database } from '../db/database.ts'
import { withLease } from '../db/lease.ts'
import { publishEvents } from '../events/outbox.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { handled, settled } from '../kernel/settled.ts'
import { MINUTE_MS } from '../kernel/time.ts'
import type { FileRunDeps, Lease } from './file-run.ts'
import { FileRun, RunSuperseded } from './file-run.ts'
import { FileElsewhere } from './file-store.ts'
import type { FileJob } from './file-tables.ts'
import { finishedEvent } from './finished-event.ts'
import { FileProblem } from './read/file-problem.ts'

const LEASE_MS = 45_000
/** Jobs that one process runs at a time. */
const MAX_RUNNING = 2
/** A paused job looks this often whether it may go on: the month may be over, or the plan may be another one. */
const RETRY_MS = MINUTE_MS
/** Unexpected errors in a row after which a job fails. */
const MAX_FAILURES = 5

export interface FileWorkerOptions extends FileRunDeps {
  readonly log: Log
  readonly holder: string
  readonly leaseMs?: number
}

export class FileWorker {
  readonly #options: FileWorkerOptions
  readonly #db: Database
  readonly #running = new Map<string, Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #outcomes = new Map<string, number>()

  constructor(options: FileWorkerOptions) {
    this.#options = options
    this.#db = options.db
  }

  #at(laterMs = 0): string {
    return new Date(this.#options.clock.now() + laterMs).toISOString()
  }

  /** The embedded database has one owner, so any lease left there belongs to a dead process. */
  async start(): Promise<void> {
    if (this.#db.kind === 'embedded')
      await this.#db.query.deleteFrom('leases').where('name', 'like', 'file %').execute()
  }

  /** Starts jobs that are due and does not wait for them. */
  async tick(): Promise<void> {
    const free = MAX_RUNNING - this.#running.size
    if (free <= 0 || this.#stopping.signal.aborted) return
    const due = await this.#db.query
      .selectFrom('file_jobs')
      .select('id')
      .where('next_run_at', '<=', this.#at())
      .orderBy('next_run_at')
      .limit(free + this.#running.size)
      .execute()
    for (const { id } of due.filter(({ id }) => !this.#running.has(id)).slice(0, free)) {
      const run = this.#runAlone(id).finally(() => this.#running.delete(id))
      run.catch((error) => this.#options.log.error({ err: error, file: id }, 'a file job failed'))
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
    const { holder, leaseMs: ttlMs = LEASE_MS } = this.#options
    const lease: Lease = { name: `file ${id}`, holder, ttlMs }
    await withLease(this.#db.query, lease.name, holder, ttlMs, async (lost) => {
      const job = await this.#db.query.selectFrom('file_jobs').selectAll().where('id', '=', id).executeTakeFirst()
      if (job?.next_run_at == null || Date.parse(job.next_run_at) > this.#options.clock.now()) return
      await this.#run(job, lease, AbortSignal.any([lost, this.#stopping.signal]))
    })
  }

  async #run(job: FileJob, lease: Lease, signal: AbortSignal): Promise<void> {
    try {
      if (await this.#mustWait(job)) return await this.#later(job)
      await new FileRun(this.#options, job, lease, signal).run()
      this.#count('finished')
    } catch (error) {
      if (error instanceof RunSuperseded || signal.aborted) return
      if (error instanceof FileElsewhere) return this.#later(job)
      if (error instanceof FileProblem) return this.#end(job, error)
      this.#options.log.error({ err: error, file: job.id }, 'a file job failed')
      await this.#end(job, new FileProblem('internal_error'))
    }
  }

  /** As many jobs of the account run as its plan allows. */
  async #mustWait(job: FileJob): Promise<boolean> {
    const { running } = await this.#options.billing.allowance(job.account_id, job.dataset)
    const { others } = await this.#db.query
      .selectFrom('file_jobs')
      .select((e) => e.fn.countAll<number>().as('others'))
      .where('account_id', '=', job.account_id)
      .where('id', '!=', job.id)
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow()
    return job.state !== 'running' && Number(others) >= running
  }

  async #later({ id, generation }: FileJob): Promise<void> {
    await this.#db.query
      .updateTable('file_jobs')
      .set({ next_run_at: this.#at(5_000) })
      .where('id', '=', id)
      .where('generation', '=', generation)
      .execute()
  }

  /** The plan and the quota may change; a file does not. */
  async #end(job: FileJob, problem: FileProblem): Promise<void> {
    const { code, message: detail } = problem
    const failures = job.failures + (code === 'internal_error' ? 1 : 0)
    const isFailed = code === 'invalid_file' || code === 'plan_limit' || failures >= MAX_FAILURES
    const state = isFailed ? 'failed' : code === 'internal_error' ? job.state : 'paused'
    if (isFailed) this.#count('failed')
    await this.#db.tx(async (tx) => {
      const ended = await tx
        .updateTable('file_jobs')
        .set({
          state,
          problem: JSON.stringify({ code, detail }),
          failures,
          next_run_at: isFailed ? null : this.#at(RETRY_MS),
          finished_at: isFailed ? this.#at() : null,
        })
        .where('id', '=', job.id)
        .where('generation', '=', job.generation)
        .returningAll()
        .executeTakeFirst()
      if (ended && isFailed)
        await publishEvents(tx, job.dataset, [finishedEvent(ended)], new Date(this.#options.clock.now()))
    })
  }

  #count(outcome: string): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
  }

  registerMetrics(metrics: Metrics): void {
    metrics.counts('plinth_file_jobs_total', 'File jobs that ended, by outcome.', 'outcome', () => this.#outcomes)
    metrics.gauge('plinth_file_jobs_running', 'File jobs that run now.', () => this.#running.size, 'sum')
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.settle()
  }
}
