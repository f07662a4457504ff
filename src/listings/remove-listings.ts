// Deletes listings with their history, and keeps their homes true.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/database-tables.ts'
import { deleteEventsAbout } from '../events/delete-events.ts'
import type { EventDraft } from '../events/event-types.ts'
import { deleteEventPayloads } from '../webhooks/delete-event-payloads.ts'
import { deleteEventsNaming } from './homes/delete-home-events.ts'
import { HomeChanges } from './homes/home-changes.ts'
import { listingsOf } from './listing-rows.ts'
import type { ListingOwner } from './listing-types.ts'

/** Deleting a listing also deletes its history, key by key. */
const KEYS_PER_DELETE = 5000

/** All deletions of listings go through here, so that nothing of a listing stays. Returns their number. */
export async function removeListings(
  tx: Tx,
  owner: ListingOwner,
  keys: readonly string[],
  homes: HomeChanges,
): Promise<number> {
  if (keys.length === 0) return 0
  const { rows } = await sql<{ home_id: string | null }>`
    delete from listings where account_id = ${owner.accountId} and dataset = ${owner.dataset}
      and key = any(${keys}::text[]) returning home_id`.execute(tx)
  for (const { home_id } of rows) homes.changed(owner.accountId, home_id)
  // After the rows: the relinker may have held one of them until it announced a change.
  const ids = await deleteEventsAbout(tx, { ...owner, type: 'listing', ids: keys })
  await deleteEventPayloads(tx, [...ids, ...(await deleteEventsNaming(tx, owner, keys))])
  return rows.length
}

/** The listings of a feed or label, or those that left their feed before a time. */
export type RemovalFilter = { readonly feed: string } | { readonly goneBefore: string }

/** Same for all listings that match. Returns their number, and the events to publish. */
export async function removeMatching(
  tx: Tx,
  owner: ListingOwner,
  filter: RemovalFilter,
  at: string,
): Promise<{ removed: number; events: EventDraft[] }> {
  let removed = 0
  const events: EventDraft[] = []
  for (;;) {
    const all = listingsOf(tx, owner).select('key')
    const matching =
      'feed' in filter ? all.where('feed_id', '=', filter.feed) : all.where('gone_at', '<', filter.goneBefore)
    const rows = await matching.orderBy('key').limit(KEYS_PER_DELETE).execute()
    if (rows.length === 0) return { removed, events }
    const keys = rows.map(({ key }) => key)
    const homes = new HomeChanges()
    removed += await removeListings(tx, owner, keys, homes)
    events.push(...(await homes.save(tx, owner.dataset, at)))
  }
}

/** The accounts with listings that left their feed before a time. */
export async function ownersOfGone(db: Kysely<Tables>, before: string): Promise<ListingOwner[]> {
  const rows = await db
    .selectFrom('listings')
    .select(['account_id', 'dataset'])
    .distinct()
    .where('gone_at', '<', before)
    .execute()
  return rows.map(({ account_id, dataset }) => ({ accountId: account_id, dataset }))
}
