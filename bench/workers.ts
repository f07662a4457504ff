// Compares building links over HTTP with one and with two workers, by CPU time per request.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { buildIfStale } from '../bin/build.mjs'
import { recordGoal } from './goals.ts'
import { resultsMonth, writeResultsSection } from './results-file.ts'
import type { RunningServer } from './running-server.ts'
import { cpuSeconds, createKeys, processesOf, SANDBOX_LINK, startServer } from './running-server.ts'

const SECONDS = 5
const CONNECTIONS = 32
/** So many that no request is refused: each has the limit of the largest plan. */
const KEYS = 128

interface Load {
  readonly workers: number
  readonly requests: number
  readonly seconds: number
  /** CPU time of each process. */
  readonly cpu: readonly number[]
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

async function load(server: RunningServer, keys: readonly string[], workers: number): Promise<Load> {
  const pids = processesOf(server)
  const before = pids.map(cpuSeconds)
  const requests = keys.map((key) => ({ path: SANDBOX_LINK, headers: { authorization: `Bearer ${key}` } }))
  const result = await autocannon({ url: server.url, connections: CONNECTIONS, duration: SECONDS, requests })
  const cpu = pids.map((pid, i) => cpuSeconds(pid) - before[i]!)
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${result.errors} errors, ${result.non2xx} refused`)
  return { workers, requests: result.requests.total, seconds: result.duration, cpu }
}

async function measure(dataDir: string, workers: number): Promise<Load> {
  const server = await startServer({ dataDir, workers })
  try {
    await server.ready()
    const keys = await createKeys(server, KEYS)
    // Compiled code takes tens of thousands of requests per process to settle.
    for (let round = 0; round < 3; round++) await load(server, keys, workers)
    return await load(server, keys, workers)
  } finally {
    await server.stop()
  }
}

const microseconds = ({ cpu, requests }: Load): number => (1e6 * sum(cpu)) / requests

/**
 * The client runs on the same machine, so requests per second say little. If both workers are equally busy, the capacity of
 * two cores is twice that of one, divided by the extra CPU time per request.
 */
function speedUpOf(one: Load, two: Load): number {
  const workers = two.cpu.slice(1)
  const balance = sum(workers) / (2 * Math.max(...workers))
  return (2 * balance * microseconds(one)) / microseconds(two)
}

export async function benchWorkers(): Promise<void> {
  await buildIfStale()
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-bench-workers-'))
  try {
    const first = await startServer({ dataDir })
    await first.ready()
    await first.stop()
    const [one, two] = [await measure(dataDir, 1), await measure(dataDir, 2)]
    const each = ({ cpu, seconds }: Load) => cpu.map((used) => `${((100 * used) / seconds).toFixed(0)} %`).join(' + ')
    const row = (name: string, read: (load: Load) => string) => `| ${name} | ${read(one)} | ${read(two)} |`
    const speedUp = speedUpOf(one, two).toFixed(2)
    const table = [
      '| | 1 worker | 2 workers |',
      '|---|---|---|',
      row('CPU time per request, all processes', (load) => `${microseconds(load).toFixed(0)} µs`),
      row('CPU by process (the first of three has the engine)', each),
      row('requests per second, client on the same cores', (load) => (load.requests / load.seconds).toFixed(0)),
      '',
      `Two cores answer ${speedUp} × as much as one, by CPU time per request.`,
    ].join('\n')
    console.log(table)
    if (!process.argv.includes('--write-results')) return
    writeResultsSection(
      'workers',
      `${resultsMonth()} · two shared ARM cores · \`npm run bench workers -- --write-results\` · embedded database, ${CONNECTIONS} connections\n\n${table}`,
    )
    recordGoal('workers', `${speedUp} ×`)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
