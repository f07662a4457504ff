// The map's sources and layers, from the water up, in the page's colours.
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { baseLayers } from './base/base-layers.ts'
import { MAX_BOUNDS } from './base/bounds.ts'
import { cityLayers } from './base/city-layers.ts'
import type { Polygon } from './base/geo.ts'
import type { Colour } from './base/layer-colours.ts'
import { streetLayers } from './base/street-layers.ts'
import { pointLayers } from './point-layers.ts'

const [WEST, SOUTH, EAST, NORTH] = MAX_BOUNDS

/** Shown as land until the shores have loaded, so that points are never drawn on water. */
const ALL_LAND: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [WEST, SOUTH],
      [EAST, SOUTH],
      [EAST, NORTH],
      [WEST, NORTH],
      [WEST, SOUTH],
    ],
  ],
}

/** Points cluster up to this zoom level. */
const MAX_CLUSTER_ZOOM = 13

export function layersOf(colour: Colour): LayerSpecification[] {
  return [...baseLayers(colour), ...cityLayers(colour), ...streetLayers(colour), ...pointLayers(colour)]
}

export function styleOf(colour: Colour, cluster: boolean): StyleSpecification {
  const empty = { type: 'geojson' as const, data: { type: 'FeatureCollection' as const, features: [] } }
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: ALL_LAND },
      lakes: empty,
      borders: empty,
      places: empty,
      provinces: empty,
      city: empty,
      labels: empty,
      points: {
        ...empty,
        cluster,
        clusterRadius: 46,
        clusterMaxZoom: MAX_CLUSTER_ZOOM,
        clusterProperties: { count: ['+', ['get', 'count']] },
      },
      highlighted: empty,
    },
    layers: layersOf(colour),
  }
}
