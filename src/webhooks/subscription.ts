// Matches an event against an endpoint's event types and filters. Pure.
import { matchesType } from '../events/event-patterns.ts'
import type { StoredEvent } from '../events/event-types.ts'
import type { Filters } from './webhook-tables.ts'

/** Ignores case, accents and punctuation: "Montréal" equals "montreal". */
const nameCollator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true })

export interface Subscription {
  readonly event_types: readonly string[]
  readonly filters: Filters
}

export function matchesSubscription({ event_types, filters }: Subscription, event: StoredEvent): boolean {
  if (!event_types.some((pattern) => matchesType(pattern, event.type))) return false
  const { province, city, places = [] } = event.body
  // Events about the dataset or the account have no place, so filters do not apply.
  if (event.project_id === null && province === undefined) return true
  return (
    (filters.province.length === 0 || filters.province.includes(province ?? '')) &&
    (filters.city.length === 0 || filters.city.some((name) => isNamed(name, [city ?? '', ...places]))) &&
    (filters.project_ids.length === 0 || filters.project_ids.includes(event.project_id ?? -1))
  )
}

function isNamed(name: string, places: readonly string[]): boolean {
  return places.some((place) => nameCollator.compare(name, place) === 0)
}
