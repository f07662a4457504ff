// Points on a map of Canada that needs nothing from outside. The drawing is loaded when a map is first shown.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Bounds } from '../map/bounds.ts'
import { boundsOf, CANADA, contains } from '../map/bounds.ts'
import type { MapView } from '../map/map-view.ts'
import { PlainMap } from '../map/plain-map.tsx'
import './point-map.css'
import { text } from '../map/map-text.ts'
import { formatNumber } from './format.ts'

export interface MapPoint {
  readonly id: number
  readonly latitude: number
  readonly longitude: number
  /** Shown beside the point when there is room, and read out. */
  readonly label: string
  /** A letter or number on the point itself, as in a list beside the map. */
  readonly mark?: string
  readonly tone?: 'stone' | 'good' | 'warn' | 'bad' | 'info'
}

export interface PointMapProps {
  readonly label: string
  readonly points: readonly MapPoint[]
  readonly selected?: number | null
  readonly onSelect?: (id: number) => void
  /** Points near each other are drawn as one with their number. */
  readonly cluster?: boolean
  /** Called when the view has come to rest: west, south, east, north. */
  readonly onMove?: (bounds: readonly [number, number, number, number]) => void
  /** Where to look first; all points unless given. */
  readonly bounds?: readonly [number, number, number, number]
}

/** So many of the points in view are in the list for the keyboard; who wants another comes nearer. */
const LISTED = 60

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

export function PointMap(props: PointMapProps) {
  const { label, points, selected = null, onSelect, cluster = false, onMove, bounds } = props
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<MapView | null>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'plain'>('drawing')
  const [view, setView] = useState<Bounds | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const wanted = bounds ?? boundsOf(points) ?? CANADA
  const lookedAt = useRef(String(wanted))
  // The drawing outlives a render; what it calls is always the newest.
  const latest = useRef({ onSelect, onMove, points, wanted })
  latest.current = { onSelect, onMove, points, wanted }

  useEffect(() => {
    let gone = false
    if (hasWebGl()) import('../map/map-view.ts').then(start, () => setState('plain'))
    else setState('plain')
    function start({ createMapView: drawMap }: typeof import('../map/map-view.ts')) {
      if (gone) return
      const now = latest.current
      lookedAt.current = String(now.wanted)
      drawing.current = drawMap(box.current!, cluster, now.wanted, {
        onSelect: (id) => latest.current.onSelect?.(id),
        onHover: setHovered,
        onIdle: () => setState('drawn'),
        onMove: (moved) => {
          setView(moved)
          latest.current.onMove?.(moved)
        },
      })
      drawing.current.show(now.points)
    }
    return () => {
      gone = true
      drawing.current?.end()
      drawing.current = null
    }
  }, [])

  useEffect(() => drawing.current?.show(points), [points])
  const raised = hovered ?? selected
  useEffect(() => drawing.current?.raise(points.find(({ id }) => id === raised)), [points, raised, state])
  useEffect(() => {
    if (!drawing.current || lookedAt.current === String(wanted)) return
    lookedAt.current = String(wanted)
    drawing.current.look(wanted, true)
  }, [String(wanted)])

  const inView = useMemo(() => (view ? points.filter((point) => contains(view, point)) : points), [points, view])
  const listed = text.pointsInView(formatNumber(inView.length), formatNumber(points.length))
  return (
    <section class="map" aria-label={label} aria-busy={state === 'drawing'}>
      {state === 'plain' ? (
        <PlainMap points={points} selected={raised} bounds={bounds} onSelect={(id) => onSelect?.(id)} />
      ) : (
        <div class="map-canvas" ref={box} />
      )}
      <ul class="map-points" aria-label={listed}>
        {inView.slice(0, LISTED).map(({ id, label: name, mark }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={selected === id}
              onClick={() => onSelect?.(id)}
              onFocus={() => setHovered(id)}
              onBlur={() => setHovered(null)}
            >
              {mark ? `${mark} · ${name}` : name}
            </button>
          </li>
        ))}
      </ul>
      <p class="map-credit">{text.credit}</p>
    </section>
  )
}
