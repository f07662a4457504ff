// Computes the coordinates of a civic number by interpolation along its street.
import type { Side, Street, StreetPoint } from './city-table.ts'

export type Place = { latitude: number; longitude: number; postalPrefix: string; neighbourhood: string }

const METRES_PER_DEGREE = 111_320
const OPPOSITE: Readonly<Record<Side, Side>> = { N: 'S', S: 'N', E: 'W', W: 'E' }

export function metresBetween(a: LatLng, b: LatLng): number {
  const east = (b.longitude - a.longitude) * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(east, b.latitude - a.latitude) * METRES_PER_DEGREE
}

type LatLng = { latitude: number; longitude: number }

export function sideOf(street: Street, civic: number): Side {
  return civic % 2 === 1 ? street.oddSide : OPPOSITE[street.oddSide]
}

/** The segment that contains the number. */
function segmentOf(street: Street, civic: number): [StreetPoint, StreetPoint] {
  const { points } = street
  for (let at = 1; at < points.length - 1; at++) if (civic < points[at]!.civic) return [points[at - 1]!, points[at]!]
  return [points[points.length - 2]!, points[points.length - 1]!]
}

/** `setbackMetres` is the distance of the building from the middle of the street. */
export function placeOf(street: Street, civic: number, setbackMetres: number): Place {
  const [from, to] = segmentOf(street, civic)
  const along = Math.min(1, Math.max(0, (civic - from.civic) / (to.civic - from.civic)))
  const narrowing = Math.cos((from.latitude * Math.PI) / 180)
  const east = (to.longitude - from.longitude) * narrowing
  const north = to.latitude - from.latitude
  const length = Math.hypot(east, north) || 1
  // Choose the direction across the street that points to the right side.
  let acrossEast = -north / length
  let acrossNorth = east / length
  const side = sideOf(street, civic)
  const agrees = side === 'N' ? acrossNorth : side === 'S' ? -acrossNorth : side === 'E' ? acrossEast : -acrossEast
  if (agrees < 0) {
    acrossEast = -acrossEast
    acrossNorth = -acrossNorth
  }
  const off = setbackMetres / METRES_PER_DEGREE
  return {
    latitude: round5(from.latitude + north * along + acrossNorth * off),
    longitude: round5(from.longitude + (to.longitude - from.longitude) * along + (acrossEast * off) / narrowing),
    postalPrefix: from.postalPrefix,
    neighbourhood: from.neighbourhood,
  }
}

function round5(degrees: number): number {
  return Math.round(degrees * 100_000) / 100_000
}
