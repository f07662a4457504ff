// Compares building links over HTTP with one and with two workers, by CPU time, and their memory.
import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { buildIfStale } from '../bin/build.mjs'

const SECONDS = 5
const CONNECTIONS = 32
/** Below the limit of the largest plan, no request is refused; each key is a caller of its own. */
const KEYS = 128
const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface Server {
  readonly child: ChildProcess
  readonly url: string
  readonly keys: readonly string[]
}

async function start(dataDir: string, workers: number): Promise<Server> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', DRAIN_MS: '0', LOG_LEVEL: 'warn', MAX_DELAY_MS: '60000' }
  const child = spawn(process.execPath, ['bin/plinth.mjs', 'serve', '--workers', String(workers)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  while (!/curl/.test(output)) output += String((await once(child.stdout!, 'data'))[0])
  const url = /docs: +(\S+)\/docs/.exec(output)![1]!
  const operatorKey = readFileSync(join(dataDir, 'operator-key'), 'utf8').trim()
  const authorization = `Bearer ${operatorKey}`
  const isReady = async () => {
    const { ok } = await fetch(`${url}/readyz?dataset=production`)
    const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization } })).text()
    return ok && metrics.includes(`\nplinth_workers ${workers}\n`)
  }
  while (!(await isReady())) await sleep(250)
  const newKey = async () => {
    const init = {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ plan: 'elite' }),
    }
    const response = await fetch(`${url}/api/v1/operator/keys`, init)
    return ((await response.json()) as { data: { api_key: { key: string } } }).data.api_key.key
  }
  const keys: string[] = []
  for (let i = 0; i < KEYS; i++) keys.push(await newKey())
  return { child, url, keys }
}

/** The server's processes: the first one and its workers. */
function processesOf({ child }: Server): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' })
  return [
    child.pid!,
    ...stdout
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0),
  ]
}

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Memory with shared pages divided among the processes that share them. */
function pssMegabytes(pid: number): number {
  return Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) / 1024
}

interface Load {
  readonly requests: number
  readonly seconds: number
  /** CPU time of each process. */
  readonly cpu: readonly number[]
}

async function load(server: Server): Promise<Load> {
  const pids = processesOf(server)
  const before = pids.map(cpuSeconds)
  const path = '/api/v1/building-links?address=%231203%20-1480%20howe'
  const requests = server.keys.map((key) => ({ path, headers: { authorization: `Bearer ${key}` } }))
  const result = await autocannon({ url: server.url, connections: CONNECTIONS, duration: SECONDS, requests })
  const cpu = pids.map((pid, i) => cpuSeconds(pid) - before[i]!)
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${result.errors} errors, ${result.non2xx} refused`)
  return { requests: result.requests.total, seconds: result.duration, cpu }
}

const microseconds = ({ cpu, requests }: Load) => (1e6 * cpu.reduce((a, b) => a + b, 0)) / requests

export async function benchWorkers(): Promise<void> {
  buildIfStale()
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-bench-workers-'))
  try {
    const results: { workers: number; load: Load; memory: number[] }[] = []
    for (const workers of [1, 2]) {
      const server = await start(dataDir, workers)
      // Compiled code takes tens of thousands of requests per process to settle.
      for (let round = 0; round < 3; round++) await load(server)
      results.push({ workers, load: await load(server), memory: processesOf(server).map(pssMegabytes) })
      server.child.kill('SIGTERM')
      await once(server.child, 'exit')
    }
    const [one, two] = results as [(typeof results)[0], (typeof results)[0]]
    for (const { workers, load: measured, memory } of results) {
      const each = measured.cpu.map((seconds) => `${((100 * seconds) / measured.seconds).toFixed(0)} %`).join(' + ')
      console.log(
        `  ${workers} worker${workers > 1 ? 's' : ' '}  ${Math.round(measured.requests / measured.seconds)} requests/s   ` +
          `${microseconds(measured).toFixed(0)} µs CPU per request   CPU by process: ${each}   ` +
          `memory: ${memory.map((megabytes) => megabytes.toFixed(0)).join(' + ')} MB`,
      )
    }
    // The client runs on the same machine, so requests per second say little. If both workers are equally busy, the capacity of
    // two cores is twice that of one, divided by the extra CPU time per request.
    const workersOfTwo = two.load.cpu.slice(1)
    const balance = workersOfTwo.reduce((a, b) => a + b, 0) / (2 * Math.max(...workersOfTwo))
    const speedUp = (2 * balance * microseconds(one.load)) / microseconds(two.load)
    console.log(`  two cores answer ${speedUp.toFixed(2)} × as much as one, by CPU time per request (goal: 1.7)`)
    console.log(`  the second worker takes ${Math.max(...two.memory.slice(1)).toFixed(0)} MB (goal: 80)`)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchWorkers()
