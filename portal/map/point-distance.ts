// The distance between two points in metres.

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

const EARTH_RADIUS_M = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** On a sphere (haversine): right to half a percent. */
export function distanceM(a: Point, b: Point): number {
  const across = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const up = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const half = up + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * across
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(half))
}
