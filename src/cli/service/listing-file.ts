// Reads listings from a file: NDJSON, or CSV with a header of field names.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ListingItem } from '@plinth/client'
import { ListingBody } from '../../http/listings/listing-schemas.ts'
import { Stop } from '../../kernel/fault.ts'
import { LineSplitter } from '../../kernel/lines.ts'
import { csvRecords } from '../../kernel/tables/csv-scanner.ts'

export interface ListingRow {
  /** In the file, from 1. In CSV the header is line 1. */
  readonly line: number
  /** Where in the file it ends, as far as is known: the file is read in pieces. */
  readonly bytes: number
  /** As read: the server validates it, so that one invalid row does not stop the others. */
  readonly item: ListingItem
  /** Why the row could not be read. It is sent without content, so that rows and results stay aligned. */
  readonly error?: string
}

export interface ListingFile {
  readonly bytes: number
  rows(): AsyncGenerator<ListingRow>
}

const FIELDS = new Set(['key', ...Object.keys(ListingBody.shape)])
const NUMBERS = new Set(['latitude', 'longitude'])
const JSON_FIELDS = new Set(['attributes'])
const MAX_LINE = 1024 * 1024
/** Small, so that the share of a load is true: rows of one piece end at its end. */
const PIECE_BYTES = 16_384

export async function openListingFile(path: string): Promise<ListingFile> {
  const { size } = await stat(path).catch(() => {
    throw new Stop('usage', `cannot read ${path}`, 'Name an existing .ndjson or .csv file.')
  })
  const input = createReadStream(path, { highWaterMark: PIECE_BYTES })
  const isCsv = /\.(csv|tsv)$/i.test(path)
  const withBytes = async function* () {
    for await (const row of isCsv ? csvRows(input) : jsonRows(input)) yield { ...row, bytes: input.bytesRead }
  }
  return { bytes: size, rows: withBytes }
}

type ReadRow = Omit<ListingRow, 'bytes'>

async function* jsonRows(input: NodeJS.ReadableStream): AsyncGenerator<ReadRow> {
  const splitter = LineSplitter.bytes(MAX_LINE)
  let line = 0
  const read = function* (lines: readonly (Buffer | null)[]): Generator<ReadRow> {
    for (const bytes of lines) {
      line += 1
      if (bytes !== null && bytes.toString().trim() === '') continue
      yield { line, ...parseRow(bytes) }
    }
  }
  for await (const chunk of input) yield* read(splitter.push(chunk as Buffer))
  yield* read(splitter.end())
}

const UNREADABLE: ListingItem = { key: '', address: '' }

function parseRow(bytes: Buffer | null): Omit<ReadRow, 'line'> {
  if (bytes === null) return { item: UNREADABLE, error: `The line has more than ${MAX_LINE} bytes.` }
  try {
    return { item: JSON.parse(bytes.toString()) as ListingItem }
  } catch {
    return { item: UNREADABLE, error: 'The line is not JSON.' }
  }
}

async function* csvRows(input: NodeJS.ReadableStream): AsyncGenerator<ReadRow> {
  let header: readonly string[] | undefined
  input.setEncoding('utf8')
  for await (const { line, values } of csvRecords(input as AsyncIterable<string>)) {
    if (header) yield { line, item: toItem(header, values) }
    else header = readHeader(values)
  }
}

function readHeader(columns: readonly string[]): readonly string[] {
  const names = columns.map((name) => name.trim().toLowerCase())
  const unknown = names.find((name) => name !== '' && !FIELDS.has(name))
  if (unknown !== undefined)
    throw new Stop('usage', `unknown column "${unknown}"`, `The columns of a CSV file are: ${[...FIELDS].join(', ')}.`)
  for (const name of ['key', 'address'])
    if (!names.includes(name)) throw new Stop('usage', `the CSV file has no column "${name}"`)
  return names
}

/** Empty cells are left out. */
function toItem(header: readonly string[], record: readonly string[]): ListingItem {
  const cells = header.flatMap((name, i) => {
    const text = record[i]?.trim() ?? ''
    return name === '' || text === '' ? [] : [[name, toValue(name, text)] as const]
  })
  return Object.fromEntries(cells) as unknown as ListingItem
}

function toValue(name: string, text: string): unknown {
  if (NUMBERS.has(name)) return Number.isFinite(Number(text)) ? Number(text) : text
  if (!JSON_FIELDS.has(name)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
