// Reads rows of a Parquet file, one row group at a time.
import { gunzipSync } from 'node:zlib'
import { decompress } from 'fzstd'
import type { AsyncBuffer, Compressors, DecodedArray, FileMetaData, ParquetScan } from 'hyparquet'
import { parquetScan, parquetSchema } from 'hyparquet'
import { readFully } from './read-fully.ts'

export const COMPRESSORS: Compressors = {
  GZIP: (input) => gunzipSync(input),
  ZSTD: (input, length) => decompress(input, new Uint8Array(length)),
}
const READABLE: readonly string[] = ['UNCOMPRESSED', 'SNAPPY', ...Object.keys(COMPRESSORS)]

export function fileBuffer(fd: number, byteLength: number): AsyncBuffer {
  return {
    byteLength,
    slice(start, end = byteLength) {
      const bytes = new Uint8Array(end - start)
      readFully(fd, bytes, start)
      return bytes.buffer
    },
  }
}

export const columnNames = (metadata: FileMetaData): string[] =>
  parquetSchema(metadata).children.map(({ element }) => element.name)

/** Throws if a column that is read has a compression that this program does not read. */
export function checkCompression(metadata: FileMetaData, names: ReadonlySet<string>): void {
  for (const { columns } of metadata.row_groups)
    for (const { meta_data } of columns) {
      const name = meta_data?.path_in_schema[0] ?? ''
      if (meta_data && names.has(name) && !READABLE.includes(meta_data.codec))
        throw new Error(
          `column "${name}" is compressed with ${meta_data.codec}, which is not supported; use SNAPPY, GZIP, ZSTD or no compression`,
        )
    }
}

/** The named columns of a file. Null names give no column. */
export class ParquetColumns {
  readonly #names: readonly (string | null)[]
  readonly #scan: Promise<ParquetScan>

  constructor(file: AsyncBuffer, metadata: FileMetaData, names: readonly (string | null)[]) {
    const inFile = new Set(columnNames(metadata))
    this.#names = names.map((name) => (name !== null && inFile.has(name) ? name : null))
    const columns = [...new Set(this.#names.filter((name) => name !== null))]
    this.#scan = parquetScan({ file, metadata, columns, compressors: COMPRESSORS })
  }

  /** The rows must be of one row group. */
  async read(rowStart: number, rowEnd: number): Promise<readonly (DecodedArray | null)[]> {
    const scan = await this.#scan
    return Promise.all(
      this.#names.map((column) => (column === null ? null : scan.readColumn({ column, rowStart, rowEnd }))),
    )
  }
}

/** Values as NDJSON would have them: a day as text, whole numbers as numbers where they fit. */
export function cellValue(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (Array.isArray(value)) return value.map(cellValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cellValue(one)]))
}
