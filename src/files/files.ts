// Files of addresses that accounts upload: receive, read, change and delete them, and read their results.
import { stat } from 'node:fs/promises'
import type { Database, Tx } from '../db/database.ts'
import type { AuditAction, Cause } from '../events/audit-log.ts'
import { audit } from '../events/audit-log.ts'
import { Fault, fieldFault } from '../kernel/fault.ts'
import { newId } from '../kernel/ids.ts'
import { say, term } from '../kernel/phrase.ts'
import { DAY_MS } from '../kernel/time.ts'
import type { FileOwner, FileQuery, ReceivedFile } from './file-jobs.ts'
import { insertJob, listJobs, lockJob, partNames, readJob, restartJob, storageFull, storedBytes } from './file-jobs.ts'
import { FileElsewhere } from './file-store.ts'
import type { FileJob } from './file-tables.ts'
import type { FileWorkerOptions } from './file-worker.ts'
import { FileWorker } from './file-worker.ts'
import { describeTable, receiveFormat } from './read/open-table.ts'
import type { RowAnswer } from './row-answer.ts'
import { readAnswers } from './row-answer.ts'
import type { FileField, FileMapping } from './row-query.ts'
import { guessMapping, looksLikeHeader } from './row-query.ts'

/** After which a file and its result are deleted. */
const RETENTION_MS = 30 * DAY_MS

export interface UploadOptions {
  readonly name: string
  /** Waits for `update`, even if the columns are certain. */
  readonly hold: boolean
  readonly storesQueries: boolean
  /** What the plan stores. */
  readonly mostBytes: number
}

export interface FileChange {
  /** Fields that are different; null for those that no column holds. */
  readonly mapping?: Readonly<Partial<Record<FileField, readonly string[] | null>>> | undefined
  readonly hasHeader?: boolean | undefined
}

/** A finished job with its file on this machine. */
export interface FileResult {
  readonly job: FileJob
  readonly path: string
  answers(): AsyncGenerator<RowAnswer>
}

export class Files {
  readonly #options: FileWorkerOptions
  readonly #db: Database
  readonly worker: FileWorker
  /** Stored names without a job when they were looked for last. */
  #orphans: ReadonlySet<string> = new Set()

  constructor(options: FileWorkerOptions) {
    this.#options = options
    this.#db = options.db.forRequests
    this.worker = new FileWorker(options)
  }

  #at(laterMs = 0): string {
    return new Date(this.#options.clock.now() + laterMs).toISOString()
  }

  list(owner: FileOwner, query: FileQuery): Promise<{ jobs: FileJob[]; hasMore: boolean }> {
    return listJobs(this.#db.query, owner, query)
  }

  get(owner: FileOwner, id: string): Promise<FileJob> {
    return readJob(this.#db.query, owner, id)
  }

  /** Stores a file and says what it is, or throws a FileProblem. Its job begins with `create`. */
  async receive(
    { accountId }: FileOwner,
    bytes: AsyncIterable<Buffer>,
    { name, hold, storesQueries, mostBytes }: UploadOptions,
  ): Promise<ReceivedFile> {
    const { store } = this.#options
    const id = newId('file')
    let room = mostBytes - (await storedBytes(this.#db.query, accountId))
    const measured = async function* () {
      for await (const chunk of bytes) {
        room -= chunk.length
        if (room < 0) throw storageFull(mostBytes)
        yield chunk
      }
    }
    try {
      const { path, sha256 } = await store.receive(id, measured())
      const format = await receiveFormat(path)
      const { columns, hasHeader } = await this.#describe(path, format)
      const { mapping, isCertain } = guessMapping(columns.map((column) => column.name))
      const { size } = await stat(path)
      await store.keep(id)
      const starts = isCertain && hasHeader && !hold
      return { id, name, bytes: size, sha256, format, columns, hasHeader, mapping, starts, storesQueries }
    } catch (error) {
      await store.delete([id])
      throw error
    }
  }

  async #describe(path: string, format: FileJob['format'], chosen?: boolean) {
    const columns = await describeTable({ path, format, hasHeader: chosen ?? true })
    const hasNames = format === 'ndjson' || format === 'parquet'
    const hasHeader = hasNames || (chosen ?? looksLikeHeader(columns.map(({ name }) => name)))
    return { hasHeader, columns: hasHeader ? columns : await describeTable({ path, format, hasHeader }) }
  }

  /** Call `worker.wake()` after the commit. */
  async create(tx: Tx, owner: FileOwner, file: ReceivedFile, mostBytes: number, cause: Cause): Promise<FileJob> {
    const expiresAt = this.#at(RETENTION_MS)
    const job = await insertJob(tx, owner, file, { mostBytes, at: this.#at(), expiresAt })
    await this.#audit(tx, 'file.uploaded', job, cause)
    return job
  }

  /** For a file that got no job. */
  discard({ id }: ReceivedFile): Promise<void> {
    return this.#options.store.delete([id])
  }

  /** Changes what the columns mean, and starts the job, again if it ran before. */
  async update(owner: FileOwner, id: string, change: FileChange, cause: Cause): Promise<FileJob> {
    const before = await this.get(owner, id)
    const described = await this.#changed(before, change)
    const job = await this.#db.tx(async (tx) => {
      const locked = await lockJob(tx, owner, id)
      if (locked.generation !== before.generation)
        throw new Fault('state_conflict', { detail: 'The file was changed at the same time. Read it again.' })
      await this.#audit(tx, 'file.changed', locked, cause)
      return restartJob(tx, locked, described, this.#at())
    })
    await this.#options.store.delete(partNames(before))
    this.worker.wake()
    return job
  }

  async #changed({ id, format, has_header, columns, mapping }: FileJob, change: FileChange) {
    const { hasHeader = has_header } = change
    const described =
      hasHeader === has_header ? { hasHeader, columns } : await this.#describe(await this.#local(id), format, hasHeader)
    const names = described.columns.map(({ name }) => name)
    const base = described.columns === columns ? mapping : guessMapping(names).mapping
    const chosen = Object.entries({ ...base, ...change.mapping }).filter(([, found]) => found)
    const next = Object.fromEntries(chosen) as FileMapping
    const unknown = Object.values(next)
      .flat()
      .find((name) => !names.includes(name))
    if (unknown !== undefined)
      throw fieldFault('invalid_parameter', '/mapping', say`The file has no column "${unknown.slice(0, 80)}".`)
    if (!next.address?.length)
      throw fieldFault('missing_parameter', '/mapping/address', 'Say which column has the address.')
    return { ...described, mapping: next }
  }

  async remove(owner: FileOwner, id: string, cause: Cause): Promise<void> {
    const job = await this.#db.tx(async (tx) => {
      const locked = await lockJob(tx, owner, id)
      await tx.deleteFrom('file_jobs').where('id', '=', id).execute()
      await this.#audit(tx, 'file.deleted', locked, cause)
      return locked
    })
    await this.#options.store.delete([id, ...partNames(job)])
  }

  async result(owner: FileOwner, id: string): Promise<FileResult> {
    const job = await this.get(owner, id)
    if (job.state !== 'finished')
      throw new Fault('state_conflict', {
        detail: say`The file is ${term(job.state)}. Its result is there when it is finished.`,
      })
    const path = await this.#local(id)
    const local = (name: string) => this.#local(name)
    return {
      job,
      path,
      async *answers() {
        for (const name of partNames(job)) yield* readAnswers(await local(name))
      },
    }
  }

  async #local(name: string): Promise<string> {
    return this.#options.store.local(name).catch((error) => {
      if (!(error instanceof FileElsewhere)) throw error
      throw new Fault('temporarily_unavailable', {
        detail: 'The file is on another machine of this service. Try again.',
      })
    })
  }

  /** Expired files, and bytes that a kill or a deleted account left behind. */
  async deleteExpired(): Promise<void> {
    const { store, clock } = this.#options
    const db = this.#options.db.query
    const expired = await db.deleteFrom('file_jobs').where('expires_at', '<=', this.#at()).returningAll().execute()
    for (const job of expired) await store.delete([job.id, ...partNames(job)])
    const names = await store.names(clock.now())
    const ids = new Set((await db.selectFrom('file_jobs').select('id').execute()).map(({ id }) => id))
    const orphans = names.filter((name) => !ids.has(name.split('.', 1)[0]!))
    // An upload is stored before its job is: a file that still has none an hour later gets none.
    await store.delete(orphans.filter((name) => this.#orphans.has(name)))
    this.#orphans = new Set(orphans)
  }

  async #audit(tx: Tx, action: AuditAction, { id, account_id, format, bytes }: FileJob, cause: Cause): Promise<void> {
    const at = new Date(this.#options.clock.now())
    await audit(tx, cause, { action, accountId: account_id, target: id, details: { format, bytes } }, at)
  }
}
