// `npm run bench start`: first and second start, and memory, on both databases.
//   npm run bench start [-- --write-results]
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { buildIfStale } from '../../../bin/build.mjs'
import { median, sum, table } from '../../shared/tables.ts'
import type { Release } from '../../target/older-build.ts'
import { memoryOf } from '../../target/processes.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import type { FirstStart } from './first-start.ts'
import { measureFirstStart } from './first-start.ts'
import { recordGoal } from './goals.ts'
import { inFolder, olderBuilds, onDatabase, publish } from './measure.ts'
import type { ServerOptions } from './running-server.ts'
import { createData, createKeys, startForBench } from './running-server.ts'

const STARTS = 5
const WORKERS = [1, 2, 3]
const KEYS = 64
const LOAD_SECONDS = 8
/** After that long without requests, V8 has returned what it can. */
const SETTLE_MS = 5000

/** Links, pages and records, so that the caches fill. */
const PATHS = [
  ...Array.from({ length: 200 }, (_, i) => `/building-links?address=${100 + 7 * i}%20King%20St%20W%20Toronto`),
  ...Array.from({ length: 100 }, (_, i) => `/projects?limit=50&sort=-price_from&offset=${50 * i}`),
  ...Array.from({ length: 200 }, (_, i) => `/projects/${1 + 31 * i}?include=floor_plans`),
]

async function load(server: ServerProcess): Promise<void> {
  const keys = await createKeys(server, KEYS)
  const requests = PATHS.map((path, i) => ({
    path: `/api/v1${path}`,
    headers: { authorization: `Bearer ${keys[i % KEYS]!}` },
  }))
  const result = await autocannon({ url: server.url, connections: 32, duration: LOAD_SECONDS, requests })
  // Project IDs are not consecutive everywhere, so 404 is expected; refusals are not.
  if (result.errors > 0 || result['5xx'] > 0) throw new Error(`${result.errors} errors, ${result['5xx']} failed`)
}

interface Memory {
  /** Megabytes of all processes. */
  readonly ready: number
  readonly loaded: number
  /** By process, after the load. */
  readonly each: readonly number[]
}

async function measureMemory(options: ServerOptions, workers: number): Promise<Memory> {
  const { server, ready } = await startForBench({ ...options, workers })
  try {
    await ready()
    await sleep(SETTLE_MS)
    const before = server.memoryMb()
    await load(server)
    await sleep(SETTLE_MS)
    const each = server.pids().map((pid) => memoryOf(pid))
    return { ready: before, loaded: sum(each), each }
  } finally {
    await server.stop()
  }
}

interface Measured {
  readonly start: number
  /** With one worker, two, and three. */
  readonly memory: readonly Memory[]
}

async function measure(options: ServerOptions, numbers: readonly number[] = WORKERS): Promise<Measured> {
  const starts: number[] = []
  for (let i = 0; i < STARTS; i++) {
    const { server, ready, firstResponse } = await startForBench(options)
    await ready()
    starts.push(firstResponse)
    await server.stop()
  }
  const memory: Memory[] = []
  for (const workers of numbers) memory.push(await measureMemory(options, workers))
  return { start: median(starts), memory }
}

async function measurePostgres(dataDir: string): Promise<Measured | undefined> {
  let measured: Measured | undefined
  await onDatabase(async (newDatabase) => {
    const databaseUrl = await newDatabase()
    if (!databaseUrl) return
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    const demo = spawnSync(process.execPath, ['bin/plinth.mjs', 'demo'], { env, encoding: 'utf8' })
    if (demo.status !== 0) throw new Error(demo.stderr)
    // The first start builds the snapshot file.
    await createData({ dataDir, databaseUrl })
    measured = await measure({ dataDir, databaseUrl })
  })
  return measured
}

const both = (ready: number, loaded: number, join: string) => `${ready.toFixed(0)}${join}${loaded.toFixed(0)}`
const further = ({ memory }: Measured, join: string) =>
  both(memory.at(-1)!.ready - memory.at(-2)!.ready, memory.at(-1)!.loaded - memory.at(-2)!.loaded, join)

function tableOf(columns: readonly (readonly [name: string, measured: Measured])[]): string {
  const row = (name: string, read: (measured: Measured) => string) => [name, ...columns.map(([, one]) => read(one))]
  const each = ({ each: megabytes }: Memory) => megabytes.map((one) => one.toFixed(0)).join(' + ')
  return table(
    ['', ...columns.map(([name]) => name)],
    [
      row(`second start to the first sandbox response, median of ${STARTS}, s`, ({ start }) => start.toFixed(2)),
      ...WORKERS.flatMap((workers, i) => {
        const name = `${workers} worker${workers > 1 ? 's' : ''}`
        return [
          row(`memory, ${name}, ready, MB`, ({ memory }) => memory[i]!.ready.toFixed(0)),
          row(
            `memory, ${name}, after ${LOAD_SECONDS} s of load, MB`,
            ({ memory }) => `${memory[i]!.loaded.toFixed(0)}${workers > 1 ? ` (${each(memory[i]!)})` : ''}`,
          ),
        ]
      }),
      row('a further worker, ready and after load, MB', (measured) => further(measured, ' and ')),
    ],
  )
}

interface Started {
  readonly first: FirstStart
  readonly embedded: Measured
}

async function measureOlder(dataDir: string, build: string): Promise<Started> {
  const options = { dataDir, build }
  return { first: await measureFirstStart(options), embedded: await measure(options, [1]) }
}

const FIRST_START: Readonly<Record<string, (first: FirstStart) => string>> = {
  'first-start': ({ sandboxSeconds }) => `${sandboxSeconds.toFixed(1)} s`,
  'first-live': ({ liveSeconds }) => `${liveSeconds.toFixed(1)} s`,
  'first-sign-up': ({ signUpMs }) => (Number.isNaN(signUpMs) ? 'none possible' : `${(signUpMs / 1000).toFixed(2)} s`),
}

const seconds = ({ start }: Measured) => `${start.toFixed(1)} s`
const megabytes = ({ memory }: Measured) => `${both(memory[0]!.ready, memory[0]!.loaded, ' MB ready, ')} MB after load`

/** With `--releases`, older releases are measured after it, with one worker on the embedded database. */
export async function benchStart(): Promise<void> {
  await buildIfStale()
  await inFolder(async (folder) => {
    const byDefault = { dataDir: join(folder, 'embedded'), demonstration: 'all' } as const
    const first = await measureFirstStart(byDefault)
    const embedded = await measure(byDefault)
    const postgres = await measurePostgres(join(folder, 'postgres'))
    const columns = [
      ['embedded', embedded] as const,
      ...(postgres ? [['PostgreSQL, without its own processes', postgres] as const] : []),
    ]
    publish('start', `${tableOf(columns)}\n\n${first.text}`)
    const older: (readonly [Release, Started])[] = []
    for (const [release, build] of olderBuilds())
      older.push([release, await measureOlder(join(folder, release), build)])
    const olderFigures = (read: (started: Started) => string) =>
      Object.fromEntries(older.map(([release, started]) => [release, read(started)]))
    for (const [id, read] of Object.entries(FIRST_START))
      recordGoal(
        id,
        read(first),
        olderFigures((started) => read(started.first)),
      )
    for (const [i, id] of ['embedded', 'postgres'].entries()) {
      const measured = columns[i]?.[1]
      if (!measured) continue
      const ofOlder = (read: (measured: Measured) => string) =>
        i === 0 ? olderFigures((started) => read(started.embedded)) : {}
      recordGoal(`second-start-${id}`, seconds(measured), ofOlder(seconds))
      recordGoal(`memory-${id}`, megabytes(measured), ofOlder(megabytes))
      recordGoal(`further-worker-${id}`, `${further(measured, ' MB ready, ')} MB after load`)
    }
  })
}
