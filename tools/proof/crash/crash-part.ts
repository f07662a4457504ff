// Kills the server and PostgreSQL under a load of writes and checks what is left.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import ownPackage from '../../../package.json' with { type: 'json' }
import { Random } from '../../shared/random.ts'
import { createKey, signUp } from '../../target/operator.ts'
import { newOwner } from '../../target/people.ts'
import { PostgresProcess } from '../../target/postgres-process.ts'
import type { ServerProcess } from '../../target/server-process.ts'
import { freePort, startServer } from '../../target/server-process.ts'
import type { Part, PartReport, PartRun } from '../part.ts'
import { INTERRUPTED } from '../part.ts'
import { Effects } from './effects.ts'
import { EventFollower } from './event-follower.ts'
import { Mails } from './mails.ts'
import { coverageProblems, OperationNames, writesOfBuild } from './operations.ts'
import { Receivers } from './receivers.ts'
import { CrashSession } from './session.ts'
import { UsageProbe } from './usage-probe.ts'
import { CatalogueWriter } from './writers/catalogue-writer.ts'
import { FeedWriter } from './writers/feed-writer.ts'
import { ListingWriter } from './writers/listing-writer.ts'
import type { Callers } from './writers/row-requests.ts'
import { RowWriter } from './writers/row-writer.ts'
import type { Writer } from './writers/writer.ts'
import { WRITTEN } from './writers/writers.ts'

const FULL_CHECK_EVERY = 25
/** What a dead process did not send is sent after a minute by another one. */
const EMAIL_MS = 180_000
/** Less than a part has to stop. A lease of a dead process ends after a minute. */
const LAST_CHECKS_MS = 90_000
/** With so many acknowledged writes, every operation that has a writer is among them. A slow machine has fewer in its time. */
const ALL_OPERATIONS_IN = 4000
/** In some rounds the writers rest before the kill: then little usage may be lost, whatever an import takes. */
const restsIn = (round: number) => round % 5 === 1
const REST_MS = 4000
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
  readonly #effects = new Effects()
  readonly #mails: Mails
  /** Of all events of the dataset, and of the samples that an account asked for. */
  #followers: EventFollower[] = []
  #usage!: UsageProbe
  #isResting = false
  #done = 0

  constructor(run: PartRun) {
    this.#run = run
    this.#session = new CrashSession(run.build)
    this.#session.seed = run.seed
    this.#session.random = new Random(run.seed)
    this.#receivers = new Receivers(run.seed)
    this.#dataDir = join(run.folder, 'data')
    this.#mails = new Mails(this.#dataDir)
  }

  async run(): Promise<PartReport> {
    const { count, signal, progress } = this.#run
    signal.addEventListener('abort', () => void this.#end(signal.reason === INTERRUPTED))
    try {
      await this.#prepare()
      for (let round = 0; round < count && !signal.aborted; round++) {
        await this.#round(round)
        if (signal.reason === INTERRUPTED) break
        this.#done = round + 1
        const isLast = this.#done === count || signal.aborted
        if (isLast || this.#done % FULL_CHECK_EVERY === 0) await this.#verify(true, undefined)
        progress(this.#done, this.#note())
      }
    } catch (error) {
      if (signal.reason !== INTERRUPTED) throw error
    } finally {
      this.#session.isOver = true
      await this.#server?.kill()
      await this.#postgres?.stop()
      await this.#receivers.stop()
    }
    return { done: this.#done, breaches: this.#breaches(), figures: this.#figures() }
  }

  /** At its time limit the run still makes its last checks. */
  async #end(isInterrupted: boolean): Promise<void> {
    this.#session.endWithin(isInterrupted ? 0 : LAST_CHECKS_MS)
    if (isInterrupted) await this.#server?.kill()
  }

  async #prepare(): Promise<void> {
    const operations = await writesOfBuild(this.#run.build)
    const problems = coverageProblems(operations, WRITTEN)
    // An older build lacks some operations.
    if (problems.length > 0 && this.#run.build.version === ownPackage.version) throw new Error(problems.join('\n'))
    this.#session.names = new OperationNames(operations)
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
    const catalogue = new CatalogueWriter(session, await key(), this.#run.folder, this.#effects)
    await catalogue.prepare()
    await this.#server.ready()
    this.#writers = [catalogue]
    if (build.has('PUT /api/v1/listings/{key}')) this.#writers.push(new ListingWriter(session, await key()))
    if (build.has('POST /api/v1/feeds')) {
      const serve = (text: string) => {
        this.#receivers.feedText = text
      }
      this.#writers.push(new FeedWriter(session, await key(), this.#receivers.urlOf('feed.ndjson'), serve))
    }
    const follower = { key: await key() }
    const test = { key: await signUp(this.#server, 'crash@proof.example') }
    this.#followers = [
      new EventFollower(session, follower, this.#receivers, ['good', 'slow', 'flaky', 'down']),
      new EventFollower(session, test, this.#receivers, ['sandbox']),
    ]
    const person = await newOwner(this.#server)
    const callers: Callers = {
      operator: { key: session.operatorKey },
      account: { key: await key() },
      follower,
      test,
      owner: { cookie: person.cookie, csrf: person.csrfToken },
    }
    const project = String(catalogue.projects[1])
    const variables = { ping: this.#receivers.urlOf('ping'), owner: person.accountId, project, listed: project }
    const deps = { callers, variables, effects: this.#effects, mails: this.#mails, operations }
    this.#writers.push(...RowWriter.lanes.map((lane) => new RowWriter(session, lane, deps)))
    for (const writer of this.#writers.slice(1)) await writer.prepare()
    for (const one of this.#followers) await one.prepare()
    this.#usage = new UsageProbe(session, await owner())
    await this.#usage.prepare()
  }

  async #start(): Promise<void> {
    this.#server = await startServer(this.#run.build, {
      dataDir: this.#dataDir,
      databaseUrl: this.#databaseUrl,
      port: this.#port,
      // Many keys and sign-ups come from one machine. MAX_DELAY_MS: a busy machine must not refuse requests.
      env: {
        ...{ TRUST_PROXY: '1', MAX_DELAY_MS: '60000' },
        ...{ PASSWORD_COST: '14', CONTACT_EMAIL: 'operator@proof.example' },
      },
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
    this.#receivers.isDown = isDownIn(round)
    const load = this.#writers.map((writer) => this.#load(writer))
    const usage = this.#usage.run()
    await this.#usage.measure(this.#server.pids(), 300 + session.random.below(2700))
    if (restsIn(round)) await this.#rest(load)
    const killedAt = await this.#kill(this.#victimOf(round))
    await Promise.all([...load, usage])
    if (this.#run.signal.reason === INTERRUPTED) return
    await this.#server.ready()
    await this.#verify(false, killedAt)
  }

  async #rest(load: readonly Promise<void>[]): Promise<void> {
    this.#isResting = true
    await Promise.all(load)
    await this.#usage.measure(this.#server.pids(), REST_MS)
    this.#isResting = false
  }

  async #load(writer: Writer): Promise<void> {
    while (!this.#session.isOver && !this.#isResting) {
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
    for (const follower of this.#followers) await (isFull ? follower.verifyAll() : follower.readOn())
    if (isFull) await this.#reconcile()
  }

  /** Each acknowledged change has its event, its audit entry and its email. */
  async #reconcile(): Promise<void> {
    const path = '/api/v1/operator/audit-log?limit=200'
    const entries = await this.#writers[0]!.list(path, (page) => this.#session.read(page))
    const audit = entries.map(({ action, target }) => `${action} ${target}`)
    const events = this.#followers.flatMap(({ effects }) => effects)
    const unsent = () => this.#effects.problems('email', this.#mails.names())
    await this.#session.holdsWithin(EMAIL_MS, () => unsent().length === 0, 1000)
    const others = [...this.#effects.problems('event', events), ...this.#effects.problems('audit entry', audit)]
    for (const problem of [...others, ...unsent()]) this.#session.breach(problem)
  }

  get #events(): number {
    return this.#followers.reduce((sum, { events }) => sum + events, 0)
  }

  #note(): string {
    const { counts, breaches } = this.#session
    const last = breaches.at(-1)
    const found = last ? `${breaches.length} breaches, the last: ${last.what}` : 'no breaches'
    return `${counts.done} writes, ${this.#events} events, ${found}`
  }

  #breaches() {
    const errors = [...this.#session.internalErrors].map(([operation, count]) => ({
      what: `${operation} answered ${count} times with 500 instead of 503`,
      seed: this.#run.seed,
    }))
    const never = (this.#session.counts.done < ALL_OPERATIONS_IN ? [] : this.#neverAcknowledged()).map((operation) => ({
      what: `${operation} was never acknowledged`,
      seed: this.#run.seed,
    }))
    return [...this.#session.breaches, ...errors, ...never]
  }

  #neverAcknowledged(): readonly string[] {
    return WRITTEN.filter((operation) => !this.#session.acknowledged.has(operation))
  }

  #figures(): Record<string, string> {
    const { counts, repeated } = this.#session
    const number = (value: number) => value.toLocaleString('en')
    return {
      'acknowledged writes': number(counts.done),
      'unanswered writes': number(counts.unknown),
      'operations acknowledged': `${WRITTEN.length - this.#neverAcknowledged().length} of ${WRITTEN.length}`,
      'answered requests sent again': number(repeated),
      events: number(this.#events),
      'events sent again on request': number(this.#followers.reduce((sum, { replayed }) => sum + replayed, 0)),
      'effects of acknowledged writes': this.#effects.summary(),
      'usage lost per kill': this.#usage?.summary() ?? 'none',
    }
  }
}

export const crashPart: Part = {
  name: 'crash',
  title: 'Kills the server and the database under a load of writes',
  unit: 'rounds',
  count: 30,
  minutes: 10,
  databases: 'both',
  run: (run) => new CrashRun(run).run(),
}
