// The people of an account: their account roles, and their removal.
import type { Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { revokeGrantsOfPerson } from '../oauth/grants.ts'
import type { AccountRole } from '../rights/account-roles.ts'
import { hasAccountRole } from '../rights/account-roles.ts'
import type { Person } from '../rights/principal.ts'
import { lockPerson } from './people.ts'

export interface Member {
  readonly id: string
  readonly email: string | null
  readonly email_verified_at: string | null
  readonly status: Person['status']
  readonly account_role: AccountRole
  readonly joined_at: string
}

/** The person who manages others, and the account. */
export interface Manager {
  readonly personId: string
  readonly accountId: string
}

export async function listMembers(db: Pick<Tx, 'selectFrom'>, accountId: string): Promise<Member[]> {
  return db
    .selectFrom('account_members as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.email', 'p.email_verified_at', 'p.status', 'm.account_role', 'm.created_at as joined_at'])
    .where('m.account_id', '=', accountId)
    .orderBy('m.created_at')
    .orderBy('p.id')
    .execute()
}

/**
 * Locks the account, so that changes of its people take turns. The manager's role is read again: another owner may have
 * changed it since the request was authorized.
 */
export async function lockAsOwner(tx: Tx, { personId, accountId }: Manager): Promise<Member[]> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const members = await listMembers(tx, accountId)
  if (members.find(({ id }) => id === personId)?.account_role === 'owner') return members
  throw new Fault('account_role_required', { detail: 'You are no longer an owner of this account.' })
}

export async function changeAccountRole(
  tx: Tx,
  manager: Manager,
  id: string,
  role: AccountRole,
  cause: Cause,
  at: Date,
): Promise<Member> {
  const members = await lockAsOwner(tx, manager)
  const before = findMember(members, id)
  if (before.account_role === role) return before
  if (role !== 'owner') requireAnotherOwner(members, before)
  await tx
    .updateTable('account_members')
    .set({ account_role: role })
    .where('account_id', '=', manager.accountId)
    .where('person_id', '=', id)
    .execute()
  // Applications keep no rights that the person has lost.
  if (!hasAccountRole(role, before.account_role)) await revokeGrantsOfPerson(tx, id, at)
  const details = { from: before.account_role, to: role }
  await audit(
    tx,
    cause,
    { action: 'person.account_role_changed', accountId: manager.accountId, target: id, details },
    at,
  )
  return { ...before, account_role: role }
}

/** The person can no longer sign in, and the email address is free again. Keys stay: they belong to the account. */
export async function removeMember(tx: Tx, manager: Manager, id: string, cause: Cause, at: Date): Promise<void> {
  const members = await lockAsOwner(tx, manager)
  requireAnotherOwner(members, findMember(members, id))
  const person = await lockPerson(tx, id)
  if (person?.role)
    throw new Fault('state_conflict', {
      detail: say`This person is a ${person.role} of this service. Ask the operator to remove that role first.`,
    })
  // Before the consents: one that is being given holds this row, and is revoked when it is committed.
  await tx.deleteFrom('account_members').where('person_id', '=', id).execute()
  await revokeGrantsOfPerson(tx, id, at)
  await tx.deleteFrom('sessions').where('person_id', '=', id).execute()
  await tx.deleteFrom('mailed_links').where('person_id', '=', id).execute()
  await tx.deleteFrom('notification_settings').where('person_id', '=', id).execute()
  await tx
    .updateTable('people')
    .set({ email: null, email_verified_at: null, password: null })
    .where('id', '=', id)
    .execute()
  await audit(tx, cause, { action: 'person.removed', accountId: manager.accountId, target: id }, at)
}

/** People of other accounts are reported as not found. */
function findMember(members: readonly Member[], id: string): Member {
  const member = members.find((one) => one.id === id)
  if (!member) throw new Fault('person_not_found', { detail: say`No person with id ${id} in this account.` })
  return member
}

function requireAnotherOwner(members: readonly Member[], { id, account_role }: Member): void {
  if (account_role !== 'owner') return
  const others = members.filter(
    (one) => one.id !== id && one.account_role === 'owner' && one.status === 'active' && one.email_verified_at,
  )
  if (others.length === 0)
    throw new Fault('state_conflict', {
      detail: 'This is the last owner of the account. Make another person an owner first.',
    })
}
