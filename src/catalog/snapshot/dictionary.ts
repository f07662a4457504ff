// Sorted distinct values of a column; a row stores the position of its value.
import type { SectionArray } from '../../kernel/section-file.ts'

export interface Dictionary<V extends string | number = string | number> {
  readonly size: number
  at(code: number): V
  /** The first position whose value is not less than `value`. */
  lowerBound(value: V): number
  /** As sections of a file. */
  arrays(): Readonly<Record<string, SectionArray>>
  /** Inserts sorted values that are missing here, each before the entry at its position in `at`. */
  withInserted(values: readonly V[], at: readonly number[]): Dictionary<V>
}

function search(size: number, isBefore: (code: number) => boolean): number {
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

export class NumberDictionary implements Dictionary<number> {
  readonly #values: Float64Array

  constructor(values: Float64Array) {
    this.#values = values
  }

  static of(sorted: readonly number[]): NumberDictionary {
    return new NumberDictionary(Float64Array.from(sorted))
  }

  get size(): number {
    return this.#values.length
  }

  at(code: number): number {
    return this.#values[code]!
  }

  lowerBound(value: number): number {
    return search(this.size, (code) => this.#values[code]! < value)
  }

  arrays() {
    return { values: this.#values }
  }

  withInserted(values: readonly number[], at: readonly number[]): NumberDictionary {
    const merged = new Float64Array(this.size + values.length)
    let from = 0
    values.forEach((value, i) => {
      merged.set(this.#values.subarray(from, at[i]), from + i)
      merged[at[i]! + i] = value
      from = at[i]!
    })
    merged.set(this.#values.subarray(from), from + values.length)
    return new NumberDictionary(merged)
  }
}

/** Texts as UTF-8 in one array, in the order of JavaScript's `<`. Decoded one by one, when needed. */
export class TextDictionary implements Dictionary<string> {
  readonly #bytes: Buffer
  /** Where each text starts, and the end of the last. */
  readonly #starts: Uint32Array

  constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.#bytes = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length)
    this.#starts = starts
  }

  static of(sorted: readonly string[]): TextDictionary {
    const starts = new Uint32Array(sorted.length + 1)
    sorted.forEach((text, i) => {
      starts[i + 1] = starts[i]! + Buffer.byteLength(text)
    })
    const bytes = Buffer.from(new ArrayBuffer(starts.at(-1)!))
    for (let i = 0; i < sorted.length; i++) bytes.write(sorted[i]!, starts[i]!)
    return new TextDictionary(bytes, starts)
  }

  get size(): number {
    return this.#starts.length - 1
  }

  at(code: number): string {
    return this.#bytes.toString('utf8', this.#starts[code]!, this.#starts[code + 1]!)
  }

  lowerBound(value: string): number {
    return search(this.size, (code) => this.at(code) < value)
  }

  /** The position of the value, or -1. */
  find(value: string): number {
    const code = this.lowerBound(value)
    return code < this.size && this.at(code) === value ? code : -1
  }

  arrays() {
    return { text: this.#bytes as Uint8Array, starts: this.#starts }
  }

  withInserted(values: readonly string[], at: readonly number[]): TextDictionary {
    const texts = values.map((value) => Buffer.from(value))
    const bytes = Buffer.from(new ArrayBuffer(texts.reduce((sum, text) => sum + text.length, this.#bytes.length)))
    const starts = new Uint32Array(this.size + values.length + 1)
    let to = 0
    const copyUntil = (from: number, end: number, shift: number) => {
      const first = this.#starts[from]!
      for (let code = from; code < end; code++) starts[code + shift] = to + this.#starts[code]! - first
      to += this.#bytes.copy(bytes, to, first, this.#starts[end]!)
    }
    let from = 0
    texts.forEach((text, i) => {
      copyUntil(from, at[i]!, i)
      starts[at[i]! + i] = to
      to += text.copy(bytes, to)
      from = at[i]!
    })
    copyUntil(from, this.size, texts.length)
    starts[starts.length - 1] = to
    return new TextDictionary(bytes, starts)
  }
}

export interface MergedDictionary<V extends string | number> {
  readonly dictionary: Dictionary<V>
  /** New positions of the old entries; null if they did not move. */
  readonly moved: Uint32Array | null
  /** Positions of the added entries. */
  readonly added: Uint32Array
}

/** All values of both. Values that no row uses any more stay until the next full build. */
export function mergeDictionaries<V extends string | number>(
  old: Dictionary<V>,
  added: Dictionary<V>,
): MergedDictionary<V> {
  const values: V[] = []
  const at: number[] = []
  const codes = new Uint32Array(added.size)
  for (let i = 0; i < added.size; i++) {
    const value = added.at(i)
    const position = old.lowerBound(value)
    codes[i] = position + values.length
    if (position < old.size && old.at(position) === value) continue
    values.push(value)
    at.push(position)
  }
  if (values.length === 0) return { dictionary: old, moved: null, added: codes }
  const moved = new Uint32Array(old.size)
  for (let code = 0, inserted = 0; code < old.size; code++) {
    while (inserted < at.length && at[inserted]! <= code) inserted++
    moved[code] = code + inserted
  }
  return { dictionary: old.withInserted(values, at), moved, added: codes }
}
