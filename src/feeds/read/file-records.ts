// Reads the records of a CSV or NDJSON file while it arrives.

import { LineSplitter } from '../../kernel/lines.ts'
import { FILE_SIGNATURES } from '../../kernel/tables/assets.ts'
import { CsvProblem, csvRecords } from '../../kernel/tables/csv-scanner.ts'
import { wrongFileText } from '../../kernel/tables/file-kind.ts'
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

/** `onHeader` is called with the columns of a CSV file, also if it has no rows. */
export function readFileRecords(
  kind: FileKind,
  bytes: AsyncIterable<Buffer>,
  noHeader = false,
  onHeader: (columns: readonly string[]) => void = () => {},
): AsyncGenerator<FileRecord> {
  const text = notHtml(decoded(withWholeHead(bytes)))
  return kind === 'csv' ? readCsv(text, noHeader, onHeader) : readNdjson(text)
}

const HEAD_BYTES = 512

/** The first bytes tell what a file is, and may arrive one by one. */
async function* withWholeHead(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  let isHead = true
  for await (const chunk of bytes) {
    if (isHead) head = Buffer.concat([head, chunk])
    isHead &&= head.length < HEAD_BYTES
    if (isHead) continue
    yield head.length > 0 ? head : chunk
    head = Buffer.alloc(0)
  }
  if (head.length > 0) yield head
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    let isStart = true
    for await (const chunk of bytes) {
      const wrong = isStart && wrongFileText(FILE_SIGNATURES, { name: 'The file', head: chunk.subarray(0, HEAD_BYTES) })
      if (wrong) throw new FeedProblem('invalid_file', wrong)
      isStart = false
      yield decoder.decode(chunk, { stream: true })
    }
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

async function* readCsv(
  text: AsyncIterable<string>,
  noHeader: boolean,
  onHeader: (columns: readonly string[]) => void,
): AsyncGenerator<FileRecord> {
  let columns: readonly string[] | undefined
  try {
    for await (const { line, values, ended } of csvRecords(text)) {
      if (noHeader) columns ??= values.map((_, i) => `#${i + 1}`)
      if (columns && !ended && values.length < columns.length) throw cutOff(line)
      if (columns) {
        yield toRecord(line, columns, values)
        continue
      }
      columns = values.map((name) => name.trim())
      onHeader(columns)
    }
    if (!columns) throw new FeedProblem('invalid_file', 'The file is empty. It needs at least a header.')
  } catch (error) {
    throw error instanceof CsvProblem
      ? new FeedProblem('invalid_file', `The file is not valid CSV: ${error.message}.`)
      : error
  }
}

function toRecord(line: number, columns: readonly string[], values: readonly string[]): FileRecord {
  if (values.length !== columns.length)
    return { line, record: `The row has ${values.length} columns, but the header has ${columns.length}.` }
  return { line, record: Object.fromEntries(columns.map((name, i) => [name, values[i]])) }
}

function cutOff(line: number): FeedProblem {
  return new FeedProblem(
    'incomplete_file',
    `Line ${line}: the file ends in the middle of a row. Nothing was marked gone.`,
  )
}
