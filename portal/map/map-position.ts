// Where a map is, as `zoom/latitude/longitude` in the URL, like other maps write it.
import { MAX_BOUNDS } from './base/bounds.ts'

export interface MapPosition {
  readonly zoom: number
  readonly center: [longitude: number, latitude: number]
}

/** To a pixel. */
export function formatPosition({ zoom, center: [longitude, latitude] }: MapPosition): string {
  const digits = Math.max(1, Math.ceil(zoom / 4) + 1)
  return `${Number(zoom.toFixed(2))}/${latitude.toFixed(digits)}/${longitude.toFixed(digits)}`
}

/** Null if it is not a position on the map: a URL may say anything. */
export function parsePosition(text: string | null): MapPosition | null {
  if (!/^\d+(\.\d+)?(\/-?\d+(\.\d+)?){2}$/.test(text ?? '')) return null
  const [zoom, latitude, longitude] = text!.split('/').map(Number) as [number, number, number]
  const [west, south, east, north] = MAX_BOUNDS
  const isInside = longitude >= west && longitude <= east && latitude >= south && latitude <= north
  return isInside && zoom <= 22 ? { zoom, center: [longitude, latitude] } : null
}
