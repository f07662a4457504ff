// Restores stored rows as they were in a version. The database logs what each version changed (migration 0024).
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { RowRef } from '../join/decisions.ts'
import { joinKeysOf } from '../join/join-keys.ts'
import type { RowFacts } from '../join/row-facts.ts'
import { findRenamed, renameDecisions } from './renamed-rows.ts'
import { writeKeys } from './row-keys.ts'

/** False for a version that is older than the log. */
export async function hasRowsOf(tx: Tx, dataset: Dataset, version: number): Promise<boolean> {
  const counter = tx.selectFrom('counters').select('value').where('name', '=', `rows_logged.${dataset}`)
  return version >= (await counter.executeTakeFirstOrThrow()).value
}

export interface RestoredRows {
  readonly count: number
  /** Projects that rows were in → where these rows are again. */
  readonly movedFrom: ReadonlyMap<number, number>
}

interface RestoredRow extends RowRef {
  readonly facts: RowFacts | null
  readonly before: number | null
  readonly after: number | null
  readonly returns: boolean
}

/** Rows that are newer keep their ids, so that the same file gives the same projects when it is imported again. */
export async function restoreRows(tx: Tx, dataset: Dataset, version: number): Promise<RestoredRows> {
  const { rows: leaving } = await sql<{ source: string; key: string; address: string | null }>`
    update identities set present = false where dataset = ${dataset} and since > ${version}::int and present
    returning source, key, facts ->> 'address' as address`.execute(tx)
  const former = sql`(
    select distinct on (source, key) * from row_versions
    where dataset = ${dataset} and version > ${version}::int and since <= ${version}::int
    order by source, key, version)`
  const { rows } = await sql<RestoredRow>`
    select v.source, v.key, v.facts, i.project_id as before, v.project_id as after, v.present and not i.present as returns
    from ${former} v join identities i on i.dataset = v.dataset and i.source = v.source and i.key = v.key
    order by v.source, v.key`.execute(tx)
  await sql`
    update identities i set project_id = v.project_id, present = v.present, is_anchor = v.is_anchor,
      row_hash = v.row_hash, offers = v.offers, row = v.row, facts = v.facts, observed_at = v.observed_at,
      join_rule = v.join_rule, join_value = v.join_value, join_distance_m = v.join_distance_m, joined_at = v.joined_at,
      own_project_id = case when v.is_anchor then v.own_project_id else coalesce(i.own_project_id, v.own_project_id) end,
      children = json_build_object(${sql.join(CHILDREN.map(newerIds))})
    from ${former} v where i.dataset = v.dataset and i.source = v.source and i.key = v.key`.execute(tx)
  await writeKeys(
    tx,
    dataset,
    rows.flatMap(({ source, key, facts }) => (facts === null ? [] : [{ source, key, ...joinKeysOf(facts) }])),
  )
  await renameBack(tx, dataset, rows, leaving)
  const moved = rows.flatMap(({ before, after }): [number, number][] =>
    before === null || after === null || before === after ? [] : [[before, after]],
  )
  return { count: rows.length + leaving.length, movedFrom: new Map(moved.reverse()) }
}

const CHILDREN = ['building', 'floor_plan', 'unit', 'media'] as const

/** Also the ids of parts that the row did not have yet. */
const newerIds = (kind: (typeof CHILDREN)[number]) => sql`
  ${sql.lit(kind)}, (i.children -> ${sql.lit(kind)})::jsonb || (v.children -> ${sql.lit(kind)})::jsonb`

/** People's decisions follow a row to its new key, and back. */
async function renameBack(
  tx: Tx,
  dataset: Dataset,
  restored: readonly RestoredRow[],
  leaving: readonly (RowRef & { readonly address: string | null })[],
): Promise<void> {
  const back = restored.filter(({ returns, facts }) => returns && facts !== null)
  for (const source of new Set(back.map((row) => row.source))) {
    const own = back.filter((row) => row.source === source)
    const added = new Map(own.map(({ key, facts }) => [key, facts!.address]))
    const left = leaving.filter((row) => row.source === source)
    await renameDecisions(tx, dataset, source, findRenamed(left, added))
  }
}

/** The next publish joins the rows around all rows that are newer than a version, as they are when this runs. */
export async function joinChangedSince(tx: Tx, dataset: Dataset, version: number): Promise<void> {
  await sql`
    insert into join_pending (dataset, join_key)
    select distinct ${dataset}, unnest(i.join_keys) from identities i
    where i.dataset = ${dataset} and (i.since > ${version}::int or exists (
      select from row_versions v
      where v.dataset = i.dataset and v.source = i.source and v.key = i.key and v.version > ${version}::int))
    on conflict do nothing`.execute(tx)
}
