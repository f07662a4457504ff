// Two nodes on one PostgreSQL, or two workers on the embedded database, as their clients see them.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresProcess } from '../../target/postgres-process.ts'
import type { Answer, SendOptions } from '../../target/requests.ts'
import { send } from '../../target/requests.ts'
import { ServerClock } from '../../target/server-clock.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { startServer } from '../../target/server-process.ts'
import type { PartRun } from '../part.ts'

/** The clock of the second node is this much ahead. */
export const SKEW_MS = 120_000
/** A server that has not ended by then is killed. */
const MAX_STOP_MS = 60_000
/** Long enough that a load balancer sees `/readyz` on a busy machine. */
const DRAIN_MS = 4000

export class Pair {
  readonly run: PartRun
  readonly postgres: PostgresProcess | undefined
  readonly databaseUrl: string | undefined
  readonly #ports: (number | undefined)[] = []
  readonly nodes: ServerProcess[] = []

  private constructor(run: PartRun, postgres: PostgresProcess | undefined, databaseUrl: string | undefined) {
    this.run = run
    this.postgres = postgres
    this.databaseUrl = databaseUrl
  }

  /** Both start at once on an empty database. */
  static async start(run: PartRun): Promise<Pair> {
    const postgres = run.database === 'postgres' ? await PostgresProcess.start(run.folder) : undefined
    const pair = new Pair(run, postgres, await postgres?.createDatabase())
    try {
      pair.nodes.push(...(await Promise.all(pair.#numbers.map((number) => pair.#startNode(number)))))
      await Promise.all(pair.nodes.map((node) => node.ready()))
      return pair
    } catch (error) {
      await pair.end()
      throw error
    }
  }

  get #numbers(): readonly number[] {
    return this.postgres ? [0, 1] : [0]
  }

  /** The second node has two workers and a clock that is ahead. The embedded database has one node with two workers. */
  async #startNode(number: number): Promise<ServerProcess> {
    const dataDir = join(this.run.folder, `node-${number}`)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const env = { DRAIN_MS: String(DRAIN_MS), PASSWORD_COST: '14', MAX_DELAY_MS: '60000' }
    const port = this.#ports[number]
    const node = await startServer(this.run.build, {
      dataDir,
      databaseUrl: this.databaseUrl,
      workers: this.postgres && number === 0 ? 1 : 2,
      ...(port === undefined ? {} : { port }),
      ...(number === 1 ? ServerClock.shifted(join(this.run.folder, 'clock'), SKEW_MS).options(env) : { env }),
    })
    this.#ports[number] = node.port
    return node
  }

  get first(): ServerProcess {
    return this.nodes[0]!
  }

  /** The other node. With one node, new connections reach its workers in turn. */
  get other(): ServerProcess {
    return this.nodes.at(-1)!
  }

  /** SIGTERM, `between`, then a new process on the same port. Returns how long the old one took to end. */
  async restart(number: number, between = () => {}): Promise<number> {
    const node = this.nodes[number]!
    const started = performance.now()
    const late = setTimeout(() => node.kill(), MAX_STOP_MS)
    await node.stop()
    clearTimeout(late)
    const stopSeconds = (performance.now() - started) / 1000
    between()
    this.nodes[number] = await this.#startNode(number)
    await this.nodes[number]!.ready()
    return stopSeconds
  }

  async end(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()))
    await this.postgres?.stop()
  }
}

/** Each request opens its own connection, so that the workers of a node answer in turn. */
export function ask(node: ServerProcess, method: string, path: string, options: SendOptions = {}): Promise<Answer> {
  return send(node.url, method, path, { ...options, headers: { connection: 'close', ...options.headers } })
}

/** Workers of the other side that must all agree. */
const TURNS = 4

/** True when all workers of the node answer like this. */
export async function everywhere(node: ServerProcess, isNew: () => Promise<boolean>): Promise<boolean> {
  const workers = node.pids().length > 1 ? TURNS : 1
  for (let i = 0; i < workers; i++) if (!(await isNew())) return false
  return true
}

export interface Seen {
  readonly seconds: number
  /** The longest time that a timer of this process was late meanwhile: how starved the machine was. */
  readonly lagSeconds: number
}

const POLL_MS = 20
const GIVE_UP_MS = 60_000

/** Time until the condition holds. */
export async function timeUntil(condition: () => Promise<boolean>, from = performance.now()): Promise<Seen> {
  const lag = new TimerLag()
  try {
    for (;;) {
      // The request was sent before it was answered: the change is visible at the latest now.
      const sentAt = performance.now()
      if (await condition()) return { seconds: Math.max(0, sentAt - from) / 1000, lagSeconds: lag.worstMs / 1000 }
      if (performance.now() - from > GIVE_UP_MS) return { seconds: GIVE_UP_MS / 1000, lagSeconds: lag.worstMs / 1000 }
      await sleep(POLL_MS)
    }
  } finally {
    lag.stop()
  }
}

const TICK_MS = 50

class TimerLag {
  worstMs = 0
  #last = performance.now()
  readonly #timer = setInterval(() => {
    const now = performance.now()
    this.worstMs = Math.max(this.worstMs, now - this.#last - TICK_MS)
    this.#last = now
  }, TICK_MS)

  stop(): void {
    clearInterval(this.#timer)
  }
}
