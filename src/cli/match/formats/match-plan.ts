// What every thread of `plinth match` must know, and the blocks of input they work on.
import type { FileMetaData, RowGroup } from 'hyparquet'
import type { ColumnNames } from './query-columns.ts'
import type { Hints } from './read-query.ts'

export const FORMATS = ['ndjson', 'csv', 'parquet'] as const
export type Format = (typeof FORMATS)[number]
/** A workbook is read as CSV. */
export type InputFormat = Format | 'xlsx'

/** By the ending of the name, `.gz` left out; NDJSON for every other name. */
export function formatOf(file: string): Format {
  const ending = /\.(\w+)(?:\.gz)?$/.exec(file.toLowerCase())?.[1]
  return FORMATS.find((format) => format === ending) ?? 'ndjson'
}

/** Lines and CSV records over this size are invalid: a file without line ends must not fill the memory. */
export const MAX_RECORD_BYTES = 1_048_576

/** About 5 ms of work for a stream and 20 ms for a file: small enough to share evenly, large enough to be cheap. */
export const BLOCK_BYTES = 262_144

/** Parquet readers expect row groups of at least some ten thousand rows. */
export const PARQUET_BLOCK_BYTES = 8_388_608

/** Part `index` of `count`, counted from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

export type IdType = 'STRING' | 'INT32' | 'INT64'

/** Passed to worker threads, so it holds plain data only. */
export interface MatchPlan {
  readonly hints: Hints
  /** Adds the unit to each candidate. */
  readonly details: boolean
  readonly columns: ColumnNames
  readonly inputFormat: Format
  readonly outputFormat: Format
  /** Open for reading in the whole process. Null if the main thread passes on the bytes of a stream. */
  readonly fd: number | null
  /** Size of a range of the file, up to the end of its last record. */
  readonly blockBytes: number
  /** Names of our columns, if the answers stand beside the columns of the input. */
  readonly beside?: readonly string[] | undefined
  /** The header of a CSV file. */
  readonly header?: readonly string[] | undefined
  readonly parquet?: { readonly metadata: FileMetaData; readonly bytes: number } | undefined
  /** The type of `id` in Parquet output: integers stay integers. */
  readonly idType: IdType
}

/** Whole records of a stream. `line` is the line of the first, for messages about CSV. */
export interface StreamBlock {
  readonly bytes: Uint8Array
  readonly line: number
}

/** A part of the input for one thread: bytes of a stream, a range of a file, or rows of one row group. */
export type Block =
  | StreamBlock
  | { readonly start: number; readonly end: number; readonly line: number }
  | { readonly rowStart: number; readonly rowEnd: number }

/** The answers of one block. */
export interface MatchedBlock {
  /** Can be transferred to another thread. */
  readonly bytes: Uint8Array
  /** Number of queries. */
  readonly count: number
  /** Bytes or rows of input, for the progress. */
  readonly size: number
  /** Only for Parquet output: the row groups in `bytes`, with positions as if `bytes` followed the first four bytes. */
  readonly rowGroups?: readonly RowGroup[]
}
