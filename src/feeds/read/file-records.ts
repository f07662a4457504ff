// Reads the records of a CSV or NDJSON file while it arrives.
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { LineSplitter } from '../../kernel/lines.ts'
import { FeedProblem } from './feed-problem.ts'
import type { FeedRecord } from './map-record.ts'

export type FileKind = 'csv' | 'ndjson'

export interface FileRecord {
  readonly line: number
  /** A text says what is wrong with the line. */
  readonly record: FeedRecord | string
}

/** In characters. The mapped fields of a listing need a few hundred; unmapped ones may be long. */
const MAX_RECORD = 1024 * 1024
const DELIMITERS = [',', ';', '\t', '|']

export function readFileRecords(kind: FileKind, bytes: AsyncIterable<Buffer>): AsyncGenerator<FileRecord> {
  const text = notHtml(decoded(bytes))
  return kind === 'csv' ? readCsv(text) : readNdjson(text)
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new FeedProblem('invalid_file', 'The file is not UTF-8. Save it as UTF-8.')
    throw error
  }
}

async function* notHtml(text: AsyncIterable<string>): AsyncGenerator<string> {
  let start: string | null = ''
  for await (const chunk of text) {
    if (start !== null) start = (start + chunk).trimStart()
    if (start?.startsWith('<'))
      throw new FeedProblem('invalid_file', 'The file is HTML or XML. Check the URL and the credentials.')
    if (start !== '') start = null
    yield chunk
  }
}

async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  const lines = LineSplitter.text(MAX_RECORD)
  let line = 0
  for await (const chunk of text) for (const content of lines.push(chunk)) yield* recordOf(content, ++line, true)
  for (const content of lines.end()) yield* recordOf(content, ++line, false)
}

function* recordOf(content: string | null, line: number, isEnded: boolean): Generator<FileRecord> {
  if (content === null) yield { line, record: 'The line is longer than 1 MiB.' }
  else if (content.trim() !== '') {
    const record = parseObject(content)
    if (typeof record === 'string' && !isEnded) throw cutOff(line)
    yield { line, record }
  }
}

function parseObject(text: string): FeedRecord | string {
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as FeedRecord
    return 'The line is not a JSON object.'
  } catch {
    return 'The line is not valid JSON.'
  }
}

async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  let isEnded = true
  const source = withHeader(text)
  async function* watched(): AsyncGenerator<string> {
    for await (const chunk of source.text) {
      if (chunk !== '') isEnded = chunk.endsWith('\n') || chunk.endsWith('\r')
      yield chunk
    }
  }
  const header = await source.header
  const delimiter = DELIMITERS.reduce((best, next) => (count(header, next) > count(header, best) ? next : best))
  let columns: readonly string[] | undefined
  let pending: { readonly line: number; readonly values: readonly string[] } | undefined
  let lines = 0
  for await (const { record: values, info } of parsed(watched(), delimiter)) {
    const line = lines + 1
    lines = info.lines
    if (!columns) columns = values.map((name) => name.trim())
    else {
      if (pending) yield toRecord(pending.line, columns, pending.values)
      pending = { line, values }
    }
  }
  if (!pending || !columns) return
  if (!isEnded && pending.values.length < columns.length) throw cutOff(pending.line)
  yield toRecord(pending.line, columns, pending.values)
}

interface ParsedCsv {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

async function* parsed(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<ParsedCsv> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
  })
  const source = Readable.from(text)
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    yield* parser as AsyncIterable<ParsedCsv>
  } catch (error) {
    // The message of the parser would quote the row, and runs are shown and stored.
    if (error instanceof CsvError) throw new FeedProblem('invalid_file', `The file is not valid CSV (${error.code}).`)
    throw error
  } finally {
    source.destroy()
  }
}

function toRecord(line: number, columns: readonly string[], values: readonly string[]): FileRecord {
  if (values.length !== columns.length)
    return { line, record: `The row has ${values.length} columns, but the header has ${columns.length}.` }
  return { line, record: Object.fromEntries(columns.map((name, i) => [name, values[i]])) }
}

/** The first line, and the whole text. */
function withHeader(text: AsyncIterable<string>): { header: Promise<string>; text: AsyncGenerator<string> } {
  const chunks = text[Symbol.asyncIterator]()
  let start = ''
  const header = (async () => {
    for (;;) {
      const next = await chunks.next()
      if (next.done) return start
      start += next.value
      const end = start.search(/[\r\n]/)
      if (end >= 0 || start.length > MAX_RECORD) return start.slice(0, end < 0 ? MAX_RECORD : end)
    }
  })()
  async function* whole(): AsyncGenerator<string> {
    if (start !== '') yield start
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { header, text: whole() }
}

function count(text: string, part: string): number {
  return text.split(part).length
}

function cutOff(line: number): FeedProblem {
  return new FeedProblem(
    'incomplete_file',
    `Line ${line}: the file ends in the middle of a row. Nothing was marked gone.`,
  )
}
