// Stores import runs: started before the file is read, finished with the result.
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import type { ChangeCounts, ProjectChange } from '../publish/project-change.ts'
import type { JoinCounts, Tally } from '../publish/report.ts'
import type { QualityReport } from '../quality/quality-report.ts'
import type { Mapping } from '../read/mapping.ts'
import type { RejectedRow } from '../record/draft.ts'
import { saveChanges } from './import-changes.ts'

export type ImportOutcome = 'published' | 'unchanged' | 'refused' | 'failed' | 'dry_run'

export interface ImportCounts {
  readonly rows: number
  readonly unchanged: number
  readonly rejected: number
  readonly records: Readonly<Record<string, Tally>>
  /** Runs of older installations lack it. */
  readonly joins?: JoinCounts
  readonly history: number
  readonly events: number
  /** Column → number of occurrences. */
  readonly unknown_columns: Readonly<Record<string, number>>
  /** Remark about the file → number of occurrences. */
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
  /** Null while it runs, or when its process was killed. */
  readonly outcome: ImportOutcome | null
  /** The current version after the run. For a run that published nothing, the version it was compared with. */
  readonly version: string | null
  readonly counts: ImportCounts
  readonly rejected: readonly RejectedRow[]
  /** The gates that failed, or why the file was refused. */
  readonly gates: readonly string[]
  readonly actor: string
  /** Hash of the file; null when it was not read to the end. */
  readonly sha256: string | null
  /** Null when the run failed before the comparison. */
  readonly changes: ChangeCounts | null
  /** What looks wrong in the rows. Null when the run ended before its rows were read, and for earlier runs. */
  readonly quality: QualityReport | null
  /** The run that this one approves and repeats. */
  readonly approves: string | null
  /** Why a person approved it. */
  readonly reason: string | null
  /** The day that the file is from, if it was given. */
  readonly as_of: string | null
  /** The run that published these changes after approval. */
  readonly approved_by: string | null
}

/** The request of a run, stored so that it can be repeated. */
export interface StoredRequest {
  readonly file: string
  readonly more_files?: readonly string[]
  readonly format: string | null
  readonly map: Mapping | null
  readonly note: string | null
  readonly dry_run: boolean
  /** Older installations did not store it. */
  readonly as_of?: string | null
  /** Why a person approved it. */
  readonly reason: string | null
}

export const EMPTY_COUNTS = {
  rows: 0,
  unchanged: 0,
  rejected: 0,
  records: {},
  joins: { joined: 0, created: 0, waiting: 0, doubtful: 0 },
  history: 0,
  events: 0,
  unknown_columns: {},
  remarks: {},
  seconds: 0,
} satisfies ImportCounts

export async function startRun(
  db: Database,
  run: Pick<ImportRun, 'source' | 'file_name' | 'format' | 'started_at' | 'actor'> & {
    readonly approves?: string | null
    readonly request?: StoredRequest
  },
  alsoWrite: (tx: Tx, run: ImportRun) => Promise<void> = async () => {},
): Promise<ImportRun> {
  const { request, approves = null, ...facts } = run
  const started: ImportRun = {
    id: newId('imp'),
    ...facts,
    finished_at: null,
    outcome: null,
    version: null,
    counts: EMPTY_COUNTS,
    rejected: [],
    gates: [],
    sha256: null,
    changes: null,
    quality: null,
    approves,
    reason: request?.reason ?? null,
    as_of: request?.as_of ?? null,
    approved_by: null,
  }
  const {
    counts,
    rejected,
    gates,
    changes: _,
    quality: __,
    reason: ___,
    as_of: ____,
    approved_by: _____,
    ...fields
  } = started
  const json = { counts: JSON.stringify(counts), rejected: JSON.stringify(rejected), gates: JSON.stringify(gates) }
  await db.tx(async (tx) => {
    // Publishes of a dataset never overlap, so an unfinished run was killed.
    await tx
      .updateTable('import_runs')
      .set({ outcome: 'failed', gates: JSON.stringify(['the process ended during the import']) })
      .where('source', '=', run.source)
      .where('outcome', 'is', null)
      .execute()
    await tx
      .insertInto('import_runs')
      .values({ ...fields, ...json, asked: request ? JSON.stringify(request) : null })
      .execute()
    await alsoWrite(tx, started)
  })
  return started
}

/** `projectChanges` are stored only for runs that published nothing. */
export async function finishRun(db: Database, run: ImportRun, projectChanges: readonly ProjectChange[]): Promise<void> {
  const { id, counts, rejected, gates, changes, quality, format, finished_at, outcome, version, sha256 } = run
  const json = {
    counts: JSON.stringify(counts),
    rejected: JSON.stringify(rejected),
    gates: JSON.stringify(gates),
    changes: changes === null ? null : JSON.stringify(changes),
    quality: quality === null ? null : JSON.stringify(quality),
  }
  await db.tx(async (tx) => {
    await tx
      .updateTable('import_runs')
      .set({ format, finished_at, outcome, version, sha256, ...json })
      .where('id', '=', id)
      .execute()
    await saveChanges(tx, id, projectChanges)
    await tx.updateTable('sources').set({ last_run: id }).where('name', '=', run.source).execute()
  })
}

const COLUMNS = [
  ...['id', 'source', 'file_name', 'format', 'started_at', 'finished_at', 'outcome', 'version', 'counts'],
  ...['gates', 'actor', 'sha256', 'changes', 'approves'],
] as const

function runs(db: Database) {
  return db.query
    .selectFrom('import_runs')
    .select(COLUMNS as readonly ('id' | 'started_at')[])
    .select(sql<string | null>`asked ->> 'reason'`.as('reason'))
    .select(sql<string | null>`asked ->> 'as_of'`.as('as_of'))
    .select(
      sql<string | null>`(select a.id from import_runs a where a.approves = import_runs.id and a.outcome = 'published'
        limit 1)`.as('approved_by'),
    )
}

export interface RunsQuery {
  readonly limit: number
  readonly source?: string | undefined
  readonly outcome?: ImportOutcome | undefined
  /** The last run on the previous page. */
  readonly after?: { readonly at: string; readonly id: string } | undefined
}

/** Newest first, without the rejected rows and the quality. */
export async function listRuns(db: Database, { limit, source, outcome, after }: RunsQuery) {
  let query = runs(db)
  if (source !== undefined) query = query.where('source', '=', source)
  if (outcome !== undefined) query = query.where('outcome', '=', outcome)
  if (after) query = query.where((e) => e(e.refTuple('started_at', 'id'), '<', e.tuple(after.at, after.id)))
  const rows = await query
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return {
    runs: rows.slice(0, limit) as unknown as Omit<ImportRun, 'rejected' | 'quality'>[],
    hasMore: rows.length > limit,
  }
}

export async function readRun(db: Database, id: string): Promise<ImportRun> {
  const row = await runs(db).select(['rejected', 'quality']).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Fault('import_not_found', { detail: `Import ${id} does not exist.` })
  return row as unknown as ImportRun
}

export async function readStoredRequest(db: Database, id: string): Promise<StoredRequest | null> {
  const row = await db.query.selectFrom('import_runs').select('asked').where('id', '=', id).executeTakeFirst()
  return (row?.asked as StoredRequest | null | undefined) ?? null
}

/** The number of sources by the outcome of their last import. A running import and a dry run have none. */
export async function countSourcesByOutcome(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ outcome: string; sources: number }>`
    select outcome, count(*)::int as sources from (
      select distinct on (source) source, outcome from import_runs
      where outcome is not null and outcome <> 'dry_run' order by source, started_at desc) last
    group by outcome`.execute(db.query)
  return new Map(rows.map(({ outcome, sources }) => [outcome, sources]))
}
