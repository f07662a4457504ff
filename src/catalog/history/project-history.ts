// A project's changes, newest first, and a plan's price periods.

import type { HistoryRow } from '../snapshot/history-table.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

export interface HistoryEntry {
  readonly resource: { readonly type: 'project' | 'floor_plan'; readonly id: number }
  readonly field: string
  readonly from: unknown
  readonly to: unknown
  readonly effective_at: string
  readonly recorded_at: string | null
  readonly source: string | null
  readonly is_correction: boolean
  readonly reason: string | null
}

export interface HistoryQuery {
  readonly field?: readonly string[] | undefined
  /** Include changes of the project's floor plans. */
  readonly floor_plans?: boolean | undefined
  /** RFC 3339, both inclusive. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

export function historyOfProject(snapshot: Snapshot, projectId: number, query: HistoryQuery = {}): HistoryEntry[] {
  const rows = snapshot.history.rowsOf('project', projectId)
  if (query.floor_plans) {
    for (const plan of snapshot.floorPlans.ofProject(projectId)) {
      rows.push(...snapshot.history.rowsOf('floor_plan', plan.id))
    }
  }
  return entriesOf(snapshot, rows, query)
}

function entriesOf(snapshot: Snapshot, rows: HistoryRow[], { field, since, until }: HistoryQuery): HistoryEntry[] {
  const first = since === undefined ? -Infinity : Date.parse(since)
  const last = until === undefined ? Infinity : Date.parse(until)
  return rows
    .filter((row) => row.effective >= first && row.effective <= last && (field?.includes(row.field) ?? true))
    .map((row, i) => ({ row, i }))
    .sort((a, b) => b.row.effective - a.row.effective || b.row.version - a.row.version || b.i - a.i)
    .map(({ row }) => entryOf(snapshot, row))
}

function entryOf({ versions }: Snapshot, row: HistoryRow): HistoryEntry {
  const version = versions.get(row.version)
  return {
    resource: { type: row.kind, id: row.record_id },
    field: row.field,
    from: row.from,
    to: row.to,
    effective_at: new Date(row.effective).toISOString(),
    recorded_at: version?.published_at ?? null,
    source: version?.source ?? null,
    is_correction: row.is_correction,
    reason: row.reason,
  }
}

/** A price and when it applied. The current one has no end. */
export interface PricePeriod {
  readonly price: number | null
  readonly from: string | null
  readonly to: string | null
}

/** Oldest first. Empty if the plan does not exist. */
export function priceHistory(snapshot: Snapshot, planId: number): PricePeriod[] {
  const plan = snapshot.floorPlans.all.get(planId)
  if (!plan) return []
  const changes = snapshot.history.rowsOf('floor_plan', planId).filter((row) => row.field === 'price')
  const periods: PricePeriod[] = []
  const at = (row: HistoryRow | undefined) => (row ? new Date(row.effective).toISOString() : null)
  const oldest = changes[0]
  if (oldest && oldest.from !== null) periods.push({ price: oldest.from as number, from: null, to: at(oldest) })
  changes.forEach((row, i) => {
    periods.push({ price: row.to as number | null, from: at(row), to: at(changes[i + 1]) })
  })
  return changes.length === 0 ? [{ price: plan.price, from: null, to: null }] : periods
}
