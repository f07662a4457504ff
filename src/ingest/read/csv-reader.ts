// Reads CSV files: a header, then one project per row.
import { Readable } from 'node:stream'
import type { Info } from 'csv-parse'
import { CsvError, parse } from 'csv-parse'
import type { SourceFile } from '../files/source-file.ts'
import type { Notes, ReadItem } from '../record/draft.ts'
import { cleanText, FileRefused, rejectedItem } from '../record/draft.ts'

export interface CsvPlan {
  /** The field of a column; null for an ignored column, undefined for an unknown one. */
  fieldOf(column: string): string | null | undefined
  /** Columns that form the key together, when no single column is the key. */
  readonly keyColumns?: readonly string[]
  readonly constants: Readonly<Record<string, unknown>>
  readonly delimiter?: string
}

interface Parsed {
  readonly record: readonly string[]
  readonly info: Info
}

const MAX_RECORD_LENGTH = 1024 * 1024
const MAX_LISTED_COLUMNS = 20
const MAX_COLUMNS = 2000
const DELIMITERS = [',', ';', '\t']

/** The most frequent delimiter in the header. */
export function delimiterOf(header: string): string {
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

export async function* readCsv(file: SourceFile, plan: CsvPlan, notes: Notes): AsyncGenerator<ReadItem> {
  let header: readonly string[] | undefined
  let layout: Layout | undefined
  let endsInLineEnd = true
  let before = 0
  let pending: { record: readonly string[]; line: number } | undefined
  async function* watchedText(): AsyncGenerator<string> {
    for await (const chunk of file.text()) {
      if (chunk !== '') endsInLineEnd = chunk.endsWith('\n') || chunk.endsWith('\r')
      yield chunk
    }
  }
  for await (const { record, info } of records(watchedText(), plan.delimiter ?? ',')) {
    const line = before + 1
    before = info.lines
    if (!header || !layout) {
      if (record.length > MAX_COLUMNS) throw new FileRefused(`the header has more than ${MAX_COLUMNS} columns`)
      header = record.map((name) => name.trim())
      layout = layoutOf(header, plan, notes)
      continue
    }
    if (pending) yield itemOf(pending.record, pending.line, layout, plan)
    pending = { record, line }
  }
  if (!pending || !layout) return
  if (pending.record.length < layout.width && !endsInLineEnd)
    throw new FileRefused(`line ${pending.line}: the file ends in the middle of a row; it is incomplete`)
  yield itemOf(pending.record, pending.line, layout, plan)
}

async function* records(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Parsed> {
  // The parser is ahead of its consumer, so the consumer does not know which row failed.
  let lastLine = 0
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_LENGTH,
    on_record: (record, { lines }) => {
      lastLine = lines
      return record
    },
  })
  const source = Readable.from(text)
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    yield* parser as AsyncIterable<Parsed>
  } catch (error) {
    if (error instanceof CsvError) throw new FileRefused(`line ${lastLine + 1}: ${csvProblem(error)}`)
    throw error
  } finally {
    source.destroy()
  }
}

/** The parser reports where it stopped, often the end of the file. The row where the problem starts is more useful. */
function csvProblem({ code, message }: CsvError): string {
  const fix = 'close the quote, or write "" for a quote inside a quoted value'
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `a quote in this row is never closed; ${fix}`
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `this row is longer than 1 MiB, probably because a quote is never closed; ${fix}`
  return `not valid CSV: ${cleanText(message)}`
}

interface Layout {
  readonly width: number
  /** [column index, field] */
  readonly fields: readonly (readonly [number, string])[]
  readonly columns: Readonly<Record<string, string>>
  readonly keyAt: readonly number[]
}

function layoutOf(header: readonly string[], plan: CsvPlan, notes: Notes): Layout {
  const fields: [number, string][] = []
  const columns: Record<string, string> = {}
  const unknown: string[] = []
  header.forEach((name, at) => {
    const field = plan.fieldOf(name)
    if (field === undefined && !plan.keyColumns?.includes(name)) unknown.push(name)
    if (field === undefined || field === null) return
    if (columns[field] !== undefined)
      throw new FileRefused(`the columns ${cleanText(columns[field])} and ${cleanText(name)} both map to ${field}`)
    columns[field] = name
    fields.push([at, field])
  })
  const keyAt = (plan.keyColumns ?? []).map((name) => header.indexOf(name))
  const missing = (plan.keyColumns ?? []).filter((_, i) => keyAt[i] === -1)
  if (missing.length > 0) throw new FileRefused(`the key column ${missing.map(cleanText).join(', ')} is missing`)
  // A file without a header starts with data, which can name people: it must not be listed as columns.
  if (fields.length === 0) throw new FileRefused('the first line has no known column; it must be a header')
  for (const name of unknown) notes.unknownColumn(name)
  if (plan.keyColumns) columns.key = plan.keyColumns.join(' + ')
  if (columns.key === undefined && plan.constants.key === undefined)
    throw new FileRefused(
      `no column is the key. Add a column "key", or set "key" in a mapping file. The file has: ${listColumns(header)}`,
    )
  return { width: header.length, fields, columns, keyAt }
}

export function listColumns(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED_COLUMNS).map(cleanText).join(', ')
  return names.length > MAX_LISTED_COLUMNS ? `${shown}, … (${names.length} columns)` : shown
}

function itemOf(record: readonly string[], line: number, layout: Layout, plan: CsvPlan): ReadItem {
  const fields: Record<string, unknown> = { ...plan.constants }
  for (const [at, field] of layout.fields) {
    const text = record[at]?.trim() ?? ''
    if (text !== '') fields[field] = text
  }
  const parts = layout.keyAt.map((at) => record[at]?.trim() ?? '')
  if (parts.length > 0) fields.key = parts.every((part) => part !== '') ? parts.join('/') : undefined
  if (record.length !== layout.width) {
    const key = typeof fields.key === 'string' ? fields.key : null
    return rejectedItem(line, `the row has ${record.length} columns, but the header has ${layout.width}`, null, key)
  }
  return { kind: 'draft', draft: { line, fields, columns: layout.columns } }
}
