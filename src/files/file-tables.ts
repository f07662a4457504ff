// The table of file jobs (migration 0034).
import type { ColumnType, Selectable } from 'kysely'
import type { Dataset } from '../events/event-types.ts'
import type { FileFormat } from './read/file-format.ts'
import type { FileProblemCode } from './read/file-problem.ts'
import type { FileColumn } from './read/open-table.ts'
import type { FileMapping } from './row-query.ts'

type Time = ColumnType<string, string, string>
type NullableTime = ColumnType<string | null, string | null, string | null>
type JsonOf<T> = ColumnType<T, string, string>

/** `waiting`: a person must choose the columns. `paused`: until the quota or the plan allows it. */
export const FILE_STATES = ['waiting', 'queued', 'running', 'paused', 'finished', 'failed'] as const
export type FileState = (typeof FILE_STATES)[number]

export interface FileCounts {
  readonly matched: number
  readonly ambiguous: number
  readonly weak: number
  readonly no_match: number
  /** Rows that are blank or broken, or have no address. */
  readonly error: number
  /** Lookups that were billed. */
  readonly lookups: number
}

export const NO_COUNTS: FileCounts = { matched: 0, ambiguous: 0, weak: 0, no_match: 0, error: 0, lookups: 0 }

export interface FileJobsTable {
  id: string
  account_id: string
  dataset: Dataset
  name: string
  format: FileFormat
  bytes: number
  columns: JsonOf<readonly FileColumn[]>
  has_header: boolean
  mapping: JsonOf<FileMapping>
  stores_queries: boolean
  state: FileState
  problem: ColumnType<{ readonly code: FileProblemCode; readonly detail: string } | null, string | null, string | null>
  rows_total: number | null
  rows_done: number
  parts: number
  counts: JsonOf<FileCounts>
  failures: number
  generation: number
  next_run_at: NullableTime
  created_at: Time
  finished_at: NullableTime
  expires_at: Time
}
export type FileJob = Selectable<FileJobsTable>

declare module '../db/database-tables.ts' {
  interface Tables {
    file_jobs: FileJobsTable
  }
}
