// Collects which entries of a word index have the words of a query, and how well.
import type { QueryWord } from './query-words.ts'
import type { WordIndex } from './word-index.ts'

/** Limits the work for starts of words that are everywhere, such as `st`. */
const MAX_VISITED = 200_000
const MAX_VISITED_FUZZY = 10_000
/** Rare words come first. From this many entries on, the others only add to those. */
const MAX_TOUCHED = 5000

const EXACT = 1
const OTHER_SPELLING = 0.95
/** A start of a word, plus up to as much for each typed share of it. */
const PREFIX = 0.6
const PREFIX_SHARE = 0.25
/** The start of a word that is complete: `how` in `1480 how vanc`. */
const CLOSED_PREFIX = 0.75
const TYPO = 0.4
const PART = 0.35
/** Two words that the index writes as one: `lake shore`. */
const JOINED = 0.85
/** For `lake shore`, Lake Shore is better than Shore Lake. */
const IN_ORDER = 0.2

/** One query at a time: the arrays are reused, and `start` forgets the matches before. */
export class WordMatches {
  readonly index: WordIndex
  readonly #stamps: Uint32Array
  readonly #masks: Uint16Array
  readonly #points: Float32Array
  readonly #touched: Uint32Array
  #count = 0
  #stamp = 0
  #budget = 0

  constructor(index: WordIndex) {
    this.index = index
    const size = index.lengths.length
    this.#stamps = new Uint32Array(size)
    this.#masks = new Uint16Array(size)
    this.#points = new Float32Array(size)
    this.#touched = new Uint32Array(size)
  }

  get byteLength(): number {
    return this.index.byteLength + this.#stamps.byteLength * 3 + this.#masks.byteLength
  }

  /** The entries with at least one word. */
  get touched(): Uint32Array {
    return this.#touched.subarray(0, this.#count)
  }

  /** The bits of the query's words that an entry has. */
  maskOf(entry: number): number {
    return this.#stamps[entry] === this.#stamp ? this.#masks[entry]! : 0
  }

  pointsOf(entry: number): number {
    return this.#stamps[entry] === this.#stamp ? this.#points[entry]! : 0
  }

  start(words: readonly QueryWord[]): void {
    this.#stamp++
    this.#count = 0
    this.#budget = MAX_VISITED
    const order = words.map((word, i) => ({ word, i, volume: this.#volumeOf(word, words.length) }))
    for (const { word, i } of order.sort((a, b) => a.volume - b.volume)) this.#findWord(word, 1 << i)
    for (let i = 0; i + 1 < words.length; i++) this.#findJoined(words[i]!, words[i + 1]!, 3 << i)
  }

  /** Adds words with one typo, and words that have the text inside. */
  addFuzzy({ text, weight }: QueryWord, bit: number): void {
    const { index } = this
    this.#budget = MAX_VISITED_FUZZY
    index.almost(text, (low, high) => {
      for (let word = low; word < high; word++) {
        const share = Math.min(1, text.length / index.lengthOf(word))
        this.#addAll(word, word + 1, bit, weight * TYPO * (0.7 + 0.3 * share))
      }
    })
    index.containing(text, (low, high) => this.#addAll(low, high, bit, weight * PART))
  }

  /** A letter beside other words finds nothing by itself: it is looked up last. */
  #volumeOf({ text }: QueryWord, words: number): number {
    if (text.length === 1 && words > 1) return Number.MAX_SAFE_INTEGER
    const [low, high] = this.index.withPrefix(text)
    return this.index.first[high]! - this.index.first[low]!
  }

  /** The best matches first, because the first match of a word counts. */
  #findWord({ text, forms, weight, isOpen, value }: QueryWord, bit: number): void {
    const { index } = this
    const [low, high] = index.withPrefix(text)
    const exact = low < high && index.lengthOf(low) === text.length ? low : -1
    if (exact >= 0) this.#addAll(exact, exact + 1, bit, weight * EXACT)
    for (const form of forms) {
      const word = index.find(form)
      if (word >= 0) this.#addAll(word, word + 1, bit, weight * OTHER_SPELLING)
    }
    // once it is complete, a number or a letter is not the start of something else
    if (!isOpen && (value >= 0 || text.length === 1)) return
    const most = weight * (isOpen ? 1 : CLOSED_PREFIX)
    for (let word = exact >= 0 ? low + 1 : low; word < high; word++)
      this.#addAll(word, word + 1, bit, most * (PREFIX + (PREFIX_SHARE * text.length) / index.lengthOf(word)))
  }

  #findJoined(one: QueryWord, next: QueryWord, bits: number): void {
    const { index } = this
    const text = one.text + next.text
    const [low, high] = index.withPrefix(text)
    const weight = (one.weight + next.weight) * JOINED
    if (next.isOpen) this.#addAll(low, high, bits, weight * 0.9)
    else if (low < high && index.lengthOf(low) === text.length) this.#addAll(low, low + 1, bits, weight)
  }

  #addAll(low: number, high: number, bits: number, points: number): void {
    const { first, entries } = this.index
    const end = first[high]!
    for (let at = first[low]!; at < end; at++) {
      if (this.#budget-- <= 0) return
      const entry = entries[at]!
      if (this.#stamps[entry] !== this.#stamp) {
        if (this.#count >= MAX_TOUCHED) continue
        this.#stamps[entry] = this.#stamp
        this.#masks[entry] = bits
        this.#points[entry] = points
        this.#touched[this.#count++] = entry
      } else if ((this.#masks[entry]! & bits) === 0) {
        this.#masks[entry]! |= bits
        this.#points[entry]! += points
      } else if ((this.#masks[entry]! & bits) !== bits) {
        // `mc` alone already matched `mccowan`; `mc cow` adds the rest
        this.#masks[entry]! |= bits
        this.#points[entry]! += points / 2
      } else if (bits & (bits - 1)) this.#points[entry]! += IN_ORDER
    }
  }
}
