// Facet values with project counts. A facet ignores its own filter.

import type { ListColumn } from '../snapshot/columns.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { ProjectFilters } from './catalog-query.ts'
import { countTexts } from './facet-codes.ts'
import { filterProjects } from './project-filters.ts'

export interface FacetValue {
  readonly value: string
  readonly count: number
}

export interface FacetList {
  readonly total: number
  readonly truncated: boolean
}

export interface FacetRange {
  readonly min: number | null
  readonly max: number | null
}

/** [name of the facet and its filter, the column of its values]. */
const FACETS = [
  ['province', 'province'],
  ['city', 'city_names'],
  ['neighbourhood', 'neighbourhood_names'],
  ['developer', 'developer_names'],
  ['status', 'status'],
  ['sales_status', 'sales_status'],
  ['construction_status', 'construction_status'],
  ['building_type', 'building_type'],
  ['tenure', 'tenure'],
] as const satisfies readonly (readonly [keyof ProjectFilters, string])[]

const UNKNOWN_RANGE: FacetRange = { min: null, max: null }

const RANGES = ['price', 'psf', 'beds', 'sqft', 'storeys'] as const

export interface Facets {
  readonly total: number
  readonly values: Readonly<Record<(typeof FACETS)[number][0], readonly FacetValue[]>>
  /** How many values each facet has, and whether `values` leaves some out. */
  readonly lists: Readonly<Record<(typeof FACETS)[number][0], FacetList>>
  readonly ranges: Readonly<Record<(typeof RANGES)[number], FacetRange>>
}

/** Returns at most `limit` values per facet, the most frequent first. */
export function facetsOf(snapshot: Snapshot, query: ProjectFilters, limit = Infinity): Facets {
  const { projects, index } = snapshot
  const setOf = (except?: keyof ProjectFilters) => filterProjects(projects, index, query, except)
  const set = setOf()
  const rows = set?.rows() ?? null
  /** Reuses the set when the query has none of these filters. */
  const setWithout = (...names: (keyof ProjectFilters)[]) =>
    names.some((name) => query[name] !== undefined) ? setOf(names[0]) : set
  const rowsWithout = (name: keyof ProjectFilters) => {
    const own = setWithout(name)
    return own === set ? rows : (own?.rows() ?? null)
  }
  const values = FACETS.map(([name, column]) => [name, ranked(projects.lists(column), rowsWithout(name))] as const)
  const shown = values.map(([name, all]) => [name, all.slice(0, limit)])
  const lists = values.map(([name, all]) => [name, { total: all.length, truncated: all.length > limit }])
  const ranges = RANGES.map((name) => {
    const matching = setWithout(`min_${name}`, `max_${name}`)
    return [name, index.range(name).extent(matching) ?? UNKNOWN_RANGE] as const
  })
  return {
    total: rows === null ? projects.size : rows.length,
    values: Object.fromEntries(shown) as unknown as Facets['values'],
    lists: Object.fromEntries(lists) as unknown as Facets['lists'],
    ranges: Object.fromEntries(ranges) as Facets['ranges'],
  }
}

function ranked(column: ListColumn, rows: Uint32Array | null): FacetValue[] {
  const counts = countTexts(column, rows)
  const found: FacetValue[] = []
  for (let code = 0; code < counts.length; code++) {
    if (counts[code]! > 0) found.push({ value: column.dictionary.at(code), count: counts[code]! })
  }
  return found.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}
