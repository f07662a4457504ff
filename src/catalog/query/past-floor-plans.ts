// Filters and sorts the floor plans of a past day, with the rules of list-floor-plans.ts. A project has few, so this scans.
import type { PlanRecord } from '../records/record-types.ts'
import { compareSorted } from '../snapshot/collection.ts'
import type { FloorPlanQuery } from './catalog-query.ts'

/** The filters that a list of one project's floor plans accepts. */
export type PastPlanQuery = Omit<FloorPlanQuery, 'ids' | 'project_id' | 'project'>

/** `plans` are in the order of their IDs. */
export function selectPastPlans(plans: readonly PlanRecord[], query: PastPlanQuery): PlanRecord[] {
  const { key, descending } = query.sort ?? { key: 'id', descending: false }
  return plans
    .filter((plan) => matches(plan, query))
    .sort((a, b) => compareSorted(a[key], b[key], descending) || a.id - b.id)
}

function matches(plan: PlanRecord, query: PastPlanQuery): boolean {
  return (
    isOneOf(plan.building_id, query.building_id) &&
    isOneOf(plan.availability, query.availability) &&
    isBetween(plan.bedrooms, query.min_beds, query.max_beds) &&
    isBetween(plan.price, query.min_price, query.max_price) &&
    isBetween(plan.psf, query.min_psf, query.max_psf) &&
    isBetween(plan.interior_sqft, query.min_sqft, query.max_sqft) &&
    (query.is_penthouse === undefined || plan.is_penthouse === query.is_penthouse) &&
    (query.updated_since === undefined || Date.parse(plan.updated_at) >= Date.parse(query.updated_since))
  )
}

const isOneOf = <T>(value: T | null, accepted: readonly T[] | undefined): boolean =>
  accepted === undefined || (value !== null && accepted.includes(value))

/** An unknown value is in no range. */
function isBetween(value: number | null, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): boolean {
  if (value === null) return min === Number.NEGATIVE_INFINITY && max === Number.POSITIVE_INFINITY
  return value >= min && value <= max
}
