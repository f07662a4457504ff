// Sketches the course of a street from the civic numbers and positions of its buildings.

export interface CivicPoint {
  readonly number: number
  readonly latitude: number
  readonly longitude: number
}

export type Coordinates = readonly [longitude: number, latitude: number]

export interface StreetSketch {
  /** Where the buildings say that the street runs. Empty if they do not say it clearly. */
  readonly lines: readonly (readonly Coordinates[])[]
  /** The middle building, for a label without a line. */
  readonly middle: Coordinates
}

/** Buildings this close together become one vertex: both sides of a street are up to 80 m apart. */
const VERTEX_M = 150
/** Without a building for this long, the course of the street is a guess. */
const MAX_GAP_M = 900
/** A sharper turn means that the numbers do not follow the street. */
const MAX_TURN_DEGREES = 70
const MIN_VERTICES_PER_TURN = 4
const MIN_LENGTH_M = 120
/** Where a stretch has buildings on one side only, its vertices are beside the street. */
const TOLERANCE_M = 45
const METRES_PER_DEGREE = 111_195

interface Vertex {
  readonly x: number
  readonly y: number
}

/** Undefined without points. Points may have any order. */
export function sketchStreet(points: readonly CivicPoint[]): StreetSketch | undefined {
  if (points.length === 0) return undefined
  const sorted = [...points].sort((a, b) => a.number - b.number)
  const { latitude, longitude } = sorted[sorted.length >> 1]!
  const shrink = Math.cos((latitude * Math.PI) / 180)
  const vertices = verticesOf(
    sorted.map((point) => ({
      x: (point.longitude - longitude) * METRES_PER_DEGREE * shrink,
      y: (point.latitude - latitude) * METRES_PER_DEGREE,
    })),
  )
  const toCoordinates = ({ x, y }: Vertex): Coordinates => [
    round(longitude + x / METRES_PER_DEGREE / shrink),
    round(latitude + y / METRES_PER_DEGREE),
  ]
  const lines = splitAtTurns(splitAtGaps(vertices))
    .map(simplify)
    .filter((line) => lengthOf(line) >= MIN_LENGTH_M)
  return { lines: lines.map((line) => line.map(toCoordinates)), middle: [round(longitude), round(latitude)] }
}

/** About a metre. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

const distance = (a: Vertex, b: Vertex) => Math.hypot(a.x - b.x, a.y - b.y)

const lengthOf = (line: readonly Vertex[]) =>
  line.reduce((sum, vertex, i) => (i === 0 ? 0 : sum + distance(line[i - 1]!, vertex)), 0)

/** The means of neighbours in the order of their numbers. */
function verticesOf(points: readonly Vertex[]): Vertex[] {
  const groups: Vertex[][] = []
  for (const point of points) {
    const group = groups.at(-1)
    if (group && distance(group[0]!, point) <= VERTEX_M) group.push(point)
    else groups.push([point])
  }
  const mean = (group: readonly Vertex[], axis: 'x' | 'y') =>
    group.reduce((sum, point) => sum + point[axis], 0) / group.length
  return groups.map((group) => ({ x: mean(group, 'x'), y: mean(group, 'y') }))
}

function splitAtGaps(vertices: readonly Vertex[]): Vertex[][] {
  const lines: Vertex[][] = []
  vertices.forEach((vertex, i) => {
    const before = vertices[i - 1]
    if (before && distance(before, vertex) <= MAX_GAP_M) lines.at(-1)!.push(vertex)
    else lines.push([vertex])
  })
  return lines
}

/** Splits at sharp turns. If they are many, the numbers do not follow the street, and no part of it is certain. */
function splitAtTurns(lines: readonly (readonly Vertex[])[]): Vertex[][] {
  return lines.flatMap((line) => {
    const parts: Vertex[][] = []
    for (const vertex of line) {
      const part = parts.at(-1)
      const turns = part && part.length > 1 && turnAt(part.at(-2)!, part.at(-1)!, vertex) > MAX_TURN_DEGREES
      if (!part || turns) parts.push([vertex])
      else part.push(vertex)
    }
    return (parts.length - 1) * MIN_VERTICES_PER_TURN > line.length ? [] : parts
  })
}

/** Removes vertices that are near the line without them (Douglas–Peucker), so that names can follow the line. */
function simplify(line: readonly Vertex[]): Vertex[] {
  const [first, last] = [line[0]!, line.at(-1)!]
  let furthest = 0
  let most = TOLERANCE_M
  for (let i = 1; i < line.length - 1; i++) {
    const away = distanceFrom(line[i]!, first, last)
    if (away > most) [furthest, most] = [i, away]
  }
  if (furthest === 0) return line.length > 1 ? [first, last] : [first]
  return [...simplify(line.slice(0, furthest + 1)), ...simplify(line.slice(furthest)).slice(1)]
}

function distanceFrom(point: Vertex, a: Vertex, b: Vertex): number {
  const length = distance(a, b)
  if (length === 0) return distance(point, a)
  const along = Math.min(1, Math.max(0, ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length ** 2))
  return distance(point, { x: a.x + along * (b.x - a.x), y: a.y + along * (b.y - a.y) })
}

function turnAt(a: Vertex, b: Vertex, c: Vertex): number {
  const before = Math.atan2(b.y - a.y, b.x - a.x)
  const after = Math.atan2(c.y - b.y, c.x - b.x)
  const turn = (Math.abs(after - before) * 180) / Math.PI
  return turn > 180 ? 360 - turn : turn
}
