// Records what the database does to its files under a load of writes, cuts the power at any point of the recording, and
// compares what is left with what was acknowledged by then.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../shared/random.ts'
import { createKey } from '../../target/operator.ts'
import { Effects } from '../crash/effects.ts'
import { Mails } from '../crash/mails.ts'
import { CrashSession } from '../crash/session.ts'
import { ListingWriter } from '../crash/writers/listing-writer.ts'
import { RowWriter } from '../crash/writers/row-writer.ts'
import type { Part, PartReport, PartRun } from '../part.ts'
import type { Kept } from './disk.ts'
import { Disk } from './disk.ts'
import type { Engine } from './engines.ts'
import { openEmbedded, openPostgres } from './engines.ts'
import { Journal } from './journal.ts'
import type { FileRecord } from './recording.ts'
import { Recorder, readRecords } from './recording.ts'

/** Cuts of one recording. */
const CUTS = 1000
/** Each is followed by a clean stop, a kill, or nothing. */
const LOADS_MS = [3000, 3000, 3000]
/** A state in so many is opened by the whole server. */
const SERVER_EVERY = 50
/** States that are opened at a time. */
const AT_ONCE = 2

interface Recording {
  readonly disk: Disk
  readonly records: readonly FileRecord[]
  readonly journal: Journal
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
  const key = async () => (await createKey(first, 'elite')).key
  const deps = {
    callers: { operator: { key: session.operatorKey }, account: { key: await key() } },
    variables: { ping: 'http://127.0.0.1:9/never' },
    effects: new Effects(),
    mails: new Mails(folder),
    operations: RowWriter.operations,
  }
  const writers = [
    new RowWriter(session, 'accounts', deps),
    new RowWriter(session, 'webhooks', deps),
    new ListingWriter(session, await key()),
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
  return { disk, records: [...readRecords(recorder.read())], journal }
}

const KEPT = { nothing: 2, everything: 1, some: 7 } as const

class Cuts {
  servers = 0
  acknowledged = 0
  done = 0
  readonly #run: PartRun
  readonly #engine: Engine

  constructor(run: PartRun, engine: Engine) {
    this.#run = run
    this.#engine = engine
  }

  /** In the order of the recording, so that it is gone through once. */
  async make({ disk, records, journal }: Recording, count: number, seed: number): Promise<void> {
    const { signal, progress, folder } = this.#run
    const random = new Random(seed)
    const points = Array.from({ length: count }, () => random.below(records.length)).sort((a, b) => a - b)
    const underWay = new Set<Promise<void>>()
    let next = 0
    for (const [i, at] of points.entries()) {
      if (signal.aborted) break
      for (; next <= at; next++) disk.do(records[next]!)
      const target = join(folder, `cut-${seed + i}`)
      mkdirSync(target, { mode: 0o711 })
      const kept: Kept = random.weighted(KEPT)
      const place = join(target, 'data')
      disk.cut(place, kept, random)
      const end = records[at]!.end
      const checked = this.#check(target, place, i, journal, end)
        .catch((error) => {
          const what = `cut ${i} at byte ${end}, kept ${kept}: ${(error as Error).message}`
          this.#run.breaches.push({ what, seed })
        })
        .finally(() => {
          underWay.delete(checked)
          this.done += 1
          rmSync(target, { recursive: true, force: true })
          progress(this.done, `${this.#run.breaches.length} breaches`)
        })
      underWay.add(checked)
      if (underWay.size >= AT_ONCE) await Promise.race(underWay)
    }
    await Promise.all(underWay)
    this.acknowledged += journal.acknowledged(Number.POSITIVE_INFINITY)
  }

  async #check(target: string, place: string, i: number, journal: Journal, at: number): Promise<void> {
    if (i % SERVER_EVERY === SERVER_EVERY - 1) {
      await this.#engine.tryStart(this.#run.database === 'postgres' ? target : place)
      this.servers += 1
    }
    const rows = await this.#engine.read(this.#run.database === 'postgres' ? target : place)
    const [first, ...others] = journal.problems(at, new Map(rows))
    if (first) throw new Error(others.length === 0 ? first : `${first}, and ${others.length} more`)
  }
}

async function run(run: PartRun): Promise<PartReport> {
  const engine = await (run.database === 'postgres' ? openPostgres : openEmbedded)(run.build, run.folder)
  const cuts = new Cuts(run, engine)
  const recorded = { records: 0, megabytes: 0, syncs: 0 }
  try {
    for (let from = 0; from < run.count && !run.signal.aborted; from += CUTS) {
      run.progress(from, 'recording')
      const recording = await record(run, engine, run.folder, run.seed + from)
      recorded.records += recording.records.length
      recorded.syncs += recording.records.filter(({ kind }) => kind === 'sync end').length
      recorded.megabytes += (recording.records.at(-1)?.end ?? 0) / 2 ** 20
      await cuts.make(recording, Math.min(CUTS, run.count - from), run.seed + from)
    }
  } finally {
    await engine.end()
  }
  const number = (value: number) => Math.round(value).toLocaleString('en')
  return {
    done: cuts.done,
    breaches: run.breaches,
    figures: {
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
  unit: 'cut points',
  count: 400,
  minutes: 10,
  databases: 'both',
  inMemory: true,
  run,
}
