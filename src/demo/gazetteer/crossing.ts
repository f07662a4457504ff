// Finds the second address of a corner lot.
import type { City } from './cities.ts'
import type { Street } from './city-table.ts'
import { GAP } from './city-table.ts'

const NEAR_METRES = 62
const METRES_PER_DEGREE = 111_320

/** The address on the nearest other street; null when the lot is not on a corner. */
export function crossingAt(city: City, own: Street, place: { latitude: number; longitude: number }): string | null {
  const narrowing = Math.cos((place.latitude * Math.PI) / 180)
  let nearest = NEAR_METRES
  let found: string | null = null
  for (const street of city.streets) {
    if (street === own || street.line.slice(0, -1) === own.line.slice(0, -1)) continue
    for (let at = 1; at < street.points.length; at++) {
      const from = street.points[at - 1]!
      const to = street.points[at]!
      if (from.postalPrefix === GAP) continue
      const east = (to.longitude - from.longitude) * narrowing
      const north = to.latitude - from.latitude
      const placeEast = (place.longitude - from.longitude) * narrowing
      const placeNorth = place.latitude - from.latitude
      const along = (placeEast * east + placeNorth * north) / (east * east + north * north)
      if (along < 0 || along > 1) continue
      const offEast = placeEast - along * east
      const offNorth = placeNorth - along * north
      const metres = Math.hypot(offEast, offNorth) * METRES_PER_DEGREE
      if (metres >= nearest) continue
      const agrees = { N: offNorth, S: -offNorth, E: offEast, W: -offEast }[street.oddSide]
      const civic = Math.round(from.civic + along * (to.civic - from.civic))
      const wantOdd = agrees > 0
      if (!street.parities.includes(wantOdd ? 1 : 0)) continue
      nearest = metres
      found = `${(civic % 2 === 1) === wantOdd ? civic : civic + 1} ${street.line}`
    }
  }
  return found
}
