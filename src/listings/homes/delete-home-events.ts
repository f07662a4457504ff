// Deletes the events about homes that listings of an account were deleted from.
import { sql } from 'kysely'
import { groupBy } from '../../catalog/snapshot/group-by.ts'
import type { Tx } from '../../db/database.ts'
import { deleteEventsAbout } from '../../events/delete-events.ts'
import type { Dataset } from '../../events/event-types.ts'
import { deleteEventPayloads } from '../../webhooks/delete-event-payloads.ts'
import type { ChangedHome } from './home-events.ts'
import type { HomeOwner } from './home-of-listing.ts'

export async function deleteHomeEvents(tx: Tx, dataset: Dataset, homes: readonly ChangedHome[]): Promise<void> {
  for (const [accountId, own] of groupBy(homes, ({ account_id }) => account_id)) {
    const about = { accountId, dataset, type: 'home' as const, ids: own.map(({ id }) => id) }
    await deleteEventPayloads(tx, await deleteEventsAbout(tx, about))
  }
}

/** The events of all homes that name one of the listings. Returns their ids. */
export async function deleteEventsNaming(
  tx: Tx,
  { accountId, dataset }: HomeOwner,
  keys: readonly string[],
): Promise<string[]> {
  const naming = (field: 'listing' | 'previous') => sql`
    select e.sequence from unnest(${keys}::text[]) as k(key) join events e on e.account_id = ${accountId}
      and e.resource_type = 'home' and e.body #>> ${sql.lit(`{details,${field},key}`)} = k.key`
  const { rows } = await sql<{ id: string }>`
    delete from events where dataset = ${dataset}
      and sequence in (${naming('listing')} union all ${naming('previous')}) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
