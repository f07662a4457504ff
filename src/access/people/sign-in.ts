// Sign-in, sign-out, email verification and password changes.
import type { Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import { Fault } from '../../kernel/fault.ts'
import { maskEmail } from '../emails/mailer.ts'
import { networkOf } from '../limits/client-network.ts'
import { revokeGrantsOfPerson } from '../oauth/grants.ts'
import type { Account, Person, Session } from '../rights/principal.ts'
import { newLinkToken } from './mailed-links.ts'
import { PasswordGuard } from './password-guard.ts'
import type { Passwords } from './passwords.ts'
import { acceptPassword } from './passwords.ts'
import type { PersonRow } from './people.ts'
import {
  accountOf,
  activeAccountOf,
  claimAddress,
  claimantsOf,
  foldEmail,
  lockClaimants,
  lockPerson,
  publicPerson,
  verifyAddress,
} from './people.ts'
import type { CreatedSession, Sessions } from './sessions.ts'
import type { SignInEmailsDeps } from './sign-in-emails.ts'
import { orderVerification, writeSignInEmails } from './sign-in-emails.ts'
import { alreadyVerified, invalidCredentials, missingParameter, personSuspended } from './sign-in-faults.ts'

const ATTEMPTS_PER_MINUTE = 10
/** Failed sign-ins recorded in the audit log per minute in total, so that guessing cannot fill it. */
const RECORDED_FAILURES_PER_MINUTE = 60

export interface SignedIn extends CreatedSession {
  readonly account: Account
}

export interface SignInDeps extends SignInEmailsDeps {
  readonly sessions: Sessions
  readonly passwords: Passwords
}

export class SignIn {
  readonly #deps: SignInDeps
  readonly #passwordGuard: PasswordGuard

  constructor(deps: SignInDeps) {
    this.#deps = deps
    this.#passwordGuard = new PasswordGuard(deps.rate)
    writeSignInEmails(deps)
  }

  /** Adds a person to an account. The result is the same whether or not the address is known. */
  claim(account: Account, email: string | undefined, password: string, cause: Cause): Promise<Person> {
    return this.#claim(account, email, password, cause, async (_, person) => person)
  }

  /** Also signs in, as this person even when others claim the same address and password. */
  claimAndSignIn(account: Account, email: string | undefined, password: string, cause: Cause): Promise<SignedIn> {
    return this.#claim(account, email, password, cause, (tx, person) => {
      if (person.status !== 'active') throw personSuspended()
      return this.#open(tx, person, cause)
    })
  }

  /** Claims the address and runs `then` in the same transaction. */
  async #claim<T>(
    account: Account,
    requestedEmail: string | undefined,
    newPassword: string,
    cause: Cause,
    then: (tx: Tx, person: Person) => Promise<T>,
  ): Promise<T> {
    const wanted = requestedEmail ?? account.email ?? missingParameter('/email', 'The account has no email address.')
    const email = foldEmail(wanted)
    this.#countAttempt(cause)
    const { db, emails, passwords, sessions } = this.#deps
    const passwordHash = await passwords.hash(acceptPassword(newPassword, email), email)
    const result = await db.tx(async (tx) => {
      const person = await claimAddress(tx, { accountId: account.id, email, passwordHash }, cause, this.#now())
      await orderVerification(emails, tx, person, account.id, cause)
      return then(tx, person)
    })
    sessions.clearCache()
    emails.wake()
    return result
  }

  /** Sends another link to an unverified address. Returns nothing, so that it reveals nothing. */
  async resendVerification({ person, account_id }: Session, cause: Cause): Promise<void> {
    this.#countAttempt(cause)
    const { db, emails } = this.#deps
    if (person.email_verified_at !== null) return
    await db.tx((tx) => orderVerification(emails, tx, person, account_id, cause))
    emails.wake()
  }

  async open(input: { email: string; password: string }, old: Session | null, cause: Cause): Promise<SignedIn> {
    const email = foldEmail(input.email)
    this.#countAttempt(cause)
    const { db, sessions } = this.#deps
    const known = await claimantsOf(db, email)
    const person = await this.#findByPassword(input.password, email, known, cause)
    return db.tx(async (tx) => {
      await this.#requireUnchanged(tx, person)
      if (old) await sessions.close(tx, old)
      return this.#open(tx, person, cause)
    })
  }

  /** Takes the same time for an address without claimants. */
  async #findByPassword(
    password: string,
    email: string,
    known: readonly PersonRow[],
    cause: Cause,
  ): Promise<PersonRow> {
    const address = cause.address ?? ''
    this.#passwordGuard.requireAllowed(email, address)
    const hashes = known.map((person) => person.password!)
    const found = known[await this.#deps.passwords.find(password, email, hashes)]
    // Claiming an address is free, so trying passwords by claiming it with each of them counts as guessing.
    if (!found || (known.length > 1 && !found.email_verified_at)) this.#passwordGuard.count(email, address)
    if (found) {
      if (found.status === 'active') return found
      throw personSuspended()
    }
    await this.#recordFailure(email, known[0], cause)
    throw invalidCredentials()
  }

  async #recordFailure(email: string, person: PersonRow | undefined, cause: Cause): Promise<void> {
    const { db, rate } = this.#deps
    if (!rate.take('refusals', RECORDED_FAILURES_PER_MINUTE).allowed) return
    await db.tx(async (tx) => {
      const accountId = person ? (await accountOf(tx, person.id)).id : null
      const details = { email: maskEmail(email) }
      await audit(tx, cause, { action: 'session.refused', accountId, target: person?.id ?? null, details }, this.#now())
    })
  }

  /** The password was checked outside the transaction and may have changed since. */
  async #requireUnchanged(tx: Tx, person: PersonRow): Promise<void> {
    const current = await lockPerson(tx, person.id)
    if (current?.password !== person.password || current.email !== person.email || current.status !== 'active')
      throw invalidCredentials()
  }

  async #open(tx: Tx, person: Person, cause: Cause): Promise<SignedIn> {
    const account = await activeAccountOf(tx, person.id)
    const created = await this.#deps.sessions.open(tx, publicPerson(person), account.id)
    const by = { ...cause, actor: person.id }
    await audit(tx, by, { action: 'session.opened', accountId: account.id, target: created.session.id }, this.#now())
    return { ...created, account }
  }

  async close(session: Session, cause: Cause): Promise<void> {
    const { db, sessions } = this.#deps
    await db.tx(async (tx) => {
      await sessions.close(tx, session)
      const { account_id: accountId, id: target } = session
      await audit(tx, cause, { action: 'session.closed', accountId, target }, this.#now())
    })
  }

  /**
   * The link proves access to the mailbox; the session or password proves the person. Otherwise the owner of a mailbox who
   * follows a link that a stranger requested would verify the address for the stranger.
   */
  async verify(
    token: string,
    by: { session: Session | null; password: string | undefined },
    cause: Cause,
  ): Promise<Person> {
    this.#countAttempt(cause)
    const { db, links, sessions } = this.#deps
    if (await links.isUsed(db, 'verify', token)) throw alreadyVerified()
    const link = await links.read(db, 'verify', token, this.#now().getTime())
    const known = (await claimantsOf(db, link.email)).filter(({ id }) => id === link.person_id)
    if (by.session?.person.id !== link.person_id) {
      const password = by.password ?? missingParameter('/password', 'Sign in first or send the password.')
      await this.#findByPassword(password, link.email, known, cause)
    }
    const actor = { ...cause, actor: link.person_id }
    const verified = await db.tx(async (tx) => {
      // Locks people before links, the same order as when a claimant is displaced.
      const claimants = await lockClaimants(tx, link.email)
      await links.use(tx, 'verify', token, this.#now().getTime())
      const person = claimants.find(({ id }) => id === link.person_id)
      if (!person) throw invalidCredentials()
      await activeAccountOf(tx, person.id)
      return verifyAddress(tx, person, claimants, actor, this.#now())
    })
    sessions.clearCache()
    return verified
  }

  /** True if the address was verified with this link. */
  isVerified(token: string): Promise<boolean> {
    return this.#deps.links.isUsed(this.#deps.db, 'verify', token)
  }

  /** Takes the same time for every address. */
  async requestReset(requestedEmail: string, cause: Cause): Promise<void> {
    const email = foldEmail(requestedEmail)
    this.#countAttempt(cause)
    const { db, emails } = this.#deps
    const order = { email, token: newLinkToken(), language: cause.language ?? 'en' }
    await db.tx((tx) => emails.order(tx, 'reset', order, { email }))
    emails.wake()
  }

  async confirmReset(token: string, newPassword: string, cause: Cause): Promise<void> {
    this.#countAttempt(cause)
    const { db, links, passwords } = this.#deps
    const link = await links.read(db, 'reset', token, this.#now().getTime())
    const hash = await passwords.hash(acceptPassword(newPassword, link.email), link.email)
    await db.tx(async (tx) => {
      await links.use(tx, 'reset', token, this.#now().getTime())
      const person = await lockPerson(tx, link.person_id)
      if (person?.email !== link.email || person.status !== 'active') throw invalidCredentials()
      await activeAccountOf(tx, person.id)
      await this.#setPassword(tx, person, hash, 'person.password_reset', { ...cause, actor: person.id })
    })
  }

  /** Ends every session of the person and opens a new one for this caller. */
  async changePassword(session: Session, oldPassword: string, newPassword: string, cause: Cause): Promise<SignedIn> {
    this.#countAttempt(cause)
    const { db, passwords } = this.#deps
    const { id, email } = session.person
    const known = email ? (await claimantsOf(db, email)).filter((person) => person.id === id) : []
    const person = await this.#findByPassword(oldPassword, email ?? '', known, cause)
    const hash = await passwords.hash(acceptPassword(newPassword, email!), email!)
    return db.tx(async (tx) => {
      await this.#requireUnchanged(tx, person)
      await this.#setPassword(tx, person, hash, 'person.password_changed', cause)
      return this.#open(tx, person, cause)
    })
  }

  async #setPassword(
    tx: Tx,
    { id }: PersonRow,
    password: string,
    action: 'person.password_reset' | 'person.password_changed',
    cause: Cause,
  ): Promise<void> {
    await tx.updateTable('people').set({ password }).where('id', '=', id).execute()
    const unused = tx.deleteFrom('mailed_links').where('used_at', 'is', null)
    await unused.where('person_id', '=', id).where('purpose', '=', 'reset').execute()
    await this.#deps.sessions.closeAll(tx, id)
    // Someone who stole the password may have authorized an application.
    if (action === 'person.password_reset') await revokeGrantsOfPerson(tx, id, this.#now())
    await audit(tx, cause, { action, accountId: (await accountOf(tx, id)).id, target: id }, this.#now())
  }

  /** Resolves when all emails in progress are sent. */
  emailsSent(): Promise<void> {
    return this.#deps.emails.idle()
  }

  #countAttempt({ address }: Cause): void {
    const state = this.#deps.rate.take(`password ${networkOf(address ?? '')}`, ATTEMPTS_PER_MINUTE)
    if (!state.allowed)
      throw new Fault('rate_limited', {
        detail: 'Too many attempts from your network address.',
        retryAfterSeconds: state.waitSeconds,
      })
  }

  #now(): Date {
    return new Date(this.#deps.clock.now())
  }
}
