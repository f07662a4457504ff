// Lists of numbers by key, such as the buildings of each name, in typed arrays.

import type { KeyTable } from './key-table.ts'
import { KeyTableBuilder } from './key-table.ts'
import { offsets } from './radix-sort.ts'
import { TypedColumn } from './typed-column.ts'

const NONE: readonly number[] = []

export class PostingTable {
  /** A key may have no numbers, if a patch removed them. */
  readonly keys: KeyTable
  /** The numbers of key k are numbers[first[k]] .. numbers[first[k + 1]], ascending. */
  readonly first: Uint32Array
  readonly numbers: Uint32Array

  constructor(keys: KeyTable, first: Uint32Array, numbers: Uint32Array) {
    this.keys = keys
    this.first = first
    this.numbers = numbers
  }

  get(key: string): readonly number[] {
    const row = this.keys.find(key)
    return row < 0 ? NONE : this.numbersOf(row)
  }

  numbersOf(row: number): readonly number[] {
    const out: number[] = []
    for (let at = this.first[row] as number; at < (this.first[row + 1] as number); at++)
      out.push(this.numbers[at] as number)
    return out
  }

  has(key: string): boolean {
    const row = this.keys.find(key)
    return row >= 0 && this.hasNumbers(row)
  }

  hasNumbers(row: number): boolean {
    return (this.first[row] as number) < (this.first[row + 1] as number)
  }
}

/** A patch leaves this share of keys without numbers at most. Then it copies only the keys that have some. */
const MAX_EMPTY_SHARE = 0.25

export class PostingBuilder {
  readonly #keys: KeyTableBuilder
  readonly #rows = new TypedColumn()
  readonly #numbers = new TypedColumn()
  /** The last number that was added to a key, plus 1. */
  readonly #last = new TypedColumn()
  /** The new row of each key of the table that the builder started from; -1 for none. */
  readonly newRow: Int32Array
  /** True when the keys kept their rows. */
  readonly hasSameRows: boolean = false

  /** Starts with the lists of another table, with new numbers; -1 leaves a number out. */
  constructor(start?: PostingTable, newNumber?: Int32Array) {
    this.newRow = new Int32Array(start?.keys.length ?? 0)
    if (!start || !newNumber) {
      this.#keys = new KeyTableBuilder()
      return
    }
    let empty = 0
    for (let old = 0; old < this.newRow.length; old++) {
      let kept = 0
      for (let at = start.first[old] as number; at < (start.first[old + 1] as number); at++)
        if ((newNumber[start.numbers[at] as number] as number) >= 0) kept++
      if (kept === 0) empty++
      this.newRow[old] = kept === 0 ? -1 : old
    }
    this.hasSameRows = empty <= this.newRow.length * MAX_EMPTY_SHARE
    this.#keys = new KeyTableBuilder(this.hasSameRows ? start.keys : undefined)
    this.#last.reserve(this.newRow.length)
    this.#rows.reserve(start.numbers.length)
    this.#numbers.reserve(start.numbers.length)
    for (let old = 0; old < this.newRow.length; old++) {
      if ((this.newRow[old] as number) >= 0 && !this.hasSameRows)
        this.newRow[old] = this.#keys.addNewFrom(start.keys, old)
      const row = this.newRow[old] as number
      for (let at = start.first[old] as number; at < (start.first[old + 1] as number); at++) {
        const number = newNumber[start.numbers[at] as number] as number
        if (number < 0) continue
        this.#rows.push(row)
        this.#numbers.push(number)
      }
    }
    for (let row = 0; row < this.#keys.length; row++) this.#last.push(0)
  }

  get length(): number {
    return this.#keys.length
  }

  /** Numbers must come in ascending order; one that repeats is added once. Returns the row of the key. */
  add(key: string, number: number): number {
    const row = this.#keys.add(key)
    if (row === this.#last.length) this.#last.push(0)
    if (this.#last.at(row) === number + 1) return row
    this.#last.set(row, number + 1)
    this.#rows.push(row)
    this.#numbers.push(number)
    return row
  }

  freeze(): PostingTable {
    const keys = this.#keys.length
    const pairs = this.#rows.length
    const rows = this.#rows.view().subarray(0, pairs)
    const first = offsets(rows, keys)
    const next = first.slice()
    const added = this.#numbers.view()
    const numbers = new Uint32Array(pairs)
    for (let i = 0; i < pairs; i++) numbers[next[rows[i] as number]!++] = added[i] as number
    for (let k = 0; k < keys; k++) sortIfNeeded(numbers, first[k] as number, first[k + 1] as number)
    return new PostingTable(this.#keys.freeze(), first, numbers)
  }
}

/** Numbers that were added to a list of another table may be smaller than those in it. */
function sortIfNeeded(numbers: Uint32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++)
    if ((numbers[i - 1] as number) > (numbers[i] as number)) {
      numbers.subarray(from, to).sort()
      return
    }
}
