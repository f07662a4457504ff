// Runs `plinth serve` for benchmarks; measures its start, memory and processor time.
import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A sandbox request that needs no key. */
export const SANDBOX_LINK = '/api/v1/building-links?address=%231203%20-1480%20howe'

export interface ServerOptions {
  readonly dataDir: string
  /** Without it, the embedded database. */
  readonly databaseUrl?: string | undefined
  readonly workers?: number
}

export interface RunningServer {
  readonly child: ChildProcess
  readonly url: string
  readonly dataDir: string
  /** Seconds from the start of the process to the first sandbox response. */
  readonly firstResponse: number
  /** Resolves when the live dataset and all workers are ready. */
  ready(): Promise<void>
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The status; 0 while nothing listens. */
export function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    get(url, { agent: false, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode!))
    }).on('error', () => resolve(0))
  })
}

export async function startServer({ dataDir, databaseUrl, workers = 1 }: ServerOptions): Promise<RunningServer> {
  const port = await freePort()
  const settings = { DATA_DIR: dataDir, PORT: String(port), DRAIN_MS: '0', LOG_LEVEL: 'warn', MAX_DELAY_MS: '60000' }
  const env = { ...process.env, ...settings, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawn(process.execPath, ['bin/plinth.mjs', 'serve', '--workers', String(workers)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Printed when everything is started; a signal before it ends the process at once.
  const welcomed = new Promise<void>((resolve) => {
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
      if (output.includes('curl')) resolve()
    })
  })
  while ((await statusOf(url + SANDBOX_LINK, { authorization: 'Visitor' })) !== 200) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`)
    await sleep(5)
  }
  const firstResponse = (performance.now() - started) / 1000
  const ready = async () => {
    await welcomed
    while ((await statusOf(`${url}/readyz?dataset=production`)) !== 200) await sleep(100)
    while (workers > 1 && !(await metricsOf(url, dataDir)).includes(`\nplinth_workers ${workers}\n`)) await sleep(100)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { child, url, dataDir, firstResponse, ready, stop }
}

const operatorHeaders = (dataDir: string) => ({
  authorization: `Bearer ${readFileSync(join(dataDir, 'operator-key'), 'utf8').trim()}`,
})

async function metricsOf(url: string, dataDir: string): Promise<string> {
  return (await fetch(`${url}/metrics`, { headers: operatorHeaders(dataDir) })).text()
}

/** Each key is a caller of its own, with its own rate limit. */
export async function createKeys({ url, dataDir }: RunningServer, count: number): Promise<string[]> {
  const headers = { ...operatorHeaders(dataDir), 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ plan: 'elite' }) }
  const keys: string[] = []
  for (let i = 0; i < count; i++) {
    const response = await fetch(`${url}/api/v1/operator/keys`, init)
    keys.push(((await response.json()) as { data: { api_key: { key: string } } }).data.api_key.key)
  }
  return keys
}

/** The server's processes: the first one and its workers. */
export function processesOf({ child }: RunningServer): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' })
  const workers = stdout.split('\n').map(Number)
  return [child.pid!, ...workers.filter((pid) => pid > 0)]
}

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Memory with shared pages divided among the processes that share them. */
export function pssMegabytes(pid: number): number {
  return Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) / 1024
}
