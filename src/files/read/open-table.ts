// Opens a stored file as a table: what it is, its columns, their first values, and its rows in batches.
import type { FileHandle } from 'node:fs/promises'
import { open, rename, rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { FileMetaData } from 'hyparquet'
import { parquetMetadataAsync } from 'hyparquet'
import { openPromise } from 'yauzl'
import { settled } from '../../kernel/settled.ts'
import {
  cellValue,
  checkCompression,
  columnNames,
  fileBuffer,
  ParquetColumns,
} from '../../kernel/tables/parquet-columns.ts'
import { nextTurn } from '../../kernel/turns.ts'
import type { FileFormat } from './file-format.ts'
import { kindOf } from './file-format.ts'
import { FileProblem } from './file-problem.ts'
import type { FileRow, OpenTable, RowBatches } from './text-rows.ts'
import { openCsv, openNdjson, textFormatOf, textIn } from './text-rows.ts'

export interface FileColumn {
  readonly name: string
  /** The first values. */
  readonly samples: readonly string[]
}

const SAMPLED_ROWS = 100
const SAMPLES = 3
const SAMPLE_LENGTH = 80
const MAX_COLUMNS = 2000
/** The workbook is read in a thread, with all its rows in memory. */
const MAX_WORKBOOK_BYTES = 25 * 1024 ** 2
const MAX_WORKBOOK_UNPACKED = 250 * 1024 ** 2
const THREAD_LIMITS = { maxOldGenerationSizeMb: 1024 }
/** All columns of a row group are in memory at once. */
const MAX_ROW_GROUP = 256 * 1024 ** 2

const TOO_LARGE = 'The workbook is too large: at most 25 MiB, 250 MiB unpacked. Save it as CSV and upload that file.'

/** Says what an uploaded file is. A workbook becomes CSV, so that its rows can be read in order. */
export async function receiveFormat(path: string): Promise<FileFormat> {
  const kind = await kindOf(path)
  if (kind === 'text') return textFormatOf(path)
  if (kind === 'parquet') checkParquet(await metadataAt(path))
  else await workbookToCsv(path)
  return kind
}

async function workbookToCsv(path: string): Promise<void> {
  const archive = await openPromise(path, { autoClose: false }).catch(() => {
    throw new FileProblem(
      'invalid_file',
      'The file is not an Excel workbook. Upload CSV, TSV, XLSX, NDJSON or Parquet.',
    )
  })
  let unpackedBytes = 0
  try {
    for await (const { uncompressedSize } of archive.eachEntry()) unpackedBytes += uncompressedSize
    if (archive.fileSize > MAX_WORKBOOK_BYTES || unpackedBytes > MAX_WORKBOOK_UNPACKED)
      throw new FileProblem('invalid_file', TOO_LARGE)
  } finally {
    archive.close()
  }
  // One at a time: each may take a gigabyte.
  const turn = converting.then(() => convert(path))
  converting = settled(turn)
  await turn
}

let converting: Promise<void> = Promise.resolve()

async function convert(path: string): Promise<void> {
  const csv = `${path}.csv`
  const worker = new Worker(new URL('../../kernel/tables/workbook.mjs', import.meta.url), {
    workerData: { workbook: path, csv },
    resourceLimits: THREAD_LIMITS,
  })
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', () => resolve())
    })
    await rename(csv, path)
  } catch (error) {
    await rm(csv, { force: true })
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new FileProblem('invalid_file', TOO_LARGE)
    throw new FileProblem(
      'invalid_file',
      'The file is not an Excel workbook. Upload CSV, TSV, XLSX, NDJSON or Parquet.',
    )
  }
}

export interface TableFile {
  readonly path: string
  readonly format: FileFormat
  readonly hasHeader: boolean
  /** All columns of the file, once it was read. */
  readonly columns?: readonly string[]
  /** Only these are read, where that saves work. */
  readonly wanted?: readonly string[]
}

export async function openTable({ path, format, hasHeader, columns, wanted }: TableFile): Promise<OpenTable> {
  if (format === 'ndjson') return openNdjson(path, columns)
  if (format !== 'parquet') return openCsv(path, hasHeader, columns)
  const names = columnNames(await metadataAt(path))
  return { columns: names, rows: parquetRows(path, wanted ?? names) }
}

async function metadataAt(path: string): Promise<FileMetaData> {
  const file = await open(path)
  try {
    return await metadataOf(file)
  } finally {
    await file.close()
  }
}

async function metadataOf(file: FileHandle): Promise<FileMetaData> {
  const { size } = await file.stat()
  return parquetMetadataAsync(fileBuffer(file.fd, size)).catch((error: Error) => {
    throw new FileProblem('invalid_file', `The Parquet file is damaged or incomplete: ${error.message}.`)
  })
}

function checkParquet(metadata: FileMetaData): void {
  const names = columnNames(metadata)
  if (names.length > MAX_COLUMNS)
    throw new FileProblem('invalid_file', `The file has more than ${MAX_COLUMNS} columns.`)
  const old = metadata.schema.find(({ type }) => type === 'INT96')
  if (old)
    throw new FileProblem('invalid_file', `The column "${old.name}" has the type INT96. Write its times as INT64.`)
  try {
    checkCompression(metadata, new Set(names))
  } catch (error) {
    throw new FileProblem('invalid_file', `The ${(error as Error).message}.`)
  }
  if (metadata.row_groups.some(({ total_byte_size }) => total_byte_size > MAX_ROW_GROUP))
    throw new FileProblem(
      'invalid_file',
      'A row group has more than 256 MiB. Write the file with smaller row groups, such as 100,000 rows.',
    )
}

async function* parquetRows(path: string, wanted: readonly string[]): RowBatches {
  const file = await open(path)
  try {
    const metadata = await metadataOf(file)
    const { size } = await file.stat()
    let start = 0
    for (const { num_rows } of metadata.row_groups) {
      const end = start + Number(num_rows)
      const columns = new Map<string, ArrayLike<unknown>>()
      for (const name of wanted) {
        const [values] = await new ParquetColumns(fileBuffer(file.fd, size), metadata, [name]).read(start, end)
        columns.set(name, values ?? [])
        await nextTurn()
      }
      yield Array.from({ length: end - start }, (_, i) => ({
        text: '',
        error: null,
        width: 0,
        value: (name) => columns.get(name)?.[i],
      })) satisfies FileRow[]
      start = end
    }
  } finally {
    await file.close()
  }
}

/** The columns with their first values; of NDJSON, the fields of the first rows. */
export async function describeTable(file: TableFile): Promise<FileColumn[]> {
  const { columns, rows } = await openTable(file)
  const samples = new Map<string, string[]>(columns.map((name) => [name, []]))
  let left = SAMPLED_ROWS
  for await (const batch of rows) {
    for (const row of batch.slice(0, left)) {
      for (const name of row.names ?? []) if (samples.size < MAX_COLUMNS && !samples.has(name)) samples.set(name, [])
      for (const [name, found] of samples) {
        const text = textIn(cellValue(row.value(name))).slice(0, SAMPLE_LENGTH)
        if (text !== '' && found.length < SAMPLES) found.push(text.toWellFormed())
      }
    }
    left -= batch.length
    if (left <= 0) break
  }
  return [...samples].map(([name, found]) => ({ name, samples: found }))
}
