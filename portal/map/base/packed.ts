// The base map's file format: delta-encoded coordinates in thousandths of a degree.
export type Ring = readonly (readonly [longitude: number, latitude: number])[]

export interface PackedBase {
  /** Continents and islands, one packed ring each. */
  readonly land: readonly (readonly number[])[]
  /** Polygons of packed rings: the first ring is the shore, the others are islands. */
  readonly lakes: readonly (readonly (readonly number[])[])[]
  /** Name, longitude, latitude, population; the largest first. */
  readonly places: readonly (readonly [string, number, number, number])[]
}

const SCALE = 1000

export function packRing(ring: Ring): number[] {
  const deltas: number[] = []
  let [x, y] = [0, 0]
  for (const [longitude, latitude] of ring) {
    const [nextX, nextY] = [Math.round(longitude * SCALE), Math.round(latitude * SCALE)]
    deltas.push(nextX - x, nextY - y)
    ;[x, y] = [nextX, nextY]
  }
  return deltas
}

export function unpackRing(deltas: readonly number[]): [number, number][] {
  const ring: [number, number][] = []
  let [x, y] = [0, 0]
  for (let i = 0; i < deltas.length; i += 2) {
    x += deltas[i]!
    y += deltas[i + 1]!
    ring.push([x / SCALE, y / SCALE])
  }
  return ring
}
