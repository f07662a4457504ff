// Tests `plinth match` of many files: in a bucket, in folders, of all formats, with the customer's columns kept.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import { DuckDBInstance } from '@duckdb/node-api'
import { createClient } from '@plinth/client'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BucketStore } from '../../src/catalog/files/snapshot-store.ts'
import type { BulkOptions } from '../../src/cli/bulk/bulk-match.ts'
import { runBulk } from '../../src/cli/bulk/bulk-match.ts'
import { DUCKDB } from '../../src/cli/bulk/duck.ts'
import { patternOf } from '../../src/cli/bulk/find-inputs.ts'
import { matchCommand } from '../../src/cli/bulk/match-flags.ts'
import type { MatchOptions } from '../../src/cli/match/match-command.ts'
import { runMatch } from '../../src/cli/match/match-command.ts'
import { fromCases } from '../support/cases.ts'
import { Collector } from '../support/collector.ts'
import { suiteFolder } from '../support/suite-folder.ts'
import { workbookOf } from '../support/workbook.ts'

const root = suiteFolder()
const path = (name: string) => join(root, name)
const buildings = path('buildings.ndjson')
const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
const s3 = new S3rver({
  ...{ port: 0, address: '127.0.0.1', silent: true, directory: path('s3') },
  configureBuckets: [{ name: 'bucket', configs: [] }],
})
let endpoint: string
let duck: DuckDBConnection

beforeAll(async () => {
  Object.assign(process.env, credentials)
  endpoint = `http://127.0.0.1:${(await s3.run()).port}`
  duck = await (await DuckDBInstance.create(':memory:')).connect()
  const rows = fromCases<object[]>('cli/match-parquet', 'buildings')
  writeFileSync(buildings, rows.map((row) => JSON.stringify(row)).join('\n'))
  // `plinth_outcome` is the customer's own column.
  await duck.run(`create table listings as
    select i::integer as id,
      case i % 5 when 0 then '#' || i || ' - 1480 Howe St' when 1 then i || '-2117 rue Tupper' when 2 then '20 Edward St'
        when 3 then 'nowhere' end as text,
      case i % 5 when 0 then 'Vancouver' when 1 then 'Montréal' else '' end as city,
      case when i % 5 = 0 then 49.275 end::double as lat, case when i % 5 = 0 then -123.132 end::double as lng,
      (i / 100)::decimal(12, 2) as price, timestamptz '2026-11-14 00:00:00Z' + interval (i) second as seen,
      [i, i + 1] as photos, {'floor': i} as place, 'mine' as plinth_outcome
    from range(5000) t(i)`)
})
afterAll(async () => {
  for (const name of Object.keys(credentials)) delete process.env[name]
  duck.closeSync()
  await s3.close()
})

async function bulk(inputs: string[], output: string, more: Partial<BulkOptions> = {}) {
  const errors = new Collector()
  const options = { columns: {}, hints: 'all', details: false, isBeside: true, threads: 1, ...more } as const
  const code = await runBulk({ inputs, output, buildings, endpoint, ...options, errors }).catch((error) => error)
  return { code, errors: errors.text, files: errors.text.trim().split('\n').at(-1) }
}

async function single(file: string, outputFile: string, more: Partial<MatchOptions> = {}): Promise<Buffer> {
  const [output, errors] = [new Collector(), new Collector()]
  expect(await runMatch({ buildings, input: Readable.from([]), output, errors, file, outputFile, ...more })).toBe(0)
  return readFileSync(outputFile)
}

const rowsIn = async (query: string) => (await duck.runAndReadAll(query)).getRowObjectsJson()
const copy = (query: string, file: string, options = 'format parquet, compression zstd') =>
  duck.run(`copy (${query}) to '${file}' (${options})`)

/** A folder with these files. */
function folderOf(name: string, files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(path(name), file, '..'), { recursive: true })
    writeFileSync(join(path(name), file), content)
  }
  return `${path(name)}/`
}

describe('twenty files of a bucket', () => {
  const store = () => new BucketStore('bucket', '', endpoint)
  const outputs = async () => (await store().names()).filter((name) => /^out\/[^_]/.test(name)).sort()

  beforeAll(async () => {
    for (let i = 0; i < 20; i++) {
      await copy(`select * from listings where id // 250 = ${i} order by id`, path('part.parquet'))
      await store().upload(`in/${i < 10 ? '0' : ''}${i}.parquet`, path('part.parquet'))
    }
    writeFileSync(path('empty'), '')
    await store().upload('in/_SUCCESS', path('empty'))
  })

  it('have the answers of one file, beside their own columns with their types', async () => {
    const { code, files } = await bulk(['s3://bucket/in/*.parquet'], 's3://bucket/out/')
    expect([code, files]).toEqual([0, '20 files: 20 written'])
    const names = await outputs()
    expect(names).toEqual(Array.from({ length: 20 }, (_, i) => `out/${String(i).padStart(2, '0')}.parquet`))
    mkdirSync(path('out'))
    for (const name of names) await store().download(name, path(name))
    await copy('select * from listings order by id', path('one.parquet'))
    await single(path('one.parquet'), path('one-out.parquet'))
    const answers = `select outcome, reason, building_id, match_confidence, project_id, error from '${path('one-out.parquet')}'`
    const ours = `select if(plinth_outcome_2 = 'error', 'no_match', plinth_outcome_2) as outcome,
      if(plinth_outcome_2 = 'error', 'unparseable', plinth_reason) as reason, plinth_building_id as building_id,
      plinth_confidence as match_confidence, plinth_project_id as project_id, plinth_error as error from '${path('out/*.parquet')}'`
    expect(await rowsIn(ours)).toEqual(await rowsIn(answers))
    const own = `select columns(c -> c not like 'plinth_%' or c = 'plinth_outcome') from '${path('out/*.parquet')}'`
    expect(await rowsIn(own)).toEqual(await rowsIn('select * from listings order by id'))
    const typesOf = async (query: string) =>
      (await rowsIn(`describe ${query}`)).map(({ column_name, column_type }) => [column_name, column_type])
    expect(await typesOf(own)).toEqual(await typesOf('select * from listings'))
  })

  it('are written once, and again when the input or the options change', async () => {
    expect((await bulk(['s3://bucket/in/'], 's3://bucket/out/')).files).toBe('20 files: 0 written, 20 finished before')
    await copy('select * from listings limit 3', path('part.parquet'))
    await store().upload('in/07.parquet', path('part.parquet'))
    await store().delete('out/03.parquet')
    const changed = await bulk(['s3://bucket/in/'], 's3://bucket/out/')
    expect(changed.files).toBe('20 files: 2 written, 18 finished before')
    const others = { hints: 'none', shard: { index: 1, count: 10 } } as const
    expect((await bulk(['s3://bucket/in/'], 's3://bucket/out/', others)).files).toBe('2 files: 2 written')
    const back = await bulk(['s3://bucket/in/'], 's3://bucket/out/')
    expect(back.files).toBe('20 files: 2 written, 18 finished before')
  })

  it('are not read with credentials that the service does not know', async () => {
    process.env.AWS_ACCESS_KEY_ID = 'stranger'
    try {
      const { code } = await bulk(['s3://bucket/in/'], 's3://bucket/out/')
      expect(String(code)).toMatch(/access key/i)
    } finally {
      process.env.AWS_ACCESS_KEY_ID = credentials.AWS_ACCESS_KEY_ID
    }
  })
})

describe('the answers without other columns', () => {
  it.each(['ndjson', 'csv', 'parquet'] as const)('of %s are those of a single file', async (format) => {
    const input = folderOf(`same-${format}`, { 'nothing.txt': '' })
    const options = { ndjson: 'format json', csv: 'format csv', parquet: 'format parquet' }[format]
    await copy('select id, text, city, lat, lng from listings', `${input}a.${format}`, options)
    if (format !== 'parquet') writeFileSync(`${input}a.${format}`, '{"id":[1]}\nbroken,"row\n"\n', { flag: 'a' })
    for (const outputFormat of ['ndjson', 'csv', 'parquet'] as const)
      for (const details of [false, true]) {
        const out = path(`same-${format}-${outputFormat}-${details}/`)
        const { code } = await bulk([input], out, { isBeside: false, outputFormat, details })
        expect(code).toBe(0)
        const expected = await single(`${input}a.${format}`, path(`expected.${outputFormat}`), { details })
        const written = readFileSync(`${out}a.${outputFormat}`)
        if (outputFormat !== 'parquet') expect(written.equals(expected)).toBe(true)
        else expect(await rowsIn(`from '${out}a.parquet'`)).toEqual(await rowsIn(`from '${path('expected.parquet')}'`))
      }
  })
})

const NAMES =
  'outcome confidence building_id project_id unit match_level match_strategy reason second_building_id second_confidence error'
    .split(' ')
    .map((name) => `plinth_${name}`)
const HOWE = ['matched', 0.996671, 'howe', null, null, 'building', 'exact_address', null, null, null, null]
const EDWARD = [
  'ambiguous',
  0.499531,
  'edward',
  null,
  null,
  'building',
  'exact_address',
  null,
  'edward2',
  0.499531,
  null,
]
const errorOf = (message: string) => ['error', ...Array<null>(9).fill(null), message]

describe('the own columns', () => {
  const cells = (row: readonly unknown[]) =>
    row.map((one) => (/,/.test(String(one ?? '')) ? `"${one}"` : (one ?? ''))).join()
  const members = (row: readonly unknown[], names = NAMES) =>
    names.map((name, i) => `"${name}":${JSON.stringify(row[i])}`).join()

  it('of CSV stay as they are written, and broken rows stay in their place', async () => {
    const rows = 'text,"my, ""note""",plinth_unit\r\n1480 Howe St,"a\r\nb",x\r\n\r\ntoo,many,fields,here\nshort\n'
    const files = { 'a.csv.gz': gzipSync(`\ufeff${rows}`), 'sub/b.csv': 'text\n20 Edward St' }
    expect((await bulk([folderOf('own-csv', files)], path('own-csv-out/'))).files).toBe('2 files: 2 written')
    const header = NAMES.map((name) => (name === 'plinth_unit' ? 'plinth_unit_2' : name))
    expect(readFileSync(path('own-csv-out/a.csv'), 'utf8').split('\n')).toEqual([
      `text,"my, ""note""",plinth_unit,${header}`,
      '1480 Howe St,"a\r',
      `b",x,${cells(HOWE)}`,
      `too,many,fields,${cells(errorOf('line 5: the row has 4 fields, the header has 3'))}`,
      `short,,,${cells(errorOf('line 6: the row has 1 field, the header has 3'))}`,
      '',
    ])
    expect(readFileSync(path('own-csv-out/sub/b.csv'), 'utf8')).toBe(`text,${NAMES}\n20 Edward St,${cells(EDWARD)}\n`)
  })

  it('of NDJSON stay as they are written, and a line that is no object becomes a field', async () => {
    const rows = '\ufeff{ "text" : "1480 Howe St", "n": 1.0 }\n{ }\n[1]\n{"text":"20 Edward St","plinth_unit":7}'
    await bulk([folderOf('own-ndjson', { 'a.jsonl': rows })], path('own-ndjson-out/'))
    const other = NAMES.map((name) => (name === 'plinth_unit' ? 'plinth_unit_2' : name))
    expect(readFileSync(path('own-ndjson-out/a.ndjson'), 'utf8').split('\n')).toEqual([
      `{ "text" : "1480 Howe St", "n": 1.0,${members(HOWE)}}`,
      `{${members(errorOf('address or text is missing'))}}`,
      `{"plinth_input":"[1]",${members(errorOf('not a JSON object'))}}`,
      `{"text":"20 Edward St","plinth_unit":7,${members(EDWARD, other)}}`,
      '',
    ])
  })

  it('of one file can be kept, too, in any format', async () => {
    writeFileSync(
      path('one.xlsx'),
      workbookOf([
        ['text', 'MLS'],
        ['1480 Howe St', 123456789],
      ]),
    )
    for (const [file, sql] of [
      ['one.csv', 'format csv'],
      ['one.csv.zst', 'format csv, compression zstd'],
      ['one.ndjson', 'format json'],
      ['one.parquet', 'format parquet'],
      ['one.xlsx', ''],
    ]) {
      if (sql) await copy("select '1480 Howe St' as text, 123456789 as MLS", path(file!), sql)
      for (const to of ['parquet', 'csv', 'ndjson']) {
        expect(await bulk([path(file!)], path(`one-own.${to}`))).toMatchObject({ code: 0, files: '1 file: 1 written' })
        const [row] = await rowsIn(`select * from '${path(`one-own.${to}`)}'`)
        expect(row).toMatchObject({ text: '1480 Howe St', plinth_building_id: 'howe', plinth_confidence: 0.996671 })
        expect(String(row!.MLS)).toBe('123456789')
      }
    }
    expect(readdirSync(root)).not.toContain('_plinth')
  })
})

describe('a file that cannot be matched', () => {
  it('does not stop the others, and is matched when it is repaired', async () => {
    const input = folderOf('broken', {
      'bad.parquet': 'PAR1',
      // Its open quote is found while blocks are matched.
      'bad.csv': `text\n${'1480 Howe St\n'.repeat(50_000)}"open`,
      'good.ndjson': '{"text":"1480 Howe St"}',
    })
    const { code, errors } = await bulk([input], path('broken-out/'), { threads: 1 })
    expect(code).toMatchObject({ exitCode: 1, message: '2 files failed' })
    expect(errors).toContain(`plinth match: ${input}bad.parquet: `)
    expect(errors).toContain(`plinth match: ${input}bad.csv: line 50002: a quoted field has no closing quote`)
    await copy("select '1480 Howe St' as text", `${input}bad.parquet`)
    writeFileSync(`${input}bad.csv`, 'text\n')
    expect((await bulk([input], path('broken-out/'))).files).toBe('3 files: 2 written, 1 finished before')
  })

  it('is a table whose extension DuckDB cannot download', async () => {
    const input = folderOf('delta', { '_delta_log/00000000000000000000.json': '{}' })
    const { errors } = await bulk([input], path('delta-out/'), { extensions: 'http://127.0.0.1:9' })
    expect(errors).toContain('delta: DuckDB has no extension "delta", and cannot download it: ')
  })

  it('says what to install where DuckDB is missing', async () => {
    vi.doMock('@duckdb/node-api', () => {
      throw new Error('not installed')
    })
    const { code } = await bulk([folderOf('same-parquet')], path('missing-out/'))
    expect(code).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('this needs DuckDB, which cannot be loaded'),
    })
    expect(code.advice).toContain(`npm install ${DUCKDB}`)
    vi.doUnmock('@duckdb/node-api')
    const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(DUCKDB).toBe(`@duckdb/node-api@${peerDependencies['@duckdb/node-api']}`)
  })
})

describe('the inputs', () => {
  it.each([
    ['*.csv', ['a.csv'], ['b/a.csv', 'a.csv.gz']],
    ['**/*.{csv,parquet}', ['a.csv', 'b/c/a.parquet'], ['a.xlsx']],
    ['200?-[01]*/x+.csv', ['2004-12/x+.csv'], ['2004-22/x+.csv', '2004-1/xx.csv']],
  ])('may be a pattern: %s', (pattern, yes, no) => {
    expect([...yes, ...no].filter((name) => patternOf(pattern).test(name))).toEqual(yes)
  })

  const files = {
    'a.csv': 'text\n',
    'a.xlsx': 'x',
    'b/c.csv': 'text\n',
    '_temporary/d.csv': 'text\n',
    'e.txt': 'x',
    'f.csv': '',
  }
  const inputs = folderOf('inputs', files)
  it.each([
    [['inputs/**/*.csv'], '2 files:'],
    [['inputs/*.csv', 'inputs/b'], '2 files:'],
    [['inputs/a.csv', 'inputs/a.csv'], '1 file:'],
    [['inputs/*.pdf'], 'no files match'],
    [['inputs/nothing.csv'], 'no files match'],
    [['inputs'], 'two inputs would be written as a.csv'],
  ])('are found, each once: %s', async (names, expected) => {
    const { code, files: written } = await bulk(names.map(path), path('inputs-out/'))
    expect(code === 0 ? written : code.message).toContain(expected)
  })

  it.each([
    [['inputs/'], { output: 'out/' }, 'require --buildings'],
    [['inputs/'], { buildings }, 'where to write the answers with -o'],
    [['inputs/**/*.csv'], { buildings, output: path('none.csv') }, '2 files cannot be written as one'],
    [
      ['inputs/a.csv'],
      { buildings, output: path('none.csv'), columns: 'all', shard: { index: 1, count: 2 } },
      '--shard',
    ],
  ] as const)('must fit the other options: %s', async (names, flags, message) => {
    const service = () => createClient({ baseUrl: 'http://127.0.0.1:9' })
    const run = matchCommand(names.map(path), { hints: 'all', ...flags }, service, () => ({}))
    await expect(run).rejects.toThrow(message)
  })

  it('are not in the output', async () => {
    const { code } = await bulk([`${inputs}b/`], `${inputs}b/`)
    expect(code.message).toContain('no files match')
  })
})
