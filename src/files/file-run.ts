// One run of a file job: counts the rows, then writes the answers in parts while it holds the lease.
import type { Updateable } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { renewLease } from '../db/lease.ts'
import type { Dataset } from '../events/event-types.ts'
import { publishEvents } from '../events/outbox.ts'
import type { Clock } from '../kernel/clock.ts'
import type { CrashHook } from '../kernel/crash-hook.ts'
import { nextTurn } from '../kernel/turns.ts'
import type { Links } from '../links/links.ts'
import { partName } from './file-jobs.ts'
import type { FileStore } from './file-store.ts'
import type { FileCounts, FileJob, FileJobsTable } from './file-tables.ts'
import { finishedEvent } from './finished-event.ts'
import { FileProblem } from './read/file-problem.ts'
import { openTable } from './read/open-table.ts'
import type { FileRow } from './read/text-rows.ts'
import { columnNames } from './read/text-rows.ts'
import type { RowAnswer } from './row-answer.ts'
import { answerOf, errorAnswer } from './row-answer.ts'
import { queryOf } from './row-query.ts'

export const CRASH_POINTS = ['rows counted', 'part written', 'part counted', 'part stored', 'job finished'] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

/** What an account may do now. */
export interface FileAllowance {
  readonly lookups: number
  readonly rows: number
  /** Jobs at a time. */
  readonly running: number
}

/** Plans and quotas, which this folder cannot import. */
export interface FileBilling {
  /** Throws a FileProblem if the account may not run jobs now. */
  allowance(accountId: string, dataset: Dataset): Promise<FileAllowance>
  countLookups(accountId: string, dataset: Dataset, lookups: number): void
}

export interface FileRunDeps {
  readonly db: Database
  readonly store: FileStore
  readonly links: Pick<Links, 'resolve' | 'inspect'>
  readonly billing: FileBilling
  readonly clock: Clock
  readonly onCrashPoint?: CrashHook<CrashPoint> | undefined
  /** Tests use small parts. */
  readonly partRows?: number
}

export interface Lease {
  readonly name: string
  readonly holder: string
  readonly ttlMs: number
}

/** Someone changed or deleted the file, or another process has the lease. The run ends without a result. */
export class RunSuperseded extends Error {}

/** A kill repeats at most this many rows. */
const PART_ROWS = 5_000
/** How long a run may hold the event loop before other requests get a turn. */
const SLICE_MS = 4
const MAX_COLUMNS = 2000

export class FileRun {
  readonly #deps: FileRunDeps
  readonly #lease: Lease
  readonly #signal: AbortSignal
  #job: FileJob
  #sliceEnds = 0

  constructor(deps: FileRunDeps, job: FileJob, lease: Lease, signal: AbortSignal) {
    this.#deps = deps
    this.#job = job
    this.#lease = lease
    this.#signal = signal
  }

  /** Continues after the last complete part. */
  async run(): Promise<void> {
    const { id } = this.#job
    const path = await this.#deps.store.local(id)
    // Before the file is read: a paused job asks every minute.
    if ((await this.#allowance()).lookups <= 0) throw new FileProblem('quota_exceeded')
    await this.#deps.db.tx((tx) => this.#save(tx, { state: 'running', problem: null }))
    if (this.#job.rows_total === null) await this.#count(path)
    await this.#match(path)
    this.#reached('job finished')
  }

  #reached(point: CrashPoint): void {
    this.#deps.onCrashPoint?.(point)
    this.#check()
  }

  #check(): void {
    if (this.#signal.aborted) throw new RunSuperseded('The run was stopped.')
  }

  /** Other requests get a turn after each slice. */
  async #pause(): Promise<void> {
    if (performance.now() < this.#sliceEnds) return
    await nextTurn()
    this.#check()
    this.#sliceEnds = performance.now() + SLICE_MS
  }

  #allowance(): Promise<FileAllowance> {
    return this.#deps.billing.allowance(this.#job.account_id, this.#job.dataset)
  }

  async *#rows(path: string, wanted: readonly string[]): AsyncGenerator<FileRow> {
    const { format, has_header: hasHeader, columns, rows_total } = this.#job
    const known = rows_total === null ? {} : { columns: columns.map(({ name }) => name) }
    const { rows } = await openTable({ path, format, hasHeader, wanted, ...known })
    for await (const batch of rows)
      for (const row of batch) {
        await this.#pause()
        yield row
      }
  }

  /** Before anything is billed: a file that is damaged at its end fails here. */
  async #count(path: string): Promise<void> {
    const { rows: limit } = await this.#allowance()
    const { columns, format } = this.#job
    const names = new Set(columns.map(({ name }) => name))
    let total = 0
    let width = columns.length
    for await (const row of this.#rows(path, [])) {
      total += 1
      if (total > limit)
        throw new FileProblem('plan_limit', `The file has more than ${limit} rows. Divide it, or upgrade your plan.`)
      width = Math.max(width, row.width)
      for (const name of row.names ?? []) if (names.size < MAX_COLUMNS) names.add(name)
    }
    // A row with more cells than the header loses none of them.
    const all = format === 'ndjson' ? [...names] : columnNames([...names, ...Array(width - names.size).fill('')])
    const known = new Map(columns.map((column) => [column.name, column]))
    const described = all.map((name) => known.get(name) ?? { name, samples: [] })
    await this.#deps.db.tx((tx) => this.#save(tx, { rows_total: total, columns: JSON.stringify(described) }))
    this.#reached('rows counted')
  }

  async #match(path: string): Promise<void> {
    const { mapping, rows_done: done } = this.#job
    const { partRows = PART_ROWS } = this.#deps
    let part = new Part()
    let { lookups: left } = await this.#allowance()
    let at = 0
    for await (const row of this.#rows(path, Object.values(mapping).flat())) {
      at += 1
      if (at <= done) continue
      if (part.rows === partRows || part.lookups >= left) {
        await this.#store(part)
        part = new Part()
        left = (await this.#allowance()).lookups
        if (left <= 0) throw new FileProblem('quota_exceeded')
      }
      this.#answer(row, part)
    }
    if (at !== this.#job.rows_total) throw new Error(`The file has ${at} rows; ${this.#job.rows_total} were counted.`)
    await this.#store(part, true)
  }

  #answer(row: FileRow, part: Part): void {
    const { mapping, dataset, stores_queries } = this.#job
    const { links } = this.#deps
    const query = queryOf(row, mapping)
    if (typeof query === 'string') part.add(errorAnswer(query), 'error', 0)
    else {
      const result = stores_queries ? links.resolve(query, dataset) : links.inspect(query, dataset).result
      part.add(answerOf(result), result.outcome, result.lookups)
    }
  }

  /** The part is a file first, and counts when the transaction commits. */
  async #store(part: Part, isLast = false): Promise<void> {
    const { db, store, billing, clock } = this.#deps
    const { id, account_id, dataset, generation, parts, rows_done, counts } = this.#job
    if (part.rows > 0) await store.save(partName(id, generation, parts + 1), part.bytes())
    this.#reached('part written')
    const at = new Date(clock.now())
    await db.tx(async (tx) => {
      await this.#save(tx, {
        rows_done: rows_done + part.rows,
        parts: parts + (part.rows > 0 ? 1 : 0),
        counts: JSON.stringify(part.addTo(counts)),
        failures: 0,
        ...(isLast && { state: 'finished', problem: null, next_run_at: null, finished_at: at.toISOString() }),
      })
      if (isLast) await publishEvents(tx, dataset, [finishedEvent(this.#job)], at)
    })
    this.#reached('part counted')
    if (part.lookups > 0) billing.countLookups(account_id, dataset, part.lookups)
    this.#reached('part stored')
  }

  /** The lease and the generation are checked in the transaction that writes, so a run that lost them changes nothing. */
  async #save(tx: Tx, change: Updateable<FileJobsTable>): Promise<void> {
    const { name, holder, ttlMs } = this.#lease
    if (!(await renewLease(tx, name, holder, ttlMs))) throw new RunSuperseded('Another process has the lease.')
    const job = await tx
      .updateTable('file_jobs')
      .set(change)
      .where('id', '=', this.#job.id)
      .where('generation', '=', this.#job.generation)
      .returningAll()
      .executeTakeFirst()
    if (!job) throw new RunSuperseded('The file was changed or deleted.')
    this.#job = job
  }
}

/** Answers in the order of the rows, as lines of JSON. */
class Part {
  #text = ''
  readonly #counts: Record<string, number> = {}
  rows = 0
  lookups = 0

  add(answer: RowAnswer, outcome: keyof FileCounts, lookups: number): void {
    this.#text += `${JSON.stringify(answer)}\n`
    this.#counts[outcome] = (this.#counts[outcome] ?? 0) + 1
    this.rows += 1
    this.lookups += lookups
  }

  bytes(): Buffer {
    return Buffer.from(this.#text)
  }

  addTo(counts: FileCounts): FileCounts {
    const added = { ...this.#counts, lookups: this.lookups } as Readonly<Partial<FileCounts>>
    const names = Object.keys(counts) as (keyof FileCounts)[]
    return Object.fromEntries(names.map((name) => [name, counts[name] + (added[name] ?? 0)])) as unknown as FileCounts
  }
}
