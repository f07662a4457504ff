// What is asked of the explorer, from the values behind `#` to the parameters of the API.
import type { ProjectQuery } from '../../../src/contract/api-types.ts'

/** Filters in the order of the form; each is a parameter of the API by the same name. */
export const FILTERS = [
  'q',
  'province',
  'city',
  'developer',
  'building_type',
  'status',
  'min_price',
  'max_price',
  'min_beds',
  'max_beds',
  'occupancy_from',
  'occupancy_to',
] as const
export type Filter = (typeof FILTERS)[number]

/** Filters that may have several values, joined by commas behind `#`. */
const SEVERAL: readonly Filter[] = ['status']

export function filterValues(state: URLSearchParams, filter: Filter): readonly string[] {
  const value = state.get(filter)
  if (!value) return []
  return SEVERAL.includes(filter) ? value.split(',') : [value]
}

/** Values go out as they were typed: what is wrong with one is for the API to say. */
export function toProjectQuery(state: URLSearchParams): ProjectQuery {
  const pairs = FILTERS.flatMap((filter) => {
    const values = filterValues(state, filter)
    return values.length === 0 ? [] : [[filter, values.length === 1 ? values[0] : values]]
  })
  return Object.fromEntries(pairs) as ProjectQuery
}

export function isFiltered(state: URLSearchParams): boolean {
  return FILTERS.some((filter) => state.has(filter))
}
