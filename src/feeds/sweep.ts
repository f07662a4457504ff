// Finds listings that left their feed: collects the keys in the feed, then marks the others gone.
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { EventDraft } from '../events/event-types.ts'
import { publishEvents } from '../events/outbox.ts'
import { at } from '../kernel/at.ts'
import { HomeChanges } from '../listings/homes/home-changes.ts'
import type { FeedRow, HeldSweep } from './feed-tables.ts'

/** A sweep that misses more than this part of the listings is held: the server may have sent too little. */
const MAX_MISSING = 0.3
const ROWS_PER_UPDATE = 5000

export async function beginSweep(tx: Tx, feedId: string): Promise<void> {
  await tx.deleteFrom('feed_sweep_keys').where('feed_id', '=', feedId).execute()
  await tx.updateTable('feeds').set({ held_sweep: null }).where('id', '=', feedId).execute()
}

/** Also called for rows that are read during a sweep: they may be new behind its position. */
export async function addSweepKeys(tx: Tx, feedId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    insert into feed_sweep_keys (feed_id, key)
    select ${feedId}, key from unnest(${keys}::text[]) as key
    on conflict do nothing`.execute(tx)
}

/** Marks what the sweep did not find as gone, or holds it for approval. Returns the number of gone listings. */
export async function endSweep(tx: Tx, feed: FeedRow, at: string): Promise<{ gone: number; held: HeldSweep | null }> {
  const { stored, missing } = await countMissing(tx, feed)
  if (missing > stored * MAX_MISSING) {
    const held = { found_at: at, stored, missing }
    await tx
      .updateTable('feeds')
      .set({ held_sweep: JSON.stringify(held) })
      .where('id', '=', feed.id)
      .execute()
    return { gone: 0, held }
  }
  return { gone: missing === 0 ? 0 : await markGone(tx, feed, at), held: null }
}

/** Marks all listings of the feed that are not among the collected keys, and forgets the keys. */
export async function markGone(tx: Tx, feed: FeedRow, at: string): Promise<number> {
  let gone = 0
  const events: EventDraft[] = []
  for (;;) {
    const { rows } = await sql<{ home_id: string | null }>`
      update listings set gone_at = ${at}::timestamptz, updated_at = ${at}::timestamptz, version = version + 1,
        off_market_at = coalesce(off_market_at, ${at}::timestamptz),
        market_status = case when market_status = 'active' then 'off_market' else market_status end
      where id in (select id from listings where ${isMissing(feed)} limit ${ROWS_PER_UPDATE}) returning home_id`.execute(
      tx,
    )
    if (rows.length === 0) break
    gone += rows.length
    const homes = new HomeChanges()
    for (const { home_id } of rows) homes.changed(feed.account_id, home_id)
    events.push(...(await homes.save(tx, feed.dataset, at)))
  }
  await beginSweep(tx, feed.id)
  await publishEvents(tx, feed.dataset, events, new Date(at))
  return gone
}

async function countMissing(tx: Tx, feed: FeedRow): Promise<{ stored: number; missing: number }> {
  const { rows } = await sql<{ stored: number; missing: number }>`
    select (select count(*)::int from listings where ${isPresent(feed)}) as stored,
      (select count(*)::int from listings where ${isMissing(feed)}) as missing`.execute(tx)
  return at(rows, 0)
}

const isPresent = ({ id, account_id, dataset }: FeedRow) =>
  sql`feed_id = ${id} and account_id = ${account_id} and dataset = ${dataset} and gone_at is null`

const isMissing = (feed: FeedRow) => sql`${isPresent(feed)}
  and not exists (select from feed_sweep_keys seen where seen.feed_id = ${feed.id} and seen.key = listings.key)`
