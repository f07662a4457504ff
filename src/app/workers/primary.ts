// The supervising process: owns the embedded engine, starts workers and replaces those that die.

import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { LoadingProgress } from '../../catalog/dataset-loading.ts'
import { DatasetLoading } from '../../catalog/dataset-loading.ts'
import type { WaitingThread } from '../../db/embedded/engine-thread.ts'
import type { Config } from '../../kernel/config.ts'
import { VERSION } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import { writePrivateFile } from '../../kernel/secrets.ts'
import { handled } from '../../kernel/settled.ts'
import { stopFromListenError } from '../../kernel/system-errors.ts'
import type { Demonstration } from '../demonstration.ts'
import { announceDemonstration, createDemonstration } from '../demonstration.ts'
import type { Foundation } from '../foundation.ts'
import { FILES, openFoundation } from '../foundation.ts'
import type { ToPrimary, ToWorker, WorkerReady } from '../messages.ts'
import { MetricsRelay } from './metrics-relay.ts'
import { RestartPolicy } from './restart-policy.ts'
import { watchConnections } from './unclaimed-connections.ts'

interface Member {
  readonly number: number
  readonly process: Worker
  readonly startedAt: number
  readonly closeUnclaimed: () => void
  state: 'loading' | 'loaded' | 'starting' | 'ready'
}

interface PrimaryOptions {
  readonly config: Config
  readonly log: Log
  readonly workers: number
  readonly onLoading: (progress: LoadingProgress | undefined) => void
  readonly waitingThread: WaitingThread | undefined
}

export class Primary {
  readonly #options: PrimaryOptions
  readonly #members = new Map<number, Member>()
  readonly #policy = new RestartPolicy()
  readonly #machine = `${hostname()}-${process.pid}-${randomBase62(8)}`
  readonly #loading = new DatasetLoading()
  #restarts = 0
  readonly #metrics = new MetricsRelay(
    (number, message) => this.#send(number, message),
    () => this.#restarts,
  )
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #serverFile: string
  #foundation: Foundation | undefined
  #demonstration: Demonstration | undefined
  /** The database is open, if this process owns it. */
  #isPrepared = false
  #first: WorkerReady | undefined
  #owner: number | undefined
  #isStopping = false
  #port = 0
  #resolveReady: (ready: WorkerReady) => void = () => {}
  /** The first worker is ready. */
  readonly ready: Promise<WorkerReady>
  #fail: (error: Error) => void = () => {}
  /** Rejects when the service cannot go on. */
  readonly failed: Promise<never>

  constructor(options: PrimaryOptions) {
    this.#options = options
    this.#serverFile = join(options.config.dataDir, FILES.server)
    this.ready = new Promise((resolve) => {
      this.#resolveReady = resolve
    })
    this.failed = handled(
      new Promise((_, reject) => {
        this.#fail = reject
      }),
    )
    cluster.on('message', (worker, message: ToPrimary) => this.#receive(worker, message))
    cluster.on('exit', (worker, code, signal) => this.#exited(worker, signal ?? `code ${code}`))
  }

  /** Workers load their code while the database opens. */
  async start(): Promise<void> {
    const { config, log, workers, waitingThread } = this.#options
    for (let number = 1; number <= workers; number++) this.#fork(number)
    this.#port = config.port || (await freePort(config.host))
    if (!config.databaseUrl) {
      this.#foundation = await openFoundation(config, (message) => log.info(message), { waitingThread })
      await announceDemonstration(this.#foundation.db, this.#loading, config)
    }
    this.#isPrepared = true
    this.#startWorkers()
  }

  get isLoading(): boolean {
    return this.#loading.progress('production') !== undefined
  }

  #fork(number: number): void {
    const worker = cluster.fork()
    const closeUnclaimed = watchConnections(worker)
    const startedAt = performance.now()
    this.#members.set(number, { number, process: worker, startedAt, closeUnclaimed, state: 'loading' })
  }

  #send(number: number, message: ToWorker): void {
    const worker = this.#members.get(number)?.process
    if (worker?.isConnected()) worker.send(message, () => {})
  }

  #broadcast(message: ToWorker, except?: number): void {
    for (const { number, state } of this.#members.values())
      if (number !== except && (state === 'starting' || state === 'ready')) this.#send(number, message)
  }

  #receive(worker: Worker, message: ToPrimary): void {
    const member = this.#memberOf(worker)
    if (!member) return
    if (message.type === 'loaded') {
      member.state = 'loaded'
      this.#startWorkers()
    } else if (message.type === 'ready') this.#becameReady(member, message.ready)
    else if (message.type === 'refused') this.#end(new Stop(message.exitCode, message.message, message.advice))
    else if (message.type === 'spent') this.#broadcast(message, member.number)
    else if (message.type === 'metrics') this.#metrics.received(message.request, member.number, message.values)
    else this.#metrics.ask(member.number, message.request, this.#ready())
  }

  #memberOf(worker: Worker): Member | undefined {
    return [...this.#members.values()].find((member) => member.process === worker)
  }

  #ready(): number[] {
    return [...this.#members.values()].filter(({ state }) => state === 'ready').map(({ number }) => number)
  }

  /** One worker alone starts first: it publishes the sandbox and writes the key files. */
  #startWorkers(): void {
    if (!this.#isPrepared || this.#isStopping) return
    const loaded = [...this.#members.values()].filter(({ state }) => state === 'loaded')
    const isStarting = [...this.#members.values()].some(({ state }) => state === 'starting')
    const next = this.#first ? loaded : isStarting ? [] : loaded.slice(0, 1)
    for (const member of next) {
      member.state = 'starting'
      const engine = this.#foundation?.db.engine
      const start = {
        number: member.number,
        port: this.#port,
        workers: this.#options.workers,
        machine: this.#machine,
        engine: engine ? { host: engine.host, port: engine.port } : null,
        isFirst: !this.#first,
        loading: this.#loading.progress('production') ?? null,
        url: this.#first?.url ?? null,
      }
      this.#send(member.number, { type: 'start', start })
    }
  }

  #becameReady(member: Member, ready: WorkerReady): void {
    member.state = 'ready'
    if (this.#owner === undefined) this.#giveChores()
    if (this.#first) return
    this.#first = ready
    const { config } = this.#options
    const address = { pid: process.pid, port: ready.port, host: config.host, version: VERSION }
    writePrivateFile(this.#serverFile, `${JSON.stringify(address)}\n`)
    this.#resolveReady(ready)
    this.#startWorkers()
    if (this.#loading.progress('production')) this.#createDemonstration(this.#foundation!)
  }

  #createDemonstration({ db }: Foundation): void {
    const { config, log, onLoading } = this.#options
    this.#demonstration = createDemonstration({
      ...config,
      db,
      log,
      loading: this.#loading,
      onProgress: (progress) => {
        this.#broadcast({ type: 'loading', progress: progress ?? null })
        onLoading(progress)
      },
      // Each worker loads the new version before it serves it.
      published: async () => {},
    })
  }

  #giveChores(): void {
    this.#owner = this.#ready()[0]
    if (this.#owner !== undefined) this.#send(this.#owner, { type: 'own chores' })
  }

  #exited(worker: Worker, reason: string): void {
    const member = this.#memberOf(worker)
    if (!member) return
    this.#members.delete(member.number)
    member.closeUnclaimed()
    this.#metrics.lost(member.number)
    if (this.#isStopping) return
    this.#options.log.warn(
      { worker: member.number, pid: worker.process.pid, reason },
      'a worker ended; starting another',
    )
    if (this.#owner === member.number) this.#giveChores()
    const delayMs = this.#policy.delayAfter(performance.now() - member.startedAt)
    if (delayMs === undefined) {
      const problem = `Workers keep ending right after they start; the last one ended with ${reason}.`
      this.#end(new Stop('failed', problem, ADVICE))
      return
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#restarts += 1
      this.#fork(member.number)
    }, delayMs)
    this.#timers.add(timer)
  }

  #end(error: Error): void {
    if (!this.#isStopping) this.#fail(error)
  }

  /** Every worker drains; the database closes after the last one. */
  async stop(): Promise<void> {
    this.#isStopping = true
    rmSync(this.#serverFile, { force: true })
    for (const timer of this.#timers) clearTimeout(timer)
    const ended = [...this.#members.values()].map(
      ({ process: worker }) => new Promise<void>((resolve) => worker.once('exit', () => resolve())),
    )
    for (const { number, state, process: worker } of this.#members.values()) {
      if (state === 'starting' || state === 'ready') this.#send(number, { type: 'stop' })
      else worker.process.kill('SIGKILL')
    }
    await Promise.all(ended)
    await this.#demonstration?.stop()
    await this.#foundation?.db.close()
    this.#options.log.flush()
  }
}

async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening').catch((error) => {
    throw stopFromListenError(error, host, 0) ?? error
  })
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const ADVICE = 'Read the log for the cause. To run without workers, use: plinth serve --workers 1'
