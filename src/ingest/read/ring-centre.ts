// Computes the centre of a building outline. Pure.
import { at } from '../../kernel/at.ts'

/** Longitude, latitude. */
export type Point = readonly [number, number]

/** The area centroid, or the mean of the corners when the outline has no area. */
export function ringCentre(ring: readonly Point[]): Point | null {
  const [origin] = ring
  if (!origin) return null
  let [area, x, y] = [0, 0, 0]
  ring.forEach((point, i) => {
    const next = at(ring, (i + 1) % ring.length)
    // Relative to the first corner, because products of whole degrees would lose precision.
    const [ax, ay, bx, by] = [point[0] - origin[0], point[1] - origin[1], next[0] - origin[0], next[1] - origin[1]]
    const cross = ax * by - bx * ay
    area += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  })
  if (Math.abs(area) > 1e-15) return [origin[0] + x / (3 * area), origin[1] + y / (3 * area)]
  const sum = ring.reduce(([a, b], point) => [a + point[0], b + point[1]] as const, [0, 0] as Point)
  return [sum[0] / ring.length, sum[1] / ring.length]
}
