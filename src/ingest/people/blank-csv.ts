// Removes the values of columns about people from a CSV file, as a stream of bytes.
import { isUtf8 } from 'node:buffer'
import { Fault } from '../../kernel/fault.ts'
import { CsvProblem, CsvScanner, delimiterOf } from '../../kernel/tables/csv-scanner.ts'
import { freeTextFilter, isPersonColumn } from './person-column.ts'

const MAX_HEADER_LENGTH = 1024 * 1024

/** Returns the text to store instead of a value; null keeps the value. */
type Filter = ((text: string) => string) | null

/**
 * Keeps every delimiter and line end, so that lines and columns keep their numbers. A row with another number of columns than the
 * header is emptied: its values are not under their columns. The importer rejects such rows.
 */
export class CsvBlanker {
  readonly removed: string[] = []
  /** The text before the end of the first line that is not empty: it decides the delimiter. */
  #start = ''
  #delimiter = ','
  #scanner: CsvScanner | undefined
  #filters: readonly Filter[] | undefined

  push(chunk: Buffer): Buffer[] {
    if (this.#isUnchanged) return [chunk]
    // Every byte is one character of Latin-1, whatever the encoding of the file.
    const text = chunk.toString('latin1')
    if (this.#scanner) this.#scanner.push(text)
    else {
      this.#start += text
      if (/[^\r\n][\r\n]/.test(this.#start) || this.#start.length > MAX_HEADER_LENGTH) this.#begin()
    }
    return this.#rows(false)
  }

  end(): Buffer[] {
    if (!this.#scanner) this.#begin()
    return this.#isUnchanged ? [] : this.#rows(true)
  }

  /** The header has no column about people. */
  get #isUnchanged(): boolean {
    return this.#filters?.every((filter) => filter === null) ?? false
  }

  #begin(): void {
    this.#delimiter = delimiterOf(/[^\r\n]+/.exec(this.#start)?.[0] ?? '')
    this.#scanner = new CsvScanner(this.#delimiter, { blankRows: true })
    this.#scanner.push(this.#start)
  }

  #rows(isEnd: boolean): Buffer[] {
    const scanner = this.#scanner
    if (!scanner) return []
    const out: string[] = []
    try {
      while (!this.#isUnchanged && scanner.next(isEnd))
        out.push(this.#filters ? this.#withoutPeople(scanner, this.#filters) : this.#header(scanner))
    } catch (error) {
      throw error instanceof CsvProblem ? refused(error.message) : error
    }
    if (this.#isUnchanged) out.push(scanner.rest())
    return [Buffer.from(out.join(''), 'latin1')]
  }

  #header(row: CsvScanner): string {
    const names = Array.from({ length: row.width }, (_, at) => textOf(row.written(at)))
    // Empty lines before the header stay.
    if (names.length > 1 || names[0] !== '') {
      requireHeader(names)
      this.#filters = names.map((name) => (isPersonColumn(name) ? nothing : freeTextFilter(name, names)))
      this.removed.push(...names.filter(isPersonColumn))
    }
    return row.text()
  }

  #withoutPeople(row: CsvScanner, filters: readonly Filter[]): string {
    const text = row.text()
    const lineEnd = row.ended ? (text.endsWith('\r\n') ? '\r\n' : text.slice(-1)) : ''
    if (text === lineEnd) return text
    const isWhole = row.width === filters.length
    const cells = Array.from({ length: row.width }, (_, at) => {
      const filter = isWhole ? filters[at] : nothing
      return filter ? filtered(row.written(at), filter) : row.written(at)
    })
    return cells.join(this.#delimiter) + lineEnd
  }
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

/** A value that is not UTF-8 is Latin-1: `Propriétaire`. */
function textOf(written: string): string {
  const bytes = Buffer.from(written, 'latin1')
  return (isUtf8(bytes) ? bytes.toString('utf8') : written)
    .replace(/^\ufeff/, '')
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .trim()
}

const nothing = () => ''

/** Line ends inside the value stay, for the line numbers of the rows below. */
function filtered(written: string, filter: (text: string) => string): string {
  const lines = textOf(written).split('\n')
  const text = lines.map((line) => filter(line).replaceAll('"', '')).join('\n')
  return text === '' ? '' : Buffer.from(`"${text}"`).toString('latin1')
}
