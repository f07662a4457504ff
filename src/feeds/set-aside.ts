// Remembers rows that could not be stored, so that each is reported once and read again when it changes.
import { createHash } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { RejectedRow } from './feed-tables.ts'

export interface SetAsideRow extends RejectedRow {
  readonly record: unknown
}

/** What a person sees: the number of all, and the newest. */
export interface SetAside {
  readonly count: number
  readonly rows: readonly { readonly key: string | null; readonly reason: string; readonly since: string }[]
}

const MAX_SHOWN = 20

/** Of the feed in the outer query. */
export const setAsideOfFeed: RawBuilder<SetAside> = sql<SetAside>`(
  select json_build_object('count', count(*), 'rows', coalesce(json_agg(json_build_object(
      'key', nullif(key, ''), 'reason', reason,
      'since', to_char(set_aside_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n)
    filter (where n <= ${sql.lit(MAX_SHOWN)}), '[]'))
  from (select *, row_number() over (order by set_aside_at desc, key) as n
    from feed_set_aside where feed_id = feeds.id) as newest)`

/** Forgets the rows that were stored now. Returns the others that are new or have changed. */
export async function updateSetAside<T extends SetAsideRow>(
  tx: Tx,
  feedId: string,
  stored: readonly string[],
  bad: readonly T[],
  at: string,
): Promise<T[]> {
  await sql`delete from feed_set_aside where feed_id = ${feedId} and key = any(${stored}::text[])`.execute(tx)
  // A statement can write a row only once.
  const byKey = new Map(bad.map((row) => [row.key ?? '', row]))
  if (byKey.size === 0) return []
  const rows = [...byKey].map(([key, { reason, record }]) => {
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([record, reason]))
      .digest('base64url')
    return { feed_id: feedId, key, reason, fingerprint, set_aside_at: at }
  })
  const { rows: changed } = await sql<{ key: string }>`
    insert into feed_set_aside select * from json_populate_recordset(null::feed_set_aside, ${JSON.stringify(rows)}::json)
    on conflict (feed_id, key) do update set reason = excluded.reason, fingerprint = excluded.fingerprint,
      set_aside_at = excluded.set_aside_at
    where feed_set_aside.fingerprint <> excluded.fingerprint
    returning key`.execute(tx)
  return changed.flatMap(({ key }) => byKey.get(key) ?? [])
}

/** After a sweep: rows that are no longer in the feed. */
export async function forgetMissing(tx: Tx, feedId: string): Promise<void> {
  await sql`
    delete from feed_set_aside where feed_id = ${feedId} and not exists
      (select from feed_sweep_keys seen where seen.feed_id = ${feedId} and seen.key = feed_set_aside.key)`.execute(tx)
}
