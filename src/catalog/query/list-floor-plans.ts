// Lists floor plans and units across projects: filters, sorts, pages.

import type { PlanRecord, UnitRecord } from '../records/record-types.ts'
import { Bitset } from '../snapshot/bitset.ts'
import type { Page, PageRequest } from '../snapshot/collection.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { FloorPlanFilters, FloorPlanQuery, UnitFilters, UnitQuery } from './catalog-query.ts'
import type { ChildFilter } from './child-index.ts'
import { filterChildren, recordsOfPlans, recordsOfProjects } from './child-index.ts'

const BY_ID = { key: 'id', descending: false } as const

type PlanFilter = ChildFilter<PlanRecord, FloorPlanFilters>
type UnitFilter = ChildFilter<UnitRecord, UnitFilters>

const FLOOR_PLAN_FILTERS: readonly PlanFilter[] = [
  { reads: ['ids'], rows: (query, { all }) => all.rowsOfIds(query.ids!) },
  { reads: ['project_id'], rows: (query, _, snapshot) => recordsOfProjects(snapshot.floorPlans, query.project_id!) },
  {
    reads: ['building_id'],
    rows: (query, columns) => columns.oneOf('building_id', query.building_id!),
  },
  {
    reads: ['availability'],
    rows: (query, columns) => columns.oneOf('availability', query.availability!),
  },
  {
    reads: ['min_beds', 'max_beds'],
    rows: (query, columns) => columns.between('bedrooms', query.min_beds, query.max_beds),
  },
  {
    reads: ['min_price', 'max_price'],
    rows: (query, columns) => columns.between('price', query.min_price, query.max_price),
  },
  {
    reads: ['min_psf', 'max_psf'],
    rows: (query, columns) => columns.between('psf', query.min_psf, query.max_psf),
  },
  {
    reads: ['min_sqft', 'max_sqft'],
    rows: (query, columns) => columns.between('interior_sqft', query.min_sqft, query.max_sqft),
  },
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
  {
    reads: ['project'],
    crossKind: true,
    rows: (query, columns, snapshot) => columns.rowsOfProjects(snapshot, query.project!),
  },
]

export function listFloorPlans(snapshot: Snapshot, query: FloorPlanQuery, request: PageRequest): Page<PlanRecord> {
  const { all } = snapshot.floorPlans
  const set = filterChildren(FLOOR_PLAN_FILTERS, all, query, snapshot)
  return all.page(set, query.sort ?? BY_ID, request)
}

const UNIT_FILTERS: readonly UnitFilter[] = [
  { reads: ['ids'], rows: (query, { all }) => all.rowsOfIds(query.ids!) },
  { reads: ['project_id'], rows: (query, _, snapshot) => recordsOfProjects(snapshot.units, query.project_id!) },
  {
    reads: ['floor_plan_id'],
    crossKind: true,
    rows: (query, _, snapshot) => recordsOfPlans(snapshot.units, query.floor_plan_id!, snapshot),
  },
  {
    reads: ['building_id'],
    rows: (query, columns) => columns.oneOf('building_id', query.building_id!),
  },
  { reads: ['status'], rows: (query, columns) => columns.oneOf('status', query.status!) },
  {
    reads: ['min_price', 'max_price'],
    rows: (query, columns) => columns.between('price', query.min_price, query.max_price),
  },
  {
    reads: ['min_sqft', 'max_sqft'],
    rows: (query, columns) => columns.between('interior_sqft', query.min_sqft, query.max_sqft),
  },
  {
    reads: ['min_floor', 'max_floor'],
    rows: (query, columns) => columns.between('floor', query.min_floor, query.max_floor),
  },
  {
    reads: ['min_beds', 'max_beds'],
    crossKind: true,
    rows: (query, { all }, snapshot) => {
      const plans = filterChildren(FLOOR_PLAN_FILTERS, snapshot.floorPlans.all, bedsOf(query), snapshot)!
      const plan = snapshot.floorPlans.all
      const planOf = all.idsOf('floor_plan_id')
      return Bitset.where(all.size, (row) => plans.has(plan.row(planOf[row]!)!))
    },
  },
  {
    reads: ['project'],
    crossKind: true,
    rows: (query, columns, snapshot) => columns.rowsOfProjects(snapshot, query.project!),
  },
]

const bedsOf = ({ min_beds, max_beds }: UnitFilters): FloorPlanFilters => ({ min_beds, max_beds })

export function listUnits(snapshot: Snapshot, query: UnitQuery, request: PageRequest): Page<UnitRecord> {
  const { all } = snapshot.units
  const set = filterChildren(UNIT_FILTERS, all, query, snapshot)
  return all.page(set, query.sort ?? BY_ID, request)
}
