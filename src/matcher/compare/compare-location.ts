// Compares city, province, postal code and distance.

import type { StreetIndex } from '../index/street-index.ts'
import { packPostal, postalArea } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import type { QueryLocation } from '../read/read-location.ts'
import type { MatchQuery } from '../types.ts'
import { LEVEL } from './components.ts'

/** City labels are weak evidence both ways, because feeds write the metropolitan area. */
export function compareCity(
  index: StreetIndex,
  namedCities: readonly number[],
  location: QueryLocation,
  building: number,
  streetName: number,
): number {
  const city = index.buildingCity[building] as number
  if (namedCities.length === 0) return location.isHintUnknown ? LEVEL.city.unknown_city : LEVEL.city.missing
  if (namedCities.includes(city)) return LEVEL.city.same
  const { cities } = index.directory
  const { metro, name: cityName } = cities[city] as City
  // the building has no city to compare
  if (cityName === '') return LEVEL.city.missing
  if (!namedCities.some((c) => (cities[c] as City).metro === metro)) return LEVEL.city.other_metro
  // the named city has a street of this name, so the query probably means that street
  if (streetName >= 0)
    for (let s = index.firstStreet[streetName] as number; s < (index.firstStreet[streetName + 1] as number); s++)
      if (namedCities.includes(index.streetCity[s] as number)) return LEVEL.city.same_metro_rival
  return LEVEL.city.same_metro
}

export function compareProvince(index: StreetIndex, location: QueryLocation, building: number): number {
  if (location.isAmerican) return LEVEL.province.conflict
  if (!location.province) return LEVEL.province.missing
  const real = (index.directory.cities[index.buildingCity[building] as number] as City).province
  return real === 0 || real === location.province ? LEVEL.province.same : LEVEL.province.conflict
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
