// Projects by their distance from a point. It depends on the question, so there is no order made beforehand.

import type { ProjectRecord } from '../records.ts'
import type { Bitset } from '../snapshot/bitset.ts'
import type { Page, PageRequest, Position } from '../snapshot/collection.ts'
import { compareSorted } from '../snapshot/collection.ts'
import { unitVector } from '../snapshot/distance.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { ProjectQuery } from './catalog-query.ts'
import { filterProjects } from './project-filters.ts'

/**
 * One pass measures, a sample says how far the page reaches, a second pass keeps what is within. Projects without a
 * place come last; without a point to be near to, all do, by id.
 */
export function listByDistance(
  snapshot: Snapshot,
  query: ProjectQuery,
  descending: boolean,
  { limit, after, offset = 0 }: PageRequest,
): Page<ProjectRecord> {
  const { projects, index } = snapshot
  const { near, radius_km, ...others } = query
  // `near` orders; only with a radius does it also leave out.
  const set = filterProjects(projects, index, radius_km === undefined ? others : query)
  const rows = rowsOf(set, projects.size)
  const measured = measure(index.vectors, rows, near)
  const skip = after ? 0 : offset
  const wanted = firstAfter(projects.records, rows, measured, skip + limit + 1, descending, after).slice(skip)
  const page = wanted.slice(0, limit)
  return {
    total: rows.length,
    records: page.map(({ id }) => projects.get(id)!),
    next: wanted.length > limit ? page.at(-1)! : null,
  }
}

function rowsOf(set: Bitset | null, size: number): Uint32Array {
  if (set !== null) return set.rows()
  const rows = new Uint32Array(size)
  for (let row = 0; row < size; row++) rows[row] = row
  return rows
}

/** Squares of straight lines, which are in the order of distances; NaN where there is no place. */
function measure(vectors: Float64Array, rows: Uint32Array, near: ProjectQuery['near']): Float64Array {
  const measured = new Float64Array(rows.length).fill(Number.NaN)
  if (!near) return measured
  const [x, y, z] = unitVector(near.latitude, near.longitude)
  for (let i = 0; i < rows.length; i++) {
    const at = rows[i]! * 3
    const dx = vectors[at]! - x
    const dy = vectors[at + 1]! - y
    const dz = vectors[at + 2]! - z
    measured[i] = dx * dx + dy * dy + dz * dz
  }
  return measured
}

const SAMPLE = 256

/** The first `count` in order after a position, without sorting the rest. */
function firstAfter(
  records: readonly ProjectRecord[],
  rows: Uint32Array,
  measured: Float64Array,
  count: number,
  descending: boolean,
  after: Position | undefined,
): Position[] {
  const inOrder = (a: Position, b: Position) => compareSorted(a.value, b.value, descending) || a.id - b.id
  const collect = (reaches: (value: number) => boolean): Position[] => {
    const found: Position[] = []
    for (let i = 0; i < rows.length; i++) {
      const value = measured[i]!
      if (!reaches(value)) continue
      const one = { value: Number.isNaN(value) ? null : value, id: records[rows[i]!]!.id }
      if (after === undefined || inOrder(one, after) > 0) found.push(one)
    }
    return found.sort(inOrder)
  }
  const reach = estimateCutoff(measured, count, descending, after)
  if (reach !== null) {
    const found = collect(descending ? (value) => value >= reach : (value) => value <= reach)
    if (found.length >= count) return found.slice(0, count)
  }
  return collect(() => true).slice(0, count)
}

/** How far about twice the wanted number reach, judged by a sample; null when it is not worth the trouble. */
function estimateCutoff(
  measured: Float64Array,
  count: number,
  descending: boolean,
  after: Position | undefined,
): number | null {
  if (measured.length < SAMPLE * 4 || count * 8 > measured.length) return null
  const step = Math.floor(measured.length / SAMPLE)
  const sample = new Float64Array(SAMPLE).map((_, i) => measured[i * step]!).filter((value) => !Number.isNaN(value))
  sample.sort()
  if (descending) sample.reverse()
  const past = after?.value ?? null
  const start = typeof past === 'number' ? sample.findIndex((value) => (descending ? value < past : value > past)) : 0
  if (start < 0) return null
  return sample[start + Math.ceil((count * 2 * SAMPLE) / measured.length) + 2] ?? null
}
