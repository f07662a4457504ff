// An immutable set of row numbers, stored as bits. Every filter returns one.

export class Bitset {
  readonly size: number
  readonly words: Uint32Array
  #count = -1

  constructor(size: number, words = new Uint32Array((size + 31) >>> 5)) {
    this.size = size
    this.words = words
  }

  static all(size: number): Bitset {
    const set = new Bitset(size)
    set.words.fill(0xffffffff)
    if (size & 31) set.words[set.words.length - 1] = (1 << (size & 31)) - 1
    return set
  }

  static of(size: number, rows: Iterable<number>): Bitset {
    const set = new Bitset(size)
    for (const row of rows) set.words[row >>> 5]! |= 1 << (row & 31)
    return set
  }

  static where(size: number, matches: (row: number) => boolean): Bitset {
    const words = new Uint32Array((size + 31) >>> 5)
    for (let row = 0; row < size; row++) if (matches(row)) words[row >>> 5]! |= 1 << (row & 31)
    return new Bitset(size, words)
  }

  has(row: number): boolean {
    return ((this.words[row >>> 5]! >>> (row & 31)) & 1) === 1
  }

  and(other: Bitset): Bitset {
    const words = this.words.slice()
    for (let i = 0; i < words.length; i++) words[i]! &= other.words[i]!
    return new Bitset(this.size, words)
  }

  or(other: Bitset): Bitset {
    const words = this.words.slice()
    for (let i = 0; i < words.length; i++) words[i]! |= other.words[i]!
    return new Bitset(this.size, words)
  }

  count(): number {
    if (this.#count >= 0) return this.#count
    let sum = 0
    for (let i = 0; i < this.words.length; i++) {
      let word = this.words[i]!
      if (word === 0) continue
      word -= (word >>> 1) & 0x55555555
      word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
      sum += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
    }
    this.#count = sum
    return sum
  }

  /** The first row in the set at or after `from`; `size` if there is none. */
  next(from: number): number {
    let i = from >>> 5
    if (i >= this.words.length) return this.size
    let word = this.words[i]! & (0xffffffff << (from & 31))
    while (word === 0) {
      if (++i === this.words.length) return this.size
      word = this.words[i]!
    }
    return (i << 5) + (31 - Math.clz32(word & -word))
  }

  /** In ascending order. */
  rows(count = this.count()): Uint32Array {
    const rows = new Uint32Array(count)
    let at = 0
    for (let i = 0; i < this.words.length; i++) {
      let word = this.words[i]!
      while (word !== 0) {
        rows[at++] = (i << 5) + (31 - Math.clz32(word & -word))
        word &= word - 1
      }
    }
    return rows
  }
}
