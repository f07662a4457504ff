// A file or a pasted text → rows of cells, piece by piece, so that a large file is never in memory twice.
import { CsvReader, TableError } from './csv-reader.ts'
import type { Separator } from './separator.ts'
import { guessSeparator } from './separator.ts'

export interface Grid {
  /** The first row is the header, if there is one; NDJSON always has one. */
  readonly rows: readonly (readonly string[])[]
  readonly separator: Separator | 'ndjson'
  /** There was more than was asked for. */
  readonly truncated: boolean
  /** Lines that are no JSON object, and were left out. */
  readonly skippedLines: number
}

export interface ReadTableOptions {
  readonly maxRows: number
  /** Guessed unless given. */
  readonly separator?: Separator | undefined
  /** Of a file: `listings.csv`. */
  readonly name?: string
}

const MOST_COLUMNS = 200

export async function readTable(source: Blob | string, wish: ReadTableOptions): Promise<Grid> {
  if (typeof source === 'string') return gather(piecesOf(source), wish)
  const start = new Uint8Array(await source.slice(0, 4).arrayBuffer())
  if (start[0] === 0x50 && start[1] === 0x4b)
    throw new TableError('This is a workbook or an archive. Save the sheet as CSV, then drop that.')
  const utf16 =
    start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : start[0] === 0xfe && start[1] === 0xff && 'utf-16be'
  try {
    return await gather(decode(source, utf16 || 'utf-8'), wish)
  } catch (error) {
    // Older spreadsheets write the encoding of their system; every byte means something there, so it comes last.
    if (!(error instanceof TypeError)) throw error
    return gather(decode(source, 'windows-1252'), wish)
  }
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

async function* piecesOf(text: string): AsyncGenerator<string> {
  yield text.startsWith('\ufeff') ? text.slice(1) : text
}

interface Reader {
  push(text: string): string[][]
  end(): string[][]
}

async function gather(pieces: AsyncGenerator<string>, wish: ReadTableOptions): Promise<Grid> {
  const rows: string[][] = []
  // One more than asked for may be the header, and one more shows that there is more.
  const enough = wish.maxRows + 2
  let reader: Reader | undefined
  let separator: Grid['separator'] = ''
  for await (const piece of pieces) {
    if (!reader) {
      separator = wish.separator ?? formatOf(piece, wish.name)
      reader = separator === 'ndjson' ? new ObjectReader() : new CsvReader(separator)
    }
    append(rows, reader.push(piece))
    if (rows.length >= enough) break
  }
  if (reader && rows.length < enough) append(rows, reader.end())
  const unread = reader instanceof ObjectReader ? reader.unread : 0
  const all = reader instanceof ObjectReader ? [reader.columns, ...rows] : rows
  if (rows.length === 0) throw new TableError('There is nothing to read in it.')
  return {
    rows: all.slice(0, wish.maxRows + 1),
    separator,
    truncated: all.length > wish.maxRows + 1,
    skippedLines: unread,
  }
}

function append(rows: string[][], more: readonly string[][]): void {
  for (const row of more) rows.push(row)
}

function formatOf(sample: string, name = '.txt'): Grid['separator'] {
  if (/^\s*\{/.test(sample)) return 'ndjson'
  if (/\.tsv$/i.test(name)) return '\t'
  return guessSeparator(sample.slice(0, 100_000), /\.txt$/i.test(name))
}

/** One JSON object a line; its keys are columns in the order they first come up. */
class ObjectReader implements Reader {
  readonly columns: string[] = []
  readonly #at = new Map<string, number>()
  #rest = ''
  unread = 0

  push(text: string): string[][] {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop()!
    return lines.flatMap((line) => this.#rowsOf(line))
  }

  end(): string[][] {
    return this.#rowsOf(this.#rest)
  }

  #rowsOf(line: string): string[][] {
    if (line.trim() === '') return []
    const value = objectIn(line)
    if (!value) {
      this.unread += 1
      return []
    }
    const row: string[] = []
    for (const [key, cell] of Object.entries(value)) {
      const at = this.#at.get(key) ?? this.#newColumn(key)
      if (at !== undefined) row[at] = typeof cell === 'string' ? cell : cell === null ? '' : JSON.stringify(cell)
    }
    return [Array.from(row, (cell) => cell ?? '')]
  }

  #newColumn(key: string): number | undefined {
    if (this.columns.length === MOST_COLUMNS) return undefined
    this.#at.set(key, this.columns.length)
    return this.columns.push(key) - 1
  }
}

function objectIn(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
