// History of projects and plans; the rows of a record are one JSON text.
import type { RecordTable } from './record-table.ts'

export interface HistoryRow {
  readonly project_id: number
  readonly kind: 'project' | 'floor_plan'
  readonly record_id: number
  readonly field: string
  readonly from: unknown
  readonly to: unknown
  /** Milliseconds since 1970. */
  readonly effective: number
  readonly version: number
  readonly is_correction: boolean
  readonly reason: string | null
}

type StoredRow = readonly [
  project_id: number,
  field: string,
  from: unknown,
  to: unknown,
  effective: number,
  version: number,
  isCorrection: 0 | 1,
  reason: string | null,
]
/** The rows of one record, oldest first. */
export type StoredHistory = readonly StoredRow[]

/** Rows of the same instant and version keep their order. */
export function storeHistory(rows: readonly HistoryRow[]): StoredHistory {
  return rows
    .toSorted((a, b) => a.effective - b.effective || a.version - b.version)
    .map((row) => [
      row.project_id,
      row.field,
      row.from ?? null,
      row.to ?? null,
      row.effective,
      row.version,
      row.is_correction ? 1 : 0,
      row.reason,
    ])
}

export class History {
  readonly #tables: Readonly<Record<HistoryRow['kind'], RecordTable<StoredHistory>>>

  constructor(project: RecordTable<StoredHistory>, floorPlan: RecordTable<StoredHistory>) {
    this.#tables = { project, floor_plan: floorPlan }
  }

  /** The history of one record, oldest first. */
  rowsOf(kind: HistoryRow['kind'], id: number): HistoryRow[] {
    return (this.#tables[kind].get(id) ?? []).map((row) => toRow(kind, id, row))
  }

  *rows(): Generator<HistoryRow> {
    for (const [kind, table] of Object.entries(this.#tables) as [HistoryRow['kind'], RecordTable<StoredHistory>][])
      for (const id of table.ids) yield* this.rowsOf(kind, id)
  }
}

function toRow(kind: HistoryRow['kind'], record_id: number, stored: StoredRow): HistoryRow {
  const [project_id, field, from, to, effective, version, isCorrection, reason] = stored
  return { project_id, kind, record_id, field, from, to, effective, version, is_correction: isCorrection === 1, reason }
}
