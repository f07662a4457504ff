// Rows of file jobs: create, read, list, change and delete. An id of another account is not found.
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { lockAccount } from '../db/lock-account.ts'
import type { Dataset } from '../events/event-types.ts'
import { Fault } from '../kernel/fault.ts'
import { say } from '../kernel/phrase.ts'
import type { FileJob } from './file-tables.ts'
import { NO_COUNTS } from './file-tables.ts'
import type { FileFormat } from './read/file-format.ts'
import type { FileColumn } from './read/open-table.ts'
import type { FileMapping } from './row-query.ts'

export interface FileOwner {
  readonly accountId: string
  readonly dataset: Dataset
}

/** A stored file that has no job yet. */
export interface ReceivedFile {
  readonly id: string
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  readonly format: FileFormat
  readonly columns: readonly FileColumn[]
  readonly hasHeader: boolean
  readonly mapping: FileMapping
  /** Starts without a person. */
  readonly starts: boolean
  readonly storesQueries: boolean
}

export interface FileQuery {
  readonly limit: number
  readonly after?: { readonly at: string; readonly id: string } | undefined
}

const own = (db: Database['query'], { accountId, dataset }: FileOwner) =>
  db.selectFrom('file_jobs').selectAll().where('account_id', '=', accountId).where('dataset', '=', dataset)

export async function readJob(db: Database['query'], owner: FileOwner, id: string): Promise<FileJob> {
  const job = await own(db, owner).where('id', '=', id).executeTakeFirst()
  if (!job) throw notFound(id)
  return job
}

export async function lockJob(tx: Tx, owner: FileOwner, id: string): Promise<FileJob> {
  const job = await own(tx, owner).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!job) throw notFound(id)
  return job
}

const notFound = (id: string) => new Fault('file_not_found', { detail: say`File ${id} not found.` })

/** Newest first. */
export async function listJobs(
  db: Database['query'],
  owner: FileOwner,
  { limit, after }: FileQuery,
): Promise<{ jobs: FileJob[]; hasMore: boolean }> {
  const jobs = await own(db, owner)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after!.at}::timestamptz, ${after!.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return { jobs: jobs.slice(0, limit), hasMore: jobs.length > limit }
}

/** Of both datasets: a plan limits them together. */
export async function storedBytes(db: Database['query'], accountId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('file_jobs')
    .select((e) => e.fn.coalesce(e.fn.sum<string>('bytes'), sql<string>`0`).as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

export function storageFull(mostBytes: number): Fault {
  return new Fault('plan_limit', {
    detail: say`Your plan stores at most ${Math.floor(mostBytes / 1024 ** 2)} MiB of files. Delete files or upgrade your plan.`,
  })
}

export async function insertJob(
  tx: Tx,
  { accountId, dataset }: FileOwner,
  { id, name, bytes, format, columns, hasHeader, mapping, starts, storesQueries }: ReceivedFile,
  { mostBytes, at, expiresAt }: { readonly mostBytes: number; readonly at: string; readonly expiresAt: string },
): Promise<FileJob> {
  // So that concurrent uploads cannot exceed the limit.
  await lockAccount(tx, accountId)
  // The files of an erased account must not come back with an upload that was under way.
  const active = tx.selectFrom('accounts').select('id').where('id', '=', accountId).where('status', '=', 'active')
  if (!(await active.executeTakeFirst())) throw new Fault('account_suspended')
  if ((await storedBytes(tx, accountId)) + bytes > mostBytes) throw storageFull(mostBytes)
  return tx
    .insertInto('file_jobs')
    .values({
      ...{ id, account_id: accountId, dataset, name, format, bytes },
      columns: JSON.stringify(columns),
      has_header: hasHeader,
      mapping: JSON.stringify(mapping),
      stores_queries: storesQueries,
      state: starts ? 'queued' : 'waiting',
      problem: null,
      rows_total: null,
      rows_done: 0,
      parts: 0,
      counts: JSON.stringify(NO_COUNTS),
      failures: 0,
      generation: 1,
      next_run_at: starts ? at : null,
      created_at: at,
      finished_at: null,
      expires_at: expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Everything is looked up again. A run that is under way stops: its generation is over. */
export async function restartJob(
  tx: Tx,
  before: FileJob,
  change: { readonly mapping: FileMapping; readonly hasHeader: boolean; readonly columns: readonly FileColumn[] },
  at: string,
): Promise<FileJob> {
  return tx
    .updateTable('file_jobs')
    .set({
      mapping: JSON.stringify(change.mapping),
      has_header: change.hasHeader,
      columns: JSON.stringify(change.columns),
      state: 'queued',
      problem: null,
      rows_total: null,
      rows_done: 0,
      parts: 0,
      counts: JSON.stringify(NO_COUNTS),
      failures: 0,
      generation: before.generation + 1,
      next_run_at: at,
      finished_at: null,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The names of the parts of a result. */
export function partNames({ id, generation, parts }: FileJob): string[] {
  return Array.from({ length: parts }, (_, i) => partName(id, generation, i + 1))
}

export const partName = (id: string, generation: number, part: number): string => `${id}.${generation}.${part}`
