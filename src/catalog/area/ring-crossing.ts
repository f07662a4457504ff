// Finds two edges of a polygon that cross each other. Pure.

type Ring = readonly (readonly [number, number])[]

/** An edge by its ring and the number of its first position. */
export interface Edge {
  readonly ring: number
  readonly at: number
}

interface Segment extends Edge {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly west: number
  readonly east: number
}

/** Rings may touch each other, and a ring may pass the same position twice. Null if no edges cross. */
export function crossingOf(rings: readonly Ring[]): readonly [Edge, Edge] | null {
  const segments = rings.flatMap(segmentsOf).sort((a, b) => a.west - b.west)
  for (let i = 0; i < segments.length; i++) {
    const one = segments[i]!
    // Later segments start farther east.
    for (let j = i + 1; j < segments.length && segments[j]!.west <= one.east; j++) {
      const other = segments[j]!
      if (crosses(one, other)) return one.at > other.at ? [one, other] : [other, one]
    }
  }
  return null
}

function segmentsOf(positions: Ring, ring: number): Segment[] {
  const segments: Segment[] = []
  for (let at = 0; at + 1 < positions.length; at++) {
    const [x1, y1] = positions[at]!
    const [x2, y2] = positions[at + 1]!
    // A repeated position is no edge.
    if (x1 === x2 && y1 === y2) continue
    segments.push({ ring, at, x1, y1, x2, y2, west: Math.min(x1, x2), east: Math.max(x1, x2) })
  }
  return segments
}

function crosses(a: Segment, b: Segment): boolean {
  if (Math.max(a.y1, a.y2) < Math.min(b.y1, b.y2) || Math.max(b.y1, b.y2) < Math.min(a.y1, a.y2)) return false
  const startSide = side(a, b.x1, b.y1)
  const endSide = side(a, b.x2, b.y2)
  const otherStart = side(b, a.x1, a.y1)
  const otherEnd = side(b, a.x2, a.y2)
  if (startSide * endSide < 0 && otherStart * otherEnd < 0) return true
  if (a.ring !== b.ring) return false
  // In one ring, an edge must not end in the middle of another.
  return (
    (startSide === 0 && isInside(a, b.x1, b.y1)) ||
    (endSide === 0 && isInside(a, b.x2, b.y2)) ||
    (otherStart === 0 && isInside(b, a.x1, a.y1)) ||
    (otherEnd === 0 && isInside(b, a.x2, a.y2))
  )
}

/** Positive to the left of the segment, negative to the right, 0 on its line. */
function side({ x1, y1, x2, y2 }: Segment, x: number, y: number): number {
  return Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))
}

/** Between the ends of the segment, for a point on its line. */
function isInside({ x1, y1, x2, y2 }: Segment, x: number, y: number): boolean {
  if ((x === x1 && y === y1) || (x === x2 && y === y2)) return false
  return x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2)
}
