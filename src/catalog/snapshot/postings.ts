// Immutable indexes from values, and from word prefixes, to rows.
import { Bitset } from './bitset.ts'

/** Rows per build step. */
const ROWS_PER_STEP = 1024

export class Postings {
  readonly #rows = new Map<string, number[]>()
  readonly size: number

  constructor(size: number) {
    this.size = size
  }

  /** Yields between steps, so that the server can handle requests. */
  static *build(size: number, valuesOf: (row: number) => Iterable<string | null>): Generator<void, Postings> {
    const postings = new Postings(size)
    for (let row = 0; row < size; row++) {
      if (row % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield
      for (const value of valuesOf(row)) if (value) postings.#add(value, row)
    }
    return postings
  }

  #add(value: string, row: number): void {
    const rows = this.#rows.get(value)
    if (!rows) this.#rows.set(value, [row])
    else if (rows.at(-1) !== row) rows.push(row)
  }

  rowsOf(value: string): readonly number[] {
    return this.#rows.get(value) ?? []
  }

  values(): string[] {
    return [...this.#rows.keys()]
  }

  has(value: string): boolean {
    return this.#rows.has(value)
  }

  /** Rows that have any of the values. */
  any(values: Iterable<string>): Bitset {
    const set = new Bitset(this.size)
    for (const value of values) for (const row of this.rowsOf(value)) set.words[row >>> 5]! |= 1 << (row & 31)
    return set
  }
}

/** Words are sorted, so that a prefix is a range of the list. */
export class WordIndex {
  readonly #postings: Postings
  readonly #words: readonly string[]

  constructor(postings: Postings) {
    this.#postings = postings
    this.#words = postings.values().sort()
  }

  withPrefix(prefix: string): Bitset {
    let low = 0
    let high = this.#words.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#words[middle]! < prefix) low = middle + 1
      else high = middle
    }
    const words: string[] = []
    for (; low < this.#words.length && this.#words[low]!.startsWith(prefix); low++) words.push(this.#words[low]!)
    return this.#postings.any(words)
  }
}
