// The revision of accounts and credentials, incremented in every transaction that changes them.
import type { Tx } from '../../db/database.ts'

/** Revisions follow commit order because the row stays locked until commit. */
export async function nextRevision(tx: Tx): Promise<number> {
  const row = await tx
    .updateTable('access_revision')
    .set((e) => ({ value: e('value', '+', 1) }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}
