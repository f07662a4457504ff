// The interactive map: maplibre-gl with our base map, points and clusters.
import { fill } from '../language/choose-language.ts'
import 'maplibre-gl/dist/maplibre-gl.css'
import type { GeoJSONSource, LngLatBoundsLike, MapLayerMouseEvent } from 'maplibre-gl'
import { Map as Canvas, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { loadBaseMap, loadShores, needsShores, outside } from './base/base-map.ts'
import type { Bounds } from './base/bounds.ts'
import { boundsOf, CANADA, covers, MAX_BOUNDS } from './base/bounds.ts'
import type { Features } from './base/geo.ts'
import type { Colour } from './base/layer-colours.ts'
import { text } from './base/map-text.ts'
import type { MapTiles } from './base/map-tiles.ts'
import { loadMapTiles } from './base/map-tiles.ts'
import type { LabelListeners } from './map-labels.ts'
import { startLabels } from './map-labels.ts'
import type { MapPoint } from './map-point.ts'
import type { MapPosition } from './map-position.ts'
import { formatPosition } from './map-position.ts'
import { SINGLE } from './point-layers.ts'
import { layersOf, styleOf } from './style.ts'

// Self-hosted: the content security policy allows no other worker.
setWorkerUrl(workerUrl)

export interface MapListeners extends LabelListeners {
  onSelect(id: number): void
  onHover(id: number | null): void
  /** With the position in the URL if a person moved the map. */
  onMove(bounds: Bounds, position: string | null): void
  onIdle(): void
  onTiles(tiles: MapTiles): void
}

export interface MapView {
  show(points: readonly MapPoint[]): void
  highlight(point: MapPoint | undefined): void
  fitBounds(bounds: Bounds, animate: boolean): void
  goTo(position: MapPosition): void
  zoomTo(cluster: MapPoint): void
  destroy(): void
}

const LOCALE = {
  'Map.Title': text.canvas,
  'NavigationControl.ZoomIn': text.zoomIn,
  'NavigationControl.ZoomOut': text.zoomOut,
  'ScaleControl.Meters': fill(text.metres, { count: '' }).trim(),
  'ScaleControl.Kilometers': fill(text.kilometres, { count: '' }).trim(),
  'CooperativeGesturesHandler.WindowsHelpText': text.scrollHelp,
  'CooperativeGesturesHandler.MacHelpText': text.scrollHelpMac,
  'CooperativeGesturesHandler.MobileHelpText': text.touchHelp,
}

const FIT = { padding: 40, maxZoom: 15 }
const CLICKABLE = ['points', 'marks']

function featuresOf(points: readonly MapPoint[]): Features {
  return {
    type: 'FeatureCollection',
    features: points.map(({ id, label, mark = '', tone = 'stone', count = 1, latitude, longitude }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { id, label, mark, tone, count },
    })),
  }
}

export function createMapView(
  element: HTMLElement,
  cluster: boolean,
  initial: Bounds | MapPosition,
  listeners: MapListeners,
): MapView {
  const colour: Colour = (token) => getComputedStyle(element).getPropertyValue(token).trim()
  const map = new Canvas({
    container: element,
    style: styleOf(colour, cluster),
    ...('zoom' in initial ? initial : { bounds: initial as LngLatBoundsLike, fitBoundsOptions: FIT }),
    maxBounds: MAX_BOUNDS as LngLatBoundsLike,
    renderWorldCopies: false,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    maxZoom: 18,
    // A full-size map zooms with the wheel; a small map lets the wheel scroll the page.
    cooperativeGestures: !cluster,
    locale: LOCALE,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }))
  map.addControl(new ScaleControl({ unit: 'metric', maxWidth: 90 }), 'bottom-left')

  const scheme = matchMedia('(prefers-color-scheme: dark)')
  let loaded = false
  let isRemoved = false
  let basemap: typeof import('./base/basemap.ts') | undefined
  let labels: { stop(): void } | undefined
  const pending: (() => void)[] = []
  const whenLoaded = (run: () => void) => (loaded ? run() : pending.push(run))
  const setData = (source: string, data: Features) => map.getSource<GeoJSONSource>(source)?.setData(data)

  const base = loadBaseMap().catch(() => undefined)

  /** The server's tiles where they reach, and our own base elsewhere. */
  const drawBase = async () => {
    const tiles = await loadMapTiles()
    const code = tiles && (await import('./base/basemap.ts').catch(() => undefined))
    if (isRemoved) return
    if (tiles && code) {
      basemap = code
      basemap.addBasemap(map, tiles, colour, scheme.matches)
      listeners.onTiles(tiles)
    }
    labels = startLabels(map, setData, basemap ? tiles : null, listeners)
    if (tiles && basemap && covers(tiles.bounds, CANADA)) return
    const own = await base
    if (isRemoved || !own) return
    draw(outside(own, basemap && tiles))
    drawShores()
    map.on('moveend', drawShores)
  }
  const draw = (data: Partial<Record<string, Features>>) => {
    for (const [source, features] of Object.entries(data)) setData(source, features!)
  }
  let hasShores = false
  const drawShores = () => {
    if (hasShores || !needsShores(map.getZoom())) return
    hasShores = true
    loadShores().then(
      (shores) => isRemoved || draw({ ...shores }),
      () => {
        hasShores = false
      },
    )
  }

  map.once('load', () => {
    loaded = true
    void drawBase()
    for (const run of pending) run()
    map.once('idle', () => {
      listeners.onIdle()
      listeners.onMove(boundsOfView(map), null)
    })
  })
  map.on('moveend', (event) => {
    const { lng, lat } = map.getCenter()
    const byPerson = (event as { originalEvent?: unknown }).originalEvent !== undefined
    listeners.onMove(boundsOfView(map), byPerson ? formatPosition({ zoom: map.getZoom(), center: [lng, lat] }) : null)
  })
  addListeners(map, listeners)

  const repaint = () => {
    // The window may change its width and its colours at once; then the page has just taken the map away.
    if (!element.isConnected) return
    for (const { id, paint } of [...layersOf(colour), ...(basemap?.basemapLayers(colour, scheme.matches) ?? [])])
      for (const [name, value] of Object.entries(paint ?? {})) map.setPaintProperty(id, name as 'line-color', value)
  }
  const onScheme = () => whenLoaded(repaint)
  scheme.addEventListener('change', onScheme)

  return {
    show: (points) => whenLoaded(() => setData('points', featuresOf(points))),
    highlight: (point) =>
      whenLoaded(() => {
        setData('highlighted', featuresOf(point ? [point] : []))
        // The highlighted point has its own label, so hide the usual one.
        map.setFilter('labels', ['all', SINGLE, ['!=', ['get', 'id'], point?.id ?? -1]])
      }),
    fitBounds: (bounds, animate) => {
      map.fitBounds(bounds as LngLatBoundsLike, { ...FIT, animate })
    },
    goTo(position) {
      map.jumpTo(position)
    },
    zoomTo({ longitude, latitude }) {
      map.easeTo({ center: [longitude, latitude], zoom: map.getZoom() + 2 }, { originalEvent: true })
    },
    destroy() {
      scheme.removeEventListener('change', onScheme)
      isRemoved = true
      labels?.stop()
      map.remove()
    },
  }
}

const boundsOfView = (map: Canvas) => map.getBounds().toArray().flat() as unknown as Bounds

/** A click selects a point, or zooms in on a cluster. */
function addListeners(map: Canvas, { onSelect, onHover }: MapListeners): void {
  const idOf = (event: MapLayerMouseEvent) => event.features?.[0]?.properties.id as number | undefined
  map.on('click', CLICKABLE, (event) => {
    const id = idOf(event)
    if (id !== undefined) onSelect(id)
  })
  map.on('click', 'clusters', async ({ features, originalEvent }) => {
    const cluster = features?.[0]
    if (cluster?.geometry.type !== 'Point') return
    // A cluster of the API, on its own.
    if (cluster.properties.id !== undefined) {
      onSelect(cluster.properties.id)
      return
    }
    const source = map.getSource<GeoJSONSource>('points')!
    const leaves = await source.getClusterLeaves(cluster.properties.cluster_id, 10_000, 0)
    const coordinates = leaves.map(({ geometry }) => (geometry as { coordinates: [number, number] }).coordinates)
    const bounds = boundsOf(coordinates.map(([longitude, latitude]) => ({ longitude, latitude })))
    map.fitBounds((bounds ?? CANADA) as LngLatBoundsLike, { padding: 60, maxZoom: 17 }, { originalEvent })
  })
  for (const layer of [...CLICKABLE, 'clusters']) {
    map.on('mousemove', layer, (event) => {
      map.getCanvas().style.cursor = 'pointer'
      if (layer !== 'clusters') onHover(idOf(event) ?? null)
    })
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = ''
      onHover(null)
    })
  }
}
