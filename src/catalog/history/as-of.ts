// A project as of a past day: current values with later changes reverted. Pure.

import { DAY_MS } from '../../kernel/time.ts'
import { countAvailable, developerDisplay, pricePerSqft, psfRange } from '../records/derived-fields.ts'
import type { PlanRecord, ProjectRecord } from '../records/record-types.ts'
import { REMOVED_AT } from '../records/record-types.ts'
import { headlineStatus } from '../records/status.ts'
import type { History, HistoryRow } from '../snapshot/history-table.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

export type AsOf =
  | { readonly kind: 'found'; readonly project: ProjectRecord; readonly floor_plans: readonly PlanRecord[] }
  /** There is no data for that day; `earliest` is the first day with data. */
  | { readonly kind: 'before_data'; readonly earliest: string }
  | { readonly kind: 'removed'; readonly removed_at: string }
  | { readonly kind: 'not_found' }

/** `date` is YYYY-MM-DD in UTC. A change applies from the day it took effect. */
export function projectAsOf(snapshot: Snapshot, projectId: number, date: string): AsOf {
  const end = Date.parse(date) + DAY_MS
  const removal = snapshot.removed.project.get(projectId)
  const current = snapshot.projects.get(projectId) ?? removal?.body
  if (!current) return { kind: 'not_found' }
  if (removal && Date.parse(removal.removed_at) < end) return { kind: 'removed', removed_at: removal.removed_at }
  const start = earliestKnown(snapshot.history, 'project', current)
  if (end <= start) return { kind: 'before_data', earliest: new Date(start).toISOString().slice(0, 10) }
  const removed_at = removedOn(snapshot.history, projectId, end)
  if (removed_at !== null) return { kind: 'removed', removed_at }
  const plans = plansAt(snapshot, current, start, end)
  return { kind: 'found', project: projectAt(snapshot.history, current, plans, end), floor_plans: plans }
}

/** Set while the releases of its source did not have the project, which returned later. */
function removedOn(history: History, id: number, end: number): string | null {
  const rows = history.rowsOf('project', id).filter(({ field, effective }) => field === REMOVED_AT && effective < end)
  return (rows.at(-1)?.to ?? null) as string | null
}

/** When the record was created, or its earliest change if that is older. */
function earliestKnown(history: History, kind: HistoryRow['kind'], record: { id: number; created_at: string }): number {
  const created = Date.parse(record.created_at)
  return Math.min(created, history.rowsOf(kind, record.id)[0]?.effective ?? created)
}

/** Reverts every change at or after `end`. `lastOf` returns when fields last changed before it. */
function rewind<T extends { id: number }>(history: History, kind: HistoryRow['kind'], record: T, end: number) {
  const rows = history.rowsOf(kind, record.id)
  const values: Record<string, unknown> = {}
  for (const row of rows.toReversed())
    if (row.effective >= end && row.field !== REMOVED_AT) values[row.field] = row.from
  const before = rows.filter((row) => row.effective < end)
  const lastOf = (...fields: string[]) => {
    const row = before.findLast(({ field }) => fields.length === 0 || fields.includes(field))
    return row ? new Date(row.effective).toISOString() : null
  }
  return { past: { ...record, ...values } as T, lastOf }
}

function projectAt(history: History, current: ProjectRecord, plans: readonly PlanRecord[], end: number): ProjectRecord {
  const { past, lastOf } = rewind(history, 'project', current, end)
  const [psf_from, psf_to] = psfRange(plans)
  return {
    ...past,
    status: headlineStatus(past.sales_status, past.construction_status),
    status_changed_at: lastOf('sales_status', 'construction_status'),
    developer: developerDisplay(past.developers),
    psf_from,
    psf_to,
    buildings_count: past.buildings.length,
    floor_plans_count: plans.length,
    available_floor_plans_count: countAvailable(plans),
    updated_at: lastOf() ?? current.created_at,
  }
}

function plansAt(snapshot: Snapshot, project: ProjectRecord, start: number, end: number): PlanRecord[] {
  const { history } = snapshot
  const allPlans = [...snapshot.floorPlans.ofProject(project.id), ...removedPlans(snapshot, project.id, end)]
  return allPlans
    .filter((plan) => {
      // A plan created with its project is as old as the project.
      const own = earliestKnown(history, 'floor_plan', plan)
      return (plan.created_at === project.created_at ? Math.min(start, own) : own) < end
    })
    .map((plan) => {
      const { past, lastOf } = rewind(history, 'floor_plan', plan, end)
      const psf = pricePerSqft(past.price, past.interior_sqft)
      // Before a source first named it, the availability is the first known one: it is never null.
      const availability = past.availability ?? firstAvailability(history, plan)
      return { ...past, availability, psf, price_changed_at: lastOf('price'), updated_at: lastOf() ?? plan.created_at }
    })
    .sort((a, b) => a.id - b.id)
}

function firstAvailability(history: History, plan: PlanRecord): PlanRecord['availability'] {
  const first = history.rowsOf('floor_plan', plan.id).find(({ field }) => field === 'availability')
  return (first?.to as PlanRecord['availability'] | null | undefined) ?? plan.availability
}

function removedPlans({ removed }: Snapshot, projectId: number, end: number): PlanRecord[] {
  return removed.floorPlansByProject
    .recordsOf(projectId)
    .filter(({ removed_at }) => Date.parse(removed_at) >= end)
    .map(({ body }) => body)
}
