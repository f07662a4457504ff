// Lists floor plans and units across projects: filters, sorts, pages.

import type { PlanRecord, UnitRecord } from '../records/record-types.ts'
import { Bitset } from '../snapshot/bitset.ts'
import type { Page, PageRequest } from '../snapshot/collection.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { FloorPlanFilters, FloorPlanQuery, UnitFilters, UnitQuery } from './catalog-query.ts'
import type { ChildFilter } from './child-index.ts'
import { commonFilters, filterChildren, oneOf, range, recordsOfPlans, recordsOfProjects } from './child-index.ts'

const BY_ID = { key: 'id', descending: false } as const

const FLOOR_PLAN_FILTERS: readonly ChildFilter<PlanRecord, FloorPlanFilters>[] = [
  ...commonFilters<PlanRecord>(),
  { reads: ['project_id'], rows: (query, _, snapshot) => recordsOfProjects(snapshot.floorPlans, query.project_id!) },
  oneOf('building_id'),
  oneOf('availability'),
  range('beds', 'bedrooms'),
  range('price', 'price'),
  range('psf', 'psf'),
  range('sqft', 'interior_sqft'),
  {
    reads: ['is_penthouse'],
    rows: (query, columns) => columns.oneOf('is_penthouse', [Number(query.is_penthouse)]),
  },
  {
    reads: ['updated_since'],
    rows: (query, { all }) => {
      const since = Date.parse(query.updated_since!)
      return all.sorted<string>('updated_at').matching((updatedAt) => Date.parse(updatedAt) >= since)
    },
  },
]

export function listFloorPlans(snapshot: Snapshot, query: FloorPlanQuery, request: PageRequest): Page<PlanRecord> {
  const { all } = snapshot.floorPlans
  const set = filterChildren(FLOOR_PLAN_FILTERS, all, query, snapshot)
  return all.page(set, query.sort ?? BY_ID, request)
}

const UNIT_FILTERS: readonly ChildFilter<UnitRecord, UnitFilters>[] = [
  ...commonFilters<UnitRecord>(),
  { reads: ['project_id'], rows: (query, _, snapshot) => recordsOfProjects(snapshot.units, query.project_id!) },
  {
    reads: ['floor_plan_id'],
    crossKind: true,
    rows: (query, _, snapshot) => recordsOfPlans(snapshot.units, query.floor_plan_id!, snapshot),
  },
  oneOf('building_id'),
  oneOf('status'),
  range('price', 'price'),
  range('sqft', 'interior_sqft'),
  range('floor', 'floor'),
  {
    reads: ['min_beds', 'max_beds'],
    crossKind: true,
    rows: ({ min_beds, max_beds }, { all }, snapshot) => {
      const plan = snapshot.floorPlans.all
      const plans = filterChildren(FLOOR_PLAN_FILTERS, plan, { min_beds, max_beds }, snapshot)!
      const planOf = all.idsOf('floor_plan_id')
      return Bitset.where(all.size, (row) => plans.has(plan.row(planOf[row]!)!))
    },
  },
]

export function listUnits(snapshot: Snapshot, query: UnitQuery, request: PageRequest): Page<UnitRecord> {
  const { all } = snapshot.units
  const set = filterChildren(UNIT_FILTERS, all, query, snapshot)
  return all.page(set, query.sort ?? BY_ID, request)
}
