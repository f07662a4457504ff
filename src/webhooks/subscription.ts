// Whether an endpoint wants to hear of an event: its types and filters. Pure.
import type { StoredEvent } from '../events/event-types.ts'
import type { Filters } from './webhook-tables.ts'

/** Every type, or every type of one resource. */
export const ALL_TYPES = '*'

/** Without case, accents and punctuation: "Montréal" is "montreal". */
const names = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true })

export interface Subscription {
  readonly event_types: readonly string[]
  readonly filters: Filters
}

export function matchesSubscription({ event_types, filters }: Subscription, event: StoredEvent): boolean {
  if (!event_types.some((wanted) => namesType(wanted, event.type))) return false
  const { province, city, places = [] } = event.body
  // Of the dataset or of the account itself: no place, so no place to narrow by.
  if (event.project_id === null && province === undefined) return true
  return (
    (filters.province.length === 0 || filters.province.includes(province ?? '')) &&
    (filters.city.length === 0 || filters.city.some((name) => isNamed(name, [city ?? '', ...places]))) &&
    (filters.project_ids.length === 0 || filters.project_ids.includes(event.project_id ?? -1))
  )
}

function isNamed(name: string, places: readonly string[]): boolean {
  return places.some((place) => names.compare(name, place) === 0)
}

function namesType(wanted: string, type: string): boolean {
  return wanted === ALL_TYPES || wanted === type || (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1)))
}
