// Lists records by distance from a point, without sorting all of them.

import type { Bitset } from '../snapshot/bitset.ts'
import type { Collection, Page, PageRequest, Position } from '../snapshot/collection.ts'
import { compareSorted } from '../snapshot/collection.ts'
import { unitVector } from '../snapshot/distance.ts'

export interface Point {
  readonly latitude: number
  readonly longitude: number
}

interface DistanceSort {
  /** Three numbers per record; NaN without coordinates. */
  readonly vectors: Float64Array
  readonly near: Point | undefined
  readonly descending: boolean
}

/**
 * Measures all distances, estimates from a sample how far the page reaches, and sorts only the records within that
 * cutoff. Records without coordinates come last. Without a point, all records are sorted by ID.
 */
export function pageByDistance<T extends { readonly id: number }>(
  records: Collection<T>,
  set: Bitset | null,
  sort: DistanceSort,
  request: PageRequest,
): Page<T> {
  const { total, positions, next } = positionsByDistance(records, set, sort, request)
  return { total, records: positions.map(({ id }) => records.get(id)!), next }
}

/** The same without reading the records. `value` is the squared chord length. */
function positionsByDistance(
  { ids, size }: Pick<Collection<never>, 'ids' | 'size'>,
  set: Bitset | null,
  { vectors, near, descending }: DistanceSort,
  { limit, after, offset = 0 }: PageRequest,
): { readonly total: number; readonly positions: readonly Position[]; readonly next: Position | null } {
  const rows = rowsOf(set, size)
  const distances = measure(vectors, rows, near)
  const skip = after ? 0 : offset
  const found = firstAfter(ids, rows, distances, skip + limit + 1, descending, after).slice(skip)
  const positions = found.slice(0, limit)
  return { total: rows.length, positions, next: found.length > limit ? positions.at(-1)! : null }
}

function rowsOf(set: Bitset | null, size: number): Uint32Array {
  if (set !== null) return set.rows()
  const rows = new Uint32Array(size)
  for (let row = 0; row < size; row++) rows[row] = row
  return rows
}

/** Squared chord lengths, which sort like distances; NaN without coordinates. */
function measure(vectors: Float64Array, rows: Uint32Array, near: Point | undefined): Float64Array {
  const distances = new Float64Array(rows.length).fill(Number.NaN)
  if (!near) return distances
  const [x, y, z] = unitVector(near.latitude, near.longitude)
  for (let i = 0; i < rows.length; i++) {
    const at = rows[i]! * 3
    const dx = vectors[at]! - x
    const dy = vectors[at + 1]! - y
    const dz = vectors[at + 2]! - z
    distances[i] = dx * dx + dy * dy + dz * dz
  }
  return distances
}

const SAMPLE = 256

/** The first `count` positions after `after`, without sorting the rest. */
function firstAfter(
  ids: Uint32Array,
  rows: Uint32Array,
  distances: Float64Array,
  count: number,
  descending: boolean,
  after: Position | undefined,
): Position[] {
  const inOrder = (a: Position, b: Position) => compareSorted(a.value, b.value, descending) || a.id - b.id
  const collect = (isWithin: (value: number) => boolean): Position[] => {
    const found: Position[] = []
    for (let i = 0; i < rows.length; i++) {
      const value = distances[i]!
      if (!isWithin(value)) continue
      const one = { value: Number.isNaN(value) ? null : value, id: ids[rows[i]!]! }
      if (after === undefined || inOrder(one, after) > 0) found.push(one)
    }
    return found.sort(inOrder)
  }
  const cutoff = estimateCutoff(distances, count, descending, after)
  if (cutoff !== null) {
    const found = collect(descending ? (value) => value >= cutoff : (value) => value <= cutoff)
    if (found.length >= count) return found.slice(0, count)
  }
  return collect(() => true).slice(0, count)
}

/** Estimates the distance that covers about twice `count`; null if sorting everything is as cheap. */
function estimateCutoff(
  distances: Float64Array,
  count: number,
  descending: boolean,
  after: Position | undefined,
): number | null {
  if (distances.length < SAMPLE * 4 || count * 8 > distances.length) return null
  const step = Math.floor(distances.length / SAMPLE)
  const sample = new Float64Array(SAMPLE).map((_, i) => distances[i * step]!).filter((value) => !Number.isNaN(value))
  sample.sort()
  if (descending) sample.reverse()
  const past = after?.value ?? null
  const start = typeof past === 'number' ? sample.findIndex((value) => (descending ? value < past : value > past)) : 0
  if (start < 0) return null
  return sample[start + Math.ceil((count * 2 * SAMPLE) / distances.length) + 2] ?? null
}
