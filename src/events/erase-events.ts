// Deletes the events of one account, and personal data from its audit entries.
import type { Transaction } from 'kysely'
import type { Tables } from '../db/database-tables.ts'

export async function eraseEvents(tx: Transaction<Tables>, accountId: string): Promise<number> {
  const deleted = await tx.deleteFrom('events').where('account_id', '=', accountId).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/**
 * Entries stay, because they prove who changed what and when. Their network addresses and details, such as URLs and masked
 * email addresses, do not. `ids` are the people and credentials of the account.
 */
export async function eraseAuditDetails(
  tx: Transaction<Tables>,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .updateTable('audit_log')
    .set({ address: null, details: '{}' })
    .where((e) =>
      e.or([
        e('account_id', '=', accountId),
        e('actor', '=', e.fn.any(e.val(ids))),
        e('target', '=', e.fn.any(e.val(ids))),
      ]),
    )
    .execute()
}
