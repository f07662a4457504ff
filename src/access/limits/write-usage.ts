// Writes usage by day and operation, and when keys were last used.
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { KeyMode } from '../rights/principal.ts'
import type { UsageTotals } from './usage.ts'

export interface UsageRow extends UsageTotals {
  readonly account_id: string
  readonly mode: KeyMode
  readonly day: string
  readonly operation: string
}

/** Accounts that were lost with a rewound database are left out: their rows would block all others. */
export async function writeDays(tx: Tx, rows: readonly UsageRow[]): Promise<void> {
  await sql`
    insert into usage_days (account_id, mode, day, operation, requests, lookups)
    -- In one order on all nodes, so that none waits for another in a circle.
    select r.* from json_to_recordset(${JSON.stringify(rows)}::json) as r(account_id text, mode text, day date,
      operation text, requests bigint, lookups bigint)
    join accounts a on a.id = r.account_id order by r.account_id, r.mode, r.day, r.operation
    on conflict (account_id, mode, day, operation) do update set
      requests = usage_days.requests + excluded.requests, lookups = usage_days.lookups + excluded.lookups`.execute(tx)
}

export async function writeLastUsed(tx: Tx, lastUsed: readonly (readonly [string, number])[]): Promise<void> {
  const ids = lastUsed.map(([id]) => id)
  const times = lastUsed.map(([, at]) => new Date(at).toISOString())
  await sql`
    with used as (select * from unnest(${ids}::text[], ${times}::timestamptz[]) as u(id, at)),
    locked as (select id from api_keys where id = any(${ids}::text[]) order by id for update)
    update api_keys k set last_used_at = greatest(k.last_used_at, used.at)
    from locked join used using (id) where k.id = locked.id`.execute(tx)
}
