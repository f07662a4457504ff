// Tests `plinth match` on Parquet, with DuckDB as the second writer and reader.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { DuckDBConnection } from '@duckdb/node-api'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MatchOptions } from '../../src/cli/match/match-command.ts'
import { runMatch } from '../../src/cli/match/match-command.ts'
import { importBuilt } from '../support/built.ts'
import { fromCases } from '../support/cases.ts'
import { Collector } from '../support/collector.ts'

const folder = mkdtempSync(join(tmpdir(), 'plinth-match-parquet-'))
const file = (name: string) => join(folder, name)
const buildings = file('buildings.ndjson')
let duck: DuckDBConnection

beforeAll(async () => {
  duck = await (await DuckDBInstance.create(':memory:')).connect()
  const rows = fromCases<object[]>('cli/match-parquet', 'buildings')
  writeFileSync(buildings, rows.map((row) => JSON.stringify(row)).join('\n'))
  // More rows than fit in one row group of DuckDB, which has at least 2,048.
  await duck.run(`create table queries as
    select i::bigint as id,
      case i % 6 when 0 then '#' || i || ' - 1480 Howe St' when 1 then i || '-2117 rue Tupper' when 2 then '20 Edward St'
        when 3 then 'nowhere' when 4 then null else 'suite ' || i end as text,
      case i % 6 when 0 then 'Vancouver' when 1 then 'Montréal' when 2 then null else '' end as city,
      case when i % 6 = 0 then 49.275 end::double as lat, case when i % 6 = 0 then -123.132 end::float as lng,
      case when i % 6 = 5 then 'TSCC 2345' end as condo_corp,
      date '2026-11-14' as listed_on, [1, 2] as other
    from range(5000) t(i)`)
})
afterAll(() => {
  duck.closeSync()
  rmSync(folder, { recursive: true })
})

async function run(
  more: Partial<MatchOptions>,
  command = runMatch,
): Promise<{ code: number; text: string; errors: string }> {
  const [output, errors] = [new Collector(), new Collector()]
  const code = await command({ buildings, input: Readable.from([]), output, errors, ...more })
  return { code, text: output.text, errors: errors.text }
}

const rowsIn = async (...files: string[]) => {
  const list = files.map((name) => `'${name}'`).join(', ')
  const reader = await duck.runAndReadAll(`select * from read_parquet([${list}])`)
  return reader.getRowObjectsJson() as Record<string, unknown>[]
}

const copy = (query: string, name: string, options = 'compression snappy, row_group_size 2048') =>
  duck.run(`copy (${query}) to '${file(name)}' (format parquet, ${options})`)

describe('Parquet', () => {
  it('gives the answers that NDJSON gives, as DuckDB writes and reads them', async () => {
    await copy('select * from queries', 'in.parquet')
    await duck.run(`copy (select * exclude (other) from queries) to '${file('in.ndjson')}' (format json)`)
    for (const details of [false, true]) {
      const out = file('out.parquet')
      expect(await run({ file: file('in.parquet'), outputFile: out, details })).toMatchObject({ code: 0, text: '' })
      const ndjson = await run({ file: file('in.ndjson'), details })
      const expected = ndjson.text
        .trim()
        .split('\n')
        .map((line) => {
          const {
            id,
            outcome,
            reason,
            data: [best, ...others],
            error = null,
          } = JSON.parse(line)
          const none = {
            building_id: null,
            match_confidence: null,
            match_strategy: null,
            project_id: null,
            match_level: null,
            ...(details ? { unit: null } : {}),
          }
          const alternatives = others.length === 0 ? null : others
          return { id: String(id), outcome, reason, ...none, ...best, alternatives, error }
        })
      const rows = await rowsIn(out)
      expect(rows).toEqual(expected)
      expect(new Set(rows.map(({ outcome }) => outcome)).size).toBeGreaterThan(2)
      expect(rows.some(({ alternatives }) => alternatives !== null)).toBe(true)
      expect(rows.filter(({ error }) => error === 'address or text is missing').length).toBe(833)
    }
    const { text } = await run({ file: file('in.parquet'), outputFormat: 'ndjson' })
    expect(text).toBe((await run({ file: file('in.ndjson') })).text)
  })

  it('gives the same file with one and three threads, and the same rows in one to five shards', async () => {
    const { runMatch: built } = await importBuilt<{ runMatch: typeof runMatch }>('cli/match/match-command')
    const input = file('in.parquet')
    await run({ file: input, outputFile: file('one.parquet') })
    const one = readFileSync(file('one.parquet'))
    await run({ file: input, outputFile: file('more.parquet'), threads: 3 }, built)
    expect(readFileSync(file('more.parquet')).equals(one)).toBe(true)
    const expected = await rowsIn(file('one.parquet'))
    for (let count = 1; count <= 5; count++) {
      const parts = Array.from({ length: count }, (_, i) => file(`part-${count}-${i}.parquet`))
      for (const [i, outputFile] of parts.entries())
        expect((await run({ file: input, outputFile, shard: { index: i + 1, count } })).code).toBe(0)
      expect(await rowsIn(...parts)).toEqual(expected)
    }
  })

  it.each(['uncompressed', 'snappy', 'gzip', 'zstd'])('may be compressed: %s', async (codec) => {
    await copy('select * from queries limit 20', 'codec.parquet', `compression ${codec}`)
    const { code, text } = await run({ file: file('codec.parquet'), outputFormat: 'csv' })
    expect([code, text.split('\n').length]).toEqual([0, 22])
  })

  it('says which compression it does not support, unless the column is not read', async () => {
    await copy('select * from queries limit 20', 'brotli.parquet', 'compression brotli')
    const { code, errors } = await run({ file: file('brotli.parquet') })
    expect(code).toBe(2)
    expect(errors).toContain(
      'column "id" is compressed with BROTLI, which is not supported; use SNAPPY, GZIP, ZSTD or no compression',
    )
  })

  it.each([
    ['text', "'k' || i", 'VARCHAR', 'k0'],
    ['a 32-bit integer', 'i::integer', 'INTEGER', 0],
    ['a 64-bit integer', '9007199254740993 + i', 'BIGINT', '9007199254740993'],
    ['a UUID', "uuid '11111111-2222-3333-4444-555555555555'", 'VARCHAR', '11111111-2222-3333-4444-555555555555'],
  ])('keeps IDs and may have other column names: %s', async (_type, sql, type, first) => {
    await copy(`select ${sql} as k, '1480 Howe St' as line from range(3) t(i)`, 'ids.parquet')
    const columns = { id: 'k', address: 'line' }
    const out = file('ids-out.parquet')
    expect((await run({ file: file('ids.parquet'), outputFile: out, columns })).code).toBe(0)
    const rows = await rowsIn(out)
    expect([rows.length, rows[0]!.id, rows[0]!.building_id]).toEqual([3, first, 'howe'])
    const described = await duck.runAndReadAll(`describe select id from '${out}'`)
    expect(described.getRowObjectsJson()[0]!.column_type).toBe(type)
  })

  it('may have no rows', async () => {
    await copy('select * from queries limit 0', 'empty.parquet')
    const out = file('empty-out.parquet')
    expect((await run({ file: file('empty.parquet'), outputFile: out })).code).toBe(0)
    expect(await rowsIn(out)).toEqual([])
  })

  it('gets row groups of many rows, also from a stream of small pieces', async () => {
    const text = '{"id":1,"text":"1480 Howe St"}\n'
    const out = file('stream.parquet')
    const input = Readable.from(Array.from({ length: 3000 }, () => text))
    expect((await run({ input, outputFile: out })).code).toBe(0)
    const groups = await duck.runAndReadAll(
      `select distinct row_group_num_rows::integer as n from parquet_metadata('${out}')`,
    )
    expect(groups.getRowObjectsJson()).toEqual([{ n: 3000 }])
  })

  it('writes more answers than one piece of text holds', async () => {
    await copy("select i as id, 'x' as text from range(100001) t(i)", 'many.parquet', 'row_group_size 200000')
    const { text } = await run({ file: file('many.parquet'), outputFormat: 'csv' })
    const ids = text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',', 1)[0]))
    expect(ids).toEqual(Array.from({ length: 100_001 }, (_, i) => i))
  })

  it('can be written from CSV and NDJSON', async () => {
    writeFileSync(file('few.csv'), 'id,text\n"a ""b""",1480 Howe St\n2,x,y\n')
    const out = file('few.parquet')
    expect((await run({ file: file('few.csv'), outputFile: out })).code).toBe(0)
    expect(await rowsIn(out)).toMatchObject([
      { id: 'a "b"', building_id: 'howe', error: null },
      { id: '2', building_id: null, error: 'line 3: the row has 3 fields, the header has 2' },
    ])
  })
})

describe('buildings', () => {
  it('can be NDJSON, CSV or Parquet, with the same answers', async () => {
    await copy(
      `select id, address, addresses, city, province, lat, lng, storeys, project_id, name, aliases,
      case when condo_corp is not null then {'registry': 'TSCC', 'number': 2345::bigint} end as condo_corp
      from '${buildings}'`,
      'buildings.parquet',
    )
    await duck.run(`copy (select id, address, addresses[1] as addresses, city, province, lat, lng, storeys, project_id, name,
      array_to_string(aliases, ' | ') as aliases, condo_corp from '${buildings}') to '${file('buildings.csv')}' (header)`)
    const queries = file('buildings-in.ndjson')
    const lines = [
      '1480 howe',
      '9901-1480 Howe St',
      '2117 rue tupper',
      'Panda unit 5, Toronto',
      'The Panda',
      '20 Edward',
    ]
    writeFileSync(queries, lines.map((text) => JSON.stringify({ text, lat: 49.275, lng: -123.132 })).join('\n'))
    const expected = await run({ file: queries, details: true })
    expect(expected.text).toContain('"project_id":"7"')
    for (const name of ['buildings.parquet', 'buildings.csv'])
      expect((await run({ file: queries, details: true, buildings: file(name) })).text).toBe(expected.text)
  })
})
