// The map for browsers without WebGL: borders and points as SVG.
import { fill } from '../language/choose-language.ts'
import { formatNumber } from '../language/format.ts'
import type { Bounds } from './base/bounds.ts'
import { boundsOf, CANADA } from './base/bounds.ts'
import { text as words } from './base/map-text.ts'
import { BORDERS } from './base/provinces.ts'
import type { MapPoint } from './map-point.ts'
import { scaleFor } from './scale.ts'

interface PlainMapProps {
  readonly points: readonly MapPoint[]
  readonly selected: number | null
  readonly bounds: Bounds | undefined
  readonly onSelect: (id: number) => void
}

const HEIGHT = 400
/** Degrees around the points, so that a single point has some context. */
const MARGIN = 0.05

export function PlainMap({ points, selected, bounds, onSelect }: PlainMapProps) {
  const [west, south, east, north] = bounds ?? boundsOf(points) ?? CANADA
  const [w, s, e, n] = [west - MARGIN, south - MARGIN, east + MARGIN, north + MARGIN]
  const shrink = Math.cos((((s + n) / 2) * Math.PI) / 180)
  const scale = HEIGHT / (n - s)
  const x = (longitude: number) => (longitude - w) * shrink * scale
  const y = (latitude: number) => (n - latitude) * scale
  const width = x(e)
  const size = points.length > 200 ? 4 : 8
  const { metres, length } = scaleFor(scale, width / 4)
  return (
    <svg class="plain-map" viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
      {BORDERS.map((line, i) => (
        <polyline key={i} points={line.map(([lng, lat]) => `${x(lng)},${y(lat)}`).join(' ')} />
      ))}
      {points.map(({ id, longitude, latitude, mark, tone = 'stone' }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: mouse only; the list of points works with the keyboard
        <g key={id} class={selected === id ? `${tone} highlighted` : tone} onClick={() => onSelect(id)}>
          <circle cx={x(longitude)} cy={y(latitude)} r={mark ? 11 : size} />
          {mark && (
            <text x={x(longitude)} y={y(latitude)} dy="0.35em">
              {mark}
            </text>
          )}
        </g>
      ))}
      <g class="scale">
        <path d={`M12,${HEIGHT - 20} v8 h${length} v-8`} />
        <text x={12 + length / 2} y={HEIGHT - 17}>
          {metres < 1000
            ? fill(words.metres, { count: formatNumber(metres) })
            : fill(words.kilometres, { count: formatNumber(metres / 1000) })}
        </text>
      </g>
    </svg>
  )
}
