// A table as data: IDs, where each body is, and columns. Built from records, merged with changes.
import type { SectionArray } from '../../kernel/section-file.ts'
import type { Column, RowSources } from './columns.ts'
import { COLUMN_KINDS, IdColumn, IdListColumn, ListColumn, NumberColumn, SortedColumn, UNKNOWN } from './columns.ts'
import { NumberDictionary, TextDictionary } from './dictionary.ts'
import { GrowingFloat64, GrowingUint32 } from './growing-array.ts'

export type Field<T> =
  | { readonly kind: 'number' | 'id' | 'sorted number'; readonly read: (record: T) => number | null }
  | { readonly kind: 'sorted text'; readonly read: (record: T) => string | null }
  | { readonly kind: 'texts'; readonly read: (record: T) => Iterable<string | null> }
  | { readonly kind: 'ids'; readonly read: (record: T) => Iterable<number> }

export type Fields<T> = Readonly<Record<string, Field<T>>>

export interface Table {
  readonly ids: Uint32Array
  /** Where each body is. Empty if the records are parts of another table's records. */
  readonly offsets: Float64Array
  readonly lengths: Uint32Array
  readonly columns: Readonly<Record<string, Column>>
}

interface ColumnBuilder<T> {
  add(record: T): void
  finish(): Column
}

/** Numbers the distinct values as they come, and sorts them at the end. */
class Coder<V extends string | number> {
  readonly #codes = new Map<V, number>()

  code(value: V): number {
    let code = this.#codes.get(value)
    if (code === undefined) {
      code = this.#codes.size
      this.#codes.set(value, code)
    }
    return code
  }

  /** The values in order, and the codes renumbered to match. */
  sort(codes: Uint32Array): V[] {
    const values = [...this.#codes.keys()]
    if (typeof values[0] === 'number') (values as number[]).sort((a, b) => a - b)
    else values.sort()
    const moved = new Uint32Array(values.length)
    values.forEach((value, i) => {
      moved[this.#codes.get(value)!] = i
    })
    for (let i = 0; i < codes.length; i++) if (codes[i] !== UNKNOWN) codes[i] = moved[codes[i]!]!
    return values
  }
}

function columnBuilder<T>(field: Field<T>): ColumnBuilder<T> {
  switch (field.kind) {
    case 'number': {
      const values = new GrowingFloat64()
      return {
        add: (record) => values.push(field.read(record) ?? Number.NaN),
        finish: () => new NumberColumn(values.toArray()),
      }
    }
    case 'id': {
      const values = new GrowingUint32()
      return {
        add: (record) => values.push(field.read(record) ?? UNKNOWN),
        finish: () => new IdColumn(values.toArray()),
      }
    }
    case 'sorted number':
      return sortedBuilder(field.read, (values) => NumberDictionary.of(values))
    case 'sorted text':
      return sortedBuilder(field.read, (values) => TextDictionary.of(values))
    case 'texts':
      return textsBuilder(field.read)
    case 'ids': {
      const starts = new GrowingUint32()
      const ids = new GrowingUint32()
      starts.push(0)
      return {
        add: (record) => {
          for (const id of field.read(record)) ids.push(id)
          starts.push(ids.length)
        },
        finish: () => new IdListColumn(starts.toArray(), ids.toArray()),
      }
    }
  }
}

function sortedBuilder<T, V extends string | number>(
  read: (record: T) => V | null,
  dictionaryOf: (values: readonly V[]) => SortedColumn<V>['dictionary'],
): ColumnBuilder<T> {
  const coder = new Coder<V>()
  const codes = new GrowingUint32()
  return {
    add: (record) => {
      const value = read(record)
      codes.push(value === null ? UNKNOWN : coder.code(value))
    },
    finish: () => {
      const all = codes.toArray()
      return new SortedColumn(all, dictionaryOf(coder.sort(all)))
    },
  }
}

function textsBuilder<T>(read: (record: T) => Iterable<string | null>): ColumnBuilder<T> {
  const coder = new Coder<string>()
  const starts = new GrowingUint32()
  const codes = new GrowingUint32()
  starts.push(0)
  return {
    add: (record) => {
      for (const value of new Set(read(record))) if (value !== null) codes.push(coder.code(value))
      starts.push(codes.length)
    },
    finish: () => {
      const all = codes.toArray()
      return new ListColumn(starts.toArray(), all, TextDictionary.of(coder.sort(all)))
    },
  }
}

/** Add records in ID order, or sort the table with `sortById`. */
export class TableBuilder<T> {
  readonly #ids = new GrowingUint32()
  readonly #offsets = new GrowingFloat64()
  readonly #lengths = new GrowingUint32()
  readonly #columns: readonly (readonly [string, ColumnBuilder<T>])[]

  constructor(fields: Fields<T>) {
    this.#columns = Object.entries(fields).map(([name, field]) => [name, columnBuilder(field)])
  }

  add(id: number, record: T, offset: number, length: number): void {
    this.#offsets.push(offset)
    this.#lengths.push(length)
    this.addWithoutBody(id, record)
  }

  /** The record is part of another table's record. */
  addWithoutBody(id: number, record: T): void {
    this.#ids.push(id)
    for (const [, column] of this.#columns) column.add(record)
  }

  /** Yields between columns, so that the server can handle requests. */
  *finish(): Generator<void, Table> {
    const columns: Record<string, Column> = {}
    for (const [name, column] of this.#columns) {
      columns[name] = column.finish()
      yield
    }
    return { ids: this.#ids.toArray(), offsets: this.#offsets.toArray(), lengths: this.#lengths.toArray(), columns }
  }
}

/** Replaces and adds the records of `added`, and drops `deleted`. */
export function* mergeTables(old: Table, added: Table, deleted: ReadonlySet<number>): Generator<void, Table> {
  return yield* mergeRows(old, added, sourcesOf(old.ids, added.ids, deleted))
}

/** Puts the rows in ID order. Of several rows with one ID, the last counts. `empty` has the same columns. */
export function* sortById(table: Table, empty: Table): Generator<void, Table> {
  const { ids } = table
  // One number per row, so that the sort needs no comparison function: four million rows and IDs below 2^31 fit.
  const keys = Float64Array.from(ids, (id, row) => id * MAX_ROWS + row).sort()
  const kept: { from: number; to: number; length: number }[] = []
  let size = 0
  for (let i = 0; i < keys.length; i++) {
    const row = keys[i]! % MAX_ROWS
    if (i + 1 < keys.length && ids[keys[i + 1]! % MAX_ROWS] === ids[row]) continue
    const run = kept.at(-1)
    if (run && run.from + run.length === row) run.length++
    else kept.push({ from: row, to: size, length: 1 })
    size++
  }
  if (kept.length <= 1 && size === ids.length) return table
  return yield* mergeRows(table, empty, { size, kept, added: new Uint32Array(0), isInPlace: false })
}

const MAX_ROWS = 2 ** 22

function* mergeRows(old: Table, added: Table, sources: RowSources): Generator<void, Table> {
  const pick = (column: keyof Pick<Table, 'ids' | 'lengths'>) =>
    new IdColumn(old[column]).merge(new IdColumn(added[column]), sources).values
  const columns: Record<string, Column> = {}
  for (const [name, column] of Object.entries(old.columns)) {
    columns[name] = column.merge(added.columns[name]!, sources)
    yield
  }
  const hasBodies = [old, added].every(({ ids, offsets }) => ids.length === offsets.length)
  if (!hasBodies) return { ids: pick('ids'), offsets: new Float64Array(0), lengths: new Uint32Array(0), columns }
  const offsets = new NumberColumn(old.offsets).merge(new NumberColumn(added.offsets), sources).values
  return { ids: pick('ids'), offsets, lengths: pick('lengths'), columns }
}

function sourcesOf(old: Uint32Array, added: Uint32Array, deleted: ReadonlySet<number>): RowSources {
  const kept: { from: number; to: number; length: number }[] = []
  const addedTo = new Uint32Array(added.length)
  let size = 0
  const keep = (from: number, end: number) => {
    if (end <= from) return
    kept.push({ from, to: size, length: end - from })
    size += end - from
  }
  let from = 0
  const leaving = [...deleted].flatMap((id) => rowOfId(old, id) ?? [])
  leaving.sort((a, b) => a - b)
  let next = 0
  /** Keeps the old rows before `end`, except deleted ones. */
  const keepUntil = (end: number) => {
    for (; next < leaving.length && leaving[next]! < end; next++) {
      if (leaving[next]! < from) continue
      keep(from, leaving[next]!)
      from = leaving[next]! + 1
    }
    keep(from, end)
    from = Math.max(from, end)
  }
  for (let i = 0; i < added.length; i++) {
    const row = search(old, added[i]!)
    keepUntil(row)
    addedTo[i] = size++
    if (old[row] === added[i]) from = row + 1
  }
  keepUntil(old.length)
  return { size, kept, added: addedTo, isInPlace: size === old.length && kept.every(({ from, to }) => from === to) }
}

/** The row of an ID in a sorted list. */
export function rowOfId(ids: Uint32Array, id: number): number | undefined {
  const row = search(ids, id)
  return ids[row] === id ? row : undefined
}

/** The first row whose ID is not less than `id`. */
function search(ids: Uint32Array, id: number): number {
  let low = 0
  let high = ids.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low
}

/** The sections of a table, by name. */
export function tableArrays(name: string, table: Table): Record<string, SectionArray> {
  const arrays: Record<string, SectionArray> = {
    [`${name}.ids`]: table.ids,
    [`${name}.offsets`]: table.offsets,
    [`${name}.lengths`]: table.lengths,
  }
  for (const [columnName, column] of Object.entries(table.columns))
    for (const [suffix, values] of Object.entries(column.arrays())) arrays[`${name}.${columnName}.${suffix}`] = values
  return arrays
}

export function tableFromArrays<T>(name: string, fields: Fields<T>, get: (section: string) => SectionArray): Table {
  const columns = Object.fromEntries(
    Object.entries(fields).map(([columnName, { kind }]) => [
      columnName,
      COLUMN_KINDS[kind]((suffix) => get(`${name}.${columnName}.${suffix}`)),
    ]),
  )
  return {
    ids: get(`${name}.ids`) as Uint32Array,
    offsets: get(`${name}.offsets`) as Float64Array,
    lengths: get(`${name}.lengths`) as Uint32Array,
    columns,
  }
}
