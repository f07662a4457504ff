// Stores what each release of a source said, so that releases can be imported in any order.
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { ProjectRow } from '../record/row.ts'

/** Only production has sources with releases. */
const PRODUCTION = 'production'

/** Until the next release; null for the newest one. */
export interface ReleasePeriod {
  readonly from: string
  readonly until: string | null
}

export interface SaidRow extends ReleasePeriod {
  readonly row: ProjectRow
}

/** `version` is the one that a running publish makes. */
export interface ReleaseOf {
  readonly source: string
  readonly version: number
}

export async function hasReleases(tx: Tx, source: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from releases where source = ${source} and until is null limit 1`.execute(tx)
  return rows.length > 0
}

/** Null `until`: no release is newer. */
export async function periodOf(tx: Tx, source: string, from: string): Promise<ReleasePeriod> {
  const { rows } = await sql<{ until: string | null }>`
    select min(as_of) as until from releases
    where source = ${source} and until is null and as_of > ${from}::timestamptz`.execute(tx)
  return { from, until: rows[0]!.until }
}

/** The imports so far had no day: they count as releases of their moments. The log of rows says what each of them said. */
export async function startReleases(tx: Tx, source: string): Promise<void> {
  await sql`
    insert into releases (source, as_of, since)
    select source, published_at, number from dataset_versions
    where dataset = ${PRODUCTION} and source = ${source} and kind = 'import' on conflict do nothing`.execute(tx)
  const states = sql`
    (select key, row, md5(row::text) as content, present, version as last,
      coalesce(lag(version) over (partition by key order by version), since) as first, observed_at, project_id
    from (
      select *, lead(row::text) over next as next_row, lead(present) over next as next_present from (
        select key, row, present, since, version, observed_at, project_id from row_versions
        where dataset = ${PRODUCTION} and source = ${source}
        union all
        select key, row, present, since, null, observed_at, project_id from identities
        where dataset = ${PRODUCTION} and source = ${source}) as stored
      window next as (partition by key order by version)) as known
    where version is null or present <> next_present or row::text is distinct from next_row) as s
    left join dataset_versions a on a.dataset = ${PRODUCTION} and a.number = s.first
    left join dataset_versions b on b.dataset = ${PRODUCTION} and b.number = s.last
    left join records r on r.dataset = ${PRODUCTION} and r.project_id = s.project_id and r.kind = 'project' and r.until is null
    where s.present and s.row is not null`
  // Rows of installations from before the log are as old as their projects.
  const start = sql`coalesce(a.published_at, (r.body ->> 'created_at')::timestamptz, s.observed_at)`
  await sql`
    insert into release_rows (source, key, content, row, valid, since, until)
    select ${source}, key, content, row, tstzmultirange(tstzrange(${start}, null)), first, last from ${states}`.execute(
    tx,
  )
  await sql`
    insert into release_rows (source, key, content, row, valid, since)
    select ${source}, key, content, (array_agg(row))[1], range_agg(tstzrange(${start}, b.published_at)), last
    from ${states} and last is not null group by key, content, last
    on conflict (source, key, content, since) do update set valid = release_rows.valid + excluded.valid`.execute(tx)
}

export interface ReleaseCounts {
  /** Rows of the release before it. */
  readonly before: number
  /** Those that are not in this release. */
  readonly gone: number
  readonly changed: number
}

/** The rows that a source reports now. */
export const presentRows = (source: string): RawBuilder<unknown> => sql`(
  select key, row from identities
  where dataset = ${PRODUCTION} and source = ${source} and present and row is not null)`

export const STAGED_ROWS = sql`staged_rows`

/** The rows of a release that is not the newest: they are never current. */
export async function stageRows(tx: Tx, rows: readonly ProjectRow[]): Promise<void> {
  await sql`create temp table if not exists staged_rows (key text primary key, row json) on commit drop`.execute(tx)
  const json = JSON.stringify(rows.map((row) => ({ key: row.key, row })))
  await sql`
    insert into staged_rows select key, row from json_to_recordset(${json}::json) as r(key text, row json)
    on conflict do nothing`.execute(tx)
}

/** Rows that could not be read are as in the release before; all missing rows when it is not known which these are. */
export async function stageFormerRows(
  tx: Tx,
  source: string,
  { from }: ReleasePeriod,
  keys: readonly string[] | 'all',
): Promise<void> {
  await sql`
    insert into staged_rows select key, row from release_rows
    where source = ${source} and until is null and valid @> ${from}::timestamptz
      and ${keys === 'all' ? sql`true` : sql`key = any(${keys}::text[])`}
    on conflict do nothing`.execute(tx)
}

/** From `from` until `until`, the source says what is in `rows`. `changed_keys` then has the keys with another past. */
export async function storeRelease(
  tx: Tx,
  { source, version }: ReleaseOf,
  { from, until }: ReleasePeriod,
  rows: RawBuilder<unknown>,
): Promise<ReleaseCounts> {
  const period = sql`tstzrange(${from}::timestamptz, ${until}::timestamptz)`
  await sql`
    insert into releases (source, as_of, since) select ${source}, ${from}::timestamptz, ${version}::int
    where not exists (select from releases where source = ${source} and as_of = ${from}::timestamptz and until is null)
  `.execute(tx)
  await createChangedKeys(tx)
  // A full join never compares each row with each row, which a database without statistics else might.
  const counts = await sql<ReleaseCounts>`
    with joined as (
      select key, o.content as was, n.content as now from (
        select key, content from release_rows
        where source = ${source} and until is null and valid @> ${from}::timestamptz) as o
      full join (select key, md5(row::text) as content from ${rows} as r) as n using (key)),
    changed as (
      insert into changed_keys select ${source}, key from joined where was is distinct from now)
    select count(was)::int as before, count(was) filter (where now is null)::int as gone,
      count(*) filter (where was is distinct from now)::int as changed from joined`.execute(tx)
  await sql`analyze changed_keys`.execute(tx)
  await sql`
    update release_rows r set until = ${version}::int from changed_keys c
    where r.source = ${source} and c.source = r.source and c.key = r.key and r.until is null and r.valid && ${period}
  `.execute(tx)
  await sql`
    insert into release_rows (source, key, content, row, valid, since)
    select r.source, r.key, r.content, r.row, r.valid - tstzmultirange(${period}), ${version}::int
    from release_rows r join changed_keys c on c.source = r.source and c.key = r.key
    where r.source = ${source} and r.until = ${version}::int and r.since < ${version}::int
      and not isempty(r.valid - tstzmultirange(${period}))`.execute(tx)
  await sql`
    insert into release_rows (source, key, content, row, valid, since)
    select ${source}, r.key, md5(r.row::text), r.row, tstzmultirange(${period}), ${version}::int
    from ${rows} as r join changed_keys c on c.source = ${source} and c.key = r.key
    on conflict (source, key, content, since) do update set valid = release_rows.valid + excluded.valid`.execute(tx)
  // A row that the newest release is the first to have needs nothing else.
  if (until === null)
    await sql`
      delete from changed_keys c where not exists (
        select from release_rows r where r.source = c.source and r.key = c.key and r.since < ${version}::int)`.execute(
      tx,
    )
  return counts.rows[0]!
}

async function createChangedKeys(tx: Tx): Promise<void> {
  await sql`
    create temp table if not exists changed_keys (source text, key text, primary key (source, key)) on commit drop
  `.execute(tx)
}

/** As in version `target`; `version` is the one that the rollback makes. Returns how many rows that is about. */
export async function restoreReleases(tx: Tx, target: number, version: number): Promise<number> {
  await createChangedKeys(tx)
  const changed = await sql`
    insert into changed_keys select distinct source, key from release_rows
    where (until is null and since > ${target}::int) or (since <= ${target}::int and until > ${target}::int)`.execute(
    tx,
  )
  for (const [table, columns, values] of [
    ['releases', ['as_of'], sql`as_of`],
    ['release_rows', ['key', 'content', 'row', 'valid'], sql`key, content, (array_agg(row))[1], range_agg(valid)`],
  ] as const) {
    const list = sql.join(columns.map((column) => sql.ref(column)))
    const grouped = sql.join(columns.slice(0, 2).map((column) => sql.ref(column)))
    await sql`
      update ${sql.table(table)} set until = ${version}::int where until is null and since > ${target}::int`.execute(tx)
    await sql`
      insert into ${sql.table(table)} (source, ${list}, since)
      select source, ${values}, ${version}::int from ${sql.table(table)}
      where since <= ${target}::int and until > ${target}::int group by source, ${grouped}`.execute(tx)
  }
  return Number(changed.numAffectedRows ?? 0)
}

export interface ChangedKeys {
  readonly source: string
  readonly keys: readonly string[]
}

const BATCH = 200

export async function* readChangedKeys(tx: Tx): AsyncGenerator<ChangedKeys> {
  const { rows } = await sql<{ source: string; key: string }>`
    select source, key from changed_keys order by source, key`.execute(tx)
  for (let start = 0; start < rows.length; ) {
    const { source } = rows[start]!
    const batch = rows.slice(start, start + BATCH).filter((row) => row.source === source)
    yield { source, keys: batch.map(({ key }) => key) }
    start += batch.length
  }
}

/** What the releases say about each row, oldest first. */
export async function readSaidRows(
  tx: Tx,
  { source, keys }: ChangedKeys,
): Promise<Map<string, [SaidRow, ...SaidRow[]]>> {
  const { rows } = await sql<SaidRow & { key: string }>`
    select key, row, lower(period) as "from", upper(period) as until from (
      select key, (array_agg(row))[1] as row, unnest(range_agg(valid)) as period from release_rows
      where source = ${source} and key = any(${keys}::text[]) and until is null group by key, content) as said
    order by key, lower(period)`.execute(tx)
  const said = new Map<string, [SaidRow, ...SaidRow[]]>()
  for (const { key, ...one } of rows) {
    const list = said.get(key)
    if (list === undefined) said.set(key, [one])
    else list.push(one)
  }
  return said
}
