// Tables of provinces, cities and other places: place-tables.json says what each is for.

import data from './place-tables.json' with { type: 'json' }

export const PROVINCES: readonly { readonly code: string; readonly words: string; readonly postal: string }[] =
  data.provinces

export const METRO_AREAS: readonly string[] = data.metroAreas

/** A city and its prefixes. */
export const POSTAL_PREFIXES: readonly (readonly [city: string, prefixes: string])[] = Object.entries(
  data.postalPrefixes,
)

export const PLACE_CODES: readonly { readonly city: string; readonly pattern: RegExp }[] = Object.entries(
  data.placeCodes,
).map(([city, codes]) => ({ city, pattern: new RegExp(`^(?:${codes})$`) }))

export const DISTRICTS: readonly string[] = Object.values(data.districts).flatMap((names) => names.split(', '))

export const SECOND_NAMES: readonly string[] = data.secondNames

export const AMERICAN_STATES: readonly (readonly [code: string, name: string])[] = data.americanStates
  .split(', ')
  .map((state) => [state.slice(0, 2), state.slice(3)])

export const AMBIGUOUS_STATE_CODES: readonly string[] = data.ambiguousStateCodes.split(' ')

/** Countries and large cities abroad. */
export const FOREIGN_PLACES: readonly string[] = `${data.foreignCities}, ${data.countries}`.split(', ')
