// Records of one table, decoded from JSON when they are read.
import type { LRUCache } from 'lru-cache'
import type { Bodies } from './bodies.ts'
import type { Column } from './columns.ts'
import { IdColumn, ListColumn, NumberColumn, SortedColumn } from './columns.ts'
import { IdLookup } from './id-lookup.ts'
import type { Table } from './table.ts'

/** Turns the stored JSON value into the record. */
export type Decode<T> = (value: unknown, id: number) => T

/** Iterating reads this much at a time. */
const READ_AHEAD_BYTES = 256 * 1024

export class RecordTable<T extends object> implements Iterable<T> {
  readonly size: number
  readonly ids: Uint32Array
  readonly table: Table
  readonly #name: string
  readonly #bodies: Bodies
  readonly #decode: Decode<T>
  readonly #cache: LRUCache<number, object>
  #lookup: IdLookup | null = null

  constructor(name: string, table: Table, bodies: Bodies, decode: Decode<T> = (value) => value as T) {
    this.#name = name
    this.table = table
    this.ids = table.ids
    this.size = table.ids.length
    this.#bodies = bodies
    this.#decode = decode
    this.#cache = bodies.cacheOf(name)
  }

  row(id: number): number | undefined {
    this.#lookup ??= new IdLookup(this.ids)
    return this.#lookup.row(id)
  }

  has(id: number): boolean {
    return this.row(id) !== undefined
  }

  get(id: number): T | undefined {
    const row = this.row(id)
    return row === undefined ? undefined : this.at(row)
  }

  at(row: number): T {
    const offset = this.table.offsets[row]!
    let record = this.#cache.get(offset) as T | undefined
    if (!record) {
      const body = this.bytesAt(row)
      record = this.#decodeBody(body, row)
      this.#cache.set(offset, record, { size: body.length + 1 })
    }
    return record
  }

  /** The stored JSON. */
  bytesAt(row: number): Buffer {
    return this.#bodies.read(this.#name, this.table.offsets[row]!, this.table.lengths[row]!)
  }

  /** In ID order. Reads neighbours together and leaves the cache alone. */
  *[Symbol.iterator](): Generator<T> {
    const { offsets, lengths } = this.table
    for (let row = 0; row < this.size; ) {
      let end = row + 1
      let bytes = lengths[row]!
      while (end < this.size && offsets[end] === offsets[row]! + bytes && bytes < READ_AHEAD_BYTES)
        bytes += lengths[end++]!
      const chunk = this.#bodies.read(this.#name, offsets[row]!, bytes)
      for (let at = 0; row < end; row++) {
        yield this.#decodeBody(end - row === 1 && at === 0 ? chunk : chunk.subarray(at, at + lengths[row]!), row)
        at += lengths[row]!
      }
    }
  }

  toArray(): T[] {
    return [...this]
  }

  numbers(name: string): Float64Array {
    return this.#column(name, NumberColumn).values
  }

  idsOf(name: string): Uint32Array {
    return this.#column(name, IdColumn).values
  }

  sorted<V extends string | number>(name: string): SortedColumn<V> {
    return this.#column(name, SortedColumn) as unknown as SortedColumn<V>
  }

  lists(name: string): ListColumn {
    return this.#column(name, ListColumn)
  }

  #column<C extends Column>(name: string, kind: new (...values: never[]) => C): C {
    const column = this.table.columns[name]
    if (!(column instanceof kind)) throw new TypeError(`table ${this.#name} has no column ${name} of that kind`)
    return column
  }

  #decodeBody(body: Buffer, row: number): T {
    return this.#decode(JSON.parse(body.toString()), this.ids[row]!)
  }
}
