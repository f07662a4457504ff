// Polygons of a request: validates GeoJSON and finds the points inside. Pure.

import type { Text } from '../../kernel/phrase.ts'
import { say } from '../../kernel/phrase.ts'
import { Bitset } from '../snapshot/bitset.ts'
import { crossingOf } from './ring-crossing.ts'

export const MAX_POLYGON_POINTS = 1000

type Position = readonly [longitude: number, latitude: number]
export type Ring = readonly Position[]
type Box = readonly [west: number, south: number, east: number, north: number]

/** All of Canada, with its islands. */
const CANADA: Box = [-141.1, 41.6, -52.5, 83.2]

export function isInCanada(longitude: number, latitude: number): boolean {
  const [west, south, east, north] = CANADA
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}

export interface AreaProblem {
  /** Where in the geometry: `coordinates`, 0, 3. */
  readonly path: readonly (string | number)[]
  readonly message: Text
}

/** One or more polygons, ready for many points. */
export interface Area {
  readonly shapes: readonly Shape[]
}

/** Reads a GeoJSON Polygon or MultiPolygon. */
export function readArea(geometry: unknown): Area | AreaProblem {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown }
  if (type !== 'Polygon' && type !== 'MultiPolygon')
    return { path: ['type'], message: 'must be "Polygon" or "MultiPolygon"' }
  const start = ['coordinates']
  const polygons = type === 'Polygon' ? [coordinates] : coordinates
  const pathOf = (polygon: number) => (type === 'Polygon' ? start : [...start, polygon])
  if (!isFilled(polygons)) return { path: start, message: 'must have at least one polygon' }
  let points = 0
  for (const [p, rings] of polygons.entries()) {
    if (!isFilled(rings)) return { path: pathOf(p), message: 'must be a list of rings' }
    for (const [r, ring] of rings.entries()) {
      const path = [...pathOf(p), r]
      if (!Array.isArray(ring)) return { path, message: 'must be a list of positions' }
      points += ring.length
      if (points > MAX_POLYGON_POINTS)
        return { path: start, message: say`must have at most ${MAX_POLYGON_POINTS} positions. Simplify the polygon` }
      const problem = ringProblem(ring, path)
      if (problem) return problem
    }
  }
  const shapes = (polygons as Ring[][]).map((rings) => new Shape(rings))
  if (!shapes.some(({ box }) => overlaps(box, CANADA))) return { path: start, message: 'is outside Canada' }
  for (const [p, rings] of (polygons as Ring[][]).entries()) {
    const crossing = crossingOf(rings)
    if (!crossing) continue
    const [one, other] = crossing.map(({ ring, at }) => [...pathOf(p), ring, at])
    return { path: one!, message: say`crosses the line that starts at /${other!.join('/')}` }
  }
  return { shapes }
}

export function isAreaProblem(result: Area | AreaProblem): result is AreaProblem {
  return 'message' in result
}

const isFilled = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0

function ringProblem(ring: readonly unknown[], path: readonly (string | number)[]): AreaProblem | null {
  for (const [at, position] of ring.entries()) {
    if (!isPosition(position))
      return { path: [...path, at], message: 'must be a position: longitude and latitude in degrees' }
  }
  const positions = ring as Ring
  const isSwapped = positions.every(([longitude, latitude]) => isInCanada(latitude, longitude))
  if (isSwapped && positions.length > 0)
    return {
      path: [...path, 0],
      message: say`must be longitude, then latitude; got ${positions[0]![0]} and ${positions[0]![1]}`,
    }
  const outside = positions.findIndex(([longitude, latitude]) => Math.abs(longitude) > 180 || Math.abs(latitude) > 90)
  if (outside >= 0)
    return { path: [...path, outside], message: 'must have a longitude from -180 to 180 and a latitude from -90 to 90' }
  if (positions.length < 4) return { path, message: say`must have at least 4 positions; got ${positions.length}` }
  const [first, last] = [positions[0]!, positions.at(-1)!]
  if (first[0] !== last[0] || first[1] !== last[1])
    return {
      path: [...path, positions.length - 1],
      message: 'must be the same as the first position, to close the ring',
    }
  return null
}

/** GeoJSON allows an altitude as the third number. */
const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && (value.length === 2 || value.length === 3) && value.every((n) => Number.isFinite(n))

const overlaps = (a: Box, b: Box) => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]

const MAX_BANDS = 256

/** A polygon with holes. Its edges are grouped into bands of latitude, so that a point is compared with few of them. */
class Shape {
  readonly box: Box
  /** Four numbers per edge: both ends. */
  readonly #bands: readonly Float64Array[]
  readonly #bandHeight: number

  constructor(rings: readonly Ring[]) {
    const edges = rings.flatMap((ring) => ring.slice(1).map((end, i) => [...ring[i]!.slice(0, 2), ...end.slice(0, 2)]))
    this.box = boxOf(rings[0]!)
    const [, south, , north] = this.box
    const count = Math.min(MAX_BANDS, edges.length)
    this.#bandHeight = (north - south) / count || 1
    const bands = Array.from({ length: count }, (): number[] => [])
    for (const edge of edges) {
      const [, from = 0, , to = 0] = edge
      const last = this.#bandOf(Math.max(from, to), count)
      for (let band = this.#bandOf(Math.min(from, to), count); band <= last; band++) bands[band]!.push(...edge)
    }
    this.#bands = bands.map((band) => Float64Array.from(band))
  }

  #bandOf(latitude: number, count: number): number {
    return Math.min(count - 1, Math.max(0, Math.floor((latitude - this.box[1]) / this.#bandHeight)))
  }

  /** Counts the edges east of the point: an odd number means inside. */
  contains(longitude: number, latitude: number): boolean {
    const [west, south, east, north] = this.box
    if (!(longitude >= west && longitude <= east && latitude >= south && latitude <= north)) return false
    const edges = this.#bands[this.#bandOf(latitude, this.#bands.length)]!
    let inside = false
    for (let i = 0; i < edges.length; i += 4) {
      const y1 = edges[i + 1]!
      const y2 = edges[i + 3]!
      if (y1 > latitude === y2 > latitude) continue
      const x1 = edges[i]!
      if (longitude < x1 + ((latitude - y1) * (edges[i + 2]! - x1)) / (y2 - y1)) inside = !inside
    }
    return inside
  }
}

function boxOf(ring: Ring): Box {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [longitude, latitude] of ring) {
    box[0] = Math.min(box[0], longitude)
    box[1] = Math.min(box[1], latitude)
    box[2] = Math.max(box[2], longitude)
    box[3] = Math.max(box[3], latitude)
  }
  return box
}

export function isInArea({ shapes }: Area, longitude: number, latitude: number): boolean {
  return shapes.some((shape) => shape.contains(longitude, latitude))
}

/** The rows of `set` whose point is in the area. */
export function rowsInArea(
  { latitude, longitude }: { readonly latitude: Float64Array; readonly longitude: Float64Array },
  area: Area,
  set: Bitset,
): Bitset {
  const found = new Bitset(set.size)
  for (let row = set.next(0); row < set.size; row = set.next(row + 1))
    if (isInArea(area, longitude[row]!, latitude[row]!)) found.words[row >>> 5]! |= 1 << (row & 31)
  return found
}
