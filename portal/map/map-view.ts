// The map itself: maplibre-gl with our own base, points, clusters and what a click on them does.
import 'maplibre-gl/dist/maplibre-gl.css'
import type { GeoJSONSource, LngLatBoundsLike, MapLayerMouseEvent } from 'maplibre-gl'
import { Map as Canvas, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { MapPoint } from '../parts/point-map.tsx'
import { loadBaseMap } from './base-map.ts'
import type { Bounds } from './bounds.ts'
import { boundsOf, CANADA, EDGE } from './bounds.ts'
import type { Features } from './geo.ts'
import { text } from './map-text.ts'
import type { Colour } from './style.ts'
import { layersOf, SINGLE, styleOf } from './style.ts'

// The worker is a file of ours: the policy of the pages allows no other.
setWorkerUrl(workerUrl)

export interface Handlers {
  onSelect(id: number): void
  onHover(id: number | null): void
  onMove(bounds: Bounds): void
  onIdle(): void
}

export interface MapView {
  show(points: readonly MapPoint[]): void
  raise(point: MapPoint | undefined): void
  look(bounds: Bounds, animate: boolean): void
  end(): void
}

const LOCALE = {
  'Map.Title': text.canvas,
  'NavigationControl.ZoomIn': text.zoomIn,
  'NavigationControl.ZoomOut': text.zoomOut,
  'CooperativeGesturesHandler.WindowsHelpText': text.scrollHelp,
  'CooperativeGesturesHandler.MacHelpText': text.scrollHelpMac,
  'CooperativeGesturesHandler.MobileHelpText': text.touchHelp,
}

const CLICKED = ['points', 'marks']

function featuresOf(points: readonly MapPoint[]): Features {
  return {
    type: 'FeatureCollection',
    features: points.map(({ id, label, mark = '', tone = 'stone', latitude, longitude }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { id, label, mark, tone },
    })),
  }
}

export function createMapView(element: HTMLElement, cluster: boolean, first: Bounds, handlers: Handlers): MapView {
  const colour: Colour = (token) => getComputedStyle(element).getPropertyValue(token).trim()
  const map = new Canvas({
    container: element,
    style: styleOf(colour, cluster),
    bounds: first as LngLatBoundsLike,
    fitBoundsOptions: { padding: 40, maxZoom: 15 },
    maxBounds: EDGE as LngLatBoundsLike,
    renderWorldCopies: false,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    maxZoom: 18,
    // A map that is a whole view of its own takes the wheel; a small one inside a page leaves it to the page.
    cooperativeGestures: !cluster,
    locale: LOCALE,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }))

  let loaded = false
  const waiting: (() => void)[] = []
  const whenLoaded = (act: () => void) => (loaded ? act() : waiting.push(act))
  const fill = (source: string, data: Features) => map.getSource<GeoJSONSource>(source)?.setData(data)

  map.once('load', () => {
    loaded = true
    for (const act of waiting) act()
    map.once('idle', () => {
      handlers.onIdle()
      handlers.onMove(map.getBounds().toArray().flat() as unknown as Bounds)
      // Points first: they are what somebody came for.
      loadBaseMap().then(
        (base) => {
          for (const [source, data] of Object.entries(base)) fill(source, data)
        },
        () => {},
      )
    })
  })
  map.on('moveend', () => handlers.onMove(map.getBounds().toArray().flat() as unknown as Bounds))
  listen(map, handlers)

  const repaint = () => {
    for (const { id, paint } of layersOf(colour))
      for (const [name, value] of Object.entries(paint ?? {})) map.setPaintProperty(id, name as 'line-color', value)
  }
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const onScheme = () => whenLoaded(repaint)
  scheme.addEventListener('change', onScheme)

  return {
    show: (points) => whenLoaded(() => fill('points', featuresOf(points))),
    raise: (point) =>
      whenLoaded(() => {
        fill('raised', featuresOf(point ? [point] : []))
        // Its name is drawn with the raised point, and once is enough.
        map.setFilter('labels', ['all', SINGLE, ['!=', ['get', 'id'], point?.id ?? -1]])
      }),
    look: (bounds, animate) => {
      map.fitBounds(bounds as LngLatBoundsLike, { padding: 40, maxZoom: 15, animate })
    },
    end() {
      scheme.removeEventListener('change', onScheme)
      map.remove()
    },
  }
}

/** Clicks: a point is chosen, a cluster comes nearer until it falls apart. */
function listen(map: Canvas, { onSelect, onHover }: Handlers): void {
  const idOf = (event: MapLayerMouseEvent) => event.features?.[0]?.properties.id as number | undefined
  map.on('click', CLICKED, (event) => {
    const id = idOf(event)
    if (id !== undefined) onSelect(id)
  })
  map.on('click', 'clusters', async ({ features }) => {
    const cluster = features?.[0]
    if (cluster?.geometry.type !== 'Point') return
    const source = map.getSource<GeoJSONSource>('points')!
    const leaves = await source.getClusterLeaves(cluster.properties.cluster_id, 10_000, 0)
    const places = leaves.map(({ geometry }) => (geometry as { coordinates: [number, number] }).coordinates)
    const bounds = boundsOf(places.map(([longitude, latitude]) => ({ longitude, latitude })))
    map.fitBounds((bounds ?? CANADA) as LngLatBoundsLike, { padding: 60, maxZoom: 17 })
  })
  for (const layer of [...CLICKED, 'clusters']) {
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
