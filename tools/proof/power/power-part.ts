// Records what the database does to its files under a load of writes, cuts the power at any point of the recording, and
// compares what is left with what was acknowledged by then.
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../shared/random.ts'
import { createKey } from '../../target/operator.ts'
import { Effects } from '../crash/effects.ts'
import { Mails } from '../crash/mails.ts'
import { CrashSession } from '../crash/session.ts'
import { ListingWriter } from '../crash/writers/listing-writer.ts'
import { RowWriter } from '../crash/writers/row-writer.ts'
import type { Part, PartReport, PartRun } from '../part.ts'
import type { DiskState } from './disk.ts'
import { Disk } from './disk.ts'
import type { Engine, Rows } from './engines.ts'
import { openEmbedded, openPostgres, TABLES, thingsOf } from './engines.ts'
import { Journal } from './journal.ts'
import type { FileRecord } from './recording.ts'
import { lastPoints, Recorder, readRecords } from './recording.ts'
import type { StateFolder } from './state-folder.ts'

/** States of one recording. */
const STATES = 1000
/** Each is followed by a clean stop, a kill, or nothing. */
const LOADS_MS = [3000, 3000, 3000]
/** A state in so many is opened by the whole server. */
const SERVER_EVERY = 200
/** How often another state is looked for where one was tested before. */
const TRIES = 3
/** States that are opened at a time. */
const AT_ONCE = 2

interface Recording {
  readonly disk: Disk
  readonly records: readonly FileRecord[]
  readonly journal: Journal
  /** The one that has the listings. */
  readonly account: string
}

async function record(run: PartRun, engine: Engine, folder: string, seed: number): Promise<Recording> {
  const recorder = new Recorder(folder, engine.root)
  const journal = new Journal(() => recorder.position())
  const session = new CrashSession(run.build, journal)
  session.seed = seed
  session.random = new Random(seed)
  const first = await engine.start()
  session.url = first.url
  session.operatorKey = first.operatorKey()
  const { key } = await createKey(first, 'elite')
  const lister = await createKey(first, 'elite')
  const deps = {
    callers: { operator: { key: session.operatorKey }, account: { key } },
    variables: { ping: 'http://127.0.0.1:9/never' },
    effects: new Effects(),
    mails: new Mails(folder),
    operations: RowWriter.operations,
  }
  const writers = [
    new RowWriter(session, 'accounts', deps),
    new RowWriter(session, 'webhooks', deps),
    new ListingWriter(session, lister.key),
  ]
  for (const writer of writers) await writer.prepare()
  await engine.stop()
  const disk = new Disk(engine.root)
  for (const [i, ms] of LOADS_MS.entries()) {
    await engine.start(recorder.env)
    session.isOver = false
    const load = writers.map(async (writer) => {
      while (!session.isOver) await writer.step()
    })
    await sleep(ms / 2)
    await engine.checkpoint()
    await sleep(ms / 2)
    // Requests are in flight when it is killed.
    if (i === 1) await engine.kill()
    session.isOver = true
    await Promise.all(load)
    if (i !== 1) await engine.stop()
  }
  return { disk, records: [...readRecords(recorder.read())], journal, account: lister.accountId }
}

const KEPT = { nothing: 2, everything: 1, some: 7 } as const

class Cuts {
  servers = 0
  acknowledged = 0
  /** Distinct states that were tested, and the points at which a cut may leave one of them. */
  states = 0
  points = 0
  readonly #run: PartRun
  readonly #engine: Engine
  readonly #seen = new Set<string>()
  readonly #free: StateFolder[]
  readonly #underWay = new Set<Promise<void>>()

  constructor(run: PartRun, engine: Engine) {
    this.#run = run
    this.#engine = engine
    this.#free = Array.from({ length: AT_ONCE }, (_, i) => engine.stateFolder(`state-${i}`))
  }

  /** In the order of the recording, so that it is gone through once. */
  async make(recording: Recording, count: number, seed: number): Promise<void> {
    const { disk, records, journal } = recording
    const { signal, breaches } = this.#run
    const random = new Random(seed)
    const statement = await this.#statement(recording)
    const until = lastPoints(records)
    const wanted = this.states + count
    let next = 0
    for (const [i, record] of records.entries()) {
      if (signal.aborted || this.states === wanted) break
      disk.do(record)
      if (!random.chance((wanted - this.states) / (records.length - i))) continue
      if (this.#free.length === 0) await Promise.race(this.#underWay)
      const state = this.#newState(disk, random)
      if (!state) continue
      const last = until[i]!
      this.points += Math.max(0, last + 1 - Math.max(i, next))
      next = Math.max(next, last + 1)
      const check = (rows: Rows) => {
        const [first, ...others] = journal.problems(record.end, records[last]!.end, new Map(rows))
        if (first) throw new Error(others.length === 0 ? first : `${first}, and ${others.length} more`)
      }
      const fail = ({ message }: Error) => {
        breaches.push({ what: `cut at byte ${record.end}, kept ${state.kept}: ${message}`, seed })
      }
      await this.#begin(state, statement, check, fail)
    }
    await Promise.all(this.#underWay)
    this.acknowledged += journal.acknowledged(Number.POSITIVE_INFINITY)
  }

  /** Reads the things of the ledger, and all of every table whose files change, so that a broken page is found. */
  async #statement({ disk, records, account }: Recording): Promise<string> {
    const folder = this.#free[0]!
    folder.become(disk.cut('nothing', new Random(0)))
    // Parts of a file and its maps have its name and more.
    const changed = new Set(disk.changedBy(records).map((path) => path.replace(/[_.]\w*$/, '')))
    const rows = await this.#engine.read(folder, TABLES)
    const tables = new Set(rows.filter(([, path]) => changed.has(path)).map(([table]) => table))
    const reads = [...tables].map((table) => `select 'rows of ${table}', count(t::text)::text from ${table} t`)
    return [thingsOf(account), ...reads].join(' union all ')
  }

  #newState(disk: Disk, random: Random): DiskState | undefined {
    for (let i = 0; i < TRIES; i++) {
      const state = disk.cut(random.weighted(KEPT), random)
      if (this.#seen.has(state.digest)) continue
      this.#seen.add(state.digest)
      this.states += 1
      return state
    }
    return undefined
  }

  /** Resolves when the state is in a folder: it is read while the next one is made. */
  async #begin(state: DiskState, statement: string, check: (rows: Rows) => void, fail: (error: Error) => void) {
    const folder = this.#free.pop()!
    folder.become(state)
    if (this.states % SERVER_EVERY === 0) {
      this.servers += 1
      await this.#engine.tryStart(folder).catch(fail)
      folder.become(state)
    }
    const underWay = this.#engine
      .read(folder, statement)
      .then(check)
      .catch(fail)
      .finally(() => {
        this.#underWay.delete(underWay)
        this.#free.push(folder)
        this.#run.progress(this.states, `${this.#run.breaches.length} breaches`)
      })
    this.#underWay.add(underWay)
  }
}

async function run(run: PartRun): Promise<PartReport> {
  const engine = await (run.database === 'postgres' ? openPostgres : openEmbedded)(run.build, run.folder)
  const cuts = new Cuts(run, engine)
  const recorded = { records: 0, megabytes: 0, syncs: 0 }
  let recordings = 0
  try {
    while (cuts.states < run.count && !run.signal.aborted) {
      const seed = run.seed + cuts.states
      run.progress(cuts.states, 'recording')
      const recording = await record(run, engine, run.folder, seed)
      recordings += 1
      recorded.records += recording.records.length
      recorded.syncs += recording.records.filter(({ kind }) => kind === 'sync end').length
      recorded.megabytes += (recording.records.at(-1)?.end ?? 0) / 2 ** 20
      await cuts.make(recording, Math.min(STATES, run.count - cuts.states), seed)
    }
  } finally {
    await engine.end()
  }
  const number = (value: number) => Math.round(value).toLocaleString('en')
  return {
    done: cuts.states,
    breaches: run.breaches,
    figures: {
      'cut points': number(cuts.points),
      recordings: number(recordings),
      'acknowledged writes': number(cuts.acknowledged),
      'operations on files': number(recorded.records),
      fsyncs: number(recorded.syncs),
      'megabytes recorded': number(recorded.megabytes),
      'servers started': number(cuts.servers),
    },
  }
}

export const powerPart: Part = {
  name: 'power',
  title: 'Cuts the power at any point of a load of writes',
  unit: 'distinct states after a cut',
  count: 2000,
  minutes: 10,
  databases: 'both',
  inMemory: true,
  run,
}
