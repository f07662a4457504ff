// Reads a file or pasted text into rows; text files in chunks, to save memory.
import SIGNATURES from '../../assets/file-signatures.json' with { type: 'json' }
import { wrongFileText } from '../../src/kernel/tables/file-kind.ts'
import { PAGE_LANGUAGE } from '../language/choose-language.ts'
import { CsvReader, TableError } from './csv-reader.ts'
import { readWorkbook } from './read-workbook.ts'
import type { Separator } from './separator.ts'
import { guessSeparator } from './separator.ts'
import { text } from './text.ts'

export interface Grid {
  /** Includes the header row, if there is one. NDJSON always has one. */
  readonly rows: readonly (readonly string[])[]
  readonly separator: Separator | 'ndjson' | 'xlsx'
  /** True if the source has more than `maxRows` rows. */
  readonly truncated: boolean
  /** Number of NDJSON lines that are not JSON objects. */
  readonly skippedLines: number
}

export interface ReadTableOptions {
  readonly maxRows: number
  /** Guessed if undefined. */
  readonly separator?: Separator | undefined
  /** The file name, such as `listings.csv`. */
  readonly name?: string
}

const MAX_COLUMNS = 200

export async function readTable(source: Blob | string, options: ReadTableOptions): Promise<Grid> {
  if (typeof source === 'string') return readChunks(singleChunk(source), options)
  const start = await checkKind(source, options.name)
  // A workbook is a ZIP archive.
  if (start[0] === 0x50 && start[1] === 0x4b) return toGrid(await readWorkbook(source), 'xlsx', 0, options)
  const utf16 =
    start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : start[0] === 0xfe && start[1] === 0xff && 'utf-16be'
  try {
    return await readChunks(decode(source, utf16 || 'utf-8'), options)
  } catch (error) {
    // Older spreadsheets write windows-1252. It accepts every byte, so it is the last resort.
    if (!(error instanceof TypeError)) throw error
    return readChunks(decode(source, 'windows-1252'), options)
  }
}

/** Refuses what is no table, and returns its first bytes. */
export async function checkKind(source: Blob, name: string = text.thisFile): Promise<Uint8Array> {
  const head = new Uint8Array(await source.slice(0, 512).arrayBuffer())
  const wrong = wrongFileText(SIGNATURES, { name, head, readable: ['zip'], language: PAGE_LANGUAGE })
  if (wrong) throw new TableError(wrong)
  return head
}

async function* decode(source: Blob, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const reader = source.stream().getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      yield done ? decoder.decode() : decoder.decode(value, { stream: true })
      if (done) return
    }
  } finally {
    await reader.cancel()
  }
}

async function* singleChunk(text: string): AsyncGenerator<string> {
  yield text.startsWith('\ufeff') ? text.slice(1) : text
}

interface Reader {
  push(chunk: string): string[][]
  end(): string[][]
}

async function readChunks(chunks: AsyncGenerator<string>, options: ReadTableOptions): Promise<Grid> {
  const rows: string[][] = []
  // One extra row may be the header, and one more shows that the table is truncated.
  const enough = options.maxRows + 2
  let reader: Reader | undefined
  let separator: Grid['separator'] = ''
  for await (const chunk of chunks) {
    if (!reader) {
      separator = options.separator ?? detectFormat(chunk, options.name)
      reader = separator === 'ndjson' ? new ObjectReader() : new CsvReader(separator)
    }
    append(rows, reader.push(chunk))
    if (rows.length >= enough) break
  }
  if (reader && rows.length < enough) append(rows, reader.end())
  const [all, skippedLines] =
    reader instanceof ObjectReader && rows.length > 0 ? [[reader.columns, ...rows], reader.skippedLines] : [rows, 0]
  return toGrid(all, separator, skippedLines, options)
}

function toGrid(
  rows: readonly string[][],
  separator: Grid['separator'],
  skippedLines: number,
  { maxRows }: ReadTableOptions,
): Grid {
  if (rows.length === 0) throw new TableError('This file or text is empty. Choose one with at least one row.')
  return { rows: rows.slice(0, maxRows + 1), separator, truncated: rows.length > maxRows + 1, skippedLines }
}

function append(rows: string[][], more: readonly string[][]): void {
  for (const row of more) rows.push(row)
}

function detectFormat(sample: string, name = '.txt'): Grid['separator'] {
  if (/^\s*\{/.test(sample)) return 'ndjson'
  if (/\.tsv$/i.test(name)) return '\t'
  return guessSeparator(sample.slice(0, 100_000), /\.txt$/i.test(name))
}

/** Reads NDJSON. Keys become columns in the order they first appear. */
class ObjectReader implements Reader {
  readonly columns: string[] = []
  readonly #indexes = new Map<string, number>()
  #partialLine = ''
  skippedLines = 0

  push(chunk: string): string[][] {
    const lines = (this.#partialLine + chunk).split('\n')
    this.#partialLine = lines.pop()!
    return lines.flatMap((line) => this.#parseLine(line))
  }

  end(): string[][] {
    return this.#parseLine(this.#partialLine)
  }

  #parseLine(line: string): string[][] {
    if (line.trim() === '') return []
    const value = parseObject(line)
    if (!value) {
      this.skippedLines += 1
      return []
    }
    const row: string[] = []
    for (const [key, cell] of Object.entries(value)) {
      const index = this.#indexes.get(key) ?? this.#addColumn(key)
      if (index !== undefined) row[index] = typeof cell === 'string' ? cell : cell === null ? '' : JSON.stringify(cell)
    }
    return [Array.from(row, (cell) => cell ?? '')]
  }

  #addColumn(key: string): number | undefined {
    if (this.columns.length === MAX_COLUMNS) return undefined
    this.#indexes.set(key, this.columns.length)
    return this.columns.push(key) - 1
  }
}

function parseObject(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
