// All records of one kind, with sort orders; sorts and pages any subset.
import { LRUCache } from 'lru-cache'
import { Bitset } from './bitset.ts'

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
  readonly values: readonly SortValue[]
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

export class Collection<T extends { readonly id: number }> {
  readonly records: readonly T[]
  readonly size: number
  readonly #rowOfId: ReadonlyMap<number, number>
  readonly #sortKeys: Readonly<Record<string, (record: T) => SortValue>>
  readonly #orders = new Map<string, Order>()
  readonly #sets = new LRUCache<string, Bitset>({ max: MAX_CACHED_SETS })
  /** Sets by rank in a sort order instead of by row. */
  readonly #rankSets = new WeakMap<Bitset, Map<Order, Bitset>>()

  /** `records` must be in ID order. */
  constructor(records: readonly T[], sortKeys: Readonly<Record<string, (record: T) => SortValue>>) {
    this.records = records
    this.size = records.length
    this.#rowOfId = new Map(records.map((record, row) => [record.id, row]))
    this.#sortKeys = sortKeys
  }

  get(id: number): T | undefined {
    const row = this.#rowOfId.get(id)
    return row === undefined ? undefined : this.records[row]
  }

  row(id: number): number | undefined {
    return this.#rowOfId.get(id)
  }

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
      const row = this.#rowOfId.get(id)
      if (row !== undefined) rows.push(row)
    }
    return Bitset.of(this.size, rows)
  }

  /** `set` null means all records. */
  page(set: Bitset | null, sort: Sort, request: PageRequest): Page<T> {
    const total = set === null ? this.size : set.count()
    const order = this.#order(sort)
    const sequence = set !== null && total * SPARSE_FACTOR < this.size ? sortByRank(set.rows(total), order) : order.rows
    const within = sequence === order.rows ? set : null
    const { limit, after } = request
    let skip = after ? 0 : (request.offset ?? 0)
    let at = after ? this.#firstAfter(sequence, order, after, sort.descending) : 0
    if (within === null) {
      at += skip
      skip = 0
    }
    const records: T[] = []
    let more = false
    for (; at < sequence.length; at++) {
      if (within !== null) at = this.#nextIn(within, order, at)
      if (at >= sequence.length) break
      const row = sequence[at]!
      if (skip > 0) {
        skip--
        continue
      }
      if (records.length === limit) {
        more = true
        break
      }
      records.push(this.records[row]!)
    }
    const last = records.at(-1)
    const next = more && last ? { value: order.values[this.#rowOfId.get(last.id)!]!, id: last.id } : null
    return { total, records, next }
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

  #firstAfter(sequence: Uint32Array, { values }: Order, { value, id }: Position, descending: boolean): number {
    let low = 0
    let high = sequence.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const row = sequence[middle]!
      const order = compareSorted(values[row]!, value, descending) || this.records[row]!.id - id
      if (order > 0) high = middle
      else low = middle + 1
    }
    return low
  }

  #order({ key, descending }: Sort): Order {
    const name = descending ? `-${key}` : key
    const cached = this.#orders.get(name)
    if (cached) return cached
    const keyOf = this.#sortKeys[key]
    if (!keyOf) throw new TypeError(`unknown sort key ${key}`)
    const values = this.records.map(keyOf)
    // Rows are in ID order, so the row number breaks ties.
    const rows = Uint32Array.from(this.records.keys())
    rows.sort((a, b) => compareSorted(values[a]!, values[b]!, descending) || a - b)
    const rank = new Uint32Array(rows.length)
    for (let i = 0; i < rows.length; i++) rank[rows[i]!] = i
    const order = { rows, rank, values }
    this.#orders.set(name, order)
    return order
  }
}

function sortByRank(rows: Uint32Array, { rank, rows: inOrder }: Order): Uint32Array {
  for (let i = 0; i < rows.length; i++) rows[i] = rank[rows[i]!]!
  rows.sort()
  for (let i = 0; i < rows.length; i++) rows[i] = inOrder[rows[i]!]!
  return rows
}
