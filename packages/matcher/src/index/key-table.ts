// Finds a string in a table of distinct strings, by a hash table in typed arrays.

import type { StringTable } from './string-table.ts'
import { hashOf, StringTableBuilder } from './string-table.ts'
import { TypedColumn } from './typed-column.ts'

const FIRST_SLOTS = 16

/** Puts a key in the first free slot. A slot is the row of its key plus 1, or 0 when it is free. */
export function occupy(slots: Uint32Array, hash: number, row: number): void {
  const mask = slots.length - 1
  let at = hash & mask
  while (slots[at] !== 0) at = (at + 1) & mask
  slots[at] = row + 1
}

export class KeyTable {
  readonly strings: StringTable
  readonly hashes: Int32Array
  readonly slots: Uint32Array

  constructor(strings: StringTable, hashes: Int32Array, slots: Uint32Array) {
    this.strings = strings
    this.hashes = hashes
    this.slots = slots
  }

  get length(): number {
    return this.hashes.length
  }

  get(row: number): string {
    return this.strings.get(row)
  }

  /** The row of a key; -1 when the table does not have it. */
  find(key: string): number {
    const { slots, hashes } = this
    const mask = slots.length - 1
    const hash = hashOf(key)
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const row = (slots[at] as number) - 1
      if (row < 0) return -1
      if (hashes[row] === hash && this.strings.equals(row, key)) return row
    }
  }
}

export class KeyTableBuilder {
  readonly #strings = new StringTableBuilder()
  readonly #hashes = new TypedColumn()
  #slots: Uint32Array

  /** Starts with the keys of another table, which keep their rows. */
  constructor(start?: KeyTable) {
    this.#slots = start ? start.slots.slice() : new Uint32Array(FIRST_SLOTS)
    if (!start) return
    this.#strings.append(start.strings, 0, start.length)
    this.#hashes.append(start.hashes)
  }

  get length(): number {
    return this.#hashes.length
  }

  /** The row of a key. A new key gets the next row. */
  add(key: string): number {
    const hash = hashOf(key)
    const mask = this.#slots.length - 1
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const row = (this.#slots[at] as number) - 1
      if (row < 0) break
      if ((this.#hashes.at(row) | 0) === hash && this.#strings.equals(row, key)) return row
    }
    this.#strings.push(key)
    return this.#addRow(hash)
  }

  /** Copies a key of another table. The caller makes sure that this table does not have it yet. */
  addNewFrom(table: KeyTable, row: number): number {
    this.#strings.append(table.strings, row, row + 1)
    return this.#addRow(table.hashes[row] as number)
  }

  #addRow(hash: number): number {
    const row = this.#hashes.length
    this.#hashes.push(hash)
    // at most half of the slots are used, so a probe sequence is short
    if (this.#hashes.length * 2 <= this.#slots.length) {
      occupy(this.#slots, hash, row)
      return row
    }
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let r = 0; r <= row; r++) occupy(this.#slots, this.#hashes.at(r), r)
    return row
  }

  freeze(isCached = false): KeyTable {
    return new KeyTable(this.#strings.freeze(isCached), this.#hashes.toInt32(), this.#slots)
  }
}

/** A number per key, with the methods of a Map. */
export class KeyMap {
  readonly keys: KeyTable
  readonly values: Uint32Array

  constructor(keys: KeyTable, values: Uint32Array) {
    this.keys = keys
    this.values = values
  }

  get(key: string): number | undefined {
    const row = this.keys.find(key)
    return row < 0 ? undefined : (this.values[row] as number)
  }

  has(key: string): boolean {
    return this.keys.find(key) >= 0
  }
}
