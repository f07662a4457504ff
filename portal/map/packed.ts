// The base of the map as it is written into its file: coordinates in thousandths of a degree, each as its step from the one before.
export type Ring = readonly (readonly [longitude: number, latitude: number])[]

export interface PackedBase {
  /** Continents and islands, each a ring of steps. */
  readonly land: readonly (readonly number[])[]
  /** Polygons of rings of steps; the first ring is the shore, the others are islands. */
  readonly lakes: readonly (readonly (readonly number[])[])[]
  /** Name, longitude, latitude, people; the largest first. */
  readonly places: readonly (readonly [string, number, number, number])[]
}

const SCALE = 1000

export function packRing(ring: Ring): number[] {
  const steps: number[] = []
  let [x, y] = [0, 0]
  for (const [longitude, latitude] of ring) {
    const [nextX, nextY] = [Math.round(longitude * SCALE), Math.round(latitude * SCALE)]
    steps.push(nextX - x, nextY - y)
    ;[x, y] = [nextX, nextY]
  }
  return steps
}

export function unpackRing(steps: readonly number[]): [number, number][] {
  const ring: [number, number][] = []
  let [x, y] = [0, 0]
  for (let i = 0; i < steps.length; i += 2) {
    x += steps[i]!
    y += steps[i + 1]!
    ring.push([x / SCALE, y / SCALE])
  }
  return ring
}
