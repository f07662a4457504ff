// Deletes the file jobs of an account. Their bytes follow within two hours: nothing names them any more.
import type { Tx } from '../db/database.ts'

/** A run that is under way finds its job deleted and writes nothing more. */
export async function eraseFiles(tx: Tx, accountId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('file_jobs').where('account_id', '=', accountId).executeTakeFirst()
  return Number(numDeletedRows)
}
