// The record of imports: begun before the file is read, finished with its result, so that a killed one can be seen.
import type { Database, Tx } from '../db/database.ts'
import { newId } from '../kernel/ids.ts'
import type { RejectedRow } from './read/draft.ts'
import type { Tally } from './report.ts'

export type ImportOutcome = 'published' | 'unchanged' | 'refused' | 'failed' | 'dry_run'

export interface ImportCounts {
  readonly rows: number
  readonly unchanged: number
  readonly rejected: number
  readonly records: Readonly<Record<string, Tally>>
  readonly history: number
  readonly events: number
  /** Column → in how many places it was met. */
  readonly unknown_columns: Readonly<Record<string, number>>
  /** What else is worth knowing about the file, and how often it was met. */
  readonly remarks: Readonly<Record<string, number>>
  readonly seconds: number
}

export interface ImportRun {
  readonly id: string
  readonly source: string
  readonly file_name: string
  readonly format: string | null
  readonly started_at: string
  readonly finished_at: string | null
  /** Null while it runs, or when its process ended before it did. */
  readonly outcome: ImportOutcome | null
  /** The version in force afterwards. */
  readonly version: string | null
  readonly counts: ImportCounts
  readonly rejected: readonly RejectedRow[]
  /** Why it was refused; of an approved import, what was overruled. */
  readonly gates: readonly string[]
  readonly actor: string
}

export const NO_COUNTS: ImportCounts = {
  rows: 0,
  unchanged: 0,
  rejected: 0,
  records: {},
  history: 0,
  events: 0,
  unknown_columns: {},
  remarks: {},
  seconds: 0,
}

export async function beginRun(
  db: Database,
  run: Pick<ImportRun, 'source' | 'file_name' | 'format' | 'started_at' | 'actor'>,
  beside: (tx: Tx, run: ImportRun) => Promise<void> = async () => {},
): Promise<ImportRun> {
  const begun: ImportRun = {
    id: newId('imp'),
    ...run,
    finished_at: null,
    outcome: null,
    version: null,
    counts: NO_COUNTS,
    rejected: [],
    gates: [],
  }
  const { counts, rejected, gates, ...fields } = begun
  const json = { counts: JSON.stringify(counts), rejected: JSON.stringify(rejected), gates: JSON.stringify(gates) }
  await db.tx(async (tx) => {
    // One that never finished was killed: publishes of a dataset follow each other.
    await tx
      .updateTable('import_runs')
      .set({ outcome: 'failed', gates: JSON.stringify(['the process ended before the import did']) })
      .where('source', '=', run.source)
      .where('outcome', 'is', null)
      .execute()
    await tx
      .insertInto('import_runs')
      .values({ ...fields, ...json })
      .execute()
    await beside(tx, begun)
  })
  return begun
}

export async function finishRun(db: Database, run: ImportRun): Promise<void> {
  const { id, counts, rejected, gates, format, finished_at, outcome, version } = run
  const json = { counts: JSON.stringify(counts), rejected: JSON.stringify(rejected), gates: JSON.stringify(gates) }
  await db.tx(async (tx) => {
    await tx
      .updateTable('import_runs')
      .set({ format, finished_at, outcome, version, ...json })
      .where('id', '=', id)
      .execute()
    await tx.updateTable('sources').set({ last_run: id }).where('name', '=', run.source).execute()
  })
}

/** Newest first, without the rejected rows. */
export async function listRuns(db: Database, limit: number): Promise<Omit<ImportRun, 'rejected'>[]> {
  const rows = await db.query
    .selectFrom('import_runs')
    .select(['id', 'source', 'file_name', 'format', 'started_at', 'finished_at', 'outcome', 'version', 'counts'])
    .select(['gates', 'actor'])
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows as Omit<ImportRun, 'rejected'>[]
}

export async function readRun(db: Database, id: string): Promise<ImportRun | null> {
  const row = await db.query.selectFrom('import_runs').selectAll().where('id', '=', id).executeTakeFirst()
  return (row as ImportRun | undefined) ?? null
}
