// All records of one kind, in id order, with their sort orders: picks, sorts and pages any set of them.
import { LRUCache } from 'lru-cache'
import { Bitset } from './bitset.ts'

export type SortValue = number | string | null

/** Where a page ended: the sort value and id of its last record. It outlives the snapshot it was made from. */
export interface Position {
  readonly value: SortValue
  readonly id: number
}

export interface Sort<K extends string = string> {
  readonly key: K
  readonly descending: boolean
}

/** From a position, or from an offset. */
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

/** Values ascending or descending; unknown ones last either way; ties by id ascending. */
export function compareSorted(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b !== descending ? -1 : 1
}

/** So many records that do not match in a row, and where the next one is gets looked up instead of walked to. */
const MAX_SCAN = 512

/** Below this share of the records it is cheaper to sort the matches than to walk the order. */
const SPARSE_FACTOR = 32

const MAX_CACHED_SETS = 256

export class Collection<T extends { readonly id: number }> {
  readonly records: readonly T[]
  readonly size: number
  readonly #rowOfId: ReadonlyMap<number, number>
  readonly #sortKeys: Readonly<Record<string, (record: T) => SortValue>>
  readonly #orders = new Map<string, Order>()
  readonly #sets = new LRUCache<string, Bitset>({ max: MAX_CACHED_SETS })
  /** Sets by place in an order instead of by row. */
  readonly #places = new WeakMap<Bitset, Map<Order, Bitset>>()

  /** `records` in id order. */
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

  /** One page of the records in `set` (null: all of them). */
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

  /** Where in the order the next record of `set` is. A gap may be most of the order: old buildings have no price. */
  #nextIn(set: Bitset, order: Order, from: number): number {
    const { rows, rank } = order
    const known = this.#places.get(set)?.get(order)
    if (known) return known.next(from)
    const end = Math.min(rows.length, from + MAX_SCAN)
    for (let at = from; at < end; at++) if (set.has(rows[at]!)) return at
    const places = new Bitset(this.size)
    const members = set.rows()
    for (let i = 0; i < members.length; i++) {
      const place = rank[members[i]!]!
      places.words[place >>> 5]! |= 1 << (place & 31)
    }
    this.#places.set(set, (this.#places.get(set) ?? new Map()).set(order, places))
    return places.next(end)
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
    const known = this.#orders.get(name)
    if (known) return known
    const keyOf = this.#sortKeys[key]
    if (!keyOf) throw new TypeError(`no sort key ${key}`)
    const values = this.records.map(keyOf)
    // Rows are in id order, so the row number breaks ties.
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
