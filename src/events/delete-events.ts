// Deletes the events about objects that an account deleted.
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Dataset, ResourceType } from './event-types.ts'

export interface DeletedObjects {
  readonly accountId: string
  readonly dataset: Dataset
  readonly type: ResourceType
  readonly ids: readonly string[]
}

/** Returns the ids of the deleted events. */
export async function deleteEventsAbout(tx: Tx, { accountId, dataset, type, ids }: DeletedObjects): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from events where account_id = ${accountId} and dataset = ${dataset}
      and resource_type = ${sql.lit(type)} and resource_id = any(${ids}::text[])
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
