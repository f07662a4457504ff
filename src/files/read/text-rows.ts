// Reads the rows of CSV, TSV and NDJSON as they are written. No row is left out: blank and broken ones have an error.
import { decodeText } from '../../ingest/files/text-encoding.ts'
import { FileRefused } from '../../ingest/record/draft.ts'
import { LineSplitter } from '../../kernel/lines.ts'
import { CsvProblem, CsvScanner, delimiterOf } from '../../kernel/tables/csv-scanner.ts'
import { unpacked } from './file-format.ts'
import { FileProblem } from './file-problem.ts'

export interface FileRow {
  /** As written, without its line end. Rows of Parquet files have none. */
  readonly text: string
  /** Why the row cannot be looked up. */
  readonly error: string | null
  /** Number of cells as written; NDJSON and Parquet rows have as many as the file has columns. */
  readonly width: number
  /** Names of the fields of an NDJSON row. */
  readonly names?: readonly string[]
  value(column: string): unknown
}

/** A row group, or as many rows as arrived together. */
export type RowBatches = AsyncGenerator<readonly FileRow[]>

export interface OpenTable {
  readonly columns: readonly string[]
  readonly rows: RowBatches
  /** Only of CSV and TSV: how the file is written, for a result that is written the same way. */
  readonly dialect?: Dialect
}

export interface Dialect {
  readonly delimiter: string
  readonly lineEnd: string
  readonly isMarked: boolean
  /** One column without quotes: a result needs them. */
  readonly isBare: boolean
  /** The first row, if it names the columns. */
  readonly header: { readonly text: string; readonly width: number } | null
}

/** In characters. */
const MAX_ROW = 1024 * 1024
const MAX_COLUMNS = 2000
/** A file of one column has no delimiter, and its addresses may have commas. */
const NO_DELIMITER = '\u001f'
const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = /\r\n|\n|\r/

/** Text of any encoding that spreadsheets write. */
export async function* textOf(path: string): AsyncGenerator<string> {
  const bytes = unpacked(path)
  const first = await bytes.next()
  async function* all(): AsyncGenerator<Buffer> {
    if (!first.done) yield first.value
    yield* bytes
  }
  const start = first.done ? '' : first.value.subarray(0, 2).toString('hex')
  const utf16 = start === 'fffe' ? 'utf-16le' : start === 'feff' ? 'utf-16be' : undefined
  try {
    if (utf16) yield* decoded(all(), new TextDecoder(utf16, { fatal: true, ignoreBOM: true }))
    else {
      const isMarked = !first.done && first.value.subarray(0, 3).toString('hex') === 'efbbbf'
      if (isMarked) yield BYTE_ORDER_MARK
      yield* decodeText(all(), 'The file', 'windows-1252')
    }
  } catch (error) {
    if (error instanceof FileRefused) throw new FileProblem('invalid_file', `${error.message}.`)
    throw error instanceof TypeError ? new FileProblem('invalid_file', 'The file is not valid UTF-16.') : error
  }
}

async function* decoded(bytes: AsyncIterable<Buffer>, decoder: TextDecoder): AsyncGenerator<string> {
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** The text in chunks, after the first line is there. */
async function startOf(path: string): Promise<{ start: string; rest: AsyncGenerator<string> }> {
  const rest = textOf(path)
  let start = ''
  while (!/[\r\n]./s.test(start.replace(/^\ufeff?\s*/, '')) && start.length <= MAX_ROW) {
    const next = await rest.next()
    if (next.done) break
    start += next.value
  }
  if (start.replace(BYTE_ORDER_MARK, '').trim() === '') throw new FileProblem('invalid_file', 'The file is empty.')
  return { start, rest }
}

export async function textFormatOf(path: string): Promise<'csv' | 'tsv' | 'ndjson'> {
  const { start, rest } = await startOf(path)
  await rest.return(undefined)
  if (/^\ufeff?\s*\{/.test(start)) return 'ndjson'
  return delimiterIn(start) === '\t' ? 'tsv' : 'csv'
}

function delimiterIn(start: string): string {
  const [line = ''] = start.replace(BYTE_ORDER_MARK, '').split(LINE_END, 1)
  const delimiter = delimiterOf(line)
  return line.includes(delimiter) ? delimiter : NO_DELIMITER
}

/** `columns` are those of the whole file, if they are known: a row may have more cells than the header. */
export async function openCsv(path: string, hasHeader: boolean, columns?: readonly string[]): Promise<OpenTable> {
  const { start, rest } = await startOf(path)
  const delimiter = delimiterIn(start)
  const scanner = new CsvScanner(delimiter, { blankRows: true })
  scanner.push(start.replace(BYTE_ORDER_MARK, ''))
  while (!scan(() => scanner.next())) {
    const next = await rest.next()
    if (next.done && scan(() => scanner.next(true))) break
    if (next.done) throw new FileProblem('invalid_file', 'The file is empty.')
    scanner.push(next.value)
  }
  const first = Array.from({ length: scanner.width }, (_, at) => scanner.cell(at))
  const named = columns ?? columnNames(hasHeader ? first : first.map(() => ''))
  const text = scanner.text()
  const dialect = {
    delimiter: delimiter === NO_DELIMITER ? ',' : delimiter,
    isBare: delimiter === NO_DELIMITER,
    lineEnd: LINE_END.exec(text.slice(text.trimEnd().length))?.[0] ?? '\n',
    isMarked: start.startsWith(BYTE_ORDER_MARK),
    header: hasHeader ? { text: withoutLineEnd(text), width: scanner.width } : null,
  }
  const indexes = new Map(named.map((name, at) => [name, at]))
  const width = first.length
  const rowNow = (): FileRow => {
    const cells = Array.from({ length: scanner.width }, (_, at) => scanner.cell(at))
    const isBlank = cells.every((cell) => cell.trim() === '')
    const error = isBlank
      ? 'The row is blank.'
      : cells.length > width
        ? `The row has ${cells.length} columns, but the header has ${width}.`
        : null
    return {
      text: withoutLineEnd(scanner.text()),
      error,
      width: cells.length,
      value: (column) => cells[indexes.get(column) ?? -1],
    }
  }
  const complete = (isEnd: boolean): FileRow[] => {
    const found: FileRow[] = []
    while (scan(() => scanner.next(isEnd))) found.push(rowNow())
    return found
  }
  async function* rows(): RowBatches {
    try {
      if (!hasHeader) yield [rowNow()]
      yield complete(false)
      for await (const chunk of rest) {
        scanner.push(chunk)
        yield complete(false)
      }
      yield complete(true)
    } finally {
      await rest.return(undefined)
    }
  }
  return { columns: named, rows: rows(), dialect }
}

function scan(next: () => boolean): boolean {
  try {
    return next()
  } catch (error) {
    throw error instanceof CsvProblem
      ? new FileProblem('invalid_file', `The file is not valid CSV: ${error.message}.`)
      : error
  }
}

const withoutLineEnd = (text: string): string => text.replace(/(?:\r\n|\n|\r)$/, '')

/** A name for every column, each of its own. */
export function columnNames(header: readonly string[]): string[] {
  const names: string[] = []
  for (const [at, cell] of header.slice(0, MAX_COLUMNS).entries()) {
    const name = cell.trim() || `column_${at + 1}`
    let own = name
    for (let n = 2; names.includes(own); n++) own = `${name}_${n}`
    names.push(own)
  }
  return names
}

export function openNdjson(path: string, columns: readonly string[] = []): OpenTable {
  async function* rows(): RowBatches {
    const lines = LineSplitter.text(MAX_ROW)
    let isFirst = true
    let line = 0
    const rowsOf = (found: readonly (string | null)[]): FileRow[] =>
      found.map((text) => {
        line += 1
        if (text === null) throw new FileProblem('invalid_file', `Line ${line} is longer than 1 MiB.`)
        return ndjsonRow(text.trim())
      })
    for await (const chunk of textOf(path)) {
      yield rowsOf(lines.push(isFirst ? chunk.replace(BYTE_ORDER_MARK, '') : chunk))
      isFirst = false
    }
    yield rowsOf(lines.end())
  }
  return { columns, rows: rows() }
}

function ndjsonRow(text: string): FileRow {
  const broken = (error: string): FileRow => ({ text, error, width: 0, value: () => undefined })
  if (text === '') return broken('The line is blank.')
  try {
    const record: unknown = JSON.parse(text)
    if (record === null || typeof record !== 'object' || Array.isArray(record))
      return broken('The line is not a JSON object.')
    const fields = record as Readonly<Record<string, unknown>>
    return {
      text,
      error: null,
      width: 0,
      names: Object.keys(fields),
      value: (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
    }
  } catch {
    return broken('The line is not valid JSON.')
  }
}

/** The value of a cell in one line; objects and lists are no text. */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll(/\s+/g, ' ').trim()
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
}
