// Converts the explorer's filters from the URL hash to API parameters.
import type { ProjectQuery } from '../../../src/http/api-types.ts'

/** In form order. Each filter is also the name of the API parameter. */
export const FILTERS = [
  'q',
  'province',
  'city',
  'neighbourhood',
  'developer',
  'building_type',
  'tenure',
  'status',
  'min_price',
  'max_price',
  'min_beds',
  'max_beds',
  'occupancy_from',
  'occupancy_to',
] as const
export type Filter = (typeof FILTERS)[number]

/** Filters that accept several comma-separated values. */
const MULTI_VALUE: readonly Filter[] = ['status']

export function filterValues(hash: URLSearchParams, filter: Filter): readonly string[] {
  const value = hash.get(filter)
  if (!value) return []
  return MULTI_VALUE.includes(filter) ? value.split(',') : [value]
}

/** Sends values as typed; the API validates them. */
export function toProjectQuery(hash: URLSearchParams): ProjectQuery {
  const pairs = FILTERS.flatMap((filter) => {
    const values = filterValues(hash, filter)
    return values.length === 0 ? [] : [[filter, values.length === 1 ? values[0] : values]]
  })
  return Object.fromEntries(pairs) as ProjectQuery
}

export function isFiltered(hash: URLSearchParams): boolean {
  return FILTERS.some((filter) => hash.has(filter))
}
