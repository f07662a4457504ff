// What a source of open data must describe to be read: its columns, records and groups.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Draft } from '../record/draft.ts'

/** The value of a column, trimmed; empty when the row has none. */
export type Cells = (column: string) => string

/** The few values of a line that are kept. Records with one key are one building. */
export interface RollRecord {
  readonly key: string
  readonly line: number
  readonly values: readonly (string | number | null)[]
}

/** `skip`: the line is no dwelling of a building; counted under this text. `reject`: the line is wrong. */
export type RecordOrReason =
  | RollRecord
  | { readonly skip: string }
  | { readonly reject: string; readonly column: string | null }
  /** A line about several groups, or about none. */
  | readonly RollRecord[]

/** One kind of file. */
export interface RollFile {
  /** The columns that the file must have. They also identify the format. */
  readonly columns: readonly string[]
  /** A file without rows is no broken export. */
  readonly mayBeEmpty?: boolean
  /** Must not keep any other column: the files contain names of people. */
  recordOf(cells: Cells, line: number): RecordOrReason
}

export interface DraftOptions {
  /** Groups with fewer dwellings are left out. */
  readonly minUnits: number
  /** Counts a remark about the group. */
  readonly remark?: (text: string) => void
}

export interface StartContext {
  /** The catalogue as it is. */
  readonly snapshot?: (() => Promise<Snapshot>) | undefined
  /** True when the operator allowed the source to be share-alike. */
  readonly allowsShareAlike: boolean
}

export interface RollTable extends RollFile {
  /** The name of the format. */
  readonly name: string
  readonly about: string
  readonly delimiter?: string
  /** `windows-1252`: the file may be in that encoding when it is not valid UTF-8. */
  readonly encoding?: 'utf-8' | 'windows-1252'
  /**
   * `geojson`: one feature per line, or a collection of them. Columns are properties, `longitude` and `latitude` of the point or
   * centre, and `geometry`. `xml`: columns are the elements with a text, in a record or before the first.
   */
  readonly shape?: 'csv' | 'geojson' | 'xml'
  /** Of XML: the element of a record. */
  readonly element?: string
  /** Further files that add to the same groups. */
  readonly companions?: readonly RollFile[]
  /** The kinds of files in the order in which they must be read. Default: any. */
  readonly order?: readonly RollFile[]
  /** The rows are streets, and no buildings. */
  readonly publishes?: 'streets'
  /** A copy with its own state, for one import. */
  start?(context: StartContext): RollTable | Promise<RollTable>
  /** All records of a group in a fixed order; null when it has too few dwellings. */
  draftOf(key: string, records: readonly RollRecord[], options: DraftOptions): Draft | null
}

export const DEFAULT_MIN_UNITS = 5
