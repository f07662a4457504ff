// Splits CSV text into rows. Values that nobody reads are never copied.

/** The text is not valid CSV. */
export class CsvProblem extends Error {}

interface ScanOptions {
  /** Maximum number of characters of one row. */
  readonly rowLength?: number
  /** Maximum number of columns. */
  readonly columns?: number
  /** Rows without a value are rows, too. */
  readonly blankRows?: boolean
}

const MAX_ROW_LENGTH = 1024 * 1024
const MAX_COLUMNS = 2000

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
  /** The value as written, with its quotes. */
  written(at: number): string
  /** The whole row as written. */
  text(): string
}

/** Made for a national file of 17 million rows of 31 columns, a few of which are needed. */
export class CsvScanner implements ScannedRow {
  readonly #delimiter: number
  readonly #options: Required<ScanOptions>
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

  constructor(delimiter: string, options: ScanOptions = {}) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#options = { rowLength: MAX_ROW_LENGTH, columns: MAX_COLUMNS, blankRows: false, ...options }
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
        if (this.#text.length - this.#from > this.#options.rowLength) throw this.#tooLong()
        return false
      }
      if (this.#next - this.#from > this.#options.rowLength) throw this.#tooLong()
      const isBlank = this.width === 1 && this.#kinds[0] === PLAIN && this.#starts[0] === this.#ends[0]
      if (!isBlank || this.#options.blankRows) return true
    }
    return false
  }

  cell(at: number): string {
    if (at >= this.width) return ''
    const text = this.#text.slice(this.#starts[at], this.#ends[at])
    return this.#kinds[at] === ESCAPED ? text.replaceAll('""', '"') : text
  }

  written(at: number): string {
    const isQuoted = this.#kinds[at] !== PLAIN
    const start = (this.#starts[at] ?? 0) - (isQuoted ? 1 : 0)
    return this.#text.slice(
      start,
      isQuoted ? endOfValue(this.#text, this.#ends[at] ?? 0, this.#delimiter) : this.#ends[at],
    )
  }

  text(): string {
    return this.#text.slice(this.#from, this.#next)
  }

  /** Removes and returns the text after the row. */
  rest(): string {
    const text = this.#text.slice(this.#next)
    this.#text = ''
    this.#next = 0
    return text
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
      if (this.width >= this.#options.columns) throw this.#tooWide()
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
        throw new CsvProblem(
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

  #tooLong(): CsvProblem {
    return new CsvProblem(
      `line ${this.line}: the row is longer than ${this.#options.rowLength} characters; a quote may not be closed`,
    )
  }

  #tooWide(): CsvProblem {
    return new CsvProblem(`line ${this.line}: the row has more than ${this.#options.columns} columns`)
  }
}

export interface CsvRecord {
  readonly line: number
  readonly values: readonly string[]
  /** False for a last row without a line end: the file may be truncated. */
  readonly ended: boolean
}

const DELIMITERS = [',', ';', '\t', '|']

/** The most frequent delimiter in a header. */
export function delimiterOf(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best))
}

/** All rows with all values, header first. Without a delimiter, the header decides. */
export async function* csvRecords(text: AsyncIterable<string>, delimiter?: string): AsyncGenerator<CsvRecord> {
  let scanner: CsvScanner | undefined
  let start = ''
  for await (const chunk of text) {
    if (scanner) scanner.push(chunk)
    else {
      start += chunk
      const end = start.search(/[\r\n]/)
      if (end >= 0 || start.length > MAX_ROW_LENGTH) scanner = scannerOf(start, end, delimiter)
    }
    if (scanner) yield* recordsOf(scanner, false)
  }
  yield* recordsOf(scanner ?? scannerOf(start, start.length, delimiter), true)
}

function scannerOf(start: string, end: number, delimiter: string | undefined): CsvScanner {
  const scanner = new CsvScanner(delimiter ?? delimiterOf(start.slice(0, end)))
  scanner.push(start.replace(/^\ufeff/, ''))
  return scanner
}

function* recordsOf(scanner: CsvScanner, isEnd: boolean): Generator<CsvRecord> {
  while (scanner.next(isEnd)) {
    const values = Array.from({ length: scanner.width }, (_, at) => scanner.cell(at))
    yield { line: scanner.line, values, ended: scanner.ended }
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
