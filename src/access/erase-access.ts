// Deletes the people and credentials of an account. An empty, suspended account stays.
import type { Tx } from '../db/database.ts'
import { eraseAuditDetails } from '../events/erase-events.ts'
import { nextRevision } from './credentials/access-revision.ts'
import { revokeClient } from './oauth/grants.ts'

export interface ErasedAccess {
  readonly people: number
  readonly api_keys: number
  readonly applications: number
}

/** An operator reinstated the account meanwhile, or another node erased it. */
export class NotDue extends Error {}

/**
 * The account's row stays, suspended and without an email address: nodes that still have its credentials in memory refuse
 * them, and the daily usage counts, which invoices are made of, keep their account.
 */
export async function eraseAccess(tx: Tx, accountId: string, at: Date, onlyIfDue = false): Promise<ErasedAccess> {
  const people = await onlyMembersOf(tx, accountId)
  // First, like everyone who changes a person, and completely: nothing new may refer to them.
  await tx
    .selectFrom('people')
    .select('id')
    .where((e) => e('id', '=', e.fn.any(e.val(people))))
    .orderBy('id')
    .forUpdate()
    .execute()
  const applications = await idsIn(tx, 'oauth_clients', accountId)
  const keys = await idsIn(tx, 'api_keys', accountId)
  // People of other accounts may have consented to its applications.
  for (const id of applications) await revokeClient(tx, id, at, 'grants')
  await deleteGrants(tx, accountId, people)
  await tx.deleteFrom('oauth_clients').where('account_id', '=', accountId).execute()
  await deletePeople(tx, accountId, people)
  await tx.deleteFrom('api_keys').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('quota_holds').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('usage_credentials').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('usage_warnings').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('idempotency').where('owner', '=', accountId).execute()
  const revision = await nextRevision(tx)
  const closed = { email: null, status: 'suspended' as const, erase_at: null, revision }
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set(closed)
    .where('id', '=', accountId)
    .$if(onlyIfDue, (query) => query.where('erase_at', '<=', at.toISOString()))
    .executeTakeFirst()
  if (onlyIfDue && numUpdatedRows === 0n) throw new NotDue()
  await eraseAuditDetails(tx, accountId, [...people, ...keys, ...applications])
  return { people: people.length, api_keys: keys.length, applications: applications.length }
}

async function onlyMembersOf(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('account_members as m')
    .select('m.person_id')
    .where('m.account_id', '=', accountId)
    .where((e) => {
      const other = e.selectFrom('account_members as o').select('o.person_id')
      return e.not(e.exists(other.whereRef('o.person_id', '=', 'm.person_id').where('o.account_id', '!=', accountId)))
    })
    .execute()
  return rows.map(({ person_id }) => person_id)
}

async function idsIn(tx: Tx, table: 'api_keys' | 'oauth_clients', accountId: string): Promise<string[]> {
  const rows = await tx.selectFrom(table).select('id').where('account_id', '=', accountId).execute()
  return rows.map(({ id }) => id)
}

async function deleteGrants(tx: Tx, accountId: string, people: readonly string[]): Promise<void> {
  const grants = tx
    .selectFrom('oauth_grants')
    .select('id')
    .where((e) => e.or([e('account_id', '=', accountId), e('person_id', '=', e.fn.any(e.val(people)))]))
  await tx.deleteFrom('oauth_records').where('grant_id', 'in', grants).execute()
  await tx
    .deleteFrom('access_tokens')
    .where((e) => e.or([e('account_id', '=', accountId), e('grant_id', 'in', grants)]))
    .execute()
  await tx.deleteFrom('oauth_grants').where('id', 'in', grants).execute()
}

async function deletePeople(tx: Tx, accountId: string, people: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where((e) => e.or([e('account_id', '=', accountId), e('person_id', '=', e.fn.any(e.val(people)))]))
    .execute()
  await tx.deleteFrom('account_members').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('invitations').where('account_id', '=', accountId).execute()
  await tx
    .deleteFrom('emails')
    .where((e) => e.or([e('account_id', '=', accountId), e('person_id', '=', e.fn.any(e.val(people)))]))
    .execute()
  if (people.length === 0) return
  await tx.deleteFrom('notification_settings').where('person_id', 'in', people).execute()
  await tx.deleteFrom('mailed_links').where('person_id', 'in', people).execute()
  await tx.deleteFrom('people').where('id', 'in', people).execute()
}
