// Sorted words and the entries that contain them: exact words, prefixes, typos, parts.
import { sortByKey } from '@plinth/matcher/internal/index/radix-sort'
import { TypedColumn } from '@plinth/matcher/internal/index/typed-column'

/** Ends each word in the bytes. It sorts before every letter and digit. */
const END = 10
/** How many places of a text inside words are looked at. */
const MAX_PARTS = 500

/** Called with a range of words: from `low` up to, but without, `high`. */
type VisitWords = (low: number, high: number) => void

export class WordIndex {
  /** The words in ascending order, each followed by END. */
  readonly #bytes: Buffer
  /** Where each word starts, and the end of the last. */
  readonly #starts: Uint32Array
  /** Word w is in entries[first[w]] .. entries[first[w + 1]]. */
  readonly first: Uint32Array
  readonly entries: Uint32Array
  /** The number of words of each entry. */
  readonly lengths: Uint8Array

  constructor(bytes: Buffer, starts: Uint32Array, first: Uint32Array, entries: Uint32Array, lengths: Uint8Array) {
    this.#bytes = bytes
    this.#starts = starts
    this.first = first
    this.entries = entries
    this.lengths = lengths
  }

  /** The number of words. */
  get size(): number {
    return this.first.length - 1
  }

  get byteLength(): number {
    return (
      this.#bytes.length +
      this.#starts.byteLength +
      this.first.byteLength +
      this.entries.byteLength +
      this.lengths.byteLength
    )
  }

  lengthOf(word: number): number {
    return this.#starts[word + 1]! - this.#starts[word]! - 1
  }

  /** The position of a word; -1 if it is not here. */
  find(text: string): number {
    const [low, high] = this.withPrefix(text)
    return low < high && this.lengthOf(low) === text.length ? low : -1
  }

  /** The words that start with a text. An exact word is the first of them. */
  withPrefix(text: string): readonly [low: number, high: number] {
    return this.#continue(0, this.size, 0, text, 0)
  }

  /** Narrows words that share `depth` letters to those that go on with `text` from position `from`. */
  #continue(low: number, high: number, depth: number, text: string, from: number): readonly [number, number] {
    let [a, b] = [low, high]
    for (let i = from; i < text.length && a < b; i++) {
      const code = text.charCodeAt(i)
      const at = depth + i - from
      a = this.#bound(a, b, at, code)
      b = this.#bound(a, b, at, code + 1)
    }
    return [a, b]
  }

  /** The first of the words whose letter at `depth` is `code` or a later one. They share all letters before it. */
  #bound(from: number, to: number, depth: number, code: number): number {
    const [bytes, starts] = [this.#bytes, this.#starts]
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (bytes[starts[middle]! + depth]! < code) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * The words that start with a text one typo away: a letter that is wrong, missing, too many, or swapped with the next.
   * It walks the sorted words like a tree, so that it never looks at all of them.
   */
  almost(text: string, visit: VisitWords): void {
    let [low, high] = [0, this.size]
    for (let i = 0; i < text.length && low < high; i++) {
      const found = (range: readonly [number, number]) => range[0] < range[1] && visit(range[0], range[1])
      // one letter too many
      if (text.length > 4) found(this.#continue(low, high, i, text, i + 1))
      for (let at = low; at < high; ) {
        const code = this.#bytes[this.#starts[at]! + i]!
        const end = this.#bound(at, high, i, code + 1)
        if (code !== END && code !== text.charCodeAt(i)) {
          found(this.#continue(at, end, i + 1, text, i + 1))
          found(this.#continue(at, end, i + 1, text, i))
        }
        at = end
      }
      if (i + 1 < text.length) {
        const swapped = text[i + 1]! + text[i]! + text.slice(i + 2)
        if (swapped !== text.slice(i)) found(this.#continue(low, high, i, swapped, 0))
      }
      const next = this.#continue(low, high, i, text[i]!, 0)
      low = next[0]
      high = next[1]
    }
  }

  /** The words that have a text inside. */
  containing(text: string, visit: VisitWords): void {
    let at = this.#bytes.indexOf(text, 0, 'latin1')
    for (let count = 0; at >= 0 && count < MAX_PARTS; count++) {
      const word = this.#wordAt(at)
      visit(word, word + 1)
      at = this.#bytes.indexOf(text, this.#starts[word + 1]!, 'latin1')
    }
  }

  #wordAt(position: number): number {
    let [low, high] = [0, this.size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#starts[middle + 1]! <= position) low = middle + 1
      else high = middle
    }
    return low
  }
}

export class WordIndexBuilder {
  readonly #ids = new Map<string, number>()
  readonly #words = new TypedColumn()
  readonly #entries = new TypedColumn()
  readonly #lengths = new TypedColumn()

  /** The entries so far. */
  get length(): number {
    return this.#lengths.length
  }

  /** Adds an entry. `others` are further spellings, which do not count as words. */
  add(words: readonly string[], others: readonly string[] = []): void {
    const entry = this.#lengths.length
    this.#lengths.push(Math.min(255, words.length))
    for (const word of new Set([...words, ...others])) {
      if (word === '') continue
      let id = this.#ids.get(word)
      if (id === undefined) {
        id = this.#ids.size
        this.#ids.set(word, id)
      }
      this.#words.push(id)
      this.#entries.push(entry)
    }
  }

  *freeze(): Generator<void, WordIndex> {
    const sorted = [...this.#ids.keys()].sort((a, b) => (a < b ? -1 : 1))
    yield
    const rank = new Uint32Array(sorted.length)
    const starts = new Uint32Array(sorted.length + 1)
    sorted.forEach((word, place) => {
      rank[this.#ids.get(word)!] = place
      starts[place + 1] = starts[place]! + word.length + 1
    })
    const bytes = Buffer.from(sorted.length === 0 ? '' : `${sorted.join('\n')}\n`, 'latin1')
    yield
    const words = this.#words.toUint32().map((id) => rank[id]!)
    const order = sortByKey(
      Uint32Array.from(words, (_, i) => i),
      words,
    )
    yield
    const first = new Uint32Array(sorted.length + 1)
    for (let i = 0; i < words.length; i++) first[words[i]! + 1]!++
    for (let word = 0; word < sorted.length; word++) first[word + 1]! += first[word]!
    const added = this.#entries.toUint32()
    const entries = order.map((i) => added[i]!)
    return new WordIndex(bytes, starts, first, entries, this.#lengths.toUint8())
  }
}
