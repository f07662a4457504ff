// Measures `plinth match` of many Parquet files: rows per second of a core, and memory as the input grows.
//   npm run bench bulk [-- --write-results --rows=1000000 --threads=2]      (uses the build in dist/)
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { buildIfStale } from '../../../bin/build.mjs'
import { table, whole } from '../../shared/tables.ts'
import { syntheticBuildings } from '../synthetic-buildings.ts'
import { runPlinth } from './match-threads.ts'
import { inFolder, numberOption, publish } from './measure.ts'

const ROWS = numberOption('rows', 1_000_000)
const THREADS = numberOption('threads', 2)
const ROWS_PER_FILE = 100_000
/** Each is run on its own. */
const SHARES = [0.1, 0.5, 1] as const

const megabytes = (bytes: number): string => `${whole(bytes / 1e6)} MB`

/** Every building in turn, with other units; and columns of the customer's own, among them long texts, lists and structs. */
async function writeFiles(folder: string): Promise<void> {
  const addresses = join(folder, 'addresses.ndjson')
  const all = syntheticBuildings(1, 40)
  writeFileSync(
    join(folder, 'buildings.ndjson'),
    all.map(({ key, ...row }) => JSON.stringify({ ...row, id: key })).join('\n'),
  )
  const lines = all.map(({ addresses, city, province }, n) => ({ n, line: addresses[0]?.line, city, province }))
  writeFileSync(addresses, lines.map((row) => JSON.stringify(row)).join('\n'))
  const duck = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  const input = join(folder, 'in')
  mkdirSync(input)
  for (let start = 0; start < ROWS; start += ROWS_PER_FILE) {
    const file = join(input, `${String(start / ROWS_PER_FILE).padStart(5, '0')}.parquet`)
    await duck.run(`copy (select i::bigint as id, '#' || (100 + i % 4000) || ' - ' || line as address, city, province,
      (i % 900000)::decimal(12, 2) as price, timestamptz '2026-11-14 00:00:00Z' + interval (i) second as listed_at,
      repeat('Bright corner suite number ' || i || '. ', 8) as remarks, ['p' || i, 'q' || i] as photos, {'beds': i % 4} as rooms
      from range(${start}, ${Math.min(start + ROWS_PER_FILE, ROWS)}) r(i) join '${addresses}' a on a.n = i % ${all.length} order by i)
      to '${file}' (format parquet, compression zstd)`)
  }
  duck.closeSync()
}

function rowOf(folder: string, share: number): string[] {
  const files = Math.max(1, Math.round((ROWS * share) / ROWS_PER_FILE))
  const rows = Math.min(files * ROWS_PER_FILE, ROWS)
  const inputs = Array.from({ length: files }, (_, i) => join(folder, 'in', `${String(i).padStart(5, '0')}.parquet`))
  const output = join(folder, `out-${files}`)
  const { seconds, cpuSeconds, peakBytes } = runPlinth(folder, [
    ...['match', '--buildings', join(folder, 'buildings.ndjson'), ...inputs],
    ...['-o', `${output}/`, '--threads', String(THREADS)],
  ])
  const written = readdirSync(output).filter((name) => name.endsWith('.parquet'))
  const bytes = written.reduce((sum, name) => sum + statSync(join(output, name)).size, 0)
  return [
    ...[whole(rows), whole(files), `${seconds.toFixed(1)} s`, whole(rows / seconds)],
    ...[whole(rows / cpuSeconds), megabytes(peakBytes), megabytes(bytes)],
  ]
}

export async function benchBulk(): Promise<void> {
  await buildIfStale()
  await inFolder(async (folder) => {
    await writeFiles(folder)
    const text = table(
      ['rows', 'files', 'time', 'rows per second', 'rows per second of processor time', 'peak memory', 'output'],
      SHARES.map((share) => rowOf(folder, share)),
    )
    const input = `generated rows with 9 columns in zstd Parquet files of ${whole(ROWS_PER_FILE)}`
    publish(
      'bulk',
      text,
      `${input}, ${THREADS} threads, all columns kept, load of the machine ${loadavg()[0]!.toFixed(1)}`,
    )
  })
}
