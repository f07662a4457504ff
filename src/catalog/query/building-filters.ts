// The building filters, as a table: fields each reads, rows each selects.

import type { Area } from '../area/polygon.ts'
import { rowsInArea } from '../area/polygon.ts'
import { parcelKey } from '../records/parcel-ids.ts'
import type { Building } from '../records/record-schemas.ts'
import { Bitset } from '../snapshot/bitset.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { BuildingFilters } from './catalog-query.ts'
import type { ChildFilter } from './child-index.ts'
import { commonFilters, filterChildren, range } from './child-index.ts'
import { inBox, within } from './project-filters.ts'

const BUILDING_FILTERS: readonly ChildFilter<Readonly<Building>, BuildingFilters>[] = [
  ...commonFilters<Readonly<Building>>(),
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
  { reads: ['parcel'], rows: ({ parcel }, { all }) => all.lists('parcel').any(parcel!.map(parcelKey)) },
  range('year_built', 'year_built'),
  range('storeys', 'storeys'),
  range('units', 'units'),
  { reads: ['bbox'], rows: ({ bbox }, { all }, { buildings }) => inBox(buildings, all.size, bbox!) },
  { reads: ['near', 'radius_km'], rows: (query, { all }, { buildings }) => within(buildings, all.size, query) },
]

/** The rows that match every filter and are in the area; null if there is neither. */
export function filterBuildings(snapshot: Snapshot, query: BuildingFilters, area?: Area): Bitset | null {
  const set = filterChildren(BUILDING_FILTERS, snapshot.buildings, query, snapshot)
  return area ? rowsInArea(snapshot.buildings, area, set ?? Bitset.all(snapshot.buildings.size)) : set
}
