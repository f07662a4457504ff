// What the database says about a dataset: versions, records, removals and history.
import type { Dataset } from '../../events/event-types.ts'
import type { PlanRecord, ProjectRecord, RecordKind, RecordOf } from '../records/record-types.ts'
import type { HistoryRow } from './history-table.ts'

export interface DatasetVersion {
  readonly number: number
  readonly version: string
  readonly published_at: string
  readonly source: string
  readonly kind: 'import' | 'rollback' | 'correction' | 'merge'
}

/** The last state of a removed project or plan. */
export interface Removed<T> {
  readonly body: T
  readonly removed_at: string
}

/** A whole dataset. */
export interface DatasetContent {
  readonly dataset: Dataset
  /** All versions, oldest first; the last is the one that the records belong to. */
  readonly versions: readonly DatasetVersion[]
  /** Current records by kind, each list in ID order. */
  readonly records: { readonly [K in RecordKind]: readonly RecordOf[K][] }
  readonly removed: {
    readonly project: readonly Removed<ProjectRecord>[]
    readonly floor_plan: readonly Removed<PlanRecord>[]
  }
  readonly history: readonly HistoryRow[]
}

/** A dataset without any version. */
export function emptyDataset(dataset: Dataset): DatasetContent {
  const records = { project: [], floor_plan: [], unit: [], media: [] }
  return { dataset, versions: [], records, removed: { project: [], floor_plan: [] }, history: [] }
}

export interface RecordChange {
  readonly kind: RecordKind
  readonly id: number
  readonly body: RecordOf[RecordKind]
  /** Set if the record was removed. */
  readonly removed_at: string | null
}

/** What later versions changed. */
export interface DatasetChanges {
  readonly versions: readonly DatasetVersion[]
  readonly records: readonly RecordChange[]
  /** Projects whose history is told anew: `history` has all of it. */
  readonly restated?: readonly number[]
  readonly history: readonly HistoryRow[]
}
