// The project filters, as a table: fields each reads, rows each selects.

import { readCondoCorps } from '@plinth/matcher/internal/read/condo-corp-number'
import { parcelKey } from '../records/parcel-ids.ts'
import type { ProjectRecord } from '../records/record-types.ts'
import { Bitset } from '../snapshot/bitset.ts'
import { foldCity } from '../snapshot/city-names.ts'
import type { Collection } from '../snapshot/collection.ts'
import { dayOf } from '../snapshot/date-span.ts'
import { kmToChordSquared, unitVector } from '../snapshot/distance.ts'
import { foldText } from '../snapshot/fold-name.ts'
import type { ProjectIndex } from '../snapshot/project-index.ts'
import type { ProjectFilters } from './catalog-query.ts'

type Projects = Collection<ProjectRecord>

interface Filter {
  readonly reads: readonly (keyof ProjectFilters)[]
  readonly rows: (query: ProjectFilters, index: ProjectIndex, projects: Projects) => Bitset
}

type ListName = 'province' | 'status' | 'sales_status' | 'construction_status' | 'building_type' | 'tenure'
type RangeName = 'price' | 'psf' | 'beds' | 'sqft' | 'storeys' | 'units' | 'year_built'

const list = (name: ListName): Filter => ({
  reads: [name],
  rows: (query, index) => index.list(name).any(query[name]!),
})

const range = (name: RangeName): Filter => ({
  reads: [`min_${name}`, `max_${name}`],
  rows: (query, index) => index.range(name).overlap(query[`min_${name}`], query[`max_${name}`]),
})

export const PROJECT_FILTERS: readonly Filter[] = [
  { reads: ['ids'], rows: (query, _, projects) => projects.rowsOfIds(query.ids!) },
  { reads: ['city'], rows: (query, index) => index.list('city').any(query.city!.map(foldCity)) },
  list('province'),
  {
    reads: ['neighbourhood'],
    rows: (query, index) => index.list('neighbourhood').any(query.neighbourhood!.map(foldText)),
  },
  { reads: ['developer'], rows: (query, index) => index.list('developer').any(query.developer!.map(foldText)) },
  list('status'),
  list('sales_status'),
  list('construction_status'),
  list('building_type'),
  list('tenure'),
  range('price'),
  range('psf'),
  range('beds'),
  range('sqft'),
  range('storeys'),
  range('units'),
  range('year_built'),
  { reads: ['amenity'], rows: (query, index) => index.list('amenity').any(query.amenity!.map(foldText)) },
  {
    reads: ['condo_corp'],
    rows: (query, index) => index.list('condo_corp').any(query.condo_corp!.flatMap(readCondoCorps)),
  },
  { reads: ['parcel'], rows: (query, index) => index.list('parcel').any(query.parcel!.map(parcelKey)) },
  {
    reads: ['occupancy_from', 'occupancy_to'],
    rows: ({ occupancy_from: from, occupancy_to: to }, index) =>
      index
        .range('occupancy')
        .overlap(from === undefined ? undefined : dayOf(from), to === undefined ? undefined : dayOf(to)),
  },
  { reads: ['bbox'], rows: ({ bbox }, index, { size }) => inBox(index, size, bbox!) },
  { reads: ['near', 'radius_km'], rows: (query, index, { size }) => within(index, size, query) },
  { reads: ['q'], rows: ({ q }, index, { size }) => withWords(index, size, q!) },
  {
    reads: ['updated_since'],
    rows: ({ updated_since }, _, projects) => {
      const since = Date.parse(updated_since!)
      const updatedAt = projects.numbers('updated_ms')
      return Bitset.where(projects.size, (row) => updatedAt[row]! >= since)
    },
  },
]

/** A box with `west` > `east` crosses the date line. */
export function inBox(
  { latitude, longitude }: Pick<ProjectIndex, 'latitude' | 'longitude'>,
  size: number,
  [west, south, east, north]: readonly [number, number, number, number],
): Bitset {
  return Bitset.where(size, (row) => {
    const lat = latitude[row]!
    const lng = longitude[row]!
    if (!(lat >= south && lat <= north)) return false
    return west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
  })
}

/** Without a radius, all rows with coordinates. Without `near`, all rows. */
export function within(
  { vectors }: Pick<ProjectIndex, 'vectors'>,
  size: number,
  { near, radius_km }: Pick<ProjectFilters, 'near' | 'radius_km'>,
): Bitset {
  if (!near) return Bitset.all(size)
  const [x, y, z] = unitVector(near.latitude, near.longitude)
  const limit = radius_km === undefined ? Infinity : kmToChordSquared(radius_km)
  const set = new Bitset(size)
  for (let row = 0, at = 0; row < size; row++, at += 3) {
    const dz = vectors[at + 2]! - z
    // The latitude alone rules out most rows.
    if (!(dz * dz <= limit)) continue
    const dx = vectors[at]! - x
    const dy = vectors[at + 1]! - y
    if (dx * dx + dy * dy + dz * dz <= limit) set.words[row >>> 5]! |= 1 << (row & 31)
  }
  return set
}

/** Every query word must be a prefix of a project word. Text without letters or digits matches nothing. */
function withWords(index: ProjectIndex, size: number, q: string): Bitset {
  const prefixes = foldText(q).split(' ').filter(Boolean)
  if (prefixes.length === 0) return new Bitset(size)
  return prefixes.map((prefix) => index.list('words').withPrefix(prefix)).reduce((all, set) => all.and(set))
}

/** The rows that match every filter except `except`; null if the query has none. */
export function filterProjects(
  projects: Projects,
  index: ProjectIndex,
  query: ProjectFilters,
  except?: keyof ProjectFilters,
): Bitset | null {
  const active = PROJECT_FILTERS.filter(
    ({ reads }) => reads.some((name) => query[name] !== undefined) && !(except && reads.includes(except)),
  )
  const sets = active.map(({ reads, rows }) => {
    const key = JSON.stringify(reads.map((name) => [name, query[name]]))
    return { key, make: () => projects.cachedSet(key, () => rows(query, index, projects)) }
  })
  if (sets.length === 0) return null
  // The combined set is cached too, along with its positions in each sort order.
  return projects.cachedSet(sets.map(({ key }) => key).join('&'), () =>
    sets.map(({ make }) => make()).reduce((all, set) => all.and(set)),
  )
}
