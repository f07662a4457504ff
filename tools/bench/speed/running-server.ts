// Runs `plinth serve` for benchmarks, with the whole demonstration as users get it.
import { setTimeout as sleep } from 'node:timers/promises'
import { Build } from '../../target/build.ts'
import { createKey } from '../../target/operator.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { startServer } from '../../target/server-process.ts'

/** A sandbox request that needs no key. */
export const SANDBOX_LINK = '/api/v1/building-links?address=%231203%20-77%20huntley'
export const VISITOR = { authorization: 'Visitor' }

export interface ServerOptions {
  readonly dataDir: string
  /** Without it, the embedded database. */
  readonly databaseUrl?: string | undefined
  readonly workers?: number
  /** Of an older release. */
  readonly build?: string
  /** Default: the invented projects only, which earlier measurements used. */
  readonly demonstration?: 'all' | 'invented'
}

export interface RunningServer {
  readonly server: ServerProcess
  /** Seconds from the start of the process to the first sandbox response. */
  readonly firstResponse: number
  /** Resolves when the live dataset is complete and all workers are ready. */
  ready(): Promise<void>
}

export async function startForBench(options: ServerOptions): Promise<RunningServer> {
  const { workers = 1, build = '.', demonstration: DEMONSTRATION = 'invented' } = options
  const started = performance.now()
  const env = { DEMONSTRATION, DEMO_PROJECTS: '6200', MAX_DELAY_MS: '60000', TRUST_PROXY: '1' }
  const server = await startServer(new Build(build), { ...options, env })
  while ((await send(server.url, 'GET', SANDBOX_LINK, { headers: VISITOR })).status !== 200) {
    if (!server.isRunning) throw new Error(`The server ended:\n${server.output()}`)
    await sleep(5)
  }
  const firstResponse = (performance.now() - started) / 1000
  const metrics = async () => (await send(server.url, 'GET', '/metrics', { key: server.operatorKey() })).text
  const ready = async () => {
    // Printed when everything is started; a signal before it ends the process at once.
    while (!server.output().includes('curl')) await sleep(20)
    await server.ready()
    while (workers > 1 && !(await metrics()).includes(`\nplinth_workers ${workers}\n`)) await sleep(100)
  }
  return { server, firstResponse, ready }
}

/** Each key is a caller of its own, with its own rate limit. */
export async function createKeys(server: ServerProcess, count: number): Promise<string[]> {
  const keys: string[] = []
  for (let i = 0; i < count; i++) keys.push((await createKey(server, 'elite')).key)
  return keys
}

/** Starts once and stops, so that the data is there. */
export async function createData(options: ServerOptions): Promise<void> {
  const { server, ready } = await startForBench(options)
  await ready()
  await server.stop()
}
