// Stores the rows of sources as they report them, and reads them back.
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { RowRef } from '../join/decisions.ts'
import { refKey } from '../join/decisions.ts'
import { joinKeysOf } from '../join/join-keys.ts'
import type { RowFacts } from '../join/row-facts.ts'
import { factsOf } from '../join/row-facts.ts'
import type { SourceTrust } from '../join/trust-order.ts'
import type { ChildIds } from '../record/identity.ts'
import { NO_CHILD_IDS } from '../record/identity.ts'
import { inBatches } from '../record/in-batches.ts'
import type { ProjectRow } from '../record/row.ts'

type Tx = Transaction<Tables>

export interface HashedRow {
  readonly row: ProjectRow
  readonly hash: string
}

/** The version that a running publish makes. */
export const nextVersionOf = (dataset: Dataset) =>
  sql<number>`(select coalesce(max(number), 0) + 1 from dataset_versions where dataset = ${dataset})`

/** A row that is reported again with the same content was observed when it first had that content. */
export async function storeRows(
  tx: Tx,
  dataset: Dataset,
  source: string,
  rows: readonly HashedRow[],
  at: string,
): Promise<void> {
  await inBatches(
    rows.map(({ row, hash }) => {
      const facts = factsOf(row)
      const { keys, streets } = joinKeysOf(facts)
      return { key: row.key, row_hash: hash, row, facts, join_keys: keys, street_keys: streets }
    }),
    (json) => sql`
      insert into identities (dataset, source, key, project_id, present, row_hash, children, is_anchor, row, facts,
        join_keys, street_keys, observed_at, since)
      select ${dataset}, ${source}, i.key, null, true, i.row_hash, ${JSON.stringify(NO_CHILD_IDS)}::json, false, i.row,
        i.facts, i.join_keys, i.street_keys, ${at}::timestamptz, ${nextVersionOf(dataset)}
      from json_to_recordset(${json}::json) as i(key text, row_hash text, row json, facts json, join_keys int[],
        street_keys int[])
      on conflict (dataset, source, key) do update set present = true, row_hash = excluded.row_hash,
        row = excluded.row, facts = excluded.facts, join_keys = excluded.join_keys,
        street_keys = excluded.street_keys, observed_at = case
          when identities.row::text = excluded.row::text then coalesce(identities.observed_at, excluded.observed_at)
          else excluded.observed_at end`,
    tx,
  )
}

/** A row that takes part in joining. */
export interface StoredRowFacts extends RowRef {
  readonly project_id: number | null
  readonly is_anchor: boolean
  readonly own_project_id: number | null
  readonly join_rule: string | null
  readonly join_value: string | null
  readonly join_distance_m: number | null
  /** Null for a secondary row of an older installation; it stays with its project until its source is imported. */
  readonly facts: RowFacts | null
  /** Null until the row is joined for the first time after an upgrade. */
  readonly join_keys: readonly number[] | null
  readonly street_keys: readonly number[] | null
  /** False for an anchor that the record of its project describes. */
  readonly isStored: boolean
}

const FACTS = [
  ...(['source', 'key', 'project_id', 'is_anchor', 'own_project_id', 'facts', 'join_keys', 'street_keys'] as const),
  ...(['join_rule', 'join_value', 'join_distance_m'] as const),
] as const

/** All rows that sources report now. An anchor without a stored row is described by its project's record. */
export async function readRowFacts(tx: Tx, dataset: Dataset): Promise<StoredRowFacts[]> {
  const rows = await tx
    .selectFrom('identities')
    .select(FACTS)
    .where('dataset', '=', dataset)
    .where('present', '=', true)
    .execute()
  const undescribed = rows.flatMap((row) =>
    row.facts === null && row.is_anchor && row.project_id ? [row.project_id] : [],
  )
  const records = await readProjectRecords(tx, dataset, undescribed)
  return rows.map((row) => {
    const record = row.facts === null && row.is_anchor ? records.get(row.project_id ?? 0) : undefined
    const facts = record ? factsOf(record) : (row.facts as RowFacts | null)
    return { ...row, facts, isStored: record === undefined }
  })
}

/** The given rows, if sources report them now. */
export async function readFactsOf(tx: Tx, dataset: Dataset, refs: readonly RowRef[]): Promise<StoredRowFacts[]> {
  const found: StoredRowFacts[] = []
  await inBatches(
    refs.map(({ source, key }) => ({ source, key })),
    (json) => sql`
      select ${sql.join(FACTS.map((column) => sql.ref(`i.${column}`)))}
      from json_to_recordset(${json}::json) as r(source text, key text)
      join identities i on i.dataset = ${dataset} and i.source = r.source and i.key = r.key
      where i.present`,
    tx,
    (rows) => found.push(...(rows as StoredRowFacts[]).map((row) => ({ ...row, isStored: true }))),
  )
  return found
}

const BATCH = 1000

async function readProjectRecords(tx: Tx, dataset: Dataset, ids: readonly number[]) {
  const records = new Map<number, ProjectRecord>()
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await tx
      .selectFrom('records')
      .select(['id', 'body'])
      .where('dataset', '=', dataset)
      .where('kind', '=', 'project')
      .where('id', 'in', ids.slice(start, start + BATCH))
      .where('until', 'is', null)
      .execute()
    for (const { id, body } of rows) records.set(id, body as ProjectRecord)
  }
  return records
}

export interface RowContent extends RowRef {
  readonly project_id: number | null
  readonly is_anchor: boolean
  /** Null for generated sources, and until the source is imported again after an upgrade or a rollback. */
  readonly row: ProjectRow | null
  /** The fields that an older installation stored. */
  readonly offers: Partial<ProjectRow> | null
  /** Those of the project that was last made from it. */
  readonly children: ChildIds
  readonly own_project_id: number | null
  readonly observed_at: string | null
}

export async function readRowContents(
  tx: Tx,
  dataset: Dataset,
  refs: readonly RowRef[],
): Promise<Map<string, RowContent>> {
  const json = JSON.stringify(refs.map(({ source, key }) => ({ source, key })))
  const { rows } = await sql<RowContent>`
    select i.source, i.key, i.project_id, i.is_anchor, i.row, i.offers, i.children, i.own_project_id,
      i.observed_at
    from identities i join json_to_recordset(${json}::json) as r(source text, key text)
      on i.source = r.source and i.key = r.key
    where i.dataset = ${dataset}`.execute(tx)
  return new Map(rows.map((row) => [refKey(row), row]))
}

export interface Placement extends RowRef {
  readonly project_id: number | null
  readonly is_anchor: boolean
  /** Null leaves the ids as they are. */
  readonly children: ChildIds | null
  /** Where a row that waits can return to. The project of an anchor is its own. */
  readonly own_project_id?: number
}

export async function writePlacements(tx: Tx, dataset: Dataset, rows: readonly Placement[]): Promise<void> {
  await inBatches(
    rows,
    (json) => sql`
      update identities set project_id = i.project_id, is_anchor = i.is_anchor,
        children = coalesce(i.children, identities.children),
        own_project_id = case when i.is_anchor then i.project_id else 
          coalesce(i.own_project_id, identities.own_project_id, i.project_id) end
      from json_to_recordset(${json}::json) as i(source text, key text, project_id int, is_anchor boolean, children json,
        own_project_id int)
      where identities.dataset = ${dataset} and identities.source = i.source and identities.key = i.key`,
    tx,
  )
}

export async function readTrust(tx: Tx): Promise<SourceTrust[]> {
  return tx.selectFrom('sources').select(['name', 'trust', 'creates_projects']).execute()
}

export interface RowPoint {
  readonly latitude: number
  readonly longitude: number
}

/** Where the source said that its rows are, by key. */
export async function readPoints(tx: Tx, dataset: Dataset, source: string, keys: readonly string[]) {
  const points = new Map<string, RowPoint>()
  await inBatches(
    keys,
    (json) => sql`
      select i.key, (p.building ->> 'lat')::float8 as latitude, (p.building ->> 'lng')::float8 as longitude
      from json_array_elements_text(${json}::json) as k(key)
      join identities i on i.dataset = ${dataset} and i.source = ${source} and i.key = k.key
      cross join lateral (select i.facts #> '{buildings,0}' as building) p
      where p.building ->> 'lat' is not null`,
    tx,
    (rows) => {
      for (const row of rows as (RowPoint & { key: string })[]) points.set(row.key, row)
    },
  )
  return points
}

/** The projects that rows are part of. */
export async function readProjectsOf(db: Kysely<Tables>, source: string, keys: readonly string[]) {
  const rows = await db
    .selectFrom('identities')
    .select(['key', 'project_id'])
    .where('dataset', '=', 'production')
    .where('source', '=', source)
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
  return new Map(rows.flatMap(({ key, project_id }) => (project_id === null ? [] : [[key, project_id] as const])))
}

/** The rows that left: their projects, and their addresses to find them under a new key. */
export async function readLeavingRows(tx: Tx, dataset: Dataset, source: string, keys: readonly string[]) {
  const found: { key: string; project_id: number | null; address: string | null }[] = []
  for (let start = 0; start < keys.length; start += BATCH) {
    const rows = await tx
      .selectFrom('identities')
      .select(['key', 'project_id', sql<string | null>`facts ->> 'address'`.as('address')])
      .where('dataset', '=', dataset)
      .where('source', '=', source)
      .where('key', 'in', keys.slice(start, start + BATCH))
      .execute()
    found.push(...rows)
  }
  return found
}
