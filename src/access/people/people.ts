// People who sign in. An email address is only a claim until it is verified.
import type { Database, Tx } from '../../db/database.ts'
import { lockAccount } from '../../db/lock-account.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import { maskEmail } from '../emails/mailer.ts'
import { revokeGrantsOfPerson } from '../oauth/grants.ts'
import type { AccountRole } from '../rights/account-roles.ts'
import type { Account, Person } from '../rights/principal.ts'
import type { Role } from '../rights/roles.ts'
import { suspendedFault } from '../rights/suspended.ts'

/** Includes the password hash, which must not leave this folder. */
export interface PersonRow extends Person {
  readonly password: string | null
}

export const PERSON_COLUMNS = ['id', 'email', 'email_verified_at', 'role', 'status', 'language', 'created_at'] as const

/** Omits the password hash. */
export function publicPerson({ id, email, email_verified_at, role, status, language, created_at }: Person): Person {
  return { id, email, email_verified_at, role, status, language, created_at }
}

/** The stored form: email addresses are compared without regard to case. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}

const MAX_CLAIMANTS = 1000

/** Everyone who can sign in with this address: its verified owner, then claimants, newest first. */
export async function claimantsOf(db: Database, email: string): Promise<PersonRow[]> {
  return db.query
    .selectFrom('people')
    .selectAll()
    .where('email', '=', email)
    .where('password', 'is not', null)
    .orderBy((e) => e('email_verified_at', 'is', null))
    .orderBy('created_at', 'desc')
    .limit(MAX_CLAIMANTS)
    .execute()
}

export async function verifiedOwner(db: Pick<Database, 'query'>, email: string): Promise<PersonRow | undefined> {
  return db.query
    .selectFrom('people')
    .selectAll()
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
}

/** Email addresses by person id, for operators and curators. */
export async function emailsOf(db: Database, ids: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const people = [...new Set(ids)].filter((id) => id.startsWith('per_'))
  if (people.length === 0) return new Map()
  const rows = await db.query.selectFrom('people').select(['id', 'email']).where('id', 'in', people).execute()
  return new Map(rows.flatMap(({ id, email }) => (email === null ? [] : [[id, email] as const])))
}

/** Resolves an email address to the id of its verified owner. */
export async function idOfActor(db: Database, idOrEmail: string): Promise<string> {
  return idOrEmail.includes('@') ? ((await verifiedOwner(db, foldEmail(idOrEmail)))?.id ?? idOrEmail) : idOrEmail
}

/** Tokens and sessions that refer to the person can be written meanwhile; a token's transaction locks its consent first. */
export async function lockPerson(tx: Tx, id: string): Promise<PersonRow | undefined> {
  return tx.selectFrom('people').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Locks everyone with this address in a fixed order, so that concurrent verifications take turns. */
export async function lockClaimants(tx: Tx, email: string): Promise<PersonRow[]> {
  return tx.selectFrom('people').selectAll().where('email', '=', email).orderBy('id').forNoKeyUpdate().execute()
}

/** The account that a person belongs to. */
export async function accountOf(tx: Tx, personId: string): Promise<Account> {
  return tx
    .selectFrom('account_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .selectAll('a')
    .where('m.person_id', '=', personId)
    .orderBy('m.created_at')
    .orderBy('a.id')
    .limit(1)
    .executeTakeFirstOrThrow()
}

export async function activeAccountOf(tx: Tx, personId: string): Promise<Account> {
  const account = await accountOf(tx, personId)
  if (account.status === 'active') return account
  throw suspendedFault(account)
}

export async function membersOf(tx: Pick<Tx, 'selectFrom'>, accountId: string): Promise<Person[]> {
  return tx
    .selectFrom('account_members as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(PERSON_COLUMNS.map((name) => `p.${name}` as const))
    .where('m.account_id', '=', accountId)
    .orderBy('m.created_at')
    .orderBy('p.id')
    .execute()
}

export interface Membership {
  readonly account_id: string
  readonly person_id: string
  readonly account_role: AccountRole
}

export async function addMember(tx: Tx, membership: Membership, at: string): Promise<void> {
  await tx
    .insertInto('account_members')
    .values({ ...membership, created_at: at })
    .execute()
}

export interface Claim {
  readonly accountId: string
  readonly email: string
  readonly passwordHash: string
}

/**
 * Adds a person to the account, or changes the address and password of its unverified person. Anyone with the account's key
 * may do this, so a verified person is never replaced.
 */
export async function claimAddress(tx: Tx, claim: Claim, cause: Cause, at: Date): Promise<Person> {
  const { accountId, email, passwordHash: password } = claim
  // Concurrent claims take turns.
  await lockAccount(tx, accountId)
  const members = await membersOf(tx, accountId)
  const member = members[0]
  // Locked before the check, because the address may be verified concurrently.
  const before = member && (await lockPerson(tx, member.id))
  if (before?.email_verified_at || members.some((person) => person.email_verified_at))
    throw new Fault('state_conflict', {
      detail: 'This account has a person with a verified email address. Sign in or reset the password.',
    })
  const now = at.toISOString()
  const id = before?.id ?? newId('per')
  const person = before
    ? await tx
        .updateTable('people')
        .set({ email, password })
        .where('id', '=', id)
        .returning(PERSON_COLUMNS)
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('people')
        .values({ id, email, password, created_at: now })
        .returning(PERSON_COLUMNS)
        .executeTakeFirstOrThrow()
  if (before) {
    await revokeGrantsOfPerson(tx, id, at)
    await tx.deleteFrom('sessions').where('person_id', '=', id).execute()
    await tx.deleteFrom('mailed_links').where('person_id', '=', id).execute()
  } else await addMember(tx, { account_id: accountId, person_id: id, account_role: 'owner' }, now)
  const action = before ? 'person.address_claimed' : 'person.created'
  await audit(tx, cause, { action, accountId, target: id, details: { email: maskEmail(email) } }, at)
  return person
}

/**
 * Verifies the address for one person. Other claimants lose it and can no longer sign in; their API keys keep working.
 * Otherwise someone who claims a stranger's address first could later share the stranger's sign-in.
 */
export async function verifyAddress(
  tx: Tx,
  person: Person,
  claimants: readonly Person[],
  cause: Cause,
  at: Date,
): Promise<Person> {
  if (person.email_verified_at) return publicPerson(person)
  const others = claimants.filter(({ id }) => id !== person.id)
  if (others.some((other) => other.email_verified_at))
    throw new Fault('state_conflict', {
      detail: 'Another person has verified this email address. Sign in as that person or reset the password.',
    })
  for (const { id } of others) {
    await tx.updateTable('people').set({ email: null, password: null }).where('id', '=', id).execute()
    await revokeGrantsOfPerson(tx, id, at)
    await tx.deleteFrom('sessions').where('person_id', '=', id).execute()
    await tx.deleteFrom('mailed_links').where('person_id', '=', id).execute()
    await audit(tx, cause, { action: 'person.displaced', accountId: (await accountOf(tx, id)).id, target: id }, at)
  }
  const verified = await tx
    .updateTable('people')
    .set({ email_verified_at: at.toISOString() })
    .where('id', '=', person.id)
    .returning(PERSON_COLUMNS)
    .executeTakeFirstOrThrow()
  const account = await accountOf(tx, person.id)
  await audit(tx, cause, { action: 'person.verified', accountId: account.id, target: person.id }, at)
  return verified
}

export interface PersonChange {
  readonly role?: Role | null | undefined
  readonly status?: Person['status'] | undefined
}

/** Changes role or status and ends the person's sessions. */
export async function changePerson(
  tx: Tx,
  id: string,
  change: PersonChange,
  cause: Cause,
  at: Date,
): Promise<Person | undefined> {
  const before = await lockPerson(tx, id)
  if (!before) return undefined
  const { role = before.role, status = before.status } = change
  if (role !== null && !before.email_verified_at)
    throw new Fault('state_conflict', { detail: 'Only a person with a verified email address can have a role.' })
  if (role === before.role && status === before.status) return publicPerson(before)
  const accountId = (await accountOf(tx, id)).id
  if (role !== before.role) {
    const details = { from: before.role, to: role }
    await audit(tx, cause, { action: 'person.role_changed', accountId, target: id, details }, at)
  }
  if (status !== before.status) {
    const action = status === 'suspended' ? 'person.suspended' : 'person.reinstated'
    await audit(tx, cause, { action, accountId, target: id }, at)
    if (status === 'suspended') await revokeGrantsOfPerson(tx, id, at)
  }
  await tx.deleteFrom('sessions').where('person_id', '=', id).execute()
  return tx
    .updateTable('people')
    .set({ role, status })
    .where('id', '=', id)
    .returning(PERSON_COLUMNS)
    .executeTakeFirstOrThrow()
}
