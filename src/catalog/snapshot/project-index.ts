// The columns of projects that filters and facets read, by the names of the filters.

import type { ProjectRecord } from '../records/record-types.ts'
import { Bitset } from './bitset.ts'
import type { Collection } from './collection.ts'
import type { ListColumn } from './columns.ts'
import { vectorsOf } from './distance.ts'

/** The values of this many rows are also known together: a word of a bitset. */
const BLOCK = 32

/** If a row's values are unknown, both are NaN, so that comparisons fail. */
export class ValueRange {
  readonly #low: Float64Array
  readonly #high: Float64Array
  /** The lowest and the highest value of each block of rows. Neighbours come from one source, and often have none. */
  #blocks: { readonly low: Float64Array; readonly high: Float64Array } | null = null

  constructor(low: Float64Array, high: Float64Array) {
    this.#low = low
    this.#high = high
  }

  get #blockRanges() {
    this.#blocks ??= blocksOf(this.#low, this.#high)
    return this.#blocks
  }

  /** The rows whose range overlaps [min, max]. */
  overlap(min = -Infinity, max = Infinity): Bitset {
    const [low, high, blocks] = [this.#low, this.#high, this.#blockRanges]
    const set = new Bitset(low.length)
    for (let block = 0; block < set.words.length; block++) {
      if (!(blocks.high[block]! >= min && blocks.low[block]! <= max)) continue
      const end = Math.min(low.length, (block + 1) * BLOCK)
      let word = 0
      // Branch-free, because results are unpredictable.
      for (let row = block * BLOCK; row < end; row++)
        word |= (Number(high[row]! >= min) & Number(low[row]! <= max)) << (row & 31)
      set.words[block] = word
    }
    return set
  }

  /** The lowest and the highest value of some rows, or of all; null if they are unknown. */
  extent(rows: Bitset | null): { readonly min: number; readonly max: number } | null {
    const [low, high, blocks] = [this.#low, this.#high, this.#blockRanges]
    let min = Infinity
    let max = -Infinity
    for (let block = 0; block < blocks.low.length; block++) {
      if (!(blocks.low[block]! < min || blocks.high[block]! > max)) continue
      const end = Math.min(low.length, (block + 1) * BLOCK)
      const word = rows === null ? -1 : rows.words[block]!
      for (let row = word === 0 ? end : block * BLOCK; row < end; row++) {
        if (((word >>> (row & 31)) & 1) === 0) continue
        if (low[row]! < min) min = low[row]!
        if (high[row]! > max) max = high[row]!
      }
    }
    return max < min ? null : { min, max }
  }
}

function blocksOf(low: Float64Array, high: Float64Array) {
  const count = Math.ceil(low.length / BLOCK)
  const blocks = { low: new Float64Array(count).fill(Infinity), high: new Float64Array(count).fill(-Infinity) }
  for (let row = 0; row < low.length; row++) {
    const block = row >>> 5
    if (low[row]! < blocks.low[block]!) blocks.low[block] = low[row]!
    if (high[row]! > blocks.high[block]!) blocks.high[block] = high[row]!
  }
  return blocks
}

/** Values that have no range. */
const SINGLE_VALUES: ReadonlySet<string> = new Set(['storeys', 'units'])

export class ProjectIndex {
  readonly #projects: Collection<ProjectRecord>
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  readonly #ranges = new Map<string, ValueRange>()
  #vectors: Float64Array | null = null

  constructor(projects: Collection<ProjectRecord>) {
    this.#projects = projects
    this.latitude = projects.numbers('latitude')
    this.longitude = projects.numbers('longitude')
  }

  list(name: string): ListColumn {
    return this.#projects.lists(name)
  }

  range(name: string): ValueRange {
    let range = this.#ranges.get(name)
    if (!range) {
      const [low, high] = SINGLE_VALUES.has(name) ? [name, name] : [`${name}_low`, `${name}_high`]
      range = new ValueRange(this.#projects.numbers(low), this.#projects.numbers(high))
      this.#ranges.set(name, range)
    }
    return range
  }

  /** Unit vectors, three numbers per row. */
  get vectors(): Float64Array {
    this.#vectors ??= vectorsOf(this.latitude, this.longitude)
    return this.#vectors
  }
}
