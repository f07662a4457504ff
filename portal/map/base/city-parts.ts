// Streets and neighbourhoods of some cities, each fetched when the map first shows it.
import { cityParts } from 'virtual:base-map'
import type { Bounds } from './bounds.ts'
import { contains, covers, overlaps } from './bounds.ts'
import { fetchOnce } from './fetch-once.ts'
import type { Feature } from './geo.ts'
import type { PackedPart } from './packed.ts'
import { FINE, unpackRing } from './packed.ts'

export interface CityPart {
  readonly url: string
  readonly city: string
  readonly has_streets: boolean
  readonly min_zoom: number
  readonly bounds: Bounds
  readonly owner: string
  readonly licence: string
}

/** Lines of these kinds are the rings of a polygon. */
const POLYGONS = new Set(['lake', 'island', 'pond', 'area'])

function featureOf(kind: string, [name, ...packed]: PackedPart[string][number]): Feature {
  const lines = packed.map((line) => unpackRing(line, FINE))
  const properties = { kind, name }
  if (kind === 'area-name')
    return { type: 'Feature', geometry: { type: 'Point', coordinates: lines[0]![0]! }, properties }
  return POLYGONS.has(kind)
    ? { type: 'Feature', geometry: { type: 'Polygon', coordinates: lines }, properties }
    : { type: 'Feature', geometry: { type: 'MultiLineString', coordinates: lines }, properties }
}

const featuresOf = (part: PackedPart): Feature[] =>
  Object.entries(part).flatMap(([kind, rows]) => rows.map((row) => featureOf(kind, row)))

/** What a view shows, without what the operator's tiles show in their extent. */
export function partsOf(view: Bounds, zoom: number, tiles: Bounds | undefined): CityPart[] {
  return cityParts.filter(({ bounds, min_zoom }) => {
    if (zoom < min_zoom || !overlaps(bounds, view)) return false
    const [west, south, east, north] = bounds
    const shown: Bounds = [
      Math.max(west, view[0]),
      Math.max(south, view[1]),
      Math.min(east, view[2]),
      Math.min(north, view[3]),
    ]
    return !tiles || !covers(tiles, shown)
  })
}

/** True where the tiles have the same: the feature starts inside them. */
export function isInside({ geometry }: Feature, tiles: Bounds): boolean {
  const [longitude, latitude] = (geometry as { coordinates: unknown[] }).coordinates.flat(3) as [number, number]
  return contains(tiles, { longitude, latitude })
}

/** Adds parts as the map comes to show them. One that fails is tried again with the next view. */
export function createCityLoader(tiles: Bounds | undefined, onLoad: (features: readonly Feature[]) => void) {
  const requested = new Set<CityPart>()
  const features: Feature[] = []
  return (parts: readonly CityPart[]): void => {
    for (const part of parts) {
      if (requested.has(part)) continue
      requested.add(part)
      fetchOnce<PackedPart>(part.url).then(
        (packed) => {
          features.push(...featuresOf(packed).filter((feature) => !tiles || !isInside(feature, tiles)))
          onLoad(features)
        },
        () => requested.delete(part),
      )
    }
  }
}
