// Reads a dataset from the database: everything, straight into tables, or only later changes.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Tables as DatabaseTables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { RecordKind, RecordOf } from '../records/record-types.ts'
import { RECORD_KINDS } from '../records/record-types.ts'
import type { BodySink } from './bodies.ts'
import type { DatasetChanges, DatasetVersion, RecordChange } from './dataset-content.ts'
import type { HistoryRow } from './history-table.ts'
import type { Tables } from './snapshot-data.ts'
import { SnapshotBuilder } from './snapshot-data.ts'

export type Tx = Transaction<DatabaseTables>

/** Records per query. Small enough not to delay other queries. */
const BATCH = 2000
/** Records between pauses. */
const PER_STEP = 256
/** JSON never contains this character unescaped. */
const SEPARATOR = '\x1e'

/** The newest version, if any. Must stay cheap: it runs every second. */
export function readHead(
  db: Kysely<DatabaseTables>,
  dataset: Dataset,
): Promise<Pick<DatasetVersion, 'number' | 'published_at'> | undefined> {
  const versions = db.selectFrom('dataset_versions').select(['number', 'published_at']).where('dataset', '=', dataset)
  return versions.orderBy('number', 'desc').limit(1).executeTakeFirst()
}

/** Everything that `read` reads belongs to the same version. */
export function readConsistently<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** Oldest first. */
export async function readVersions(tx: Kysely<DatabaseTables>, dataset: Dataset): Promise<DatasetVersion[]> {
  const rows = await tx
    .selectFrom('dataset_versions')
    .select(['number', 'version', 'published_at', 'source', 'kind'])
    .where('dataset', '=', dataset)
    .orderBy('number')
    .execute()
  return rows as DatasetVersion[]
}

/** How many records the newest version has. */
export async function readSize(db: Kysely<DatabaseTables>, dataset: Dataset): Promise<number> {
  const versions = db.selectFrom('dataset_versions').select('counts').where('dataset', '=', dataset)
  const newest = await versions.orderBy('number', 'desc').limit(1).executeTakeFirst()
  const counts = (newest?.counts ?? {}) as Readonly<Record<string, number>>
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Runs a generator, handling requests between its steps. */
export async function runInSteps<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await yieldToEventLoop()
  }
}

/** Later rows belong to a version that is not finished. */
const newest = (versions: readonly DatasetVersion[]): number => versions.at(-1)?.number ?? 0

/**
 * Reads the newest of `versions` in batches. Keeps no record in memory: bodies go to the sink. Needs no transaction, for
 * which the embedded database would let everybody else wait: if a later version replaces records meanwhile, they may be
 * missing, and are among the changes since this version (readChanges).
 */
export async function readTables(
  tx: Kysely<DatabaseTables>,
  dataset: Dataset,
  versions: readonly DatasetVersion[],
  sink: BodySink,
): Promise<Tables> {
  const builder = new SnapshotBuilder(sink)
  for (const kind of RECORD_KINDS) {
    await runInSteps(builder.start(kind))
    await readCurrent(tx, dataset, kind, versions, builder)
  }
  for (const kind of ['project', 'floor_plan'] as const) {
    await runInSteps(builder.start(`removed_${kind}`))
    await readRemoved(tx, dataset, kind, versions, builder)
  }
  for (const kind of ['project', 'floor_plan'] as const) {
    await runInSteps(builder.start(`history_${kind}`))
    await readHistory(tx, dataset, kind, versions, builder)
  }
  return runInSteps(builder.finish())
}

/**
 * Reads each batch as one text. Three times faster than one row per record, because it avoids the per-row work of the
 * protocol and the driver.
 */
async function readCurrent(
  tx: Kysely<DatabaseTables>,
  dataset: Dataset,
  kind: RecordKind,
  versions: readonly DatasetVersion[],
  builder: SnapshotBuilder,
): Promise<void> {
  for (let last: number | null = -1; last !== null; ) {
    const page: { rows: { last: number | null; count: number; bodies: string | null }[] } = await sql<never>`
      select max(id) as last, count(*)::int as count, string_agg(body::text, ${SEPARATOR} order by id) as bodies
      from (
        select id, body from records
        where dataset = ${dataset} and kind = ${kind} and until is null and id > ${last}
          and since <= ${newest(versions)}
        order by id limit ${BATCH}
      ) as batch`.execute(tx)
    const { last: reached, count: read, bodies } = page.rows[0]!
    last = read < BATCH ? null : reached
    if (bodies === null) continue
    let count = 0
    for (const text of bodies.split(SEPARATOR)) {
      const record = JSON.parse(text) as RecordOf[RecordKind]
      builder.add(kind, record.id, record as never, Buffer.from(text))
      if (++count % PER_STEP === 0) await yieldToEventLoop()
    }
  }
}

/** The last state of removed records. */
async function readRemoved(
  tx: Kysely<DatabaseTables>,
  dataset: Dataset,
  kind: 'project' | 'floor_plan',
  versions: readonly DatasetVersion[],
  builder: SnapshotBuilder,
): Promise<void> {
  const publishedAt = new Map(versions.map((version) => [version.number, version.published_at]))
  const { rows } = await sql<{ id: number; until: number; removed_at: string | null; body: RecordOf[typeof kind] }>`
    select distinct on (old.id) old.id, old.until, old.removed_at, old.body
    from records old
    where old.dataset = ${dataset} and old.kind = ${kind} and old.until <= ${newest(versions)}
      and not exists (select from records now
        where now.dataset = old.dataset and now.kind = old.kind and now.id = old.id and now.until is null)
    order by old.id, old.since desc`.execute(tx)
  for (const { id, until, removed_at, body } of rows) {
    const removed = { body, removed_at: removed_at ?? publishedAt.get(until) ?? '' }
    builder.add(`removed_${kind}`, id, removed as never, Buffer.from(JSON.stringify(removed)))
  }
}

/** The database writes the rows of a record as they are stored; see StoredHistory. */
async function readHistory(
  tx: Kysely<DatabaseTables>,
  dataset: Dataset,
  kind: HistoryRow['kind'],
  versions: readonly DatasetVersion[],
  builder: SnapshotBuilder,
): Promise<void> {
  // Cursors need a transaction.
  if (!tx.isTransaction) return tx.transaction().execute((own) => readHistory(own, dataset, kind, versions, builder))
  // They take no parameters; the names come from closed lists.
  await sql`
    declare history_rows no scroll cursor for
    select record_id as id, '[' || string_agg('[' || concat_ws(',', project_id, to_json(field),
      coalesce(from_value::text, 'null'), coalesce(to_value::text, 'null'),
      (extract(epoch from effective_at) * 1000)::bigint, version, is_correction::int,
      coalesce(to_json(reason)::text, 'null')) || ']', ',' order by effective_at, version, ctid) || ']' as rows
    from history where dataset = ${sql.lit(dataset)} and kind = ${sql.lit(kind)}
      and version <= ${sql.lit(newest(versions))} and (until is null or until > ${sql.lit(newest(versions))})
    group by record_id order by record_id`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ id: number; rows: string }>`fetch ${sql.lit(BATCH)} from history_rows`.execute(tx)
    for (const { id, rows: text } of rows) builder.add(`history_${kind}`, id, [], Buffer.from(text))
    if (rows.length < BATCH) break
  }
  await sql`close history_rows`.execute(tx)
}

interface RemovedRow {
  readonly kind: RecordKind
  readonly id: number
  readonly until: number
  /** Null when it was removed when its last version was published. */
  readonly removed_at: string | null
  readonly body: RecordOf[RecordKind]
}

/** What the versions after `known` changed. */
export async function readChanges(
  tx: Tx,
  dataset: Dataset,
  versions: readonly DatasetVersion[],
  known: number,
): Promise<DatasetChanges> {
  const publishedAt = new Map(versions.map((version) => [version.number, version.published_at]))
  const written = await tx
    .selectFrom('records')
    .select(['kind', 'id', 'body'])
    .where('dataset', '=', dataset)
    .where('since', '>', known)
    .where('since', '<=', newest(versions))
    .where('until', 'is', null)
    .execute()
  const removed = await sql<RemovedRow>`
    select distinct on (old.kind, old.id) old.kind, old.id, old.until, old.removed_at, old.body
    from records old
    where old.dataset = ${dataset} and old.until > ${known} and not exists (select from records now
      where now.dataset = old.dataset and now.kind = old.kind and now.id = old.id and now.until is null)
    order by old.kind, old.id, old.since desc`.execute(tx)
  const records: RecordChange[] = [
    ...written.map((row) => ({
      kind: row.kind as RecordKind,
      id: row.id,
      body: row.body as RecordOf[RecordKind],
      removed_at: null,
    })),
    ...removed.rows.map(({ until, removed_at, ...row }) => ({
      ...row,
      removed_at: removed_at ?? publishedAt.get(until) ?? '',
    })),
  ]
  const restated = await sql<{ project_id: number }>`
    select distinct project_id from history
    where dataset = ${dataset} and until > ${known} and until <= ${newest(versions)}`.execute(tx)
  const ids = restated.rows.map(({ project_id }) => project_id)
  return {
    versions,
    records,
    restated: ids,
    history: await readChangedHistory(tx, dataset, known, newest(versions), ids),
  }
}

/** What was added, and all history of the `restated` projects. */
async function readChangedHistory(
  tx: Tx,
  dataset: Dataset,
  known: number,
  last: number,
  restated: readonly number[],
): Promise<HistoryRow[]> {
  const rows = await tx
    .selectFrom('history')
    .select(['project_id', 'kind', 'record_id', 'field', 'version', 'is_correction', 'reason'])
    .select(['from_value as from', 'to_value as to'])
    .select(sql<number>`(extract(epoch from effective_at) * 1000)::float8`.as('effective'))
    .where('dataset', '=', dataset)
    .where(sql<boolean>`(version > ${known} or kind = 'project' and project_id = any(${restated}::int[]))`)
    .where('version', '<=', last)
    .where(sql<boolean>`(until is null or until > ${last})`)
    .orderBy(sql`ctid`)
    .execute()
  return rows as HistoryRow[]
}
