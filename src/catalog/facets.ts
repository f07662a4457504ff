// Facets: the values a filter can take, and how many projects each would find. A facet does not narrow itself.
import type { Bitset } from './bitset.ts'
import { filterProjects } from './project-filters.ts'
import type { Range } from './project-index.ts'
import type { ProjectFilters } from './query.ts'
import type { ProjectRecord } from './records.ts'
import type { Snapshot } from './snapshot.ts'

export interface FacetValue {
  readonly value: string
  readonly count: number
}

export interface FacetRange {
  readonly min: number | null
  readonly max: number | null
}

/** [facet and filter of the same name, its values in a project]. */
const FACETS = [
  ['province', (project) => [project.province]],
  ['city', (project) => [project.city_name]],
  ['neighbourhood', (project) => [project.neighbourhood_name]],
  ['developer', (project) => project.developers.map(({ name }) => name)],
  ['status', (project) => [project.status]],
  ['sales_status', (project) => [project.sales_status]],
  ['construction_status', (project) => [project.construction_status]],
  ['building_type', (project) => [project.building_type]],
] as const satisfies readonly (readonly [
  keyof ProjectFilters,
  (project: ProjectRecord) => readonly (string | null)[],
])[]

const RANGES = [
  ['price', 'min_price'],
  ['psf', 'min_psf'],
  ['beds', 'min_beds'],
  ['sqft', 'min_sqft'],
  ['storeys', 'min_storeys'],
] as const satisfies readonly (readonly [string, keyof ProjectFilters])[]

export interface Facets {
  readonly total: number
  readonly values: Readonly<Record<(typeof FACETS)[number][0], readonly FacetValue[]>>
  readonly ranges: Readonly<Record<(typeof RANGES)[number][0], FacetRange>>
}

/** At most `limit` values of each facet, the most frequent first. */
export function facetsOf(snapshot: Snapshot, query: ProjectFilters, limit = Infinity): Facets {
  const { projects, index } = snapshot
  const rowsWithout = (name?: keyof ProjectFilters) =>
    rowsOf(filterProjects(projects, index, query, name), projects.size)
  const values = FACETS.map(([name, read]) => {
    const counts = new Map<string, number>()
    for (const row of rowsWithout(name)) {
      for (const value of read(projects.records[row]!))
        if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    return [name, sorted.slice(0, limit).map(([value, count]) => ({ value, count }))] as const
  })
  const ranges = RANGES.map(([name, filter]) => [name, extent(index[name], rowsWithout(filter))] as const)
  return {
    total: rowsWithout().length,
    values: Object.fromEntries(values) as unknown as Facets['values'],
    ranges: Object.fromEntries(ranges) as Facets['ranges'],
  }
}

function rowsOf(set: Bitset | null, size: number): Uint32Array {
  return set === null ? Uint32Array.from({ length: size }, (_, row) => row) : set.rows()
}

function extent({ low, high }: Range, rows: Uint32Array): FacetRange {
  let min = Infinity
  let max = -Infinity
  for (const row of rows) {
    if (low[row]! < min) min = low[row]!
    if (high[row]! > max) max = high[row]!
  }
  return max < min ? { min: null, max: null } : { min, max }
}
