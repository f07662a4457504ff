// Deletes all listings of an account, and its homes.
import type { Tx } from '../db/database.ts'

/** Call it before the account's events are deleted: the relinker may be writing some, and this waits for it. */
export async function eraseListings(tx: Tx, accountId: string): Promise<number> {
  // Writers wait here, and find an account that is suspended when they go on.
  const counters = tx.selectFrom('listing_accounts').select('dataset').where('account_id', '=', accountId)
  await counters.orderBy('dataset').forUpdate().execute()
  await tx.deleteFrom('homes').where('account_id', '=', accountId).execute()
  const deleted = await tx.deleteFrom('listings').where('account_id', '=', accountId).executeTakeFirst()
  await tx.deleteFrom('listing_accounts').where('account_id', '=', accountId).execute()
  return Number(deleted.numDeletedRows)
}
