// Removes the values of columns about people from a CSV file, as a stream of bytes.
import { isUtf8 } from 'node:buffer'
import { Fault } from '../../kernel/fault.ts'
import { freeTextFilter, isPersonColumn } from './person-column.ts'

const QUOTE = 34
const LF = 10
const CR = 13
const DELIMITERS = [',', ';', '\t', '|'].map((text) => text.charCodeAt(0))
/** The importer refuses longer rows, too. */
const MAX_ROW_BYTES = 1024 * 1024
const EMPTY: Buffer = Buffer.alloc(0)

/**
 * Keeps every delimiter and line end, so that lines and columns keep their numbers. A row with another number of columns than the
 * header is emptied: its values are not under their columns. The importer rejects such rows.
 */
export class CsvBlanker {
  readonly removed: string[] = []
  #rest: Buffer = EMPTY
  #line = 1
  #delimiter = DELIMITERS[0]!
  #width = 0
  /** For each column, the text to store instead of its value; null keeps the value. */
  #filters: readonly (((text: string) => string) | null)[] = []
  #hasHeader = false

  push(chunk: Buffer): Buffer[] {
    if (this.#isUnchanged) return [chunk]
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    return this.#rows(false)
  }

  end(): Buffer[] {
    return this.#rows(true)
  }

  /** The header has no column about people. */
  get #isUnchanged(): boolean {
    return this.#hasHeader && this.#filters.every((filter) => filter === null)
  }

  #rows(isEnd: boolean): Buffer[] {
    const out: Buffer[] = []
    let from = 0
    while (!this.#isUnchanged) {
      const row = this.#scan(from, isEnd)
      if (!row) break
      out.push(this.#hasHeader ? this.#withoutPeople(from, row) : this.#header(from, row))
      this.#line += row.lines
      from = row.end
    }
    if (this.#isUnchanged) {
      out.push(this.#rest.subarray(from))
      this.#rest = EMPTY
      return out
    }
    this.#rest = this.#rest.subarray(from)
    if (this.#rest.length > MAX_ROW_BYTES)
      throw refused(`line ${this.#line} is longer than 1 MiB; a quote may not be closed`)
    return out
  }

  /** Finds the cells of the row at `from`; null when it is not complete. */
  #scan(from: number, isEnd: boolean): ScannedRow | null {
    const bytes = this.#rest
    if (from >= bytes.length) return null
    const delimiter = this.#hasHeader ? this.#delimiter : this.#delimiterAt(from)
    const cells: number[] = [from]
    let lines = 0
    let at = from
    for (;;) {
      if (bytes[at] === QUOTE) {
        // A doubled quote is a quote inside the value: the scan closes and opens again.
        const close = bytes.indexOf(QUOTE, at + 1)
        if (close < 0) {
          if (isEnd) throw refused(`line ${this.#line}: a quote is never closed`)
          return null
        }
        for (let i = bytes.indexOf(LF, at); i >= 0 && i < close; i = bytes.indexOf(LF, i + 1)) lines++
        at = close + 1
        if (at >= bytes.length && !isEnd) return null
        if (bytes[at] === QUOTE) continue
      }
      while (at < bytes.length && bytes[at] !== delimiter && bytes[at] !== LF && bytes[at] !== CR) at++
      if (at >= bytes.length) return isEnd ? { cells, content: at, end: at, lines, delimiter } : null
      if (bytes[at] === delimiter) {
        cells.push(++at)
        continue
      }
      if (bytes[at] === CR && at + 1 >= bytes.length && !isEnd) return null
      const end = bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1
      return { cells, content: at, end, lines: lines + 1, delimiter }
    }
  }

  #delimiterAt(from: number): number {
    const end = this.#rest.indexOf(LF, from)
    const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]))
    for (const byte of this.#rest.subarray(from, end < 0 ? undefined : end))
      if (counts.has(byte)) counts.set(byte, counts.get(byte)! + 1)
    return DELIMITERS.reduce((best, delimiter) => (counts.get(delimiter)! > counts.get(best)! ? delimiter : best))
  }

  #header(from: number, row: ScannedRow): Buffer {
    const names = row.cells.map((_, at) => textOf(this.#cell(row, at)))
    // Empty lines before the header stay.
    if (names.length > 1 || names[0] !== '') {
      requireHeader(names)
      this.#hasHeader = true
      this.#delimiter = row.delimiter
      this.#width = names.length
      this.#filters = names.map((name) => (isPersonColumn(name) ? nothing : freeTextFilter(name, names)))
      this.removed.push(...names.filter(isPersonColumn))
    }
    return this.#rest.subarray(from, row.end)
  }

  #withoutPeople(from: number, row: ScannedRow): Buffer {
    const isWhole = row.cells.length === this.#width
    const isEmpty = row.cells.length === 1 && row.content === row.cells[0]
    if (isEmpty) return this.#rest.subarray(from, row.end)
    const parts: Buffer[] = []
    row.cells.forEach((start, at) => {
      if (at > 0) parts.push(this.#rest.subarray(start - 1, start))
      const cell = this.#cell(row, at)
      const filter = isWhole ? this.#filters[at]! : nothing
      parts.push(filter ? filtered(cell, filter) : cell)
    })
    parts.push(this.#rest.subarray(row.content, row.end))
    return Buffer.concat(parts)
  }

  #cell(row: ScannedRow, at: number): Buffer {
    const next = row.cells[at + 1]
    return this.#rest.subarray(row.cells[at]!, next === undefined ? row.content : next - 1)
  }
}

interface ScannedRow {
  /** The start of each cell. */
  readonly cells: readonly number[]
  /** The end of the last cell, before the line end. */
  readonly content: number
  readonly end: number
  readonly lines: number
  readonly delimiter: number
}

/** Without a header, nobody knows which values are about people. Names of columns rarely start with a digit. */
function requireHeader(names: readonly string[]): void {
  const values = names.filter((name) => /^\d|@/.test(name)).length
  if (values * 3 >= names.length && values > 0) throw refused('its first line has values instead of names of columns')
}

const refused = (problem: string) =>
  new Fault('invalid_parameter', {
    detail: `The file is not valid CSV: ${problem}. Correct the file and upload it again.`,
  })

/** A header that is not UTF-8 is Latin-1: `Propriétaire`. */
const textOf = (cell: Buffer): string =>
  (isUtf8(cell) ? cell.toString('utf8') : cell.toString('latin1'))
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .trim()

const nothing = () => ''

/** Line ends inside the value stay, for the line numbers of the rows below. */
function filtered(cell: Buffer, filter: (text: string) => string): Buffer {
  const lines = textOf(cell).split('\n')
  const text = lines.map((line) => filter(line).replaceAll('"', '')).join('\n')
  return Buffer.from(text === '' ? '' : `"${text}"`)
}
