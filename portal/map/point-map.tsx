// A self-hosted map of Canada with points. The map code loads on first use.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { fill } from '../language/choose-language.ts'
import { loadBaseMap } from './base/base-map.ts'
import type { Bounds } from './base/bounds.ts'
import { boundsOf, CANADA, contains, covers, overlaps } from './base/bounds.ts'
import type { CityPart } from './base/city-parts.ts'
import type { MapView } from './map-view.ts'
import { PlainMap } from './plain-map.tsx'
import './point-map.css'
import { formatNumber } from '../language/format.ts'
import { text } from './base/map-text.ts'
import type { MapTiles } from './base/map-tiles.ts'
import { loadMapTiles } from './base/map-tiles.ts'
import { MapLinks } from './map-links.tsx'
import type { MapPoint } from './map-point.ts'
import { parsePosition } from './map-position.ts'

export interface PointMapProps {
  readonly label: string
  readonly points: readonly MapPoint[]
  readonly selected?: number | null
  readonly onSelect?: (id: number) => void
  /** Draws nearby points as one cluster with their count. */
  readonly cluster?: boolean
  /** Called after each move; with the new position if a person moved the map. */
  readonly onMove?: (bounds: Bounds, position: string | null) => void
  /** `zoom/latitude/longitude`, before which `bounds` and points do not count. */
  readonly position?: string | null
  /** Shows a card with the selected point and links to other maps. Default: true. */
  readonly card?: boolean
  /** The initial view; fits all points if omitted. */
  readonly bounds?: Bounds | undefined
}

/** Maximum points in the keyboard list. Zooming in brings the others into the list. */
const MAX_LISTED = 60

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/** Who made what the view shows: the tiles, cities, our own base, or all of them. */
function creditOf(tiles: MapTiles | null, view: Bounds | null, parts: readonly CityPart[], hasNames: boolean): string {
  if (tiles && view && covers(tiles.bounds, view)) return tiles.attribution
  const cities = parts.map(({ has_streets, owner, licence }) =>
    fill(has_streets ? text.streetMap : text.neighbourhoods, { owner, licence }),
  )
  return [
    tiles && view && overlaps(tiles.bounds, view) && tiles.attribution,
    ...new Set(cities),
    hasNames && !parts.some(({ has_streets }) => has_streets) && text.namesOnly,
    text.credit,
  ]
    .filter(Boolean)
    .join(' · ')
}

export function PointMap(props: PointMapProps) {
  const {
    label,
    points,
    selected = null,
    onSelect,
    cluster = false,
    onMove,
    bounds,
    card = true,
    position = null,
  } = props
  const box = useRef<HTMLDivElement>(null)
  const mapView = useRef<MapView | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'plain'>('loading')
  const [view, setView] = useState<Bounds | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const [names, setNames] = useState<readonly string[]>([])
  const [parts, setParts] = useState<readonly CityPart[]>([])
  const [tiles, setTiles] = useState<MapTiles | null>(null)
  const target = bounds ?? boundsOf(points) ?? CANADA
  const lastTarget = useRef(String(target))
  const lastPosition = useRef(position)
  // The map view outlives a render, so it must call the latest handlers.
  const latest = useRef({ onSelect, onMove, points, target, position })
  latest.current = { onSelect, onMove, points, target, position }
  const select = (id: number) => {
    const point = latest.current.points.find((one) => one.id === id)
    if (point?.count) {
      mapView.current?.zoomTo(point)
      return
    }
    setPicked(id)
    latest.current.onSelect?.(id)
  }

  useEffect(() => {
    let unmounted = false
    const isDrawn = hasWebGl()
    // At the same time as the code of the map.
    if (isDrawn) void Promise.allSettled([loadBaseMap(), loadMapTiles()])
    if (isDrawn) import('./map-view.ts').then(start, () => setState('plain'))
    else setState('plain')
    function start({ createMapView }: typeof import('./map-view.ts')) {
      if (unmounted) return
      const now = latest.current
      lastTarget.current = String(now.target)
      mapView.current = createMapView(box.current!, cluster, parsePosition(now.position) ?? now.target, {
        onSelect: select,
        onHover: setHovered,
        onIdle: () => setState('ready'),
        onTiles: setTiles,
        onParts: setParts,
        // Most moves leave the names as they are.
        onNames: (next) => setNames((now) => (String(now) === String(next) ? now : next)),
        onMove: (moved, position) => {
          if (position) lastPosition.current = position
          setView(moved)
          latest.current.onMove?.(moved, position)
        },
      })
      mapView.current.show(now.points)
    }
    return () => {
      unmounted = true
      mapView.current?.destroy()
      mapView.current = null
    }
  }, [])

  useEffect(() => mapView.current?.show(points), [points])
  const chosen = selected ?? picked
  const highlighted = hovered ?? chosen
  useEffect(() => mapView.current?.highlight(points.find(({ id }) => id === highlighted)), [points, highlighted, state])
  useEffect(() => {
    if (!mapView.current || lastTarget.current === String(target)) return
    lastTarget.current = String(target)
    if (!parsePosition(position)) mapView.current.fitBounds(target, true)
  }, [String(target)])
  useEffect(() => {
    const place = parsePosition(position)
    if (lastPosition.current === position) return
    lastPosition.current = position
    if (place) mapView.current?.goTo(place)
    else mapView.current?.fitBounds(target, true)
  }, [position])

  const inView = useMemo(() => (view ? points.filter((point) => contains(view, point)) : points), [points, view])
  const carded = card
    ? (points.find(({ id }) => id === chosen) ?? (points.length === 1 ? points[0] : undefined))
    : undefined
  const listed = fill(text.pointsInView, { count: formatNumber(inView.length), total: formatNumber(points.length) })
  return (
    <section class="map" aria-label={label} aria-busy={state === 'loading'}>
      {state === 'plain' ? (
        <PlainMap points={points} selected={highlighted} bounds={bounds} onSelect={select} />
      ) : (
        <div class="map-canvas" ref={box} />
      )}
      <ul class="map-points" aria-label={listed}>
        {inView.slice(0, MAX_LISTED).map(({ id, label: name, mark }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={chosen === id}
              onClick={() => select(id)}
              onFocus={() => setHovered(id)}
              onBlur={() => setHovered(null)}
            >
              {mark ? `${mark} · ${name}` : name}
            </button>
          </li>
        ))}
      </ul>
      {state === 'loading' && (
        <p class="map-loading" role="status">
          {text.loading}
        </p>
      )}
      {names.length > 0 && <p class="hidden map-names">{fill(text.streetsInView, { names: names.join(', ') })}</p>}
      {carded && (
        <p class="panel map-card" aria-live="polite">
          <strong class="one-line">{carded.mark ? `${carded.mark} · ${carded.label}` : carded.label}</strong>
          <MapLinks latitude={carded.latitude} longitude={carded.longitude} />
        </p>
      )}
      <p class="map-credit">{creditOf(tiles, view, parts, names.length > 0)}</p>
    </section>
  )
}
