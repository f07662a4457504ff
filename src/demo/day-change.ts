// Applies one prepared day to a project of the demonstration, and records it in the project's history.
import { isDeepStrictEqual } from 'node:util'
import type { FloorPlanRow, HistoryRow, MediaRow, ProjectRow, UnitRow } from '../ingest/record/row.ts'
import { withValue } from './drawings.ts'

/** A media row without what drawing it tells. */
type UndrawnMedia = Pick<MediaRow, 'key' | 'floor_plan_key' | 'kind' | 'title' | 'alt' | 'origin'>
export type UndrawnRow = Omit<ProjectRow, 'media'> & { readonly media: readonly UndrawnMedia[] }

/** What changes on a day: fields of the project, of plans and units by key, and the level of prices. */
export interface DayChange {
  readonly day: string
  readonly set?: Partial<ProjectRow>
  readonly plans?: Readonly<Record<string, Partial<FloorPlanRow>>>
  readonly units?: Readonly<Record<string, Partial<UnitRow>>>
  /** Prices of plans on sale, and of their units that are not sold, times this. */
  readonly prices?: number
}

const ON_SALE: ReadonlySet<string> = new Set(['available', 'limited'])
const PRICE_LIST_ROWS = 16

export function applyChange(before: UndrawnRow, { day, set, plans, units, prices = 1 }: DayChange): UndrawnRow {
  const moved = new Set<string>()
  const floor_plans = before.floor_plans.map((plan) => {
    const isOnSale = plan.price !== null && ON_SALE.has(plan.availability)
    const price = isOnSale && prices !== 1 ? printed((plan.price ?? 0) * prices) : plan.price
    if (price !== plan.price) moved.add(plan.key)
    return { ...plan, price, ...plans?.[plan.key] }
  })
  const after = {
    ...before,
    ...set,
    floor_plans,
    units: before.units.map((unit) => {
      const isOpen = unit.status !== 'sold' && unit.price !== null && moved.has(unit.floor_plan_key)
      return { ...unit, price: isOpen ? printed((unit.price ?? 0) * prices) : unit.price, ...units?.[unit.key] }
    }),
  }
  const history = [...before.history, ...changesBetween(before, after, day)]
  return { ...after, history, media: after.media.map((item) => repriced(item, after)) }
}

/** Builders end prices in 900 below two million and in 000 above. */
function printed(dollars: number): number {
  if (dollars >= 2_000_000) return Math.round(dollars / 5000) * 5000
  return Math.round(dollars / 1000) * 1000 - 100
}

function changesBetween(before: UndrawnRow, after: UndrawnRow, day: string): HistoryRow[] {
  const rows: HistoryRow[] = []
  const note = <T extends object>(
    floor_plan_key: string | null,
    old: T,
    now: T,
    fields: readonly (keyof T & string)[],
  ) => {
    for (const field of fields) {
      const [from, to] = [old[field], now[field]]
      if (!isDeepStrictEqual(from, to)) rows.push({ floor_plan_key, field, from, to, effective_at: `${day}T14:00:00Z` })
    }
  }
  note(null, before, after, ['sales_status', 'construction_status', 'occupancy_date'])
  for (const [at, plan] of after.floor_plans.entries())
    note(plan.key, before.floor_plans[at] ?? plan, plan, ['price', 'availability'])
  note(null, before, after, ['price_from', 'price_to'])
  return rows
}

/** The price list shows the current prices. */
function repriced(item: UndrawnMedia, { floor_plans }: UndrawnRow): UndrawnMedia {
  if (item.kind !== 'price_list') return item
  const rows = floor_plans
    .filter(({ price }) => price !== null)
    .slice(0, PRICE_LIST_ROWS)
    .map((plan) => [plan.name, plan.bedrooms_label, plan.interior_sqft, plan.price, plan.availability].join(';'))
  return { ...item, origin: withValue(item.origin, 'r', rows.join('|')) }
}
