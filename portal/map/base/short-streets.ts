// Labels for streets that are too short on the screen for their name.
import type { Feature } from './geo.ts'

type Position = readonly [longitude: number, latitude: number]

/** Pixels of the world at zoom 0, and of one letter at the size of street names. */
const WORLD_PX = 512
const LETTER_PX = 6

/** For each drawn street, a point at the middle of its longest line, with the zoom from which the name fits the line. */
export function shortStreets(features: readonly Feature[]): Feature[] {
  return features.flatMap(({ geometry, properties }) => {
    if (properties?.kind !== 'street' || geometry.type !== 'MultiLineString') return []
    const lines = geometry.coordinates as unknown as readonly (readonly Position[])[]
    const longest = lines.reduce((best, line) => (lengthOf(line) > lengthOf(best) ? line : best))
    const width = LETTER_PX * String(properties.name).length
    const fits_zoom = Math.log2(width / Math.max(lengthOf(longest), 1e-9))
    const point = { type: 'Point' as const, coordinates: [...middleOf(longest)] }
    return [
      { type: 'Feature' as const, geometry: point, properties: { ...properties, kind: 'short-street', fits_zoom } },
    ]
  })
}

/** Web Mercator, in pixels at zoom 0. */
function project([longitude, latitude]: Position): readonly [x: number, y: number] {
  const radians = (latitude * Math.PI) / 180
  const y = Math.log(Math.tan(Math.PI / 4 + radians / 2)) / Math.PI
  return [(longitude / 360) * WORLD_PX, (y / 2) * WORLD_PX]
}

function distance(a: Position, b: Position): number {
  const [[ax, ay], [bx, by]] = [project(a), project(b)]
  return Math.hypot(ax - bx, ay - by)
}

const lengthOf = (line: readonly Position[]) =>
  line.slice(1).reduce((sum, point, i) => sum + distance(line[i]!, point), 0)

function middleOf(line: readonly Position[]): Position {
  let rest = lengthOf(line) / 2
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!]
    const step = distance(from, to)
    if (step >= rest) {
      const part = step === 0 ? 0 : rest / step
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
    }
    rest -= step
  }
  return line[0]!
}
