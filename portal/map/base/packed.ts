// The file formats of the base map: coordinates as differences, in thousandths of a degree or finer.
export type Ring = readonly (readonly [longitude: number, latitude: number])[]

export interface PackedShores {
  /** Continents and islands, one packed ring each. */
  readonly land: readonly (readonly number[])[]
  /** Polygons of packed rings: the first ring is the shore, the others are islands. */
  readonly lakes: readonly (readonly (readonly number[])[])[]
}

export interface PackedBase extends PackedShores {
  /** Name, longitude, latitude, population; the largest first. */
  readonly places: readonly (readonly [string, number, number, number])[]
}

/** Streets of a city, or its neighbourhoods: by kind, names with their packed lines. */
export type PackedPart = Readonly<Record<string, readonly (readonly [string, ...(readonly number[])[]])[]>>

const SCALE = 1000
/** A metre, for streets. */
export const FINE = 100_000

export function packRing(ring: Ring, scale = SCALE): number[] {
  const deltas: number[] = []
  let [x, y] = [0, 0]
  for (const [longitude, latitude] of ring) {
    const [nextX, nextY] = [Math.round(longitude * scale), Math.round(latitude * scale)]
    deltas.push(nextX - x, nextY - y)
    ;[x, y] = [nextX, nextY]
  }
  return deltas
}

export function unpackRing(deltas: readonly number[], scale = SCALE): [number, number][] {
  const ring: [number, number][] = []
  let [x, y] = [0, 0]
  for (let i = 0; i < deltas.length; i += 2) {
    x += deltas[i]!
    y += deltas[i + 1]!
    ring.push([x / scale, y / scale])
  }
  return ring
}
