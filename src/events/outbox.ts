// Numbers events and writes them in the transaction of the change.
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/database-tables.ts'
import { randomBase62 } from '../kernel/ids.ts'
import type { Dataset, EventDraft } from './event-types.ts'

const BATCH = 2000

const SUFFIX_LENGTH = 6

/** What the id of an event begins with. Ids sort as their numbers do. */
export function idStart(sequence: number): string {
  return `evt_${sequence.toString(36).padStart(12, '0')}`
}

/**
 * Call it last: it locks the counter until commit, and other writers of events wait. The lock makes numbers visible in order
 * and without gaps. Returns the number of the last event.
 */
export async function publishEvents(
  tx: Transaction<Tables>,
  dataset: Dataset,
  events: readonly EventDraft[],
  at: Date,
): Promise<number | null> {
  if (events.length === 0) return null
  const { value: last } = await tx
    .updateTable('counters')
    .set((eb) => ({ value: eb('value', '+', events.length) }))
    .where('name', '=', 'sequence')
    .returning('value')
    .executeTakeFirstOrThrow()
  const first = last - events.length + 1
  // A database that goes back in time gives out the same numbers again, but never the same ids.
  const suffix = randomBase62(SUFFIX_LENGTH)
  for (let start = 0; start < events.length; start += BATCH) {
    const rows = events.slice(start, start + BATCH).map((event, i) => {
      const sequence = first + start + i
      return { ...event, sequence, id: `${idStart(sequence)}_${suffix}`, account_id: event.account_id ?? null }
    })
    await sql`
      insert into events (sequence, id, dataset, account_id, type, resource_type, resource_id, project_id,
        changed_fields, body, occurred_at)
      select e.sequence, e.id, ${dataset}, e.account_id, e.type, e.resource_type, e.resource_id, e.project_id,
        e.changed_fields, e.body, ${at.toISOString()}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as e(sequence bigint, id text, account_id text, type text,
        resource_type text, resource_id text, project_id int, changed_fields json, body json)`.execute(tx)
  }
  return last
}
