// What every part of the proof takes and reports.
import type { Build } from '../target/build.ts'
import { PostgresProcess } from '../target/postgres-process.ts'

export type DatabaseKind = 'embedded' | 'postgres'

/** Why a part is aborted, if not for its time limit: somebody pressed Ctrl-C, and waits for nothing more. */
export const INTERRUPTED = 'interrupted'

export interface PartRun {
  readonly database: DatabaseKind
  /** Rounds or inputs. */
  readonly count: number
  /** Every random choice comes from it. Round n uses seed + n, so `--rounds 1 --seed <seed + n>` repeats it. */
  readonly seed: number
  readonly build: Build
  /** Names of scenarios; empty for all. Parts without scenarios ignore it. */
  readonly only: readonly string[]
  /** An older build whose data is upgraded. */
  readonly olderBuild: Build | undefined
  /** A temporary folder, deleted after the run. */
  readonly folder: string
  /** Aborted at the time limit and by Ctrl-C: the part then stops what it started and reports what it has. */
  readonly signal: AbortSignal
  /** Empty at first. What is added here at once, and not only in the report, ends a run that looks for one breach. */
  readonly breaches: Breach[]
  /** The result is recorded, so that a part may keep what it has learned. */
  readonly write?: boolean
  progress(done: number, note?: string): void
}

/** Something that was lost or let in. */
export interface Breach {
  readonly what: string
  /** The seed that repeats it. */
  readonly seed: number
}

export interface PartReport {
  readonly done: number
  readonly breaches: readonly Breach[]
  /** Shown in the tables: `{ 'acknowledged writes': '17,858' }`. */
  readonly figures: Readonly<Record<string, string>>
  /** A table of its own, such as a row for every scenario. */
  readonly details?: readonly Readonly<Record<string, string>>[]
}

export interface Part {
  readonly name: string
  readonly title: string
  /** What is counted: rounds, inputs, targets … */
  readonly unit: string
  readonly count: number
  /** The time limit for each database. */
  readonly minutes: number
  /** `once`: the database does not matter, and the part runs with the embedded one. */
  readonly databases: 'both' | 'once'
  /** Nothing is killed, so the files may be in memory, where fsync takes no time. */
  readonly inMemory?: boolean
  run(run: PartRun): Promise<PartReport>
}

/** A PostgreSQL for the run, if it is about that; stopped at its end. */
export async function withPostgres<T>(
  { database, folder }: PartRun,
  work: (postgres: PostgresProcess | undefined) => Promise<T>,
): Promise<T> {
  const postgres = database === 'postgres' ? await PostgresProcess.start(folder) : undefined
  try {
    return await work(postgres)
  } finally {
    await postgres?.stop()
  }
}
