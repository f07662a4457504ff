// Writes rows as Parquet, one row group at a time; with GeoParquet metadata for points.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ColumnChunk, SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import { z } from 'zod'

type ColumnType = 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'STRING' | 'TIMESTAMP' | 'JSON' | 'BYTE_ARRAY'

interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly nullable: boolean
}

type Row = Readonly<Record<string, unknown>>

/** Name required by no specification, but expected by every reader. */
const GEOMETRY = 'geometry'

const SCALARS: Readonly<Record<string, ColumnType>> = { integer: 'INT64', number: 'DOUBLE', boolean: 'BOOLEAN' }

/** Lists and objects are JSON text, as in CSV; the writer makes the text. */
function columnType(field: z.ZodType): ColumnType {
  const inner = field instanceof z.ZodNullable ? (field.unwrap() as z.ZodType) : field
  const { type, format } = z.toJSONSchema(inner, { io: 'input' })
  if (type === 'string') return format === 'date-time' ? 'TIMESTAMP' : 'STRING'
  return SCALARS[String(type)] ?? 'JSON'
}

function columnsOf(fields: Readonly<Record<string, z.ZodType>>): Column[] {
  const columns = Object.entries(fields).map(([name, field]) => ({
    name,
    type: columnType(field),
    nullable: field.safeParse(null).success,
  }))
  const hasPoint = 'latitude' in fields && 'longitude' in fields
  return hasPoint ? [...columns, { name: GEOMETRY, type: 'BYTE_ARRAY', nullable: true }] : columns
}

function cellOf({ name, type }: Column, row: Row): unknown {
  if (name === GEOMETRY) return pointOf(row)
  const value = row[name] ?? null
  if (value === null) return null
  if (type === 'INT64') return BigInt(value as number)
  if (type === 'TIMESTAMP') return new Date(value as string)
  return value
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
  readonly #elements: readonly SchemaElement[]
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
    const schema = schemaFromColumnData({ columnData: this.#columns.map((column) => ({ ...column, data: [] })) })
    this.#elements = schema.slice(1)
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
    for (const [i, column] of this.#columns.entries()) {
      const { bytes, chunk } = encodeColumn(
        this.#elements[i]!,
        rows.map((row) => cellOf(column, row)),
        this.#position,
      )
      columns.push(chunk)
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

/** Writes a file of one column, and moves its chunk to a position in the real file. */
function encodeColumn(
  element: SchemaElement,
  data: unknown[],
  position: number,
): { bytes: Uint8Array; chunk: ColumnChunk } {
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({ writer, schema: [{ name: 'root', num_children: 1 }, element] })
  // Offset indexes hold positions, too, and would have to be moved.
  parquet.write({ columnData: [{ name: element.name, data, offsetIndex: false }], rowGroupSize: data.length })
  const chunk = parquet.row_groups[0]!.columns[0]!
  const shift = BigInt(position - MAGIC_BYTES)
  chunk.file_offset += shift
  const meta = chunk.meta_data!
  meta.data_page_offset += shift
  if (meta.dictionary_page_offset !== undefined) meta.dictionary_page_offset += shift
  return { bytes: writer.getBytes().slice(MAGIC_BYTES), chunk }
}
