// The people of an account as entry points use them: list, invite, change roles, remove.
import type { Database, Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import type { Emails } from '../emails/emails.ts'
import { networkOf } from '../limits/client-network.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { AccountRole } from '../rights/account-roles.ts'
import type { Session } from '../rights/principal.ts'
import type { Invitation, InvitationInput } from './invitations.ts'
import {
  createInvitation,
  findInvitation,
  invalidInvitation,
  listInvitations,
  renewInvitation,
  useInvitation,
  withdrawInvitation,
} from './invitations.ts'
import type { MailedToken } from './mailed-links.ts'
import { hashOfToken, mailedToken, newLinkToken } from './mailed-links.ts'
import type { Manager, Member } from './members.ts'
import { changeAccountRole, listMembers, removeMember } from './members.ts'
import type { Passwords } from './passwords.ts'
import { acceptPassword } from './passwords.ts'
import { activeAccountOf, addMember, foldEmail, lockClaimants, verifiedOwner, verifyAddress } from './people.ts'
import type { Sessions } from './sessions.ts'
import type { SignedIn } from './sign-in.ts'

const INVITATIONS_PER_HOUR = 20
const EMAILS_PER_HOUR = 5
const ATTEMPTS_PER_MINUTE = 10

export interface AccountPeopleDeps {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly emails: Emails
  readonly rate: RateLimiter
  /** Makes revoked tokens stop working on this node at once. */
  changed(): Promise<void>
}

const managerOf = ({ person, account_id }: Session): Manager => ({ personId: person.id, accountId: account_id })

export class AccountPeople {
  readonly #deps: AccountPeopleDeps

  constructor(deps: AccountPeopleDeps) {
    this.#deps = deps
    const { db, emails, rate } = deps
    emails.writes('invitation', async ([{ email, token, inviter, role, language }], isFirst) => {
      if (isFirst && !rate.take(`email ${email}`, EMAILS_PER_HOUR, 1, HOUR_MS).allowed) return null
      const owner = await verifiedOwner(db, email)
      if (owner) return emails.messages.invitedElsewhere(email, inviter, owner.language ?? language)
      return emails.messages.invitation(email, token, { inviter, role }, language)
    })
  }

  list(accountId: string): Promise<Member[]> {
    return listMembers(this.#deps.db.query, accountId)
  }

  changeRole(by: Session, id: string, role: AccountRole, cause: Cause): Promise<Member> {
    return this.#commit((tx) => changeAccountRole(tx, managerOf(by), id, role, cause, this.#now()))
  }

  remove(by: Session, id: string, cause: Cause): Promise<void> {
    return this.#commit((tx) => removeMember(tx, managerOf(by), id, cause, this.#now()))
  }

  listInvitations(accountId: string): Promise<Invitation[]> {
    return listInvitations(this.#deps.db.query, accountId, this.#now())
  }

  /** The result is the same whether or not the address belongs to another account. The email says so to its owner. */
  async invite(by: Session, input: InvitationInput, cause: Cause): Promise<Invitation> {
    if (!by.person.email_verified_at)
      throw new Fault('state_conflict', { detail: 'Verify your own email address before you invite others.' })
    this.#take(`invitations ${by.account_id}`, INVITATIONS_PER_HOUR, HOUR_MS, 'Too many invitations from this account.')
    const wanted = { ...input, email: foldEmail(input.email) }
    return this.#send(by, cause, (tx, token) => createInvitation(tx, managerOf(by), wanted, token, cause, this.#now()))
  }

  async resend(by: Session, id: string, cause: Cause): Promise<Invitation> {
    this.#take(`invitations ${by.account_id}`, INVITATIONS_PER_HOUR, HOUR_MS, 'Too many invitations from this account.')
    return this.#send(by, cause, (tx, token) => renewInvitation(tx, managerOf(by), id, token, cause, this.#now()))
  }

  withdraw(by: Session, id: string, cause: Cause): Promise<void> {
    return this.#deps.db.tx((tx) => withdrawInvitation(tx, managerOf(by), id, cause, this.#now()))
  }

  /** The open invitation of an emailed link. */
  async find(token: string): Promise<Invitation> {
    const { db } = this.#deps
    return (await findInvitation(db.query, this.#hash(token), this.#now())) ?? invalidInvitation()
  }

  /** Creates the person, whose address the link has verified, and signs in. */
  async accept(token: string, password: string, cause: Cause): Promise<SignedIn> {
    const { db, passwords, sessions } = this.#deps
    const network = networkOf(cause.address ?? '')
    this.#take(`password ${network}`, ATTEMPTS_PER_MINUTE, 60_000, 'Too many attempts from your network address.')
    const { email, account_id } = await this.find(token)
    const passwordHash = await passwords.hash(acceptPassword(password, email), email)
    const result = await db.tx(async (tx) => {
      await tx.selectFrom('accounts').select('id').where('id', '=', account_id).forNoKeyUpdate().executeTakeFirst()
      const claimants = await lockClaimants(tx, email)
      const invitation = await useInvitation(tx, this.#hash(token), this.#now())
      return this.#join(tx, invitation, passwordHash, claimants, cause)
    })
    sessions.clearCache()
    await this.#deps.changed()
    return result
  }

  async #join(
    tx: Tx,
    { id: target, account_id, account_role, email, invited_by }: Invitation,
    password: string,
    claimants: Awaited<ReturnType<typeof lockClaimants>>,
    cause: Cause,
  ): Promise<SignedIn> {
    const at = this.#now()
    const values = { id: newId('per'), email, password, created_at: at.toISOString() }
    const created = await tx.insertInto('people').values(values).returningAll().executeTakeFirstOrThrow()
    await addMember(tx, { account_id, person_id: created.id, account_role }, at.toISOString())
    const account = await activeAccountOf(tx, created.id)
    const by = { ...cause, actor: created.id }
    const details = { account_role, invited_by }
    await audit(tx, by, { action: 'invitation.accepted', accountId: account_id, target, details }, at)
    const person = await verifyAddress(tx, created, claimants, by, at)
    const opened = await this.#deps.sessions.open(tx, person, account_id)
    await audit(tx, by, { action: 'session.opened', accountId: account_id, target: opened.session.id }, at)
    return { ...opened, account }
  }

  /** The invitation and its email are stored together. */
  async #send(
    by: Session,
    { language = 'en' }: Cause,
    write: (tx: Tx, token: MailedToken) => Promise<Invitation>,
  ): Promise<Invitation> {
    const { db, emails, secrets } = this.#deps
    const token = mailedToken(secrets, 'invitation', newLinkToken(), this.#now().getTime())
    const invitation = await db.tx(async (tx) => {
      const written = await write(tx, token)
      const { email, account_id, account_role: role } = written
      const order = { email, token: token.token, inviter: by.person.email!, role, language }
      await emails.order(tx, 'invitation', order, { email, account_id })
      return written
    })
    emails.wake()
    return invitation
  }

  #take(what: string, limit: number, windowMs: number, detail: string): void {
    const state = this.#deps.rate.take(what, limit, 1, windowMs)
    if (!state.allowed) throw new Fault('rate_limited', { detail, retryAfterSeconds: state.waitSeconds })
  }

  #hash(token: string): string {
    return hashOfToken(this.#deps.secrets, 'invitation', token) ?? invalidInvitation()
  }

  /** A new role and a removal apply on this node before the caller gets a response. */
  async #commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await this.#deps.db.tx(work)
    this.#deps.sessions.clearCache()
    await this.#deps.changed()
    return result
  }

  #now(): Date {
    return new Date(this.#deps.clock.now())
  }
}
