// Starts a server of the attacked build, kills it, and looks at its processes.
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Build } from './build.ts'
import { listenLocally } from './listen.ts'
import { familyOf, killAll, memoryOf } from './processes.ts'
import { send } from './requests.ts'

/** A busy machine needs long for a start. */
const START_MS = 600_000
const KEPT_OUTPUT = 200_000

export interface ServerOptions {
  readonly dataDir: string
  /** Without it, the embedded database. */
  readonly databaseUrl?: string | undefined
  readonly env?: Readonly<Record<string, string>>
  /** `serve` if absent. */
  readonly command?: string
  readonly workers?: number
  readonly port?: number
  /** Arguments of node itself. */
  readonly nodeArguments?: readonly string[]
  /** Runs the server through another program, such as `prlimit --nofile=30`. */
  readonly through?: readonly string[]
}

/** The secret of every server that tools start. */
export const PROOF_SECRET = 'the secret of the proof, forty characters long'

export class ServerProcess {
  readonly url: string
  readonly port: number
  readonly child: ChildProcess
  readonly dataDir: string
  readonly exited: Promise<number | null>
  #output = ''

  constructor(child: ChildProcess, port: number, dataDir: string) {
    this.child = child
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.dataDir = dataDir
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-KEPT_OUTPUT)
      })
    this.exited = once(child, 'close').then(([code]) => code as number | null)
  }

  /** The newest output. */
  output(): string {
    return this.#output
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  /** Resolves when the dataset has all its projects; throws with the output if the server ends before. */
  async ready(dataset: 'production' | 'sandbox' = 'production'): Promise<void> {
    const until = Date.now() + START_MS
    for (;;) {
      if (await this.#isComplete(dataset)) return
      if (!this.isRunning) throw new Error(`The server ended before it was ready:\n${this.#output}`)
      if (Date.now() > until) throw new Error(`The server was not ready after ${START_MS / 1000} s:\n${this.#output}`)
      await sleep(20)
    }
  }

  /** The first release has no datasets there. */
  async #isComplete(dataset: 'production' | 'sandbox'): Promise<boolean> {
    const { status, body } = await send(this.url, 'GET', '/readyz', { timeoutMs: 10_000 })
    const state = body?.datasets?.[dataset]
    return status === 200 && (!state || (state.state === 'ready' && state.total === undefined))
  }

  /** The first process and its workers. */
  pids(): number[] {
    return familyOf(this.child.pid!)
  }

  memoryMb(): number {
    return memoryOf(...this.pids())
  }

  operatorKey(): string {
    return readFileSync(join(this.dataDir, 'operator-key'), 'utf8').trim()
  }

  /** SIGKILL to all of its processes. */
  async kill(): Promise<void> {
    if (this.isRunning) killAll(this.pids())
    await this.exited
  }

  async stop(): Promise<number | null> {
    if (this.isRunning) this.child.kill('SIGTERM')
    return this.exited
  }
}

/** Every server that runs, so that none outlives the proof. */
const running = new Set<ServerProcess>()
process.once('exit', () => {
  for (const server of running) if (server.isRunning) server.child.kill('SIGKILL')
})

/** Starts without waiting until it is ready. */
export async function startServer(build: Build, options: ServerOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  const [program, ...before] = [...(options.through ?? []), process.execPath]
  const args = [...before, ...(options.nodeArguments ?? []), ...build.program, options.command ?? 'serve']
  const child = spawn(program!, args, {
    cwd: build.folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: options.dataDir,
      SECRET_KEY: PROOF_SECRET,
      DEMONSTRATION: 'invented',
      DEMO_PROJECTS: '60',
      DRAIN_MS: '0',
      LOG_LEVEL: 'warn',
      WORKERS: String(options.workers ?? 1),
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const server = new ServerProcess(child, port, options.dataDir)
  running.add(server)
  server.exited.then(() => running.delete(server))
  return server
}

export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenLocally(server)
  server.close()
  await once(server, 'close')
  return port
}
