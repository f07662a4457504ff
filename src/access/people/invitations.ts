// Invitations to an account: emailed, single use, valid for seven days.
import type { Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import { say } from '../../kernel/phrase.ts'
import { maskEmail } from '../emails/mailer.ts'
import type { AccountRole } from '../rights/account-roles.ts'
import type { MailedToken } from './mailed-links.ts'
import type { Manager } from './members.ts'
import { lockAsOwner } from './members.ts'

/** People and open invitations together. */
const MAX_PEOPLE = 100

export interface Invitation {
  readonly id: string
  readonly account_id: string
  readonly email: string
  readonly account_role: AccountRole
  readonly invited_by: string
  readonly created_at: string
  readonly sent_at: string
  readonly expires_at: string
}

export interface InvitationInput {
  readonly email: string
  readonly account_role: AccountRole
}

const COLUMNS = [
  'id',
  'account_id',
  'email',
  'account_role',
  'invited_by',
  'created_at',
  'sent_at',
  'expires_at',
] as const

type StoredToken = Pick<MailedToken, 'hash' | 'expiresAt'>

export async function createInvitation(
  tx: Tx,
  manager: Manager,
  { email, account_role }: InvitationInput,
  { hash, expiresAt: expires_at }: StoredToken,
  cause: Cause,
  at: Date,
): Promise<Invitation> {
  const { accountId, personId } = manager
  const members = await lockAsOwner(tx, manager)
  if (members.some((member) => member.email === email))
    throw new Fault('state_conflict', { detail: 'A person with this email address is already in the account.' })
  await tx
    .deleteFrom('invitations')
    .where('account_id', '=', accountId)
    .where('expires_at', '<=', at.toISOString())
    .execute()
  const open = await listInvitations(tx, accountId, at)
  if (open.some((invitation) => invitation.email === email))
    throw new Fault('state_conflict', { detail: 'This address has an open invitation. Send it again or withdraw it.' })
  if (members.length + open.length >= MAX_PEOPLE)
    throw new Fault('state_conflict', {
      detail: say`An account can have ${MAX_PEOPLE} people and open invitations. Remove some first.`,
    })
  const now = at.toISOString()
  const invitation = await tx
    .insertInto('invitations')
    .values({
      ...{ id: newId('inv'), account_id: accountId, email, account_role, hash, invited_by: personId },
      ...{ created_at: now, sent_at: now, expires_at },
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await note(tx, 'invitation.created', invitation, cause, at)
  return invitation
}

export async function listInvitations(db: Pick<Tx, 'selectFrom'>, accountId: string, at: Date): Promise<Invitation[]> {
  return db
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', at.toISOString())
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** A new link, valid for seven days. The earlier one stops working. */
export async function renewInvitation(
  tx: Tx,
  manager: Manager,
  id: string,
  { hash, expiresAt: expires_at }: StoredToken,
  cause: Cause,
  at: Date,
): Promise<Invitation> {
  await lockAsOwner(tx, manager)
  const invitation = await tx
    .updateTable('invitations')
    .set({ hash, sent_at: at.toISOString(), expires_at })
    .where('id', '=', id)
    .where('account_id', '=', manager.accountId)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!invitation) throw notFound(id)
  await note(tx, 'invitation.resent', invitation, cause, at)
  return invitation
}

export async function withdrawInvitation(tx: Tx, manager: Manager, id: string, cause: Cause, at: Date): Promise<void> {
  await lockAsOwner(tx, manager)
  const invitation = await tx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('account_id', '=', manager.accountId)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!invitation) throw notFound(id)
  await note(tx, 'invitation.withdrawn', invitation, cause, at)
}

export async function findInvitation(
  db: Pick<Tx, 'selectFrom'>,
  hash: string,
  at: Date,
): Promise<Invitation | undefined> {
  return db
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('hash', '=', hash)
    .where('expires_at', '>', at.toISOString())
    .executeTakeFirst()
}

/** Uses the invitation; of two concurrent calls only one succeeds. */
export async function useInvitation(tx: Tx, hash: string, at: Date): Promise<Invitation> {
  const invitation = await tx
    .deleteFrom('invitations')
    .where('hash', '=', hash)
    .where('expires_at', '>', at.toISOString())
    .returning(COLUMNS)
    .executeTakeFirst()
  return invitation ?? invalidInvitation()
}

export async function deleteExpiredInvitations(tx: Pick<Tx, 'deleteFrom'>, at: Date): Promise<void> {
  await tx.deleteFrom('invitations').where('expires_at', '<=', at.toISOString()).execute()
}

async function note(
  tx: Tx,
  action: 'invitation.created' | 'invitation.resent' | 'invitation.withdrawn',
  { id, account_id, email, account_role }: Invitation,
  cause: Cause,
  at: Date,
): Promise<void> {
  const details = { email: maskEmail(email), account_role }
  await audit(tx, cause, { action, accountId: account_id, target: id, details }, at)
}

function notFound(id: string): Fault {
  return new Fault('invitation_not_found', { detail: say`No open invitation with id ${id}.` })
}

export function invalidInvitation(): never {
  throw new Fault('link_expired', {
    detail: 'This invitation was accepted, withdrawn or has expired. Ask for a new one, or sign in if you accepted it.',
  })
}
