// A server under attack with its well-behaved clients: runs a scenario and measures it.
import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createKey } from '../../target/operator.ts'
import type { PostgresProcess } from '../../target/postgres-process.ts'
import { cpuSecondsOf, memoryOf, openFilesOf } from '../../target/processes.ts'
import { send } from '../../target/requests.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { startServer } from '../../target/server-process.ts'
import type { PartRun } from '../part.ts'
import type { Measured, Settled } from './judge.ts'
import { isNormal } from './judge.ts'
import { longestPause, memoryParts, processorTime, stretchOf } from './measure-processes.ts'
import type { AttackOrder, AttackResult, AttackTarget, ClientWindow, ToClients } from './messages.ts'
import type { Scenario } from './scenarios.ts'

const KEYS = 100
const CLIENTS = 6
/** Enough that exports are longer than the network's buffers and there are images for every round. */
const PROJECTS = '400'
/** As in the image: memory that the C library keeps for threads that need it no more would hide what the server holds. */
const MEMORY_SETTINGS = { MALLOC_ARENA_MAX: '2' }
const BEFORE_MS = 3000
/** More often than the probe writes, so that no pause is missed. */
const SAMPLE_MS = 200
const RECOVERY_WINDOW_MS = 1000
/** Longer than the limit, so that the report can say how long it took. */
const MAX_RECOVERY_MS = 30_000
const SETTLE_MS = 30_000
const COLLECT_MS = 2000
/** Work that the attack left behind, such as hashes of passwords, uses memory until it is done. */
const MAX_SETTLE_MS = 120_000
const IDLE_WINDOW_MS = 2000
const IDLE_SHARE = 0.1
const LISTS = ['projects', 'media', 'units', 'floor-plans']

const programOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export class Attacked {
  readonly #server: ServerProcess
  readonly #clients: ChildProcess
  readonly #target: AttackTarget
  readonly #probe: string
  readonly workers: number
  readonly #pids: readonly number[]
  readonly #memory: number
  readonly #files: number
  #images: string[]

  private constructor(
    server: ServerProcess,
    clients: ChildProcess,
    target: AttackTarget,
    probe: string,
    workers: number,
  ) {
    this.#server = server
    this.#probe = probe
    this.#clients = clients
    this.#target = target
    this.workers = workers
    this.#images = [...target.images]
    this.#pids = server.pids()
    this.#memory = memoryOf(...this.#pids)
    this.#files = openFilesOf(...this.#pids)
  }

  static async start(run: PartRun, workers: number, postgres: PostgresProcess | undefined): Promise<Attacked> {
    const probe = join(run.folder, 'probe')
    const server = await startServer(run.build, {
      // A round that ended the server starts another one with the same number of workers.
      dataDir: mkdtempSync(join(run.folder, `data-${workers}-`)),
      databaseUrl: await postgres?.createDatabase(),
      env: { DEMO_PROJECTS: PROJECTS, LOG_LEVEL: 'error', PROBE_FOLDER: probe, ...MEMORY_SETTINGS },
      nodeArguments: ['--import', programOf('server-probe.mjs')],
      workers,
    })
    await server.ready()
    const keys: string[] = []
    for (let i = 0; i < KEYS + CLIENTS; i++) keys.push((await createKey(server, 'elite')).key)
    const target = await targetOf(server, keys.slice(CLIENTS), writeImport(run.folder))
    const clients = fork(programOf('client-process.ts'))
    const order = { url: server.url, keys: keys.slice(0, CLIENTS) }
    clients.send({ type: 'start', order } satisfies ToClients)
    const attacked = new Attacked(server, clients, target, probe, workers)
    // The first requests compile code and open connections.
    await sleep(BEFORE_MS)
    return attacked
  }

  get isRunning(): boolean {
    return this.#server.isRunning
  }

  async #window(): Promise<ClientWindow> {
    const received = once(this.#clients, 'message')
    this.#clients.send({ type: 'read' } satisfies ToClients)
    return (await received)[0] as ClientWindow
  }

  /** Throws when the signal ends the attack. */
  async attack({ attack, ms }: Scenario, seed: number, signal: AbortSignal): Promise<Measured> {
    await this.#window()
    await sleep(BEFORE_MS)
    const before = await this.#window()
    const memoryBefore = memoryOf(...this.#pids)
    let memoryPeak = memoryBefore
    let pauseMs = 0
    const sampler = setInterval(() => {
      pauseMs = Math.max(pauseMs, longestPause(this.#probe, this.#pids))
      memoryPeak = Math.max(memoryPeak, memoryOf(...this.#pids))
    }, SAMPLE_MS)
    const images = this.#images.splice(0, attack === 'manyRenders' ? 30 : 0)
    const processorBefore = this.#pids.map(processorTime)
    const result = await runAttack({ attack, target: { ...this.#target, images }, ms, seed }, signal)
    const endedMs = performance.now()
    const during = await this.#window()
    const stretch = stretchOf(processorBefore, this.#pids.map(processorTime))
    let recoveryMs: number | undefined
    while (recoveryMs === undefined && performance.now() - endedMs < MAX_RECOVERY_MS && this.isRunning) {
      signal.throwIfAborted()
      const from = performance.now()
      await sleep(RECOVERY_WINDOW_MS)
      if (isNormal(await this.#window(), before)) recoveryMs = from - endedMs
    }
    clearInterval(sampler)
    const now = new Set(this.#server.pids())
    const lost = this.#pids.filter((pid) => !now.has(pid)).length
    const memory = { memoryBefore, memoryPeak, memoryAfter: memoryOf(...this.#pids) }
    const ended = this.isRunning ? lost : 1
    return { before, during, attack: result, recoveryMs, ...memory, pauseMs, stretch, ended }
  }

  /** What the server holds 30 s after an attack, or later if it still works. */
  async settle(signal: AbortSignal): Promise<Settled> {
    const started = performance.now()
    const passed = () => performance.now() - started
    const isStopped = () => signal.aborted || !this.isRunning
    while (passed() < SETTLE_MS && !isStopped()) await sleep(500)
    while (passed() < MAX_SETTLE_MS && !isStopped() && !(await this.#isIdle()));
    await this.#collectGarbage()
    return {
      memoryBefore: this.#memory,
      memoryAfter: memoryOf(...this.#pids),
      parts: memoryParts(this.#probe, this.#pids),
      filesBefore: this.#files,
      filesAfter: openFilesOf(...this.#pids),
    }
  }

  /** Several times, because objects with finalizers need more than one. */
  async #collectGarbage(): Promise<void> {
    const file = join(this.#probe, 'collect')
    writeFileSync(file, '')
    await sleep(COLLECT_MS)
    rmSync(file)
  }

  /** The well-behaved clients go on, so it is never without any work. */
  async #isIdle(): Promise<boolean> {
    const before = cpuSecondsOf(...this.#pids)
    await sleep(IDLE_WINDOW_MS)
    return cpuSecondsOf(...this.#pids) - before < (IDLE_SHARE * IDLE_WINDOW_MS) / 1000
  }

  async stop(): Promise<void> {
    if (this.#clients.connected) this.#clients.send({ type: 'stop' } satisfies ToClients)
    if (this.#clients.exitCode === null) this.#clients.kill('SIGKILL')
    await this.#server.kill()
  }
}

/** A process of its own, so that its work does not slow the clients that are measured. */
async function runAttack(order: AttackOrder, signal: AbortSignal): Promise<AttackResult> {
  const attacker = fork(programOf('attacker-process.ts'), { signal, killSignal: 'SIGKILL' })
  try {
    const ended = once(attacker, 'exit').then(([code]) => {
      throw new Error(`The attacker ended with code ${code}.`)
    })
    ended.catch(() => {})
    const received = once(attacker, 'message')
    attacker.send(order)
    return (await Promise.race([received, ended]))[0] as AttackResult
  } finally {
    attacker.kill('SIGKILL')
  }
}

async function targetOf(server: ServerProcess, keys: readonly string[], importFile: string): Promise<AttackTarget> {
  const key = keys[0]!
  const media = await send(server.url, 'GET', '/api/v1/media?limit=200', { key })
  const images = ((media.body?.data ?? []) as { variants?: { full?: { url: string } } | null }[])
    .map(({ variants }) => variants?.full?.url)
    .filter((url) => url !== undefined)
    .map((url) => url.slice(new URL(url).origin.length))
  const lists = await Promise.all(
    LISTS.map(async (list) => {
      const path = `/api/v1/${list}?limit=200`
      return { path, length: (await send(server.url, 'GET', path, { key })).text.length }
    }),
  )
  const longList = lists.sort((a, b) => b.length - a.length)[0]!.path
  const exports = LISTS.flatMap((name) => [`${name}.ndjson`, `${name}.csv`])
  return { port: server.port, keys, operatorKey: server.operatorKey(), images, longList, exports, importFile }
}

const IMPORTED = 300

/** Few enough that many imports end during an attack. */
function writeImport(folder: string): string {
  const file = join(folder, 'import.ndjson')
  const rows = Array.from({ length: IMPORTED }, (_, i) => ({
    key: `attack-${i}`,
    name: `Attack ${i}`,
    address: `${100 + i} Attack Street`,
    city: 'Vancouver',
    province: 'BC',
  }))
  writeFileSync(file, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
  return file
}
