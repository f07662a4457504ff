// Finds the rows that share a join key. Pure.

/** Two sorted columns: a map with an entry per key would take ten times the memory. */
export class RowsByKey {
  readonly #keys: Int32Array
  readonly #rows: Uint32Array

  constructor(keysOfRows: readonly (readonly number[])[]) {
    const total = keysOfRows.reduce((sum, keys) => sum + keys.length, 0)
    // Key and row in one number sort as fast as the engine can.
    const pairs = new BigInt64Array(total)
    let at = 0
    for (const [row, keys] of keysOfRows.entries())
      for (const key of keys) pairs[at++] = (BigInt(key) << 32n) | BigInt(row)
    pairs.sort()
    this.#keys = new Int32Array(total)
    this.#rows = new Uint32Array(total)
    const halves = new Int32Array(pairs.buffer)
    for (let i = 0; i < total; i++) {
      this.#rows[i] = halves[2 * i]!
      this.#keys[i] = halves[2 * i + 1]!
    }
  }

  /** In the order of the rows, without repetition. */
  sharing(keys: readonly number[]): number[] {
    const found = new Set<number>()
    for (const key of keys) for (let at = this.#firstAt(key); this.#keys[at] === key; at++) found.add(this.#rows[at]!)
    return [...found].sort((a, b) => a - b)
  }

  #firstAt(key: number): number {
    let [low, high] = [0, this.#keys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#keys[middle]! < key) low = middle + 1
      else high = middle
    }
    return low
  }
}
