// Fetches and unpacks the base map: an overview at once, and the shores in detail for closer views.
import { overviewUrl, shoresUrl } from 'virtual:base-map'
import type { Bounds } from './bounds.ts'
import { isInside } from './city-parts.ts'
import { fetchOnce } from './fetch-once.ts'
import type { Feature, Features } from './geo.ts'
import { text } from './map-text.ts'
import type { PackedBase, PackedShores } from './packed.ts'
import { unpackRing } from './packed.ts'
import { BORDERS, PROVINCE_LABELS } from './provinces.ts'

/** From here on the overview's shores are too coarse. From zoom 11 on there are none. */
const SHORES_ZOOM = { from: 6, to: 11 }

interface Shores {
  readonly land: Features
  readonly lakes: Features
}

interface BaseMap extends Shores {
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
      geometry: { type: 'Polygon', coordinates: rings.map((ring) => unpackRing(ring)) },
      properties: {},
    })),
  )
}

const shoresOf = ({ land, lakes }: PackedShores): Shores => ({
  land: polygonsOf(land.map((ring) => [ring])),
  lakes: polygonsOf(lakes),
})

export async function loadBaseMap(): Promise<BaseMap> {
  const packed = await fetchOnce<PackedBase>(overviewUrl)
  return {
    ...shoresOf(packed),
    borders: collection([
      {
        type: 'Feature',
        geometry: { type: 'MultiLineString', coordinates: BORDERS as [number, number][][] },
        properties: {},
      },
    ]),
    places: collection(packed.places.map(([name, x, y, population]) => pointAt(x, y, { name, population }))),
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
  const isOutside = (feature: Feature) => !isInside(feature, tiles.bounds)
  return {
    ...base,
    places: collection(base.places.features.filter(isOutside)),
    provinces: collection(base.provinces.features.filter(isOutside)),
  }
}

export const needsShores = (zoom: number) => zoom >= SHORES_ZOOM.from && zoom < SHORES_ZOOM.to

export const loadShores = async () => shoresOf(await fetchOnce<PackedShores>(shoresUrl))
