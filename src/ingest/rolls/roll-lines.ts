// Turns the files of a roll into lines with named values: CSV, or one GeoJSON feature per line.

import { CsvScanner, delimiterOf } from '../../kernel/tables/csv-scanner.ts'
import type { SourceFile } from '../files/source-file.ts'
import { headOf } from '../files/source-file.ts'
import { pointOf } from '../read/geojson.ts'
import { jsonElements } from '../read/json-elements.ts'
import { parseObject } from '../read/ndjson.ts'
import { numberedLines } from '../read/numbered-lines.ts'
import type { Notes } from '../record/draft.ts'
import { cleanText, FileRefused, quoted } from '../record/draft.ts'

import type { Cells, RollFile, RollTable } from './roll-table.ts'

export interface RollLine {
  readonly line: number
  readonly cells: Cells
  /** Why the line cannot be read; null when it can. */
  readonly problem: string | null
}

/** The lines of one chunk of text. They must be read in order: each overwrites the one before. */
export interface LineBatch {
  readonly kind: RollFile
  readonly lines: Iterable<RollLine>
}

export type LineReader = (file: SourceFile, table: RollTable, notes: Notes) => AsyncGenerator<LineBatch>

const firstLineOf = (text: string): string => /[^\r\n]+/.exec(text)?.[0] ?? ''

export async function* csvLines(file: SourceFile, table: RollTable, notes: Notes): AsyncGenerator<LineBatch> {
  let scanner = new CsvScanner(',')
  const fallback = table.encoding === 'windows-1252' ? table.encoding : undefined
  let reader: CsvReader | undefined
  let isFirst = true
  for await (const chunk of file.text(fallback)) {
    if (isFirst) scanner = new CsvScanner(table.delimiter ?? delimiterOf(firstLineOf(chunk)))
    isFirst = false
    scanner.push(chunk)
    if (!reader && scanner.next()) reader = new CsvReader(scanner, file, table, notes)
    if (reader) yield { kind: reader.kind, lines: reader.lines(chunk.includes('\ufffd'), false) }
  }
  if (!reader && scanner.next(true)) reader = new CsvReader(scanner, file, table, notes)
  if (!reader) throw new FileRefused(`${cleanText(file.name)} has no rows`)
  yield { kind: reader.kind, lines: reader.lines(true, true) }
}

class CsvReader {
  readonly kind: RollFile
  readonly #scanner: CsvScanner
  readonly #width: number
  readonly #cells: Cells

  /** The scanner is at the header. */
  constructor(scanner: CsvScanner, file: SourceFile, table: RollTable, notes: Notes) {
    const header = Array.from({ length: scanner.width }, (_, at) => columnName(scanner.cell(at)))
    this.#scanner = scanner
    this.#width = header.length
    this.kind = kindOf(header, file, table)
    const positions = new Map<string, number>()
    header.forEach((name, at) => {
      if (!positions.has(name)) positions.set(name, at)
    })
    if (positions.size < header.length) notes.remark('columns with the same name: the first is used')
    this.#cells = (column) => {
      const at = positions.get(column)
      return at === undefined ? '' : scanner.cell(at).trim()
    }
  }

  *lines(maybeInvalid: boolean, isEnd: boolean): Generator<RollLine> {
    const scanner = this.#scanner
    while (scanner.next(isEnd)) {
      let problem: string | null = null
      if (scanner.width !== this.#width) {
        if (!scanner.ended && scanner.width < this.#width)
          throw new FileRefused(`line ${scanner.line}: the file ends in the middle of a row; it is incomplete`)
        problem = `the row has ${scanner.width} columns, but the header has ${this.#width}`
      } else if (maybeInvalid && scanner.text().includes('\ufffd')) problem = 'the row contains invalid UTF-8'
      yield { line: scanner.line, cells: this.#cells, problem }
    }
  }
}

/** Some exports start with a byte order mark, or quote the names. */
export function columnName(text: string): string {
  return text.replace(/^\ufeff/, '').trim()
}

/** The first kind of file whose columns are all in the header. */
export function kindOf(header: readonly string[], file: SourceFile, table: RollTable): RollFile {
  const kinds = [table, ...(table.companions ?? [])]
  const found = kinds.find(({ columns }) => columns.every((column) => header.includes(column)))
  if (found) return found
  const missing = table.columns.filter((column) => !header.includes(column)).map(quoted)
  const plural = missing.length > 1
  throw new FileRefused(
    `${cleanText(file.name)} is not ${table.name}: the column${plural ? 's' : ''} ${missing.join(', ')} ${plural ? 'are' : 'is'} missing`,
  )
}

export async function* geoJsonLines(file: SourceFile, table: RollTable): AsyncGenerator<LineBatch> {
  const isCollection = /"type"\s*:\s*"FeatureCollection"/.test(await headOf(file))
  const elements = isCollection ? jsonElements(file.text(), 'features') : numberedLines(file.text())
  for await (const element of elements) {
    const { text, line, ended } =
      'number' in element ? { ...element, line: element.number } : { ...element, ended: true }
    // A sequence of features can have a record separator in front of each.
    const json = text?.startsWith('\u001e') ? text.slice(1) : text
    if (json?.trim() === '') continue
    const value = json === null ? 'the line is too long for a row' : parseObject(json)
    if (typeof value === 'string' && !ended)
      throw new FileRefused(`line ${line}: the file ends in the middle of a line; it is incomplete`)
    const problem =
      typeof value === 'string' ? value : json?.includes('\ufffd') ? 'the row contains invalid UTF-8' : null
    const cells = typeof value === 'string' ? () => '' : featureCells(value)
    yield { kind: table, lines: [{ line, cells, problem }] }
  }
}

function featureCells({ properties, geometry }: Readonly<Record<string, unknown>>): Cells {
  const centre = pointOf(geometry)
  const own: Readonly<Record<string, unknown>> = {
    ...(properties as object | null),
    longitude: centre?.[0],
    latitude: centre?.[1],
  }
  return (column) => {
    if (column === 'geometry') return JSON.stringify(geometry ?? null)
    const value = Object.hasOwn(own, column) ? own[column] : ''
    return typeof value === 'string' ? value.trim() : ['number', 'boolean'].includes(typeof value) ? String(value) : ''
  }
}
