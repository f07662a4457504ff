// Deletes requests after the plan's retention, and the oldest of an account that has too many.
import { sql } from 'kysely'
import { LIMITS, PLANS } from '../access/rights/plans.ts'
import type { Database, Tx } from '../db/database.ts'
import { DAY_MS } from '../kernel/time.ts'

/** About eight million requests. */
const MAX_ACCOUNT_BYTES = 64 * 1024 * 1024

export async function deleteOldBlocks(db: Database, now: number, maxBytes = MAX_ACCOUNT_BYTES): Promise<void> {
  for (const plan of PLANS) {
    const before = new Date(now - LIMITS[plan].request_log_days * DAY_MS).toISOString()
    await sql`
      delete from request_log_blocks b using accounts a
      where a.id = b.account_id and a.plan = ${plan} and b.to_at < ${before}`.execute(db.query)
  }
  await sql`
    delete from request_log_blocks b using (
      select account_id, process, first_number,
        sum(octet_length(bytes)) over (partition by account_id order by to_at desc, process, first_number) as total
      from request_log_blocks
    ) oldest
    where oldest.total > ${maxBytes} and b.account_id = oldest.account_id and b.process = oldest.process
      and b.first_number = oldest.first_number`.execute(db.query)
}

/** For erasing an account. */
export async function eraseRequests(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('request_log_blocks').where('account_id', '=', accountId).execute()
}
