// Exports over HTTP: compression, ranges and Parquet read back by DuckDB.

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transform } from 'node:stream'
import zlib, { gunzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { parquetMetadata } from 'hyparquet'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPORTS } from '../../src/http/dataset/change-schemas.ts'
import { expectSameBytes } from '../support/same-bytes.ts'
import { startServer } from '../support/server.ts'
import { suiteFolder } from '../support/suite-folder.ts'

const server = await startServer()
afterAll(() => server.stop())
const folder = suiteFolder()

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

/** The bytes as sent: undici decodes nothing. */
async function raw(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET'): Promise<Raw> {
  const authorization = `Bearer ${server.keys.elite}`
  const response = await request(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization, ...headers },
    // A new connection each time: the server closes idle ones.
    reset: true,
  })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  return { status: response.statusCode, headers: response.headers, bytes }
}

const FILE = '/exports/floor-plans.ndjson'
const GZIP = { 'accept-encoding': 'gzip' }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const digestOf = (bytes: Buffer) => `sha-256=${createHash('sha256').update(bytes).digest('base64')}`

describe('an export', () => {
  it('is compressed once, with its own ETag, digest and length', async () => {
    const plain = await raw(FILE)
    const zipped = await raw(FILE, GZIP)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expectSameBytes(gunzipSync(zipped.bytes), plain.bytes)
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect(zipped.headers.etag).not.toBe(plain.headers.etag)
    for (const { headers, bytes } of [plain, zipped]) {
      expect(headers.vary).toBe('Accept-Encoding')
      expect(headers['content-length']).toBe(String(bytes.length))
      expect(headers.digest).toBe(digestOf(bytes))
      expect(headers['x-file-sha256']).toBe(sha256(plain.bytes))
      expect(headers['accept-ranges']).toBe('bytes')
    }
    expectSameBytes((await raw(FILE, GZIP)).bytes, zipped.bytes)
    expectSameBytes((await raw(FILE, { 'accept-encoding': 'gzip;q=0, *;q=0' })).bytes, plain.bytes)
  })

  it.each([
    ['uncompressed', {}],
    ['compressed', GZIP],
  ])('has ranges and validators, %s', async (_, accept: Record<string, string>) => {
    const whole = await raw(FILE, accept)
    const etag = String(whole.headers.etag)
    const { length } = whole.bytes
    const part = (range: string, more: Record<string, string> = {}) => raw(FILE, { ...accept, range, ...more })
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, length - 1],
      ['bytes=-50', length - 50, length - 1],
      [`bytes=5-${length + 1000}`, 5, length - 1],
    ] as const) {
      const { status, headers, bytes } = await part(range)
      expect([status, headers['content-range']]).toEqual([206, `bytes ${from}-${to}/${length}`])
      expect(headers['content-length']).toBe(String(to - from + 1))
      expect(headers['content-encoding']).toBe(whole.headers['content-encoding'])
      expectSameBytes(bytes, whole.bytes.subarray(from, to + 1))
    }
    expect(await part(`bytes=${length}-`)).toMatchObject({
      status: 416,
      headers: { 'content-range': `bytes */${length}` },
    })
    expect((await part('bytes=0-9', { 'if-range': etag })).status).toBe(206)
    expectSameBytes((await part('bytes=0-9', { 'if-range': '"other"' })).bytes, whole.bytes)
    expect((await part('bytes=0-9', { 'if-range': `W/${etag}` })).status).toBe(200)
    expect((await part('bytes=0-1,5-6')).status).toBe(200)
    const same = await raw(FILE, { ...accept, 'if-none-match': etag })
    expect([same.status, same.headers.etag, same.bytes.length]).toEqual([304, etag, 0])
    const head = await raw(FILE, accept, 'HEAD')
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    for (const name of ['etag', 'content-length', 'content-encoding', 'digest', 'accept-ranges', 'x-row-count'])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]])
  })

  it('cannot be continued in another encoding', async () => {
    const [plain, zipped] = [await raw(FILE), await raw(FILE, GZIP)]
    const resumed = await raw(FILE, { range: 'bytes=100-', 'if-range': String(zipped.headers.etag) })
    expect([resumed.status, resumed.bytes.length]).toEqual([200, plain.bytes.length])
  })
})

/** What Node has since 22.15. Before, a stand-in shows that the server offers, stores and labels the encoding. */
const zstd = zlib as unknown as {
  createZstdCompress?: (() => Transform) | undefined
  zstdDecompressSync?: ((bytes: Buffer) => Buffer) | undefined
}

describe('an export for a client that accepts zstd', () => {
  const isInNode = zstd.createZstdCompress !== undefined
  beforeAll(() => {
    if (!isInNode) zstd.createZstdCompress = () => zlib.createDeflateRaw()
  })
  afterAll(() => {
    if (!isInNode) delete zstd.createZstdCompress
  })

  it('is compressed with zstd, with its own ETag, digest and ranges', async () => {
    const accept = { 'accept-encoding': 'gzip, br, zstd' }
    const [plain, packed] = [await raw(FILE), await raw(FILE, accept)]
    expect(packed.headers['content-encoding']).toBe('zstd')
    const decode = zstd.zstdDecompressSync ?? zlib.inflateRawSync
    expectSameBytes(decode(packed.bytes), plain.bytes)
    expect(packed.headers.etag).toBe(String(plain.headers.etag).replace(/"$/, '-zst"'))
    expect(packed.headers.digest).toBe(digestOf(packed.bytes))
    const part = await raw(FILE, { ...accept, range: 'bytes=10-19', 'if-range': String(packed.headers.etag) })
    expect([part.status, part.bytes]).toEqual([206, packed.bytes.subarray(10, 20)])
    expect((await raw(FILE, { 'accept-encoding': 'zstd;q=0.5, gzip' })).headers['content-encoding']).toBe('gzip')
  })
})

describe('long JSON responses', () => {
  it('are compressed from the first request on, with their own ETag', async () => {
    const path = '/projects?limit=50&sort=name'
    const zipped = await raw(path, GZIP)
    const plain = await raw(path)
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expectSameBytes(gunzipSync(zipped.bytes), plain.bytes)
    expect(zipped.headers.etag).not.toBe(plain.headers.etag)
    expect((await raw(path, { ...GZIP, 'if-none-match': String(zipped.headers.etag) })).status).toBe(304)
    const batch = await request(`${server.url}/api/v1/building-links/batch`, {
      method: 'POST',
      headers: { ...GZIP, authorization: `Bearer ${server.keys.elite}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        queries: Array.from({ length: 100 }, (_, i) => ({ address: `${i} Bloor St W, Toronto` })),
      }),
    })
    expect(batch.headers['content-encoding']).toBe('gzip')
    const answers = JSON.parse(gunzipSync(Buffer.from(await batch.body.arrayBuffer())).toString())
    expect(answers.data).toHaveLength(100)
  })

  it('are not compressed when they are short', async () => {
    expect((await raw('/changes?since=0&limit=1', GZIP)).headers['content-encoding']).toBeUndefined()
  })

  it('are never compressed on routes for accounts, keys, webhooks, people and the desk', async () => {
    for (const path of ['/me', '/usage', '/webhooks/event-types', '/webhooks/deliveries'])
      expect([path, (await raw(path, GZIP)).headers['content-encoding']]).toEqual([path, undefined])
    // Long enough that its size is not the reason.
    expect((await raw('/webhooks/event-types', GZIP)).bytes.length).toBeGreaterThan(8192)
  })
})

type Row = Record<string, unknown>

/** Instants as DuckDB and JSON write them are one text; null is the same as no value. */
function comparable(value: unknown): unknown {
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z|\+00)$/.test(value) ? new Date(value).toISOString() : value
  if (Array.isArray(value)) return value.map(comparable)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[key, comparable(one)]])),
  )
}

describe('a Parquet export', () => {
  const rowsOf = async (name: string): Promise<Row[]> =>
    (await raw(`/exports/${name}.ndjson`)).bytes
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))

  it.each(EXPORTS)('%s: DuckDB reads every row and field as in NDJSON', async (name) => {
    const file = await raw(`/exports/${name}.parquet`, GZIP)
    expect(file.headers['content-encoding']).toBeUndefined()
    expect(file.headers['content-type']).toBe('application/vnd.apache.parquet')
    const path = join(folder, `${name}.parquet`)
    writeFileSync(path, file.bytes)
    const duck = await (await DuckDBInstance.create()).connect()
    await duck.run("set timezone = 'UTC'")
    const hasPoint = name === 'projects' || name === 'buildings'
    const select = `select to_json(t)::varchar as row, ${hasPoint ? 'point' : 'null as point'} from
      (select *${hasPoint ? ' exclude (geometry), geometry as point' : ''} from read_parquet('${path}')) t`
    const read = (await duck.runAndReadAll(select)).getRowObjects()
    const expected = await rowsOf(name)
    expect(expected.length).toBeGreaterThan(0)
    expect(file.headers['x-row-count']).toBe(String(expected.length))
    expect(read).toHaveLength(expected.length)
    for (const [i, row] of expected.entries()) {
      const { point: _, ...got } = JSON.parse(String(read[i]!.row))
      expect(Object.keys(got).sort()).toEqual(Object.keys(row).sort())
      expect(comparable(got)).toEqual(comparable(row))
      if (row.longitude !== undefined) expect(pointOf(read[i]!.point)).toEqual([row.longitude, row.latitude])
    }
  })

  it('has lists, structs, days and instants of their own types, and dictionaries', async () => {
    const path = join(folder, 'typed.parquet')
    writeFileSync(path, (await raw('/exports/projects.parquet')).bytes)
    const duck = await (await DuckDBInstance.create()).connect()
    const rows = async (sql: string) => (await duck.runAndReadAll(sql)).getRowObjectsJson()
    const described = await rows(`describe select * from '${path}'`)
    const types = Object.fromEntries(described.map(({ column_name, column_type }) => [column_name, column_type]))
    expect(types).toMatchObject({
      id: 'BIGINT',
      name_fr: 'VARCHAR',
      amenities: 'VARCHAR[]',
      developers: 'STRUCT(id BIGINT, "name" VARCHAR, "role" VARCHAR)[]',
      launch_date: 'STRUCT(date DATE, "precision" VARCHAR, is_estimate BOOLEAN)',
      updated_at: 'TIMESTAMP WITH TIME ZONE',
    })
    const [towers] = await rows(`select count(*)::integer as n from (select unnest(buildings) from '${path}')`)
    expect(towers!.n).toBeGreaterThan(0)
    const groups = await rows(`select distinct row_group_num_rows = n as whole from parquet_metadata('${path}'),
      (select count(*) as n from '${path}')`)
    expect(groups).toEqual([{ whole: true }])
    const encoded = await rows(
      `select distinct encodings from parquet_metadata('${path}') where path_in_schema = 'city_name'`,
    )
    expect(String(encoded[0]!.encodings)).toContain('RLE_DICTIONARY')
  })

  it.each(['projects', 'buildings'])(
    '%s: has the required GeoParquet metadata and the box of its points',
    async (name) => {
      const { bytes } = await raw(`/exports/${name}.parquet`)
      const metadata = parquetMetadata(
        bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
      )
      const geo = JSON.parse(metadata.key_value_metadata!.find(({ key }) => key === 'geo')!.value!)
      const points = (await rowsOf(name)).filter(({ longitude }) => longitude !== null)
      const [x, y] = [points.map((row) => row.longitude as number), points.map((row) => row.latitude as number)]
      expect(geo).toEqual({
        version: '1.1.0',
        primary_column: 'geometry',
        columns: {
          geometry: {
            encoding: 'WKB',
            geometry_types: ['Point'],
            bbox: [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)],
          },
        },
      })
      const column = metadata.schema.find((element) => element.name === 'geometry')
      expect(column).toMatchObject({ type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' })
    },
  )

  it.each(['floor-plans', 'units', 'media'])('%s: has no geometry', async (name) => {
    const { bytes } = await raw(`/exports/${name}.parquet`)
    const metadata = parquetMetadata(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    )
    expect(metadata.schema.map((element) => element.name)).not.toContain('geometry')
    expect(metadata.key_value_metadata?.map(({ key }) => key)).toEqual(['licences'])
  })
})

/** Reads a WKB point; null stays null as two nulls. */
function pointOf(value: unknown): [number | null, number | null] {
  if (value === null) return [null, null]
  const { bytes } = value as { bytes: Uint8Array }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  expect([bytes.length, view.getUint8(0), view.getUint32(1, true)]).toEqual([21, 1, 1])
  return [view.getFloat64(5, true), view.getFloat64(13, true)]
}
