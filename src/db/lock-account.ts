// Locks the row of an account.
import type { Tx } from './database.ts'

/**
 * Callers take turns until their transactions end, for example so that they cannot exceed a limit together. Rows that refer
 * to the account can be written meanwhile; `for update` would wait for those writers, and sometimes they for it.
 */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}
