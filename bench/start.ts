// `npm run bench start`: first and second start, and memory, on both databases.
//   npm run bench start [-- --write-results]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { buildIfStale } from '../bin/build.mjs'
import { createDatabase, startPostgres } from '../test/support/postgres.ts'
import { measureFirstStart } from './first-start.ts'
import { recordGoal } from './goals.ts'
import { resultsMonth, writeResultsSection } from './results-file.ts'
import type { RunningServer, ServerOptions } from './running-server.ts'
import { createKeys, processesOf, pssMegabytes, startServer } from './running-server.ts'

const STARTS = 5
const WORKERS = [1, 2, 3]
const KEYS = 64
const LOAD_SECONDS = 8
/** After that long without requests, V8 has returned what it can. */
const SETTLE_MS = 5000

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Links, pages and records, so that the caches fill. */
const PATHS = [
  ...Array.from({ length: 200 }, (_, i) => `/building-links?address=${100 + 7 * i}%20King%20St%20W%20Toronto`),
  ...Array.from({ length: 100 }, (_, i) => `/projects?limit=50&sort=-price_from&offset=${50 * i}`),
  ...Array.from({ length: 200 }, (_, i) => `/projects/${1 + 31 * i}?include=floor_plans`),
]

async function load(server: RunningServer): Promise<void> {
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
  readonly workers: number
  /** Megabytes of all processes. */
  readonly ready: number
  readonly loaded: number
  /** By process, after the load. */
  readonly each: readonly number[]
}

async function measureMemory(options: ServerOptions, workers: number): Promise<Memory> {
  const server = await startServer({ ...options, workers })
  try {
    await server.ready()
    await pause(SETTLE_MS)
    const ready = sum(processesOf(server).map(pssMegabytes))
    await load(server)
    await pause(SETTLE_MS)
    const each = processesOf(server).map(pssMegabytes)
    return { workers, ready, loaded: sum(each), each }
  } finally {
    await server.stop()
  }
}

interface Measured {
  readonly start: number
  readonly memory: readonly Memory[]
}

async function measure(options: ServerOptions): Promise<Measured> {
  const starts: number[] = []
  for (let i = 0; i < STARTS; i++) {
    const server = await startServer(options)
    await server.ready()
    starts.push(server.firstResponse)
    await server.stop()
  }
  const memory: Memory[] = []
  for (const workers of WORKERS) memory.push(await measureMemory(options, workers))
  return { start: median(starts), memory }
}

async function measurePostgres(dataDir: string): Promise<Measured | undefined> {
  const cluster = await startPostgres()
  if (!cluster) return undefined
  try {
    const databaseUrl = await createDatabase(cluster.url, 'migrated')
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
    const demo = spawnSync(process.execPath, ['bin/plinth.mjs', 'demo'], { env, encoding: 'utf8' })
    if (demo.status !== 0) throw new Error(demo.stderr)
    // The first start builds the snapshot file.
    const first = await startServer({ dataDir, databaseUrl })
    await first.ready()
    await first.stop()
    return await measure({ dataDir, databaseUrl })
  } finally {
    await cluster.stop()
  }
}

const further = ({ memory }: Measured, key: 'ready' | 'loaded'): number => memory.at(-1)![key] - memory.at(-2)![key]

function tableOf(columns: readonly (readonly [name: string, measured: Measured])[]): string {
  const row = (name: string, read: (measured: Measured) => string) =>
    `| ${name} | ${columns.map(([, measured]) => read(measured)).join(' | ')} |`
  const each = ({ each: megabytes }: Memory) => megabytes.map((one) => one.toFixed(0)).join(' + ')
  return [
    `| | ${columns.map(([name]) => name).join(' | ')} |`,
    `|---|${'---|'.repeat(columns.length)}`,
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
    row('a further worker, ready and after load, MB', (measured) =>
      [further(measured, 'ready'), further(measured, 'loaded')].map((one) => one.toFixed(0)).join(' and '),
    ),
  ].join('\n')
}

export async function benchStart(): Promise<void> {
  await buildIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-start-'))
  try {
    const dataDir = join(folder, 'embedded')
    const first = await measureFirstStart(dataDir)
    const embedded = await measure({ dataDir })
    const postgres = await measurePostgres(join(folder, 'postgres'))
    const columns = [
      ['embedded', embedded] as const,
      ...(postgres ? [['PostgreSQL, without its own processes', postgres] as const] : []),
    ]
    const table = tableOf(columns)
    console.log(`${table}\n\n${first.text}`)
    if (!process.argv.includes('--write-results')) return
    writeResultsSection(
      'start',
      `${resultsMonth()} · two shared ARM cores · \`npm run bench start -- --write-results\`\n\n${table}\n\n${first.text}`,
    )
    recordGoal('first-start', `${first.sandboxSeconds.toFixed(1)} s`)
    for (const [id, measured] of [
      ['embedded', embedded],
      ['postgres', postgres],
    ] as const) {
      if (!measured) continue
      const [one] = measured.memory
      recordGoal(`second-start-${id}`, `${measured.start.toFixed(1)} s`)
      recordGoal(`memory-${id}`, `${one!.ready.toFixed(0)} MB ready, ${one!.loaded.toFixed(0)} MB after load`)
      recordGoal(
        `further-worker-${id}`,
        `${further(measured, 'ready').toFixed(0)} MB ready, ${further(measured, 'loaded').toFixed(0)} MB after load`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
