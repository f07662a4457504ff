// Tests `plinth functions`: what it writes runs without Node, in DuckDB and in PostgreSQL, with the answers of `plinth match`.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { createContext, runInContext } from 'node:vm'
import { DuckDBInstance, listValue } from '@duckdb/node-api'
import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { functionsCommand as Command } from '../../src/cli/functions/functions-command.ts'
import { indexCommand } from '../../src/cli/match/building-index-command.ts'
import { runMatch } from '../../src/cli/match/match-command.ts'
import { fixtureBuildings, fixtureCases } from '../matcher/fixture.ts'
import { HOSTILE } from '../matcher/hostile.ts'
import { importBuilt } from '../support/built.ts'
import { fromCases } from '../support/cases.ts'
import { Collector } from '../support/collector.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'
import { PYTHON } from '../support/python.ts'
import { suiteFolder } from '../support/suite-folder.ts'
import { postgresPrograms } from '../support/tools.ts'

const folder = suiteFolder()
const path = (...names: string[]) => join(folder, ...names)
const text = (...names: string[]) => readFileSync(path(...names), 'utf8')
const PROVINCE = path('places', 'on.plinth')
const WHOLE = path('all.plinth')

const queries = [...fixtureCases.values()].flat().map(({ expect: _, why: __, ...query }) => query)
const objects = [
  ...queries,
  ...HOSTILE.map((address) => ({ address })),
  { address: '', text: '1480 Howe St', city: 'Vancouver' },
  { text: 'nowhere', listed_on: '2020-02-30' },
].map((query, id) => JSON.stringify({ id, ...query }))
/** Lines that are no queries, too. */
const lines = [...objects, ...fromCases<string[]>('matcher/match-command', 'queries')]
/** By the index. */
const wanted = new Map<string, readonly string[]>()

let functionsCommand: typeof Command
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  ;({ functionsCommand } = await importBuilt<{ functionsCommand: typeof Command }>('cli/functions/functions-command'))
  const source = path('buildings.ndjson')
  writeFileSync(source, fixtureBuildings.map((b) => JSON.stringify({ ...b, building_key: b.key })).join('\n'))
  await indexCommand(source, { output: path('places'), by: 'province' })
  await indexCommand(source, { output: WHOLE })
  for (const index of [PROVINCE, WHOLE]) {
    const [output, errors] = [new Collector(), new Collector()]
    const input = Readable.from([lines.join('\n')])
    expect(await runMatch({ buildings: index, input, output, errors })).toBe(0)
    wanted.set(index, output.text.trimEnd().split('\n'))
  }
  expect(wanted.get(PROVINCE)).toHaveLength(lines.length)
  for (const engine of ['duckdb', 'bigquery', 'snowflake', 'postgres'] as const)
    await functionsCommand(engine, { index: PROVINCE, output: path(engine) })
  await functionsCommand('duckdb', { index: WHOLE, output: path('whole') })
  vi.restoreAllMocks()
})

/** Nothing but ECMAScript. */
function bareContext(): (code: string) => unknown {
  const context = createContext({})
  const run = (code: string) => runInContext(code, context)
  const types = run('[typeof TextDecoder, typeof atob, typeof fetch, typeof process, typeof require].join(" ")')
  expect(types).toBe('undefined undefined undefined undefined undefined')
  return run
}

type Answer = (line: string | null) => string | null

describe('in a bare context', () => {
  it.each([
    ['duckdb', PROVINCE],
    ['whole', WHOLE],
  ])('the one file of %s gives the answers of plinth match', (name, index) => {
    const run = bareContext()
    run(text(name, 'plinth.mjs').split('// For Node:')[0]!)
    const answer = run('plinth.open(INDEX, STREETS)') as Answer
    expect(lines.map(answer)).toEqual(wanted.get(index))
  })

  it('is the same file for PostgreSQL', () => {
    expect(text('postgres', 'plinth.mjs') === text('duckdb', 'plinth.mjs')).toBe(true)
  })

  it('the scripts and the function of BigQuery do, within its limits', () => {
    const run = bareContext()
    const [, libraries = '', body = ''] = /library = \[(.*)\]\)\nas r"""\n(.*)\n"""/s.exec(
      text('bigquery', 'create.sql'),
    )!
    const names = [...libraries.matchAll(/"gs:\/\/BUCKET\/([^"]+)"/g)].map(([, name]) => name!)
    expect(names.toSorted()).toEqual(readdirSync(path('bigquery')).filter((name) => name.endsWith('.js')))
    for (const name of names) run(text('bigquery', name))
    const answer = run(`(function (query) {${body}})`) as Answer
    expect(lines.map(answer)).toEqual(wanted.get(PROVINCE))
    expect(answer(null)).toBeNull()
    const sizes = names.map((name) => statSync(path('bigquery', name)).size)
    expect(Math.max(...sizes)).toBeLessThan(1_000_000)
    expect(sizes.reduce((a, b) => a + b)).toBeLessThan(5_000_000)
  })

  it('the table function of Snowflake does, for each partition', () => {
    const body = text('snowflake', 'create.sql').split('$$')
    expect(body).toHaveLength(3)
    const table = bareContext()(`(${body[1]})`) as {
      initialize(): void
      processRow(row: object, writer: { writeRow(row: { ANSWER: string }): void }): void
    }
    const index: string[][] = parse(text('snowflake', 'plinth.csv'))
    const answersOf = (part: readonly string[]) => {
      const answers: string[] = []
      const writer = { writeRow: ({ ANSWER }: { ANSWER: string }) => answers.push(ANSWER) }
      table.initialize()
      for (const [PART, DATA] of index) table.processRow({ PART: Number(PART), DATA, QUERY: null }, writer)
      for (const QUERY of part) table.processRow({ PART: null, DATA: null, QUERY }, writer)
      return answers
    }
    expect([...answersOf(lines.slice(0, 100)), ...answersOf(lines.slice(100))]).toEqual(wanted.get(PROVINCE))
  })
})

describe('DuckDB', () => {
  it('gives the answers of plinth match in Node, and null for null', async () => {
    symlinkSync(resolve('node_modules'), path('node_modules'))
    const { addPlinthMatch } = await import(path('duckdb', 'duckdb.mjs'))
    const connection = await (await DuckDBInstance.create()).connect()
    addPlinthMatch(connection)
    await connection.run('create table queries as select unnest($1) as query, generate_subscripts($1, 1) as n', [
      listValue(lines),
    ])
    const answers = async (sql: string) => (await connection.runAndReadAll(sql)).getRows()
    const rows = await answers('select plinth_match(query) from queries order by n')
    expect(rows.map(([answer]) => answer)).toEqual(wanted.get(PROVINCE))
    expect(await answers('select plinth_match(null)')).toEqual([[null]])
    await connection.run(`create table listings as select 'a' as id, '1203 - 27 rean dr' as address, 'Toronto' as city`)
    expect(await answers(text('duckdb', 'call.sql'))).toEqual([['a', 'matched', 'rean', null, expect.any(Number)]])
    connection.closeSync()
  })

  it('answers through a process in Python, which registers as one function', () => {
    const program = `import sys, json
sys.path.insert(0, ${JSON.stringify(path('duckdb'))})
from plinth_duckdb import add_plinth_match
class Connection:
    def create_function(self, name, function, parameters, returned):
        assert (name, parameters, returned) == ("plinth_match", ["VARCHAR"], "VARCHAR")
        self.function = function
connection = Connection()
matcher = add_plinth_match(connection, node=${JSON.stringify(process.execPath)})
for line in json.load(sys.stdin):
    sys.stdout.buffer.write(connection.function(line).encode() + b"\\n")
matcher.close()
`
    const { stdout, stderr } = spawnSync(PYTHON, ['-c', program], { input: JSON.stringify(lines), encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.trimEnd().split('\n')).toEqual(wanted.get(PROVINCE))
  })
})

describe.runIf(inject('postgresUrl'))('PostgreSQL', () => {
  const bin = postgresPrograms()!
  const worker = [path('postgres', 'worker.mjs'), '--once']
  const env = { PATH: `${bin}:${process.env.PATH}` }
  let url: string
  let client: pg.Client
  beforeAll(async () => {
    url = await createDatabase(inject('postgresUrl'), 'empty')
    client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(text('postgres', 'create.sql'))
  })
  afterAll(async () => {
    await client.end()
    await dropDatabase(inject('postgresUrl'), url)
  })

  it('gives the answers of plinth match from its tables, with a worker', async () => {
    await client.query('insert into plinth.queries (query) select unnest($1::json[])', [objects])
    execFileSync(process.execPath, [...worker, url], { env })
    const { rows } = await client.query('select answer::text from plinth.answers order by seq')
    expect(rows.map(({ answer }) => answer)).toEqual(wanted.get(PROVINCE)!.slice(0, objects.length))
    const matches = await client.query('select * from plinth.matches() limit 1')
    expect(Object.keys(matches.rows[0])).toContain('match_confidence')
    expect((await client.query('select count(*)::int as n from plinth.queries')).rows).toEqual([{ n: 0 }])
  })

  it('submits the rows of a query, and loses none when a worker is killed in its batch', async () => {
    await client.query('truncate plinth.answers')
    await client.query(`create table listings as
      select n::text as id, n || ' - 65 Front St W' as address, 'Toronto' as city from generate_series(1, 3000) n`)
    const submitted = await client.query(text('postgres', 'call.sql').split(';')[0]!)
    expect(submitted.rows[0].submit).toBe('3000')
    // The worker waits for this lock when it has taken the queries and stores their answers.
    const blocker = new pg.Client({ connectionString: url })
    await blocker.connect()
    await blocker.query('begin; lock table plinth.answers in share mode')
    const killed = spawn(process.execPath, [...worker, url], { env, stdio: 'ignore' })
    const untilRows = (count: number, from: string) =>
      vi.waitFor(async () => expect((await client.query(`select 1 from ${from}`)).rowCount).toBe(count), 30_000)
    await untilRows(1, `pg_locks where not granted and relation = 'plinth.answers'::regclass`)
    killed.kill('SIGKILL')
    await blocker.end()
    await untilRows(0, `pg_stat_activity where datname = current_database() and application_name = 'psql'`)
    execFileSync(process.execPath, [...worker, url], { env })
    const { rows } = await client.query(
      'select count(*)::int as n, count(distinct id)::int as ids from plinth.matches()',
    )
    expect(rows).toEqual([{ n: 3000, ids: 3000 }])
  })
})

describe('plinth functions', () => {
  it('refuses what is no index, and an index that BigQuery has no room for', async () => {
    const output = path('refused')
    await expect(functionsCommand('duckdb', { index: path('buildings.ndjson'), output })).rejects.toThrow(
      'is not an index',
    )
    await expect(functionsCommand('duckdb', { index: path('none.plinth'), output })).rejects.toThrow('is not an index')
    const many = path('many.ndjson')
    const row = (i: number) =>
      JSON.stringify({ id: `${i}`.padStart(400, '0'), address: `${i} Bay St`, city: 'Toronto', province: 'ON' })
    writeFileSync(many, Array.from({ length: 10_000 }, (_, i) => row(i)).join('\n'))
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    await indexCommand(many, { output: path('many.plinth') })
    await expect(functionsCommand('bigquery', { index: path('many.plinth'), output })).rejects.toThrow(
      /BigQuery accepts 5 MB of code per function; this index needs \d/,
    )
    vi.restoreAllMocks()
  })
})
