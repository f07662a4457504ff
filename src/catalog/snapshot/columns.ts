// Columns of a table: what filters, sorts and facets read instead of records.
import type { SectionArray } from '../../kernel/section-file.ts'
import { Bitset } from './bitset.ts'
import type { Dictionary } from './dictionary.ts'
import { mergeDictionaries, NumberDictionary, TextDictionary } from './dictionary.ts'

/** Code of an unknown value. Sorts last, because it is higher than every position. */
export const UNKNOWN = 0xffffffff

/** Where the rows of a merged table come from. Few rows change, so that long runs are copied at once. */
export interface RowSources {
  readonly size: number
  /** Old rows that stay: the first, its new row, and how many. */
  readonly kept: readonly { readonly from: number; readonly to: number; readonly length: number }[]
  /** The new row of each added row. */
  readonly added: Uint32Array
  /** Added rows only replace old ones. Then a column without other values is used again, and not copied. */
  readonly isInPlace: boolean
}

export interface Column {
  /** As sections of a file. */
  arrays(): Readonly<Record<string, SectionArray>>
  /** The column of a merged table. `added` has the same type. */
  merge(added: Column, sources: RowSources): Column
}

/** Numbers; NaN if unknown, so that comparisons fail. */
export class NumberColumn implements Column {
  readonly values: Float64Array

  constructor(values: Float64Array) {
    this.values = values
  }

  arrays() {
    return { values: this.values }
  }

  merge(added: NumberColumn, sources: RowSources): NumberColumn {
    const isSame = (value: number, i: number) => Object.is(value, this.values[sources.added[i]!])
    if (sources.isInPlace && added.values.every(isSame)) return this
    const merged = new Float64Array(sources.size)
    for (const { from, to, length } of sources.kept) merged.set(this.values.subarray(from, from + length), to)
    for (let i = 0; i < added.values.length; i++) merged[sources.added[i]!] = added.values[i]!
    return new NumberColumn(merged)
  }
}

/** IDs and hashes; UNKNOWN if there is none. */
export class IdColumn implements Column {
  readonly values: Uint32Array

  constructor(values: Uint32Array) {
    this.values = values
  }

  arrays() {
    return { values: this.values }
  }

  merge(added: IdColumn, sources: RowSources): IdColumn {
    const values = mergeCodes(this.values, added.values, sources, null, null)
    return values === this.values ? this : new IdColumn(values)
  }
}

/** `old` itself if nothing changes. */
function mergeCodes(
  old: Uint32Array,
  added: Uint32Array,
  sources: RowSources,
  movedOld: Uint32Array | null,
  movedAdded: Uint32Array | null,
): Uint32Array {
  const newCode = (code: number) => (movedAdded === null || code === UNKNOWN ? code : movedAdded[code]!)
  const isSame = (code: number, i: number) => newCode(code) === old[sources.added[i]!]
  if (sources.isInPlace && movedOld === null && added.every(isSame)) return old
  const merged = new Uint32Array(sources.size)
  for (const { from, to, length } of sources.kept) merged.set(old.subarray(from, from + length), to)
  if (movedOld !== null) moveCodes(merged, 0, merged.length, movedOld)
  for (let i = 0; i < added.length; i++) merged[sources.added[i]!] = newCode(added[i]!)
  return merged
}

function moveCodes(codes: Uint32Array, start: number, end: number, moved: Uint32Array): void {
  for (let i = start; i < end; i++) if (codes[i] !== UNKNOWN) codes[i] = moved[codes[i]!]!
}

/** One value per row from a sorted dictionary: comparing positions compares values. */
export class SortedColumn<V extends string | number = string | number> implements Column {
  readonly codes: Uint32Array
  readonly dictionary: Dictionary<V>

  constructor(codes: Uint32Array, dictionary: Dictionary<V>) {
    this.codes = codes
    this.dictionary = dictionary
  }

  valueAt(row: number): V | null {
    const code = this.codes[row]!
    return code === UNKNOWN ? null : this.dictionary.at(code)
  }

  arrays() {
    return { codes: this.codes, ...this.dictionary.arrays() }
  }

  merge(added: SortedColumn<V>, sources: RowSources): SortedColumn<V> {
    const merged = mergeDictionaries(this.dictionary, added.dictionary)
    const codes = mergeCodes(this.codes, added.codes, sources, merged.moved, merged.added)
    return codes === this.codes ? this : new SortedColumn(codes, merged.dictionary)
  }

  /** Rows with a value in [min, max]. */
  between(min: V | undefined, max: V | undefined): Bitset {
    const { codes, dictionary } = this
    const low = min === undefined ? 0 : dictionary.lowerBound(min)
    let high = max === undefined ? dictionary.size : dictionary.lowerBound(max)
    if (max !== undefined && high < dictionary.size && dictionary.at(high) === max) high++
    return Bitset.where(codes.length, (row) => codes[row]! >= low && codes[row]! < high)
  }

  /** Rows whose value passes. Tests each distinct value once. */
  matching(test: (value: V) => boolean): Bitset {
    const { codes, dictionary } = this
    const passes = new Uint8Array(dictionary.size)
    for (let code = 0; code < passes.length; code++) passes[code] = Number(test(dictionary.at(code)))
    return Bitset.where(codes.length, (row) => passes[codes[row]!] === 1)
  }
}

/** Several texts per row. Row r has codes[starts[r]] … codes[starts[r + 1] - 1]. */
export class ListColumn implements Column {
  readonly starts: Uint32Array
  readonly codes: Uint32Array
  readonly dictionary: TextDictionary
  #inverted: { readonly starts: Uint32Array; readonly rows: Uint32Array } | null = null

  constructor(starts: Uint32Array, codes: Uint32Array, dictionary: TextDictionary) {
    this.starts = starts
    this.codes = codes
    this.dictionary = dictionary
  }

  get size(): number {
    return this.starts.length - 1
  }

  arrays() {
    const { text, starts } = this.dictionary.arrays()
    return { rows: this.starts, codes: this.codes, text, starts }
  }

  merge(added: ListColumn, sources: RowSources): ListColumn {
    const merged = mergeDictionaries(this.dictionary, added.dictionary)
    // A new value can get the code of an old one, which moves.
    if (merged.moved === null && hasSameLists(this, added, sources, (code) => merged.added[code]!)) return this
    const { starts, values } = mergeLists(this, added, sources)
    if (merged.moved)
      for (const { to, length } of sources.kept) moveCodes(values, starts[to]!, starts[to + length]!, merged.moved)
    for (const row of sources.added) moveCodes(values, starts[row]!, starts[row + 1]!, merged.added)
    return new ListColumn(starts, values, merged.dictionary as TextDictionary)
  }

  /** The first text of the row. */
  firstOf(row: number): string | undefined {
    const start = this.starts[row]!
    return start < this.starts[row + 1]! ? this.dictionary.at(this.codes[start]!) : undefined
  }

  textsOf(row: number): string[] {
    return Array.from(this.codes.subarray(this.starts[row]!, this.starts[row + 1]!), (code) => this.dictionary.at(code))
  }

  has(value: string): boolean {
    const code = this.dictionary.find(value)
    return code >= 0 && this.rowsOf(code).length > 0
  }

  /** Rows that have any of the values. */
  any(values: Iterable<string>): Bitset {
    const set = new Bitset(this.size)
    for (const value of values) {
      const code = this.dictionary.find(value)
      if (code >= 0) this.#addRows(code, set)
    }
    return set
  }

  /** Rows that have a value with this prefix. */
  withPrefix(prefix: string): Bitset {
    const set = new Bitset(this.size)
    for (
      let code = this.dictionary.lowerBound(prefix);
      code < this.dictionary.size && this.dictionary.at(code).startsWith(prefix);
      code++
    )
      this.#addRows(code, set)
    return set
  }

  /** In ascending order. */
  rowsOf(code: number): Uint32Array {
    this.#inverted ??= this.#invert()
    const { starts, rows } = this.#inverted
    return rows.subarray(starts[code]!, starts[code + 1]!)
  }

  #addRows(code: number, set: Bitset): void {
    const rows = this.rowsOf(code)
    for (let i = 0; i < rows.length; i++) set.words[rows[i]! >>> 5]! |= 1 << (rows[i]! & 31)
  }

  #invert() {
    const starts = new Uint32Array(this.dictionary.size + 1)
    for (let i = 0; i < this.codes.length; i++) starts[this.codes[i]! + 1]!++
    for (let code = 0; code < this.dictionary.size; code++) starts[code + 1]! += starts[code]!
    const next = starts.slice()
    const rows = new Uint32Array(this.codes.length)
    for (let row = 0; row < this.size; row++)
      for (let i = this.starts[row]!; i < this.starts[row + 1]!; i++) rows[next[this.codes[i]!]!++] = row
    return { starts, rows }
  }
}

/** Several IDs per row. */
export class IdListColumn implements Column {
  readonly starts: Uint32Array
  readonly codes: Uint32Array

  constructor(starts: Uint32Array, codes: Uint32Array) {
    this.starts = starts
    this.codes = codes
  }

  arrays() {
    return { rows: this.starts, codes: this.codes }
  }

  merge(added: IdListColumn, sources: RowSources): IdListColumn {
    if (hasSameLists(this, added, sources, (id) => id)) return this
    const { starts, values } = mergeLists(this, added, sources)
    return new IdListColumn(starts, values)
  }
}

type Lists = Pick<IdListColumn, 'starts' | 'codes'>

/** True when the merged column has the same lists. */
function hasSameLists(old: Lists, added: Lists, sources: RowSources, newCode: (code: number) => number): boolean {
  const isSame = (row: number, i: number) => {
    const [from, to, first] = [added.starts[i]!, added.starts[i + 1]!, old.starts[row]!]
    if (old.starts[row + 1]! - first !== to - from) return false
    for (let at = from; at < to; at++) if (old.codes[first + at - from] !== newCode(added.codes[at]!)) return false
    return true
  }
  return sources.isInPlace && sources.added.every(isSame)
}

function mergeLists(old: Lists, added: Lists, sources: RowSources): { starts: Uint32Array; values: Uint32Array } {
  const starts = new Uint32Array(sources.size + 1)
  // The lengths of the lists first, because added rows are between the runs.
  for (const { from, to, length } of sources.kept)
    for (let i = 0; i < length; i++) starts[to + i + 1] = old.starts[from + i + 1]! - old.starts[from + i]!
  for (let i = 0; i < sources.added.length; i++) starts[sources.added[i]! + 1] = added.starts[i + 1]! - added.starts[i]!
  for (let row = 0; row < sources.size; row++) starts[row + 1]! += starts[row]!
  const values = new Uint32Array(starts[sources.size]!)
  for (const { from, to, length } of sources.kept)
    values.set(old.codes.subarray(old.starts[from]!, old.starts[from + length]!), starts[to]!)
  for (let i = 0; i < sources.added.length; i++)
    values.set(added.codes.subarray(added.starts[i]!, added.starts[i + 1]!), starts[sources.added[i]!]!)
  return { starts, values }
}

/** How a column is stored. */
export const COLUMN_KINDS = {
  number: (get: (suffix: string) => SectionArray) => new NumberColumn(get('values') as Float64Array),
  id: (get: (suffix: string) => SectionArray) => new IdColumn(get('values') as Uint32Array),
  'sorted number': (get: (suffix: string) => SectionArray) =>
    new SortedColumn(get('codes') as Uint32Array, new NumberDictionary(get('values') as Float64Array)),
  'sorted text': (get: (suffix: string) => SectionArray) => new SortedColumn(get('codes') as Uint32Array, textsOf(get)),
  texts: (get: (suffix: string) => SectionArray) =>
    new ListColumn(get('rows') as Uint32Array, get('codes') as Uint32Array, textsOf(get)),
  ids: (get: (suffix: string) => SectionArray) =>
    new IdListColumn(get('rows') as Uint32Array, get('codes') as Uint32Array),
} as const satisfies Record<string, (get: (suffix: string) => SectionArray) => Column>

const textsOf = (get: (suffix: string) => SectionArray) =>
  new TextDictionary(get('text') as Uint8Array, get('starts') as Uint32Array)
