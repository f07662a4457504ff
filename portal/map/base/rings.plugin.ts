// Clips, simplifies and measures coordinate rings at build time.
import type { Bounds } from './bounds.ts'
import type { Ring } from './packed.ts'

type Point = readonly [number, number]

function clipSide(inside: (point: Point) => boolean, crossing: (a: Point, b: Point) => Point, ring: Ring): Ring {
  const clipped: Point[] = []
  ring.forEach((point, i) => {
    const before = ring[(i + ring.length - 1) % ring.length]!
    if (inside(point) !== inside(before)) clipped.push(crossing(before, point))
    if (inside(point)) clipped.push(point)
  })
  return clipped
}

/** Clips the ring to the box, one side at a time (Sutherland–Hodgman). */
export function clipRing(ring: Ring, [west, south, east, north]: Bounds): Ring {
  if (ring.every(([x]) => x > east) || ring.every(([x]) => x < west) || ring.every(([, y]) => y < south)) return []
  const atX =
    (x: number) =>
    (a: Point, b: Point): Point => [x, a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1])]
  const atY =
    (y: number) =>
    (a: Point, b: Point): Point => [a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]), y]
  let clipped = clipSide(([x]) => x >= west, atX(west), ring)
  clipped = clipSide(([x]) => x <= east, atX(east), clipped)
  clipped = clipSide(([, y]) => y >= south, atY(south), clipped)
  return clipSide(([, y]) => y <= north, atY(north), clipped)
}

/** Area in square degrees, corrected for how short a degree of longitude is at that latitude. */
export function areaOf(ring: Ring): number {
  let sum = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
    sum += (ring[j]![0] - ring[i]![0]) * (ring[j]![1] + ring[i]![1])
  return Math.abs(sum / 2) * Math.cos((ring[0]![1] * Math.PI) / 180)
}

/** Removes points that are within their tolerance of the simplified line (Douglas–Peucker). */
export function simplifyRing(ring: Ring, toleranceAt: (x: number, y: number) => number): Ring {
  const tolerances = Float64Array.from(ring, ([x, y]) => toleranceAt(x, y))
  const retained = new Uint8Array(ring.length)
  const half = Math.floor(ring.length / 2)
  retained[0] = retained[half] = retained[ring.length - 1] = 1
  const spans: [number, number][] = [
    [0, half],
    [half, ring.length - 1],
  ]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    let furthest = -1
    let excess = 0
    for (let i = from + 1; i < to; i++) {
      const over = distance(ring[i]!, ring[from]!, ring[to]!) - tolerances[i]!
      if (over > excess) {
        excess = over
        furthest = i
      }
    }
    if (furthest < 0) continue
    retained[furthest] = 1
    spans.push([from, furthest], [furthest, to])
  }
  return ring.filter((_, i) => retained[i])
}

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const shrink = Math.cos((y * Math.PI) / 180)
  const [dx, dy] = [(bx - ax) * shrink, by - ay]
  const [px, py] = [(x - ax) * shrink, y - ay]
  const along = dx || dy ? Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy))) : 0
  return Math.hypot(px - along * dx, py - along * dy)
}
