// Deletes the feeds of an account, with their credentials, runs and collected keys.
import type { Tx } from '../db/database.ts'

/** A run that is under way finds its feed deleted and writes nothing more. */
export async function eraseFeeds(tx: Tx, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('feeds').where('account_id', '=', accountId).executeTakeFirst()
  return Number(numDeletedRows)
}
