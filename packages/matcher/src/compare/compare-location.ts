// Compares city, province, postal code and distance.

import type { StreetIndex } from '../index/street-index.ts'
import { packPostal, postalArea } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import { ABROAD, TOWN } from '../read/find-places.ts'
import type { QueryLocation } from '../read/read-location.ts'
import { citiesInText, elsewhereInText } from '../read/read-location.ts'
import type { MatchQuery } from '../types.ts'
import { LEVEL } from './components.ts'

/** The places that a query names, apart from its street. */
export interface NamedPlaces {
  readonly inText: readonly number[]
  /** The cities of the text and the city of the hint. */
  readonly all: readonly number[]
  /** A place in the text that is no city of the directory: TOWN, UNKNOWN_PLACE or ABROAD; 0 for none. */
  readonly elsewhere: number
}

/** `from` and `to` are the tokens of the street, where a name is no place. */
export function namedPlaces(index: StreetIndex, location: QueryLocation, from: number, to: number): NamedPlaces {
  const { hintCity, mentions, otherPlaces } = location
  const inText = mentions.length === 0 ? NO_CITIES : citiesInText(location, from, to, index.directory.cities)
  const all =
    hintCity < 0 || inText.includes(hintCity) ? inText : inText.length === 0 ? [hintCity] : [hintCity, ...inText]
  return { inText, all, elsewhere: otherPlaces.length === 0 ? 0 : elsewhereInText(location, from, to) }
}

const NO_CITIES: readonly number[] = []

/** City labels are weak evidence both ways, because feeds write the metropolitan area. What the text says outweighs a hint. */
export function compareCity(
  index: StreetIndex,
  named: NamedPlaces,
  location: QueryLocation,
  building: number,
  streetName: number,
): number {
  const level = LEVEL.city
  const city = index.buildingCity[building] as number
  const { cities } = index.directory
  const { metro, name: cityName } = cities[city] as City
  if (named.elsewhere === ABROAD) return level.abroad
  if (named.inText.includes(city)) return level.same
  if (location.hintElsewhere === ABROAD && named.inText.length === 0) return level.abroad
  if (named.elsewhere) return location.hintCity === city ? level.elsewhere_in_text : level.elsewhere
  if (named.all.length === 0) {
    if (location.hintElsewhere === TOWN) return level.elsewhere
    return location.hintElsewhere ? level.unknown_city : level.missing
  }
  if (named.all.includes(city)) return level.same
  // the building has no city to compare
  if (cityName === '') return level.missing
  if (!named.all.some((c) => (cities[c] as City).metro === metro)) return level.other_metro
  // the named city has a street of this name, so the query probably means that street
  if (streetName >= 0)
    for (let s = index.firstStreet[streetName] as number; s < (index.firstStreet[streetName + 1] as number); s++)
      if (named.all.includes(index.streetCity[s] as number)) return level.same_metro_rival
  return level.same_metro
}

/** A hint that contradicts the city of the text, or the city hint, is merely wrong. */
export function compareProvince(
  index: StreetIndex,
  named: NamedPlaces,
  location: QueryLocation,
  building: number,
): number {
  const level = LEVEL.province
  const { textProvince, hintProvince } = location
  const city = index.buildingCity[building] as number
  const real = (index.directory.cities[city] as City).province
  const typed = textProvince || hintProvince
  if (!typed) return level.missing
  if (real === 0 || real === typed) return level.same
  if (textProvince) return level.conflict
  return named.all.includes(city) ? level.hint_conflict : level.conflict
}

/** Returns the best level over all postal codes of the query: a repeated tail may contain a second, wrong code. */
export function comparePostal(index: StreetIndex, location: QueryLocation, building: number): number {
  let best = LEVEL.postal_code.missing
  let bestRank = -1
  for (const code of location.postals) {
    const level = comparePostalCode(index, code, building)
    const rank = POSTAL_LEVELS_WORST_FIRST.indexOf(level)
    if (rank > bestRank) {
      bestRank = rank
      best = level
    }
  }
  return best
}

const POSTAL_LEVELS_WORST_FIRST = [
  LEVEL.postal_code.other_city,
  LEVEL.postal_code.unknown,
  LEVEL.postal_code.other_area,
  LEVEL.postal_code.fits_city,
  LEVEL.postal_code.same_area,
  LEVEL.postal_code.same,
]

function comparePostalCode(index: StreetIndex, code: string, building: number): number {
  const level = LEVEL.postal_code
  const real = index.postal[building] as number
  const typed = packPostal(code)
  if (real && real === typed) return level.same
  if (real && postalArea(real) === postalArea(typed)) return level.same_area
  const cityOfCode = index.directory.cityOfPostal(code)
  if (cityOfCode < 0) return level.unknown
  const city = index.buildingCity[building] as number
  if (cityOfCode !== city && index.directory.cities[city]?.name !== '') return level.other_city
  return real ? level.other_area : level.fits_city
}

const METRES_PER_DEGREE = 111_320

export function compareDistance(index: StreetIndex, query: MatchQuery, building: number): number {
  const lat = index.latitude[building] as number
  if (
    query.lat == null ||
    query.lng == null ||
    Number.isNaN(lat) ||
    !Number.isFinite(query.lat) ||
    !Number.isFinite(query.lng)
  )
    return LEVEL.distance.missing
  const north = (query.lat - lat) * METRES_PER_DEGREE
  const east = (query.lng - (index.longitude[building] as number)) * METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
  const metres = Math.sqrt(north * north + east * east)
  if (metres <= 100) return LEVEL.distance.within_100_m
  if (metres <= 500) return LEVEL.distance.within_500_m
  return metres <= 5000 ? LEVEL.distance.within_5_km : LEVEL.distance.farther
}
