// Kills the server and PostgreSQL under a load of writes and checks what is left.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import ownPackage from '../../../package.json' with { type: 'json' }
import { Random } from '../../shared/random.ts'
import { createKey } from '../../target/operator.ts'
import { PostgresProcess } from '../../target/postgres-process.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { freePort, startServer } from '../../target/server-process.ts'
import type { Part, PartReport, PartRun } from '../part.ts'
import { EventFollower } from './event-follower.ts'
import { coverageProblems, OperationNames, writesOfBuild } from './operations.ts'
import { Receivers } from './receivers.ts'
import { CrashSession } from './session.ts'
import { UsageProbe } from './usage-probe.ts'
import { AccountWriter } from './writers/account-writer.ts'
import { CatalogueWriter } from './writers/catalogue-writer.ts'
import { DeskWriter } from './writers/desk-writer.ts'
import { EndpointWriter } from './writers/endpoint-writer.ts'
import { FeedWriter } from './writers/feed-writer.ts'
import { KeyWriter } from './writers/key-writer.ts'
import { ListingWriter } from './writers/listing-writer.ts'
import type { Writer } from './writers/writer.ts'
import { WRITTEN } from './writers/writers.ts'

const FULL_CHECK_EVERY = 25
/** A run of so many rounds acknowledges every operation that has a writer. */
const ALL_OPERATIONS_IN = 20
/** The receiver `down` is down in some rounds of each ten. */
const isDownIn = (round: number) => round % 10 >= 3 && round % 10 <= 6

type Victim = 'server' | 'database' | 'both'

class CrashRun {
  readonly #run: PartRun
  readonly #session: CrashSession
  readonly #receivers: Receivers
  readonly #dataDir: string
  #postgres: PostgresProcess | undefined
  #databaseUrl: string | undefined
  #server!: ServerProcess
  #port = 0
  #writers: Writer[] = []
  #events!: EventFollower
  #usage!: UsageProbe
  #done = 0

  constructor(run: PartRun) {
    this.#run = run
    this.#session = new CrashSession(run.build)
    this.#session.seed = run.seed
    this.#session.random = new Random(run.seed)
    this.#receivers = new Receivers(run.seed)
    this.#dataDir = join(run.folder, 'data')
  }

  async run(): Promise<PartReport> {
    const { count, signal, progress } = this.#run
    try {
      await this.#prepare()
      for (let round = 0; round < count && !signal.aborted; round++) {
        await this.#round(round)
        this.#done = round + 1
        const isLast = this.#done === count || signal.aborted
        if (isLast || this.#done % FULL_CHECK_EVERY === 0) await this.#verify(true, undefined)
        progress(this.#done, this.#note())
      }
    } finally {
      this.#session.isOver = true
      await this.#server?.kill()
      await this.#postgres?.stop()
      await this.#receivers.stop()
    }
    return { done: this.#done, breaches: this.#breaches(), figures: this.#figures() }
  }

  async #prepare(): Promise<void> {
    const writes = await writesOfBuild(this.#run.build)
    const problems = coverageProblems(writes, WRITTEN)
    // An older build lacks some operations.
    if (problems.length > 0 && this.#run.build.version === ownPackage.version) throw new Error(problems.join('\n'))
    this.#session.names = new OperationNames(writes)
    mkdirSync(this.#dataDir, { recursive: true, mode: 0o700 })
    if (this.#run.database === 'postgres') {
      this.#postgres = await PostgresProcess.start(this.#run.folder)
      this.#databaseUrl = await this.#postgres.createDatabase()
    }
    await this.#receivers.start()
    this.#port = await freePort()
    await this.#start()
    await this.#server.ready(this.#postgres ? 'sandbox' : 'production')
    this.#session.url = this.#server.url
    this.#session.operatorKey = this.#server.operatorKey()
    const owner = () => createKey(this.#server, 'elite')
    const key = async () => (await owner()).key
    const [session, { build }] = [this.#session, this.#run]
    this.#writers = [
      new CatalogueWriter(session, await key(), this.#run.folder),
      new AccountWriter(session, session.operatorKey),
      new KeyWriter(session, await key()),
      new EndpointWriter(session, await key(), this.#receivers.urlOf('ping')),
      new DeskWriter(session, await key()),
      ...(build.has('PUT /api/v1/listings/{key}') ? [new ListingWriter(session, await key())] : []),
    ]
    if (build.has('POST /api/v1/feeds')) {
      const serve = (text: string) => {
        this.#receivers.feedText = text
      }
      this.#writers.push(new FeedWriter(session, await key(), this.#receivers.urlOf('feed.ndjson'), serve))
    }
    for (const writer of this.#writers) await writer.prepare()
    await this.#server.ready()
    this.#events = new EventFollower(session, await owner(), this.#receivers)
    await this.#events.prepare()
    this.#usage = new UsageProbe(session, await owner())
    await this.#usage.prepare()
  }

  async #start(): Promise<void> {
    this.#server = await startServer(this.#run.build, {
      dataDir: this.#dataDir,
      databaseUrl: this.#databaseUrl,
      port: this.#port,
      // Many keys and sign-ups come from one machine. MAX_DELAY_MS: a busy machine must not refuse requests.
      env: { TRUST_PROXY: '1', MAX_DELAY_MS: '60000' },
    })
  }

  #victimOf(round: number): Victim {
    if (!this.#postgres || round % 3 !== 2) return 'server'
    return round % 6 === 5 && this.#session.random.chance(0.5) ? 'both' : 'database'
  }

  async #round(round: number): Promise<void> {
    const session = this.#session
    session.seed = this.#run.seed + round
    session.random = new Random(session.seed)
    session.isOver = false
    session.slowestMs = 0
    this.#receivers.isDown = isDownIn(round)
    const load = [...this.#writers.map((writer) => this.#load(writer)), this.#usage.run()]
    await sleep(300 + session.random.below(2700))
    const killedAt = await this.#kill(this.#victimOf(round))
    await Promise.all(load)
    await this.#server.ready()
    await this.#verify(false, killedAt)
  }

  async #load(writer: Writer): Promise<void> {
    while (!this.#session.isOver) {
      await writer.step()
      await sleep(this.#session.random.below(30))
    }
  }

  /** Returns from when on usage can be lost; undefined if the server lived on. */
  async #kill(victim: Victim): Promise<number | undefined> {
    const killedAt = performance.now()
    if (victim !== 'server') {
      await this.#postgres!.kill()
      // Writes fail meanwhile.
      await sleep(200 + this.#session.random.below(800))
    }
    if (victim !== 'database') {
      // Requests must be in flight, so the load ends with the server.
      await this.#server.kill()
      this.#session.isOver = true
    }
    await this.#postgres?.start()
    if (victim !== 'database') await this.#start()
    else {
      // The load goes on over the recovery.
      await sleep(this.#session.random.below(1000))
      this.#session.isOver = true
    }
    return victim === 'database' ? undefined : killedAt
  }

  async #verify(isFull: boolean, killedAt: number | undefined): Promise<void> {
    if (!isFull) await this.#usage.verify(killedAt)
    for (const writer of this.#writers) await writer.verify(isFull)
    await (isFull ? this.#events.verifyAll() : this.#events.readOn())
  }

  #note(): string {
    const { counts, breaches } = this.#session
    const last = breaches.at(-1)
    const found = last ? `${breaches.length} breaches, the last: ${last.what}` : 'no breaches'
    return `${counts.done} writes, ${this.#events.events} events, ${found}`
  }

  #breaches() {
    const errors = [...this.#session.internalErrors].map(([operation, count]) => ({
      what: `${operation} answered ${count} times with 500 instead of 503`,
      seed: this.#run.seed,
    }))
    const { acknowledged, breaches } = this.#session
    const never = (this.#done < ALL_OPERATIONS_IN ? [] : WRITTEN)
      .filter((operation) => !acknowledged.has(operation))
      .map((operation) => ({ what: `${operation} was never acknowledged`, seed: this.#run.seed }))
    return [...breaches, ...errors, ...never]
  }

  #figures(): Record<string, string> {
    const { counts } = this.#session
    const lost = this.#usage?.lost.toSorted((a, b) => a - b) ?? []
    const number = (value: number) => value.toLocaleString('en')
    return {
      'acknowledged writes': number(counts.done),
      'unanswered writes': number(counts.unknown),
      events: number(this.#events?.events ?? 0),
      'events sent again on request': number(this.#events?.replayed ?? 0),
      'usage lost per kill': `median ${lost[lost.length >> 1] ?? 0}, at most ${lost.at(-1) ?? 0} requests`,
    }
  }
}

export const crashPart: Part = {
  name: 'crash',
  title: 'Kills the server and the database under a load of writes',
  unit: 'rounds',
  count: 500,
  minutes: 120,
  databases: 'both',
  run: (run) => new CrashRun(run).run(),
}
