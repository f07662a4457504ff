// Fetches and unpacks the base map, once, after the points are drawn.
import { baseMapUrl } from 'virtual:base-map'
import type { Bounds } from './bounds.ts'
import type { Feature, Features } from './geo.ts'
import { text } from './map-text.ts'
import type { PackedBase } from './packed.ts'
import { unpackRing } from './packed.ts'
import { BORDERS, PROVINCE_LABELS } from './provinces.ts'

export interface BaseMap {
  readonly land: Features
  readonly lakes: Features
  readonly borders: Features
  readonly places: Features
  readonly provinces: Features
}

const collection = (features: Features['features']): Features => ({
  type: 'FeatureCollection',
  features,
})

function pointAt(longitude: number, latitude: number, properties: object): Feature {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties }
}

function polygonsOf(polygons: PackedBase['lakes']): Features {
  return collection(
    polygons.map((rings) => ({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: rings.map(unpackRing) },
      properties: {},
    })),
  )
}

async function load(): Promise<BaseMap> {
  const response = await fetch(baseMapUrl)
  const { land, lakes, places } = (await response.json()) as PackedBase
  return {
    land: polygonsOf(land.map((ring) => [ring])),
    lakes: polygonsOf(lakes),
    borders: collection([
      {
        type: 'Feature',
        geometry: { type: 'MultiLineString', coordinates: BORDERS as [number, number][][] },
        properties: {},
      },
    ]),
    places: collection(places.map(([name, x, y, population]) => pointAt(x, y, { name, population }))),
    provinces: collection(
      PROVINCE_LABELS.map(({ code, longitude, latitude }) =>
        pointAt(longitude, latitude, { name: text.provinces[code as keyof typeof text.provinces] }),
      ),
    ),
  }
}

/** Names inside the tiles are on the tiles too, so they are left out here. */
export function outside(base: BaseMap, tiles: { readonly bounds: Bounds } | null | undefined): BaseMap {
  if (!tiles) return base
  const [west, south, east, north] = tiles.bounds
  const isOutside = ({ geometry }: Feature) => {
    const [longitude, latitude] = (geometry as { coordinates: [number, number] }).coordinates
    return longitude < west || longitude > east || latitude < south || latitude > north
  }
  return {
    ...base,
    places: collection(base.places.features.filter(isOutside)),
    provinces: collection(base.provinces.features.filter(isOutside)),
  }
}

let base: Promise<BaseMap> | undefined

export function loadBaseMap(): Promise<BaseMap> {
  base ??= load().catch((error) => {
    base = undefined
    throw error
  })
  return base
}
