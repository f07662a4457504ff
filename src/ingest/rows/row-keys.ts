// Reads and writes the join keys of stored rows, and finds rows by them.
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { RowRef } from '../join/decisions.ts'
import type { JoinKeys } from '../join/join-keys.ts'
import { addressJoinKey, JOIN_KEYS_VERSION } from '../join/join-keys.ts'
import { inBatches } from '../record/in-batches.ts'

export interface Connections {
  readonly keys: Iterable<number>
  readonly projects: Iterable<number>
}

/** A statement per key finds its rows by the index, whatever the planner thinks of a long list. */
const byKey = (column: 'join_keys' | 'street_keys', dataset: Dataset, limit = sql``) => sql`
  select source, key from identities
  where dataset = ${dataset} and present and ${sql.ref(column)} @> array[k.value] ${limit}`

/** PostgreSQL takes searches by many keys for expensive, and would compile each for longer than it runs. */
export async function avoidCompiling(tx: Tx): Promise<void> {
  await sql`set local jit = off`.execute(tx)
}

/** The rows that have one of the keys, are in one of the projects, or wait and could return to one. */
export async function findConnected(tx: Tx, dataset: Dataset, { keys, projects }: Connections): Promise<RowRef[]> {
  const { rows } = await sql<RowRef>`
    select i.source, i.key from unnest(${[...keys]}::int[]) as k(value) cross join lateral (${byKey('join_keys', dataset)}) i
    union
    select source, key from identities where dataset = ${dataset} and present and project_id = any(${[...projects]}::int[])
    union
    select source, key from identities
    where dataset = ${dataset} and present and project_id is null and own_project_id = any(${[...projects]}::int[])
    `.execute(tx)
  return rows
}

/** Some rows of each street: at most as many as the street's limit. */
export async function rowsOfStreets(
  tx: Tx,
  dataset: Dataset,
  limits: ReadonlyMap<number, number>,
): Promise<Map<number, RowRef[]>> {
  const { rows } = await sql<RowRef & { street: number }>`
    select k.value as street, i.source, i.key
    from unnest(${[...limits.keys()]}::int[], ${[...limits.values()]}::int[]) as k(value, most)
    cross join lateral (${byKey('street_keys', dataset, sql`limit k.most`)}) i`.execute(tx)
  const found = new Map<number, RowRef[]>()
  for (const { street, ...ref } of rows) found.set(street, [...(found.get(street) ?? []), ref])
  return found
}

/** The keys that rows have now, whether they are present or not. */
export async function readKeys(tx: Tx, dataset: Dataset, source: string, keys: readonly string[]): Promise<JoinKeys[]> {
  const found: JoinKeys[] = []
  await inBatches(
    keys,
    (json) => sql`
      select i.join_keys as keys, i.street_keys as streets from json_array_elements_text(${json}::json) as k(key)
      join identities i on i.dataset = ${dataset} and i.source = ${source} and i.key = k.key
      where i.join_keys is not null`,
    tx,
    (rows) => found.push(...(rows as JoinKeys[])),
  )
  return found
}

export async function writeKeys(tx: Tx, dataset: Dataset, rows: readonly (RowRef & JoinKeys)[]): Promise<void> {
  await inBatches(
    rows.map(({ source, key, keys, streets }) => ({ source, key, keys, streets })),
    (json) => sql`
      update identities i set join_keys = k.keys, street_keys = k.streets
      from json_to_recordset(${json}::json) as k(source text, key text, keys int[], streets int[])
      where i.dataset = ${dataset} and i.source = k.source and i.key = k.key`,
    tx,
  )
}

const counterOf = (dataset: Dataset): string => `join_keys.${dataset}`

/** False after an upgrade that makes other keys, and after a large rollback. */
export async function hasCurrentKeys(tx: Tx, dataset: Dataset): Promise<boolean> {
  const counter = tx.selectFrom('counters').select('value').where('name', '=', counterOf(dataset))
  return (await counter.executeTakeFirst())?.value === JOIN_KEYS_VERSION
}

export const markCurrentKeys = (tx: Tx, dataset: Dataset): Promise<void> => markKeys(tx, dataset, JOIN_KEYS_VERSION)

/** The next publish joins all rows. */
export const joinAllLater = (tx: Tx, dataset: Dataset): Promise<void> => markKeys(tx, dataset, 0)

async function markKeys(tx: Tx, dataset: Dataset, version: number): Promise<void> {
  const value = { value: version }
  await tx
    .insertInto('counters')
    .values({ name: counterOf(dataset), ...value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(value))
    .execute()
}

/** True when a row has no keys: after a rollback to before the upgrade, or when a node of an older version stored it. */
export async function hasUnkeyedRows(tx: Tx, dataset: Dataset): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identities where dataset = ${dataset} and present and join_keys is null limit 1`.execute(tx)
  return rows.length > 0
}

export async function countRows(tx: Tx, dataset: Dataset): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from identities where dataset = ${dataset} and present`.execute(tx)
  return rows[0]!.count
}

/** The next publish joins the rows around these projects and addresses again. */
export async function joinLater(
  tx: Tx,
  dataset: Dataset,
  projects: readonly number[],
  addresses: readonly string[] = [],
): Promise<void> {
  await sql`
    insert into join_pending (dataset, join_key)
    select distinct ${dataset}, key from (
      select unnest(join_keys) as key from identities where dataset = ${dataset} and project_id = any(${projects}::int[])
      union all select unnest(${addresses.map(addressJoinKey)}::int[])) as keys
    on conflict do nothing`.execute(tx)
}

export async function readPending(tx: Tx, dataset: Dataset): Promise<number[]> {
  const rows = await tx.selectFrom('join_pending').select('join_key').where('dataset', '=', dataset).execute()
  return rows.map(({ join_key }) => join_key)
}

export async function clearPending(tx: Tx, dataset: Dataset): Promise<void> {
  await tx.deleteFrom('join_pending').where('dataset', '=', dataset).execute()
}
