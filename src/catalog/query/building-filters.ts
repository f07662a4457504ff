// The building filters, as a table: fields each reads, rows each selects.

import type { Area } from '../area/polygon.ts'
import { rowsInArea } from '../area/polygon.ts'
import type { Building } from '../records/record-schemas.ts'
import { Bitset } from '../snapshot/bitset.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { BuildingFilters } from './catalog-query.ts'
import type { ChildFilter } from './child-index.ts'
import { filterChildren } from './child-index.ts'
import { inBox, within } from './project-filters.ts'

type BuildingFilter = ChildFilter<Readonly<Building>, BuildingFilters>

const range = (name: 'year_built' | 'storeys' | 'units'): BuildingFilter => ({
  reads: [`min_${name}`, `max_${name}`],
  rows: (query, columns) => columns.between(name, query[`min_${name}`], query[`max_${name}`]),
})

const BUILDING_FILTERS: readonly BuildingFilter[] = [
  { reads: ['ids'], rows: (query, { all }) => all.rowsOfIds(query.ids!) },
  {
    reads: ['project_id'],
    crossKind: true,
    rows: ({ project_id }, { all }, { projects }) =>
      all.rowsOfIds(project_id!.flatMap((id) => projects.get(id)?.buildings ?? []).map(({ id }) => id)),
  },
  {
    reads: ['postal_code'],
    rows: ({ postal_code: codes }, { all }) =>
      all.sorted<string>('postal_code').matching((code) => codes!.some((start) => code.startsWith(start))),
  },
  range('year_built'),
  range('storeys'),
  range('units'),
  { reads: ['bbox'], rows: ({ bbox }, { all }, { buildings }) => inBox(buildings, all.size, bbox!) },
  { reads: ['near', 'radius_km'], rows: (query, { all }, { buildings }) => within(buildings, all.size, query) },
  {
    reads: ['project'],
    crossKind: true,
    rows: (query, columns, snapshot) => columns.rowsOfProjects(snapshot, query.project!),
  },
]

/** The rows that match every filter and are in the area; null if there is neither. */
export function filterBuildings(snapshot: Snapshot, query: BuildingFilters, area?: Area): Bitset | null {
  const set = filterChildren(BUILDING_FILTERS, snapshot.buildings, query, snapshot)
  return area ? rowsInArea(snapshot.buildings, area, set ?? Bitset.all(snapshot.buildings.size)) : set
}
