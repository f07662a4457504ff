// A dataset as loaded, and how to apply a newer version's changes. Pure.
import type { Dataset } from '../../events/event-types.ts'
import type { RecordKind, RecordOf } from '../records/record-types.ts'
import { RECORD_KINDS } from '../records/record-types.ts'
import type { HistoryIndex } from './history-index.ts'

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

type ById<T> = ReadonlyMap<number, T>

export interface LoadedDataset {
  readonly dataset: Dataset
  /** All versions, oldest first; the last is the one loaded. */
  readonly versions: readonly DatasetVersion[]
  /** Current records by kind, each list in ID order. */
  readonly records: { readonly [K in RecordKind]: readonly RecordOf[K][] }
  readonly removed: {
    readonly project: ById<Removed<RecordOf['project']>>
    readonly floor_plan: ById<Removed<RecordOf['floor_plan']>>
  }
  readonly history: HistoryIndex
}

export interface RecordChange {
  readonly kind: RecordKind
  readonly id: number
  readonly body: RecordOf[RecordKind]
  /** Set if the record was removed. */
  readonly removed_at: string | null
}

/** Returns the same list if nothing changed, so that its indexes are reused. */
function overlay<T extends { id: number }>(records: readonly T[], changes: readonly RecordChange[]): readonly T[] {
  if (changes.length === 0) return records
  const byId = new Map(records.map((record) => [record.id, record]))
  for (const { id, body, removed_at } of changes) {
    if (removed_at === null) byId.set(id, body as unknown as T)
    else byId.delete(id)
  }
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

function overlayRemoved<T>(removed: ById<Removed<T>>, changes: readonly RecordChange[]): ById<Removed<T>> {
  if (changes.length === 0) return removed
  const next = new Map(removed)
  for (const { id, body, removed_at } of changes) {
    if (removed_at === null) next.delete(id)
    else next.set(id, { body: body as unknown as T, removed_at })
  }
  return next
}

export function applyChanges(
  previous: LoadedDataset,
  versions: readonly DatasetVersion[],
  changes: readonly RecordChange[],
  history: HistoryIndex,
): LoadedDataset {
  const of = (kind: RecordKind) => changes.filter((change) => change.kind === kind)
  const records = Object.fromEntries(
    RECORD_KINDS.map((kind) => [kind, overlay<{ id: number }>(previous.records[kind], of(kind))]),
  ) as unknown as LoadedDataset['records']
  const removed = {
    project: overlayRemoved(previous.removed.project, of('project')),
    floor_plan: overlayRemoved(previous.removed.floor_plan, of('floor_plan')),
  }
  return { dataset: previous.dataset, versions, records, removed, history }
}
