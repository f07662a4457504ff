// Puts street names and neighbourhoods on the map, and reports which ones it shows.
import type { Map as Canvas } from 'maplibre-gl'
import { placeFilter } from './base/base-layers.ts'
import type { Bounds } from './base/bounds.ts'
import { covers } from './base/bounds.ts'
import type { Feature, Features } from './base/geo.ts'
import type { MapTiles } from './base/map-tiles.ts'
import { fetchLabels, labelBounds } from './base/street-labels.ts'
import { BASEMAP_NAMES, MIN_LABELS_ZOOM, NEIGHBOURHOODS, STREET_NAMES } from './base/street-layers.ts'

/** Enough to say where the map is. */
const MAX_NAMES = 12
const NO_FEATURES: Features = { type: 'FeatureCollection', features: [] }

export function startLabels(
  map: Canvas,
  setData: (source: string, data: Features) => void,
  tiles: MapTiles | null,
  onNames: (names: readonly string[]) => void,
): { stop(): void } {
  let loaded = ''
  let request: AbortController | undefined
  const load = () => {
    if (map.getZoom() < MIN_LABELS_ZOOM) return
    const view = map.getBounds().toArray().flat() as unknown as Bounds
    // The tiles have real streets.
    if (tiles && covers(tiles.bounds, view)) {
      if (loaded) setData('labels', NO_FEATURES)
      loaded = ''
      return
    }
    const bounds = labelBounds(view, map.getZoom())
    if (String(bounds) === loaded) return
    loaded = String(bounds)
    request?.abort()
    request = new AbortController()
    const { signal } = request
    fetchLabels(bounds, signal).then(
      (features) => {
        if (signal.aborted) return
        setData('labels', features)
        map.setFilter('places', placeFilter(neighbourhoodNames(features)))
      },
      // The map is usable without labels. The next move tries again.
      () => {
        if (!signal.aborted) loaded = ''
      },
    )
  }
  const nameLayers = [NEIGHBOURHOODS, ...STREET_NAMES, ...BASEMAP_NAMES].filter((id) => map.getLayer(id))
  const report = () => onNames(namesInView(map, nameLayers))
  map.on('moveend', load)
  map.on('idle', report)
  load()
  return { stop: () => request?.abort() }
}

/** A place and a neighbourhood of the same name would be labelled twice. */
function neighbourhoodNames({ features }: Features): string[] {
  return features.flatMap(({ properties }: Feature) =>
    properties?.kind === 'neighbourhood' ? [properties.name as string] : [],
  )
}

function namesInView(map: Canvas, layers: string[]): string[] {
  const features = map.queryRenderedFeatures({ layers })
  return [...new Set(features.map(({ properties }) => properties.name as string))].slice(0, MAX_NAMES)
}
