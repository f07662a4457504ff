// Lists of numbers by key, such as the buildings of each name, in typed arrays.

import type { KeyTable } from './key-table.ts'
import { KeyTableBuilder } from './key-table.ts'
import { TypedColumn } from './typed-column.ts'

const NONE: readonly number[] = []

export class PostingTable {
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
    return row < 0 ? NONE : Array.from(this.numbers.subarray(this.first[row], this.first[row + 1]))
  }

  has(key: string): boolean {
    return this.keys.find(key) >= 0
  }
}

export class PostingBuilder {
  readonly #keys = new KeyTableBuilder()
  readonly #rows = new TypedColumn(Uint32Array)
  readonly #numbers = new TypedColumn(Uint32Array)
  /** The last number that was added to a key. */
  readonly #last = new TypedColumn(Int32Array)

  get length(): number {
    return this.#keys.length
  }

  /** Numbers must come in ascending order; one that repeats is added once. Returns the row of the key. */
  add(key: string, number: number): number {
    const row = this.#keys.add(key)
    this.#push(row, number)
    return row
  }

  #push(row: number, number: number): void {
    if (row === this.#last.length) this.#last.push(-1)
    if (this.#last.at(row) === number) return
    this.#last.set(row, number)
    this.#rows.push(row)
    this.#numbers.push(number)
  }

  /** Copies a table with new numbers; -1 leaves a number out. Returns the new row of each key; -1 without numbers. */
  addAll(table: PostingTable, newNumber: Int32Array): Int32Array {
    const newRow = new Int32Array(table.keys.length).fill(-1)
    for (let old = 0; old < table.keys.length; old++)
      for (let at = table.first[old] as number; at < (table.first[old + 1] as number); at++) {
        const number = newNumber[table.numbers[at] as number] as number
        if (number < 0) continue
        if ((newRow[old] as number) < 0) newRow[old] = this.#keys.addNewFrom(table.keys, old)
        this.#push(newRow[old] as number, number)
      }
    return newRow
  }

  freeze(): PostingTable {
    const first = new Uint32Array(this.#keys.length + 1)
    const rows = this.#rows.view()
    const pairs = this.#rows.length
    for (let i = 0; i < pairs; i++) first[(rows[i] as number) + 1]!++
    for (let k = 0; k < this.#keys.length; k++) first[k + 1]! += first[k] as number
    const next = first.slice()
    const numbers = new Uint32Array(pairs)
    for (let i = 0; i < pairs; i++) numbers[next[rows[i] as number]!++] = this.#numbers.at(i)
    for (let k = 0; k < this.#keys.length; k++) sortIfNeeded(numbers, first[k] as number, first[k + 1] as number)
    return new PostingTable(this.#keys.freeze(), first, numbers)
  }
}

/** After `addAll` the numbers that were added later may be smaller. */
function sortIfNeeded(numbers: Uint32Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++)
    if ((numbers[i - 1] as number) > (numbers[i] as number)) {
      numbers.subarray(from, to).sort()
      return
    }
}
