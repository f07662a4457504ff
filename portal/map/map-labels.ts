// Puts cities and the names of streets and neighbourhoods on the map, and reports what it shows.
import type { Map as Canvas } from 'maplibre-gl'
import { placeFilter } from './base/base-layers.ts'
import type { Bounds } from './base/bounds.ts'
import { covers } from './base/bounds.ts'
import type { CityPart } from './base/city-parts.ts'
import { createCityLoader, partsOf } from './base/city-parts.ts'
import type { Feature, Features } from './base/geo.ts'
import type { MapTiles } from './base/map-tiles.ts'
import { fetchLabels, labelBounds } from './base/street-labels.ts'
import { BASEMAP_NAMES, CITY_NAMES, MIN_LABELS_ZOOM, NEIGHBOURHOODS, STREET_NAMES } from './base/street-layers.ts'

/** Enough to say where the map is. */
const MAX_NAMES = 12

export interface LabelListeners {
  /** The street and neighbourhood names that the map shows. */
  onNames(names: readonly string[]): void
  /** The parts of cities in the view. */
  onParts(parts: readonly CityPart[]): void
}

export function startLabels(
  map: Canvas,
  setData: (source: string, data: Features) => void,
  tiles: MapTiles | null,
  { onNames, onParts }: LabelListeners,
): { stop(): void } {
  let loaded = ''
  let request: AbortController | undefined
  let labels: readonly Feature[] = []
  let city: readonly Feature[] = []
  const parts = new Set<CityPart>()
  /** A city with areas of its own has no need of ours, and one with streets of none of our names. */
  const isMissing = ({ properties }: Feature) =>
    ![...parts].some(
      (part) => part.city === properties?.city_name && (part.has_streets || properties.kind !== 'street'),
    )
  const show = () => {
    const shown = labels.filter(isMissing)
    setData('labels', { type: 'FeatureCollection', features: shown as Feature[] })
    map.setFilter('places', placeFilter(areaNamesOf([...shown, ...city])))
  }
  const loadCity = createCityLoader(tiles?.bounds, (features) => {
    city = features
    setData('city', { type: 'FeatureCollection', features: [...features] })
    show()
  })
  const load = () => {
    const view = map.getBounds().toArray().flat() as unknown as Bounds
    const inView = partsOf(view, map.getZoom(), tiles?.bounds)
    onParts(inView)
    for (const part of inView) parts.add(part)
    loadCity(inView)
    if (map.getZoom() < MIN_LABELS_ZOOM) return
    // The tiles have real streets.
    if (tiles && covers(tiles.bounds, view)) {
      labels = []
      loaded = ''
      show()
      return
    }
    const bounds = labelBounds(view, map.getZoom())
    if (String(bounds) === loaded) return
    loaded = String(bounds)
    request?.abort()
    request = new AbortController()
    const { signal } = request
    fetchLabels(bounds, signal).then(
      ({ features }) => {
        if (signal.aborted) return
        labels = features
        show()
      },
      // The map is usable without labels. The next move tries again.
      () => {
        if (!signal.aborted) loaded = ''
      },
    )
  }
  const nameLayers = [NEIGHBOURHOODS, STREET_NAMES, ...CITY_NAMES, ...BASEMAP_NAMES].filter((id) => map.getLayer(id))
  const report = () => onNames(namesInView(map, nameLayers))
  map.on('moveend', load)
  map.on('idle', report)
  load()
  return { stop: () => request?.abort() }
}

/** A place and a neighbourhood of the same name would be labelled twice. */
function areaNamesOf(features: readonly Feature[]): string[] {
  return features.flatMap(({ properties }) =>
    properties?.kind === 'neighbourhood' || properties?.kind === 'area-name' ? [properties.name as string] : [],
  )
}

function namesInView(map: Canvas, layers: string[]): string[] {
  const features = map.queryRenderedFeatures({ layers })
  return [...new Set(features.map(({ properties }) => properties.name as string))].slice(0, MAX_NAMES)
}
