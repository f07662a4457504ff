// Finds listings that left their feed: collects the keys in the feed, then marks the others gone.
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { EventDraft } from '../events/event-types.ts'
import { publishEvents } from '../events/outbox.ts'
import { at } from '../kernel/at.ts'
import { HomeChanges } from '../listings/homes/home-changes.ts'
import { goneEvent, heldEvent } from './feed-events.ts'
import type { FeedRow, HeldSweep } from './feed-tables.ts'
import { forgetMissing } from './set-aside.ts'

/** A sweep that misses more than this part of the listings is held: the server may have sent too little. */
const MAX_MISSING = 0.3
const ROWS_PER_UPDATE = 5000
/** The next sweep finds the others. */
const MAX_UNREAD = 10_000

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
  const { stored, missing } = await countPresent(tx, feed, isMissing(feed))
  if (missing > stored * MAX_MISSING) return { gone: 0, held: await hold(tx, feed, { found_at: at, stored, missing }) }
  return { gone: await markGone(tx, feed, at), held: null }
}

/** Announced once, however many sweeps find the same. */
async function hold(tx: Tx, feed: FeedRow, held: HeldSweep): Promise<HeldSweep> {
  const { rows } = await sql<{ is_announced: boolean }>`
    update feeds set held_sweep = ${JSON.stringify(held)}, held_announced_at = coalesce(held_announced_at, ${held.found_at}::timestamptz)
    from (select held_announced_at is not null as is_announced from feeds where id = ${feed.id}) as before
    where id = ${feed.id} returning is_announced`.execute(tx)
  const events = at(rows, 0).is_announced ? [] : [heldEvent(feed, held)]
  await publishEvents(tx, feed.dataset, events, new Date(held.found_at))
  return held
}

/** Marks all listings of the feed that are not among the collected keys, and forgets the keys. */
export async function markGone(tx: Tx, feed: FeedRow, at: string): Promise<number> {
  const gone = await markGoneIf(tx, feed, isMissing(feed), at)
  await forgetMissing(tx, feed.id)
  await beginSweep(tx, feed.id)
  await tx.updateTable('feeds').set({ held_announced_at: null }).where('id', '=', feed.id).execute()
  return gone
}

/** Marks these listings, unless they are so many that a sweep should look first. */
export async function markKeysGone(tx: Tx, feed: FeedRow, keys: readonly string[], at: string): Promise<number> {
  const isNamed = sql`${isPresent(feed)} and key = any(${keys}::text[])`
  const { stored, missing } = await countPresent(tx, feed, isNamed)
  if (missing <= stored * MAX_MISSING) return markGoneIf(tx, feed, isNamed, at)
  await tx.updateTable('feeds').set({ next_sweep_at: at }).where('id', '=', feed.id).execute()
  return 0
}

async function markGoneIf(tx: Tx, feed: FeedRow, condition: RawBuilder<unknown>, at: string): Promise<number> {
  let gone = 0
  const events: EventDraft[] = []
  for (;;) {
    const { rows } = await sql<{ key: string; home_id: string | null }>`
      update listings set gone_at = ${at}::timestamptz, updated_at = ${at}::timestamptz, version = version + 1,
        off_market_at = coalesce(off_market_at, ${at}::timestamptz),
        market_status = case when market_status = 'active' then 'off_market' else market_status end
      where id in (select id from listings where ${condition} limit ${ROWS_PER_UPDATE}) returning key, home_id`.execute(
      tx,
    )
    if (rows.length === 0) break
    gone += rows.length
    const homes = new HomeChanges()
    for (const { home_id } of rows) homes.changed(feed.account_id, home_id)
    events.push(...rows.map(({ key }) => goneEvent(feed, key, at)), ...(await homes.save(tx, feed.dataset, at)))
  }
  await publishEvents(tx, feed.dataset, events, new Date(at))
  return gone
}

/** Keys that a sweep found and no change brought, as when a row begins to match the filter; then those set aside. */
export async function unreadKeys(db: Database['query'], feed: FeedRow): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from feed_sweep_keys seen where feed_id = ${feed.id}
      and not exists (select from listings where ${isPresent(feed)} and listings.key = seen.key)
    order by exists (select from feed_set_aside bad where bad.feed_id = ${feed.id} and bad.key = seen.key), key
    limit ${MAX_UNREAD}`.execute(db)
  return rows.map(({ key }) => key)
}

async function countPresent(
  tx: Tx,
  feed: FeedRow,
  condition: RawBuilder<unknown>,
): Promise<{ stored: number; missing: number }> {
  const { rows } = await sql<{ stored: number; missing: number }>`
    select (select count(*)::int from listings where ${isPresent(feed)}) as stored,
      (select count(*)::int from listings where ${condition}) as missing`.execute(tx)
  return at(rows, 0)
}

const isPresent = ({ id, account_id, dataset }: FeedRow) =>
  sql`listings.feed_id = ${id} and account_id = ${account_id} and dataset = ${dataset} and gone_at is null`

const isMissing = (feed: FeedRow) => sql`${isPresent(feed)}
  and not exists (select from feed_sweep_keys seen where seen.feed_id = ${feed.id} and seen.key = listings.key)`
