// Rings of coordinates at build time: cut to a box, simplified where nobody looks closely, measured.
import type { Ring } from './packed.ts'

export type Box = readonly [west: number, south: number, east: number, north: number]

/** Canada and what lies around it, so that a high window is filled too; the map shows nothing beyond. */
export const BOX: Box = [-170, 20, -40, 80]

type Point = readonly [number, number]

function cross(inside: (point: Point) => boolean, at: (a: Point, b: Point) => Point, ring: Ring): Ring {
  const kept: Point[] = []
  ring.forEach((point, i) => {
    const before = ring[(i + ring.length - 1) % ring.length]!
    if (inside(point) !== inside(before)) kept.push(at(before, point))
    if (inside(point)) kept.push(point)
  })
  return kept
}

/** The part of a ring inside the box, side by side of it (Sutherland and Hodgman). */
export function clipRing(ring: Ring, [west, south, east, north]: Box): Ring {
  if (ring.every(([x]) => x > east) || ring.every(([x]) => x < west) || ring.every(([, y]) => y < south)) return []
  const atX =
    (x: number) =>
    (a: Point, b: Point): Point => [x, a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1])]
  const atY =
    (y: number) =>
    (a: Point, b: Point): Point => [a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]), y]
  let cut = cross(([x]) => x >= west, atX(west), ring)
  cut = cross(([x]) => x <= east, atX(east), cut)
  cut = cross(([, y]) => y >= south, atY(south), cut)
  return cross(([, y]) => y <= north, atY(north), cut)
}

/** In square degrees, with a degree of longitude as short as it is up there. */
export function areaOf(ring: Ring): number {
  let sum = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
    sum += (ring[j]![0] - ring[i]![0]) * (ring[j]![1] + ring[i]![1])
  return Math.abs(sum / 2) * Math.cos((ring[0]![1] * Math.PI) / 180)
}

/** Leaves out points that are no further than the tolerance of their place from the line without them (Douglas and Peucker). */
export function simplifyRing(ring: Ring, toleranceAt: (x: number, y: number) => number): Ring {
  const tolerances = Float64Array.from(ring, ([x, y]) => toleranceAt(x, y))
  const kept = new Uint8Array(ring.length)
  const half = Math.floor(ring.length / 2)
  kept[0] = kept[half] = kept[ring.length - 1] = 1
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
    kept[furthest] = 1
    spans.push([from, furthest], [furthest, to])
  }
  return ring.filter((_, i) => kept[i])
}

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const shrink = Math.cos((y * Math.PI) / 180)
  const [dx, dy] = [(bx - ax) * shrink, by - ay]
  const [px, py] = [(x - ax) * shrink, y - ay]
  const along = dx || dy ? Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy))) : 0
  return Math.hypot(px - along * dx, py - along * dy)
}
