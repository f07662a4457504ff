// Deletes an account on request: suspends it at once, and sets when its data is erased.
import type { Database, Tx } from '../../db/database.ts'
import { lockAccount } from '../../db/lock-account.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import { Fault, fieldFault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { nextRevision } from '../credentials/access-revision.ts'
import type { Account, Principal } from '../rights/principal.ts'
import { modeOf } from '../rights/principal.ts'
import { suspendedFault } from '../rights/suspended.ts'

/** Until then, an operator can reinstate the account. */
export const ERASE_AFTER_DAYS = 7

/**
 * The caller repeats the account's id, so that a request meant for another account or another call deletes nothing.
 * Applications act for one person's purpose, and test keys are handed out freely: neither may end an account.
 */
export function requireDeletable({ account, credential }: Principal, confirm: string): void {
  if (confirm !== account.id)
    throw fieldFault('invalid_parameter', 'confirm', say`To delete this account, set confirm to its id, ${account.id}.`)
  if (credential.kind !== 'key' && credential.kind !== 'session')
    throw new Fault('credential_not_accepted', {
      detail: 'An application cannot delete an account. Sign in as an owner, or use an API key.',
      extra: { accepted_credentials: ['api_key', 'session'] },
    })
  if (credential.mode !== modeOf(account))
    throw new Fault('insufficient_scope', {
      detail: 'A test key cannot delete an account with live data. Sign in as an owner, or use a live key.',
    })
}

/** A second request changes and announces nothing, and returns the time of the first. */
export async function scheduleErasure(
  tx: Tx,
  id: string,
  announce: (tx: Tx, erase_at: string) => Promise<void>,
  cause: Cause,
  at: Date,
): Promise<Account> {
  const revision = await nextRevision(tx)
  await lockAccount(tx, id)
  const before = await tx.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (before.erase_at !== null) return before
  if (before.status === 'suspended') throw suspendedFault(before)
  const erase_at = new Date(at.getTime() + ERASE_AFTER_DAYS * DAY_MS).toISOString()
  await audit(tx, cause, { action: 'account.deleted', accountId: id, target: id, details: { erase_at } }, at)
  await announce(tx, erase_at)
  return tx
    .updateTable('accounts')
    .set({ status: 'suspended', erase_at, revision })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The deleted accounts whose time has come, the oldest first. */
export async function accountsToErase(db: Database, at: Date): Promise<string[]> {
  const rows = await db.query
    .selectFrom('accounts')
    .select('id')
    .where('erase_at', '<=', at.toISOString())
    .orderBy('erase_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
