// Writes rows as Parquet, one row group at a time; with GeoParquet metadata for points.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ColumnChunk, SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { z } from 'zod'
import { fieldOf } from './parquet-fields.ts'

interface Column {
  readonly name: string
  readonly elements: readonly SchemaElement[]
  cell(row: Row): unknown
}

type Row = Readonly<Record<string, unknown>>

/** Name required by no specification, but expected by every reader. */
const GEOMETRY = 'geometry'
const POINT: SchemaElement = { name: GEOMETRY, type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' }

function columnsOf(fields: Readonly<Record<string, z.ZodType>>): Column[] {
  const columns = Object.entries(fields).map(([name, type]): Column => {
    const field = fieldOf(type)
    const cell = (row: Row) => (row[name] == null ? null : field.value(row[name] as never))
    return { name, elements: field.elements(name, type.safeParse(null).success), cell }
  })
  const hasPoint = 'latitude' in fields && 'longitude' in fields
  return hasPoint ? [...columns, { name: GEOMETRY, elements: [POINT], cell: pointOf }] : columns
}

/** Well-known binary of a point: byte order, type, longitude, latitude. */
function pointOf({ latitude, longitude }: Row): Uint8Array | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  const bytes = new Uint8Array(21)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, 1)
  view.setUint32(1, 1, true)
  view.setFloat64(5, longitude, true)
  view.setFloat64(13, latitude, true)
  return bytes
}

/** The smallest box around all points, in the order of GeoParquet: west, south, east, north. */
class Bounds {
  #box: [number, number, number, number] | undefined

  add({ latitude, longitude }: Row): void {
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return
    const [west, south, east, north] = this.#box ?? [longitude, latitude, longitude, latitude]
    this.#box = [
      Math.min(west, longitude),
      Math.min(south, latitude),
      Math.max(east, longitude),
      Math.max(north, latitude),
    ]
  }

  /** Without `crs` the coordinates are WGS 84, longitude first. */
  metadata(): string {
    const column = {
      encoding: 'WKB',
      geometry_types: this.#box ? ['Point'] : [],
      ...(this.#box && { bbox: this.#box }),
    }
    return JSON.stringify({ version: '1.1.0', primary_column: GEOMETRY, columns: { [GEOMETRY]: column } })
  }
}

const MAGIC_BYTES = 4

/**
 * Yields the bytes of the file as they are complete; memory holds one row group. Columns are encoded one by one, because a
 * group takes up to 200 ms and other requests must get their turn.
 */
export class ParquetFile {
  readonly #columns: readonly Column[]
  readonly #writer = new ByteWriter()
  /** Writes the start and the end of the file, around the columns. */
  readonly #frame: ParquetWriter
  readonly #bounds = new Bounds()
  readonly #licences: string
  #rows: Row[] = []
  #position = MAGIC_BYTES

  constructor(fields: Readonly<Record<string, z.ZodType>>, licences: string) {
    this.#licences = licences
    this.#columns = columnsOf(fields)
    const root = { name: 'root', num_children: this.#columns.length }
    const schema = [root, ...this.#columns.flatMap(({ elements }) => elements)]
    this.#frame = new ParquetWriter({ writer: this.#writer, schema })
  }

  get #hasPoints(): boolean {
    return this.#columns.some(({ name }) => name === GEOMETRY)
  }

  add(row: Row): void {
    this.#rows.push(row)
    if (this.#hasPoints) this.#bounds.add(row)
  }

  start(): Uint8Array {
    return this.#writer.getBytes().slice(0, MAGIC_BYTES)
  }

  /** Encodes the rows added so far as one row group. */
  async *endGroup(): AsyncGenerator<Uint8Array> {
    const rows = this.#rows
    this.#rows = []
    if (rows.length === 0) return
    const from = this.#position
    const columns: ColumnChunk[] = []
    for (const { elements, cell } of this.#columns) {
      const { bytes, chunks } = encodeColumn(elements, rows.map(cell), this.#position)
      columns.push(...chunks)
      this.#position += bytes.length
      yield bytes
      await yieldToEventLoop()
    }
    const num_rows = BigInt(rows.length)
    this.#frame.row_groups.push({ columns, total_byte_size: BigInt(this.#position - from), num_rows })
    this.#frame.num_rows += num_rows
  }

  end(): Uint8Array {
    this.#frame.kvMetadata = [
      { key: 'licences', value: this.#licences },
      ...(this.#hasPoints ? [{ key: 'geo', value: this.#bounds.metadata() }] : []),
    ]
    this.#frame.finish()
    return this.#writer.getBytes().slice(MAGIC_BYTES)
  }
}

/** Writes a file of one column, and moves its chunks to a position in the real file. A list of structs has several. */
function encodeColumn(
  elements: readonly SchemaElement[],
  data: unknown[],
  position: number,
): { bytes: Uint8Array; chunks: readonly ColumnChunk[] } {
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({ writer, schema: [{ name: 'root', num_children: 1 }, ...elements] })
  // Offset indexes hold positions, too, and would have to be moved.
  parquet.write({ columnData: [{ name: elements[0]!.name, data, offsetIndex: false }], rowGroupSize: data.length })
  const chunks = parquet.row_groups[0]!.columns
  const shift = BigInt(position - MAGIC_BYTES)
  for (const chunk of chunks) {
    chunk.file_offset += shift
    const meta = chunk.meta_data!
    meta.data_page_offset += shift
    if (meta.dictionary_page_offset !== undefined) meta.dictionary_page_offset += shift
  }
  return { bytes: writer.getBytes().slice(MAGIC_BYTES), chunks }
}
