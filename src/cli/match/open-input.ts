// Opens the input of `plinth match` and cuts it into blocks for the threads.
import { closeSync, createReadStream, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { SchemaElement } from 'hyparquet'
import { parquetMetadataAsync } from 'hyparquet'
import { at } from '../../kernel/at.ts'
import { checkCompression, columnNames, fileBuffer } from '../../kernel/tables/parquet-columns.ts'
import { workbookAsCsv } from '../../kernel/tables/workbook.mjs'
import { csvRanges, csvStream } from './csv-blocks.ts'
import type { Block, Format, IdType, InputFormat, MatchPlan, Shard, StreamBlock } from './formats/match-plan.ts'
import { formatOf } from './formats/match-plan.ts'
import type { ColumnNames } from './formats/query-columns.ts'
import { inputNames } from './formats/query-columns.ts'
import { concatenate, lineChunks } from './line-chunks.ts'
import { lineRanges } from './line-ranges.ts'
import { parquetRows } from './parquet-rows.ts'

export interface InputOptions {
  /** Read if there is no file. */
  readonly input: NodeJS.ReadableStream
  readonly file?: string | undefined
  readonly format?: InputFormat | undefined
  readonly columns: ColumnNames
  readonly shard?: Shard | undefined
  readonly blockBytes: number
  /** Collects the pieces of a stream to whole blocks. Without it, a slow input gets its answers at once. */
  readonly wholeBlocks: boolean
}

export interface MatchInput extends Pick<MatchPlan, 'fd' | 'header' | 'parquet' | 'idType'> {
  readonly format: Format
  /** Bytes or rows in all blocks, if that is known. */
  readonly total: number | null
  readonly blocks: AsyncIterable<Block> | Iterable<Block>
  close(): void
}

const isWorkbook = (file: string | undefined): file is string => file?.toLowerCase().endsWith('.xlsx') ?? false

export function inputFormatOf({ format, file }: Pick<InputOptions, 'format' | 'file'>): Format {
  if (format === 'xlsx' || (format === undefined && isWorkbook(file))) return 'csv'
  return format ?? (file === undefined ? 'ndjson' : formatOf(file))
}

export async function openInput(options: InputOptions): Promise<MatchInput> {
  const { input, file, columns, shard, blockBytes } = options
  const format = inputFormatOf(options)
  if (shard && file === undefined) throw new Error('--shard needs an input file; standard input cannot be divided')
  if (options.format === 'xlsx' || (options.format === undefined && isWorkbook(file))) {
    if (shard || file === undefined) throw new Error('a workbook must be a file, and is not divided with --shard')
    const table = await workbookAsCsv(file)
    const opened = await openStream(Readable.from([table]), format, columns, file, () => {})
    return { ...opened, total: table.length }
  }
  const fd = file === undefined ? redirectedFile(input) : openSync(file, 'r')
  const close = () => (file === undefined || fd === null ? undefined : closeSync(fd))
  try {
    const name = file ?? 'standard input'
    if (fd === null || !fstatSync(fd).isFile() || isGzip(fd)) {
      if (format === 'parquet') throw new Error(`${name} must be a plain file, because Parquet is not read in order`)
      if (shard) throw new Error(`--shard needs a plain file; ${name} is compressed or not a file`)
      const stream = fd === null || file === undefined ? input : createReadStream(file)
      const opened = await openStream(stream as Readable, format, columns, name, close)
      return options.wholeBlocks ? { ...opened, blocks: collect(opened.blocks, blockBytes) } : opened
    }
    return await openFile(fd, format, columns, name, shard ?? { index: 1, count: 1 }, blockBytes, close)
  } catch (error) {
    close()
    throw error
  }
}

/** Threads can read the file of `plinth match < file` themselves. Null if it is not a file that is read from its start. */
function redirectedFile(input: NodeJS.ReadableStream): number | null {
  const { fd } = input as { fd?: unknown }
  if (typeof fd !== 'number') return null
  try {
    const position = /^pos:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1]
    return fstatSync(fd).isFile() && position === '0' ? fd : null
  } catch {
    // Only Linux shows the position.
    return null
  }
}

function isGzip(fd: number): boolean {
  const head = Buffer.alloc(2)
  return readSync(fd, head, 0, 2, 0) === 2 && head[0] === 0x1f && head[1] === 0x8b
}

async function openStream(
  stream: Readable,
  format: Format,
  columns: ColumnNames,
  name: string,
  close: () => void,
): Promise<MatchInput & { readonly blocks: AsyncIterable<StreamBlock> }> {
  const base = { format, fd: null, idType: 'STRING', total: null, close } as const
  if (format === 'ndjson') return { ...base, blocks: lineBlocks(stream) }
  const { header, blocks } = await csvStream(stream)
  checkColumns(header, columns, name)
  return { ...base, header, blocks }
}

async function* collect(blocks: AsyncIterable<StreamBlock>, blockBytes: number): AsyncGenerator<Block> {
  let pieces: StreamBlock[] = []
  let length = 0
  const joined = (): Block => ({ bytes: concatenate(pieces.map(({ bytes }) => bytes)), line: at(pieces, 0).line })
  for await (const block of blocks) {
    pieces.push(block)
    length += block.bytes.length
    if (length < blockBytes) continue
    yield joined()
    pieces = []
    length = 0
  }
  if (pieces.length > 0) yield joined()
}

async function* lineBlocks(stream: Readable): AsyncGenerator<StreamBlock> {
  for await (const bytes of lineChunks(stream)) yield { bytes, line: 0 }
}

async function openFile(
  fd: number,
  format: Format,
  columns: ColumnNames,
  name: string,
  shard: Shard,
  blockBytes: number,
  close: () => void,
): Promise<MatchInput> {
  const { size } = fstatSync(fd)
  const base = { format, fd, idType: 'STRING', close } as const
  if (format === 'ndjson') return { ...base, ...lineRanges(fd, size, shard, blockBytes) }
  if (format === 'csv') {
    const ranges = csvRanges(fd, size, shard, blockBytes)
    checkColumns(ranges.header, columns, name)
    return { ...base, ...ranges }
  }
  const metadata = await parquetMetadataAsync(fileBuffer(fd, size)).catch((error: Error) => {
    throw new Error(`${name} is not a Parquet file: ${error.message}`)
  })
  checkColumns(columnNames(metadata), columns, name)
  checkCompression(metadata, new Set(inputNames(columns).filter((column) => column !== null)))
  const idType = idTypeOf(metadata.schema, columns.id ?? 'id')
  return { ...base, idType, parquet: { metadata, bytes: size }, ...parquetRows(metadata, shard) }
}

function idTypeOf(schema: readonly SchemaElement[], name: string): IdType {
  const element = schema.find((one, i) => i > 0 && one.name === name)
  const isSigned = element?.converted_type === undefined || /^INT_/.test(element.converted_type)
  return isSigned && (element?.type === 'INT32' || element?.type === 'INT64') ? element.type : 'STRING'
}

/** A misspelled flag must not match every row without its column. */
export function checkColumns(inFile: readonly string[], columns: ColumnNames, name: string): void {
  const list = `Columns: ${inFile.join(', ')}.`
  for (const [column, wanted] of Object.entries(columns))
    if (!inFile.includes(wanted)) {
      const flag = `--${column.replaceAll('_', '-')}-column`
      throw new Error(`${name} has no column "${wanted}", which ${flag} names. ${list}`)
    }
  if (columns.address === undefined && !inFile.includes('address') && !inFile.includes('text'))
    throw new Error(`${name} has no column "address" or "text". Name it with --address-column. ${list}`)
}
