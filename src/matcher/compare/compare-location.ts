// Step 5, the place: city, province, postal code and distance, each compared to one level.

import type { StreetIndex } from '../index/street-index.ts'
import { packPostal, postalArea } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import type { QueryLocation } from '../read/read-location.ts'
import type { MatchQuery } from '../types.ts'
import { CITY, DISTANCE, POSTAL, PROVINCE } from './components.ts'

/** City labels are weak evidence both ways: feeds write the metropolitan area. */
export function compareCity(
  index: StreetIndex,
  meant: readonly number[],
  place: QueryLocation,
  building: number,
  name: number,
): number {
  const city = index.buildingCity[building] as number
  if (meant.length === 0) return place.isHintUnknown ? CITY.is.unknown_city : CITY.is.missing
  if (meant.includes(city)) return CITY.is.same
  const { cities } = index.directory
  const { metro, name: town } = cities[city] as City
  // a building that came without a city: nothing to compare
  if (town === '') return CITY.is.missing
  if (!meant.some((c) => (cities[c] as City).metro === metro)) return CITY.is.other_metro
  // the city that was named has a street of this name itself: then that one was meant
  if (name >= 0)
    for (let s = index.firstStreet[name] as number; s < (index.firstStreet[name + 1] as number); s++)
      if (meant.includes(index.streetCity[s] as number)) return CITY.is.same_metro_rival
  return CITY.is.same_metro
}

export function compareProvince(index: StreetIndex, place: QueryLocation, building: number): number {
  if (place.isAmerican) return PROVINCE.is.conflict
  if (!place.province) return PROVINCE.is.missing
  const real = (index.directory.cities[index.buildingCity[building] as number] as City).province
  return real === 0 || real === place.province ? PROVINCE.is.same : PROVINCE.is.conflict
}

/** The best level over the codes that were given: a doubled tail may carry a second, wrong one. */
export function comparePostal(index: StreetIndex, place: QueryLocation, building: number): number {
  let best: number = POSTAL.is.missing
  let rank = -1
  const real = index.postal[building] as number
  const city = index.buildingCity[building] as number
  const isNowhere = index.directory.cities[city]?.name === ''
  for (const code of place.postals) {
    const typed = packPostal(code)
    let level: number
    if (real && real === typed) level = POSTAL.is.same
    else if (real && postalArea(real) === postalArea(typed)) level = POSTAL.is.same_area
    else {
      const home = index.directory.cityOfPostal(code)
      const fits = home === city || isNowhere
      level =
        home < 0 ? POSTAL.is.unknown : fits ? (real ? POSTAL.is.other_area : POSTAL.is.fits_city) : POSTAL.is.other_city
    }
    const order = POSTAL_ORDER.indexOf(level)
    if (order > rank) {
      rank = order
      best = level
    }
  }
  return best
}

const POSTAL_ORDER = [
  POSTAL.is.other_city,
  POSTAL.is.unknown,
  POSTAL.is.other_area,
  POSTAL.is.fits_city,
  POSTAL.is.same_area,
  POSTAL.is.same,
]

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
    return DISTANCE.is.missing
  const north = (query.lat - lat) * METRES_PER_DEGREE
  const east = (query.lng - (index.longitude[building] as number)) * METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
  const metres = Math.sqrt(north * north + east * east)
  if (metres <= 100) return DISTANCE.is.within_100_m
  if (metres <= 500) return DISTANCE.is.within_500_m
  return metres <= 5000 ? DISTANCE.is.within_5_km : DISTANCE.is.farther
}
