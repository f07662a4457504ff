// Finds rows by ID or by hash in typed arrays, without an object per row.

/** Maps IDs to rows. IDs are mostly dense, so that an array indexed by ID is smaller than a hash table. */
export class IdLookup {
  readonly #first: number
  /** Row + 1 by ID; 0 if there is none. */
  readonly #dense: Uint32Array | null = null
  readonly #sparse: ReadonlyMap<number, number> | null = null

  /** `rowOf` returns the row of the i-th ID. If an ID repeats, its last row counts. */
  constructor(ids: Uint32Array, rowOf: (i: number) => number = (i) => i) {
    let min = Infinity
    let max = -1
    for (let i = 0; i < ids.length; i++) {
      if (ids[i]! < min) min = ids[i]!
      if (ids[i]! > max) max = ids[i]!
    }
    this.#first = ids.length === 0 ? 0 : min
    const span = ids.length === 0 ? 0 : max - min + 1
    if (span <= ids.length * 4 + 1024) {
      this.#dense = new Uint32Array(span)
      for (let i = 0; i < ids.length; i++) this.#dense[ids[i]! - min] = rowOf(i) + 1
    } else {
      const rows = new Map<number, number>()
      for (let i = 0; i < ids.length; i++) rows.set(ids[i]!, rowOf(i))
      this.#sparse = rows
    }
  }

  row(id: number): number | undefined {
    if (this.#sparse) return this.#sparse.get(id)
    const row = this.#dense![id - this.#first]
    return row ? row - 1 : undefined
  }
}

/** Groups rows by an ID column. */
export class IdGroups {
  readonly #slots: IdLookup
  readonly #starts: Uint32Array
  readonly #rows: Uint32Array

  constructor(column: Uint32Array) {
    const distinct = column.slice().sort()
    let slots = 0
    for (let i = 0; i < distinct.length; i++)
      if (i === 0 || distinct[i] !== distinct[slots - 1]) distinct[slots++] = distinct[i]!
    this.#slots = new IdLookup(distinct.subarray(0, slots))
    this.#starts = new Uint32Array(slots + 1)
    for (let row = 0; row < column.length; row++) this.#starts[this.#slots.row(column[row]!)! + 1]!++
    for (let slot = 0; slot < slots; slot++) this.#starts[slot + 1]! += this.#starts[slot]!
    const next = this.#starts.slice()
    this.#rows = new Uint32Array(column.length)
    for (let row = 0; row < column.length; row++) this.#rows[next[this.#slots.row(column[row]!)!]!++] = row
  }

  /** In ascending order. */
  rowsOf(id: number): Uint32Array {
    const slot = this.#slots.row(id)
    return slot === undefined
      ? this.#rows.subarray(0, 0)
      : this.#rows.subarray(this.#starts[slot]!, this.#starts[slot + 1]!)
  }
}

/** FNV-1a of the text's UTF-16 units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Finds rows by hash. The caller compares the text, because two texts may have the same hash. */
export class HashLookup {
  readonly #hashes: Uint32Array
  /** Open addressing: row + 1, or 0. */
  readonly #slots: Uint32Array

  constructor(hashes: Uint32Array) {
    this.#hashes = hashes
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(hashes.length * 2 + 2)))
    const mask = this.#slots.length - 1
    // Backwards, so that a search finds the last of several rows first.
    for (let row = hashes.length - 1; row >= 0; row--) {
      let slot = hashes[row]! & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = row + 1
    }
  }

  find(hash: number, matches: (row: number) => boolean): number | undefined {
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const row = this.#slots[slot]! - 1
      if (this.#hashes[row] === hash && matches(row)) return row
    }
    return undefined
  }
}
