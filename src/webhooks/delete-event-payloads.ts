// Deletes what was sent, or was to be sent, about events that are deleted.
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** A batch that contains one of the events is sent without it. */
export async function deleteEventPayloads(tx: Tx, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return
  await sql`delete from webhook_deliveries where event_id = any(${eventIds}::text[])`.execute(tx)
  await sql`delete from webhook_payloads where event_id = any(${eventIds}::text[])`.execute(tx)
}
