// Deletes the endpoints of an account, with their deliveries and payloads.
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Call it before the account's events are deleted: they name its payloads. */
export async function eraseEndpoints(tx: Tx, accountId: string): Promise<number> {
  // Locked first, so that fan-out cannot write payloads of this account afterwards.
  const endpoints = tx.selectFrom('webhook_endpoints').select('id').where('account_id', '=', accountId).orderBy('id')
  await endpoints.forUpdate().execute()
  await sql`
    delete from webhook_payloads where event_id in (
      select event_id from webhook_deliveries where account_id = ${accountId} and event_type = 'ping'
      union all select id from events where account_id = ${accountId})`.execute(tx)
  const deleted = await tx.deleteFrom('webhook_endpoints').where('account_id', '=', accountId).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
