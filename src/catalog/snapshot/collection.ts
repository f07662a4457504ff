// All current records of one kind, with sort orders; sorts and pages any subset.
import { LRUCache } from 'lru-cache'
import { Bitset } from './bitset.ts'
import type { SortedColumn } from './columns.ts'
import { UNKNOWN } from './columns.ts'
import { RecordTable } from './record-table.ts'

export type SortValue = number | string | null

/** The sort value and ID of a page's last record. Stays valid after the snapshot is replaced. */
export interface Position {
  readonly value: SortValue
  readonly id: number
}

export interface Sort<K extends string = string> {
  readonly key: K
  readonly descending: boolean
}

/** Starts after a position or at an offset. */
export interface PageRequest {
  readonly limit: number
  readonly after?: Position | undefined
  readonly offset?: number | undefined
}

export interface Page<T> {
  readonly total: number
  readonly records: readonly T[]
  /** Null on the last page. */
  readonly next: Position | null
}

interface Order {
  readonly rows: Uint32Array
  readonly rank: Uint32Array
  /** Null for the order by ID. */
  readonly column: SortedColumn | null
}

/** Nulls come last in both directions. The caller breaks ties by ID. */
export function compareSorted(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b !== descending ? -1 : 1
}

/** After this many consecutive misses, look up the next match instead of scanning. */
const MAX_SCAN = 512

/** If fewer than 1 in this many records match, sorting the matches is cheaper than scanning the order. */
const SPARSE_FACTOR = 32

const MAX_CACHED_SETS = 256

export class Collection<T extends { readonly id: number }> extends RecordTable<T> {
  readonly #orders = new Map<string, Order>()
  readonly #sets = new LRUCache<string, Bitset>({ max: MAX_CACHED_SETS })
  /** Sets by rank in a sort order instead of by row. */
  readonly #rankSets = new WeakMap<Bitset, Map<Order, Bitset>>()
  /** The rows of small sets in a sort order. */
  readonly #sortedSets = new WeakMap<Bitset, Map<Order, Uint32Array>>()

  /** Returns the cached set for `key`, or makes and caches it. */
  cachedSet(key: string, make: () => Bitset): Bitset {
    let set = this.#sets.get(key)
    if (!set) {
      set = make()
      this.#sets.set(key, set)
    }
    return set
  }

  rowsOfIds(ids: Iterable<number>): Bitset {
    const rows: number[] = []
    for (const id of ids) {
      const row = this.row(id)
      if (row !== undefined) rows.push(row)
    }
    return Bitset.of(this.size, rows)
  }

  /** `set` null means all records. */
  page(set: Bitset | null, sort: Sort, request: PageRequest): Page<T> {
    const total = set === null ? this.size : set.count()
    const order = this.#order(sort)
    const sequence = set !== null && total * SPARSE_FACTOR < this.size ? this.#sortedSet(set, order) : order.rows
    const within = sequence === order.rows ? set : null
    const { limit, after } = request
    let skip = after ? 0 : (request.offset ?? 0)
    let at = after ? this.#firstAfter(sequence, order, after, sort.descending) : 0
    if (within === null) {
      at += skip
      skip = 0
    }
    const rows: number[] = []
    let more = false
    for (; at < sequence.length; at++) {
      if (within !== null) at = this.#nextIn(within, order, at)
      if (at >= sequence.length) break
      if (skip > 0) {
        skip--
        continue
      }
      if (rows.length === limit) {
        more = true
        break
      }
      rows.push(sequence[at]!)
    }
    const last = rows.at(-1)
    const next = more && last !== undefined ? this.#positionOf(order, last) : null
    return { total, records: rows.map((row) => this.at(row)), next }
  }

  #sortedSet(set: Bitset, order: Order): Uint32Array {
    const byOrder = this.#sortedSets.get(set) ?? new Map<Order, Uint32Array>()
    const rows = byOrder.get(order) ?? sortByRank(set.rows(), order)
    this.#sortedSets.set(set, byOrder.set(order, rows))
    return rows
  }

  #positionOf({ column }: Order, row: number): Position {
    const id = this.ids[row]!
    return { value: column === null ? id : column.valueAt(row), id }
  }

  /** The rank of the next record in `set`. Gaps can be large: old buildings have no price. */
  #nextIn(set: Bitset, order: Order, from: number): number {
    const { rows, rank } = order
    const cached = this.#rankSets.get(set)?.get(order)
    if (cached) return cached.next(from)
    const end = Math.min(rows.length, from + MAX_SCAN)
    for (let at = from; at < end; at++) if (set.has(rows[at]!)) return at
    const ranks = new Bitset(this.size)
    const members = set.rows()
    for (let i = 0; i < members.length; i++) {
      const at = rank[members[i]!]!
      ranks.words[at >>> 5]! |= 1 << (at & 31)
    }
    this.#rankSets.set(set, (this.#rankSets.get(set) ?? new Map()).set(order, ranks))
    return ranks.next(end)
  }

  #firstAfter(sequence: Uint32Array, { column }: Order, { value, id }: Position, descending: boolean): number {
    const target = column === null ? null : codeOf(column, value)
    const isAfter = (row: number): boolean => {
      if (column === null) return descending ? this.ids[row]! < id : this.ids[row]! > id
      const order = compareCodes(column.codes[row]!, target!, descending)
      return order !== 0 ? order > 0 : this.ids[row]! > id
    }
    let low = 0
    let high = sequence.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isAfter(sequence[middle]!)) high = middle
      else low = middle + 1
    }
    return low
  }

  #order({ key, descending }: Sort): Order {
    const name = descending ? `-${key}` : key
    let order = this.#orders.get(name)
    if (!order) {
      const column = key === 'id' ? null : this.sorted(key)
      const rows = column === null ? rowsById(this.size, descending) : rowsByCode(column, descending)
      const rank = new Uint32Array(rows.length)
      for (let i = 0; i < rows.length; i++) rank[rows[i]!] = i
      order = { rows, rank, column }
      this.#orders.set(name, order)
    }
    return order
  }
}

/** The position of the value in the dictionary; half-way between two positions if it is not there. */
function codeOf({ dictionary }: SortedColumn, value: SortValue): number {
  if (value === null) return UNKNOWN
  const code = dictionary.lowerBound(value)
  return code < dictionary.size && dictionary.at(code) === value ? code : code - 0.5
}

function compareCodes(a: number, b: number, descending: boolean): number {
  if (a === b) return 0
  if (a === UNKNOWN) return 1
  if (b === UNKNOWN) return -1
  return descending ? b - a : a - b
}

function rowsById(size: number, descending: boolean): Uint32Array {
  const rows = new Uint32Array(size)
  for (let i = 0; i < size; i++) rows[i] = descending ? size - 1 - i : i
  return rows
}

/** A counting sort. Rows are in ID order, so that equal values stay in ID order. */
function rowsByCode({ codes, dictionary }: SortedColumn, descending: boolean): Uint32Array {
  const { size } = dictionary
  const placeOf = (code: number) => (code === UNKNOWN ? size : descending ? size - 1 - code : code)
  const starts = new Uint32Array(size + 2)
  for (let row = 0; row < codes.length; row++) starts[placeOf(codes[row]!) + 1]!++
  for (let place = 0; place <= size; place++) starts[place + 1]! += starts[place]!
  const rows = new Uint32Array(codes.length)
  for (let row = 0; row < codes.length; row++) rows[starts[placeOf(codes[row]!)]!++] = row
  return rows
}

function sortByRank(rows: Uint32Array, { rank, rows: inOrder }: Order): Uint32Array {
  for (let i = 0; i < rows.length; i++) rows[i] = rank[rows[i]!]!
  rows.sort()
  for (let i = 0; i < rows.length; i++) rows[i] = inOrder[rows[i]!]!
  return rows
}
