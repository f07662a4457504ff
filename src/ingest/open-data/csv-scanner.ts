// Splits CSV text into rows. Values that nobody reads are never copied.
import { FileRefused } from '../record/draft.ts'

export interface ScanLimits {
  /** Characters of one row. */
  readonly rowLength: number
  readonly columns: number
}

export const SCAN_LIMITS: ScanLimits = { rowLength: 1024 * 1024, columns: 2000 }

const QUOTE = 34
const LF = 10
const CR = 13

/** Values: as they are, quoted, or quoted with doubled quotes inside. */
const PLAIN = 0
const QUOTED = 1
const ESCAPED = 2

/** The current row. It is overwritten by the next one. */
export interface ScannedRow {
  readonly line: number
  readonly width: number
  /** False for a last row without a line end: the file may be truncated. */
  readonly ended: boolean
  cell(at: number): string
  /** The whole row as written. */
  text(): string
}

/** Not csv-parse: a national file has 17 million rows of 31 columns, and a few of them are needed. */
export class CsvScanner implements ScannedRow {
  readonly #delimiter: number
  readonly #limits: ScanLimits
  #text = ''
  #from = 0
  #next = 0
  #nextLine = 1
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #kinds: number[] = []
  line = 0
  width = 0
  ended = true

  constructor(delimiter: string, limits: ScanLimits = SCAN_LIMITS) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#limits = limits
  }

  /** Adds text. Call `next` until it returns false before adding more. */
  push(chunk: string): void {
    this.#text = this.#next >= this.#text.length ? chunk : this.#text.slice(this.#next) + chunk
    this.#next = 0
  }

  /** Moves to the next complete row; with `isEnd`, to the rest of the file too. */
  next(isEnd = false): boolean {
    while (this.#next < this.#text.length) {
      this.#from = this.#next
      this.line = this.#nextLine
      if (!this.#scan(isEnd)) {
        if (this.#text.length - this.#from > this.#limits.rowLength) throw this.#tooLong()
        return false
      }
      if (this.#next - this.#from > this.#limits.rowLength) throw this.#tooLong()
      const isBlank = this.width === 1 && this.#kinds[0] === PLAIN && this.#starts[0] === this.#ends[0]
      if (!isBlank) return true
    }
    return false
  }

  cell(at: number): string {
    if (at >= this.width) return ''
    const text = this.#text.slice(this.#starts[at], this.#ends[at])
    return this.#kinds[at] === ESCAPED ? text.replaceAll('""', '"') : text
  }

  text(): string {
    return this.#text.slice(this.#from, this.#next)
  }

  /** Returns false when the row is not complete yet. */
  #scan(isEnd: boolean): boolean {
    const text = this.#text
    const delimiter = this.#delimiter
    const { length } = text
    let at = this.#from
    let lines = 1
    this.width = 0
    for (;;) {
      if (this.width >= this.#limits.columns) throw this.#tooWide()
      if (text.charCodeAt(at) === QUOTE) {
        const end = this.#closingQuote(at + 1, isEnd)
        if (end < 0) return false
        for (let i = text.indexOf('\n', at); i >= 0 && i < end; i = text.indexOf('\n', i + 1)) lines++
        at = endOfValue(text, end + 1, delimiter)
      } else {
        this.#starts[this.width] = at
        at = endOfValue(text, at, delimiter)
        this.#ends[this.width] = at
        this.#kinds[this.width] = PLAIN
      }
      this.width++
      if (at >= length) {
        if (!isEnd) return false
        this.#finish(length, lines, false)
        return true
      }
      const c = text.charCodeAt(at)
      at++
      if (c === delimiter) continue
      if (c === CR) {
        if (at >= length && !isEnd) return false
        if (text.charCodeAt(at) === LF) at++
      }
      this.#finish(at, lines, true)
      return true
    }
  }

  /** The position of the quote that closes the value, or -1 when the text so far has none. */
  #closingQuote(from: number, isEnd: boolean): number {
    const text = this.#text
    let kind = QUOTED
    for (let at = text.indexOf('"', from); ; at = text.indexOf('"', at + 2)) {
      if (at < 0 && !isEnd) return -1
      if (at < 0)
        throw new FileRefused(
          `line ${this.line}: a quote in this row is never closed; close the quote, or write "" for a quote inside a quoted value`,
        )
      if (at + 1 >= text.length && !isEnd) return -1
      if (text.charCodeAt(at + 1) === QUOTE) {
        kind = ESCAPED
        continue
      }
      this.#starts[this.width] = from
      this.#ends[this.width] = at
      this.#kinds[this.width] = kind
      return at
    }
  }

  #finish(next: number, lines: number, ended: boolean): void {
    this.#next = next
    this.#nextLine = this.line + lines
    this.ended = ended
  }

  #tooLong(): FileRefused {
    return new FileRefused(
      `line ${this.line}: the row is longer than ${this.#limits.rowLength} characters; a quote may not be closed`,
    )
  }

  #tooWide(): FileRefused {
    return new FileRefused(`line ${this.line}: the row has more than ${this.#limits.columns} columns`)
  }
}

function endOfValue(text: string, from: number, delimiter: number): number {
  let at = from
  for (; at < text.length; at++) {
    const c = text.charCodeAt(at)
    if (c === delimiter || c === LF || c === CR) break
  }
  return at
}
