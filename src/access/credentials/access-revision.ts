// The counter behind who may come in: raised in every transaction that changes it, followed by every node.
import type { Tx } from '../../db/database.ts'

/** Numbers are given out in commit order, because the row stays locked until then. */
export async function nextRevision(tx: Tx): Promise<number> {
  const row = await tx
    .updateTable('access_revision')
    .set((e) => ({ value: e('value', '+', 1) }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}
