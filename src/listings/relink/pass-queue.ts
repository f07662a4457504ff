// The queue of passes in the database: the open pass, its listings and its progress.
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { ChangeReason } from '../link-change.ts'

export interface Pass {
  readonly id: number
  readonly dataset: Dataset
  readonly why: ChangeReason
  readonly link_keys: readonly number[] | null
  readonly to_version: number
  /** Listings up to this id are done. */
  readonly cursor: number
  readonly total: number
}

const KEEP_MS = 7 * DAY_MS

/** The oldest pass that is not finished. */
export async function openPass(db: Database, dataset: Dataset): Promise<Pass | undefined> {
  const row = await db.query
    .selectFrom('listing_passes')
    .select(['id', 'dataset', 'why', 'link_keys', 'to_version', 'cursor', 'total'])
    .where('dataset', '=', dataset)
    .where('finished_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row as Pass | undefined
}

/** The next listings of a pass, in the order of their ids. */
export async function nextIds(db: Database, pass: Pass, limit: number): Promise<number[]> {
  const { dataset, cursor, link_keys } = pass
  if (link_keys === null) {
    if (cursor === 0) await setTotal(db, pass)
    const { rows } = await sql<{ id: number }>`
      select id from listings where dataset = ${dataset} and id > ${cursor} order by id limit ${limit}`.execute(
      db.query,
    )
    return rows.map(({ id }) => id)
  }
  // Materialized, and with the keys from the table, so that PostgreSQL uses the index: if it sees a thousand keys it
  // expects a third of all listings, and compares every row with every key, which takes minutes.
  const { rows } = await sql<{ id: number; total: number }>`
    with found as materialized (
      select id from listings
      where link_keys && (select link_keys from listing_passes where id = ${pass.id})
        and dataset = ${dataset} and id > ${cursor}
    )
    select id, count(*) over () as total from found order by id limit ${limit}`.execute(db.query)
  if (cursor === 0 && rows[0])
    await db.query.updateTable('listing_passes').set({ total: rows[0].total }).where('id', '=', pass.id).execute()
  return rows.map(({ id }) => id)
}

async function setTotal(db: Database, { id, dataset }: Pass): Promise<void> {
  await sql`
    update listing_passes set total = (select count(*) from listings where dataset = ${dataset})
    where id = ${id}`.execute(db.query)
}

export async function staleIds(db: Database, dataset: Dataset, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from listings where dataset = ${dataset} and is_stale order by id limit ${limit}`.execute(db.query)
  return rows.map(({ id }) => id)
}

export async function movePass(
  tx: Tx,
  id: number,
  cursor: number,
  { done, changed }: { readonly done: number; readonly changed: number },
): Promise<void> {
  await sql`
    update listing_passes set cursor = ${cursor}, done = done + ${done}, changed = changed + ${changed}
    where id = ${id}`.execute(tx)
}

/** Also deletes passes that finished long ago. */
export async function finishPass(db: Database, id: number, at: Date): Promise<void> {
  const oldest = new Date(at.getTime() - KEEP_MS).toISOString()
  await db.tx(async (tx) => {
    await sql`delete from listing_passes where finished_at < ${oldest}::timestamptz`.execute(tx)
    await sql`update listing_passes set finished_at = ${at.toISOString()}::timestamptz where id = ${id}`.execute(tx)
  })
}
