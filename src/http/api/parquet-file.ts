// Writes rows as Parquet, one row group at a time; with GeoParquet metadata for points.
import type { SchemaElement } from 'hyparquet'
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

/** Yields the bytes of the file as they are complete. Memory holds one row group. */
export class ParquetFile {
  readonly #columns: readonly Column[]
  readonly #writer = new ByteWriter()
  readonly #parquet: ParquetWriter
  readonly #bounds = new Bounds()
  #rows: Row[] = []

  constructor(fields: Readonly<Record<string, z.ZodType>>) {
    this.#columns = columnsOf(fields)
    this.#parquet = new ParquetWriter({ writer: this.#writer, schema: this.#schema() })
  }

  #schema(): SchemaElement[] {
    // JSON has its own logical type, which readers show as text.
    return schemaFromColumnData({ columnData: this.#columns.map((column) => ({ ...column, data: [] })) })
  }

  get #hasPoints(): boolean {
    return this.#columns.some(({ name }) => name === GEOMETRY)
  }

  add(row: Row): void {
    this.#rows.push(row)
    if (this.#hasPoints) this.#bounds.add(row)
  }

  /** Encodes the rows added so far as one row group. */
  endGroup(): Uint8Array {
    const rows = this.#rows
    this.#rows = []
    if (rows.length > 0) {
      const columnData = this.#columns.map((column) => ({
        name: column.name,
        data: rows.map((row) => cellOf(column, row)),
      }))
      this.#parquet.write({ columnData, rowGroupSize: rows.length })
    }
    return this.#take()
  }

  end(): Uint8Array {
    if (this.#hasPoints) this.#parquet.kvMetadata = [{ key: 'geo', value: this.#bounds.metadata() }]
    this.#parquet.finish()
    return this.#take()
  }

  /** The writer counts all bytes, so its buffer can start again. */
  #take(): Uint8Array {
    const bytes = this.#writer.getBytes().slice()
    this.#writer.index = 0
    return bytes
  }
}
