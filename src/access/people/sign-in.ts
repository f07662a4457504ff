// Everything that takes a password: claiming an address, signing in and out, proving the address, a new password.

import type { Database, Tx } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import { audit } from '../../events/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { networkOf } from '../limits/client-network.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import { revokeGrantsOfPerson } from '../oauth/grants.ts'
import type { Account, Person, Session } from '../principal.ts'
import type { Emails } from './emails.ts'
import type { MailedLinks } from './mailed-links.ts'
import { PasswordGuard } from './password-guard.ts'
import type { Passwords } from './passwords.ts'
import { acceptPassword } from './passwords.ts'
import type { PersonRow } from './people.ts'
import {
  accountOf,
  claimAddress,
  claimantsOf,
  foldEmail,
  lockClaimants,
  lockPerson,
  maskEmail,
  publicPerson,
  verifiedOwner,
  verifyAddress,
} from './people.ts'
import type { CreatedSession, Sessions } from './sessions.ts'

const ATTEMPTS_PER_MINUTE = 10
const LETTERS_PER_HOUR = 5
/** Refused sign-ins that are written down in a minute, over everybody: guessers shall not fill the log. */
const REFUSALS_PER_MINUTE = 60

export interface SignedIn extends CreatedSession {
  readonly account: Account
}

export interface SignInDeps {
  readonly db: Database
  readonly clock: Clock
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly links: MailedLinks
  readonly emails: Emails
  readonly rate: RateLimiter
}

export class SignIn {
  readonly #parts: SignInDeps
  readonly #guesses: PasswordGuard

  constructor(parts: SignInDeps) {
    this.#parts = parts
    this.#guesses = new PasswordGuard(parts.rate)
  }

  /** Somebody to sign in for an account. Says the same whether or not the address is known to us. */
  claim(account: Account, email: string | undefined, password: string, cause: Cause): Promise<Person> {
    return this.#claim(account, email, password, cause, async (_, person) => person)
  }

  /** A newcomer is signed in at once: as this very person, whoever else claims the address, with whatever password. */
  claimAndSignIn(account: Account, email: string | undefined, password: string, cause: Cause): Promise<SignedIn> {
    return this.#claim(account, email, password, cause, (tx, person) => {
      if (person.status !== 'active') throw suspended()
      return this.#open(tx, person, cause)
    })
  }

  /** The claim, and in the same transaction what is done for whoever made it. */
  async #claim<T>(
    account: Account,
    givenEmail: string | undefined,
    given: string,
    cause: Cause,
    then: (tx: Tx, person: Person) => Promise<T>,
  ): Promise<T> {
    const email = foldEmail(givenEmail ?? account.email ?? missing('/email', 'The account has no e-mail address.'))
    this.#attempt(cause)
    const { db, passwords, sessions } = this.#parts
    const passwordHash = await passwords.hash(acceptPassword(given, email), email)
    const { person, done } = await db.tx(async (tx) => {
      const person = await claimAddress(tx, { accountId: account.id, email, passwordHash }, cause, this.#now())
      return { person, done: await then(tx, person) }
    })
    sessions.clearCache()
    this.#sendProof(person)
    return done
  }

  /** Another link to the address that is still a claim. Says nothing: what became of it is told by mail only. */
  resendVerification({ person }: Session, cause: Cause): void {
    this.#attempt(cause)
    if (person.email_verified_at === null) this.#sendProof(person)
  }

  #sendProof({ id, email }: Person): void {
    const { db, emails: letters, links, rate } = this.#parts
    letters.sendInBackground(async () => {
      if (!email || !rate.take(`letter ${email}`, LETTERS_PER_HOUR, 1, HOUR_MS).allowed) return undefined
      if (await verifiedOwner(db, email)) return letters.alreadyVerified(email)
      const token = await db.tx((tx) => links.issue(tx, 'verify', { person_id: id, email }, this.#now().getTime()))
      return letters.verify(email, token)
    })
  }

  async open(given: { email: string; password: string }, old: Session | null, cause: Cause): Promise<SignedIn> {
    const email = foldEmail(given.email)
    this.#attempt(cause)
    const { db, sessions } = this.#parts
    const known = await claimantsOf(db, email)
    const person = await this.#whoseIs(given.password, email, known, cause)
    return db.tx(async (tx) => {
      await this.#stillHolds(tx, person)
      if (old) await sessions.close(tx, old)
      return this.#open(tx, person, cause)
    })
  }

  /** The claimant with this password; takes the same time for an address that nobody claims. */
  async #whoseIs(password: string, email: string, known: readonly PersonRow[], cause: Cause): Promise<PersonRow> {
    const address = cause.address ?? ''
    this.#guesses.requireAllowed(email, address)
    const hashes = known.map((person) => person.password!)
    const found = known[await this.#parts.passwords.find(password, email, hashes)]
    // A claim costs nothing: who tries out passwords by claiming somebody's address with each of them is guessing too.
    if (!found || (known.length > 1 && !found.email_verified_at)) this.#guesses.count(email, address)
    if (found) {
      if (found.status === 'active') return found
      throw suspended()
    }
    await this.#noteRefusal(email, known[0], cause)
    throw wrong()
  }

  async #noteRefusal(email: string, person: PersonRow | undefined, cause: Cause): Promise<void> {
    const { db, rate } = this.#parts
    if (!rate.take('refusals', REFUSALS_PER_MINUTE).allowed) return
    await db.tx(async (tx) => {
      const accountId = person ? (await accountOf(tx, person.id)).id : null
      const details = { email: maskEmail(email) }
      await audit(tx, cause, { action: 'session.refused', accountId, target: person?.id ?? null, details }, this.#now())
    })
  }

  /** The password was compared outside the transaction; meanwhile it may have been changed, or its owner displaced. */
  async #stillHolds(tx: Tx, person: PersonRow): Promise<void> {
    const now = await lockPerson(tx, person.id)
    if (now?.password !== person.password || now.email !== person.email || now.status !== 'active') throw wrong()
  }

  async #open(tx: Tx, person: Person, cause: Cause): Promise<SignedIn> {
    const account = await standingAccountOf(tx, person.id)
    const fresh = await this.#parts.sessions.open(tx, publicPerson(person), account.id)
    const by = { ...cause, actor: person.id }
    await audit(tx, by, { action: 'session.opened', accountId: account.id, target: fresh.session.id }, this.#now())
    return { ...fresh, account }
  }

  async close(session: Session, cause: Cause): Promise<void> {
    const { db, sessions } = this.#parts
    await db.tx(async (tx) => {
      await sessions.close(tx, session)
      const { account_id: accountId, id: target } = session
      await audit(tx, cause, { action: 'session.closed', accountId, target }, this.#now())
    })
  }

  /**
   * The mailbox is shown by the link, the person by a session or the password: the owner of a mailbox who follows a link
   * that a stranger caused must not prove the address for the stranger.
   */
  async verify(
    token: string,
    by: { session: Session | null; password: string | undefined },
    cause: Cause,
  ): Promise<Person> {
    this.#attempt(cause)
    const { db, links, sessions } = this.#parts
    const link = await links.read(db, 'verify', token, this.#now().getTime())
    const known = (await claimantsOf(db, link.email)).filter(({ id }) => id === link.person_id)
    if (by.session?.person.id !== link.person_id) {
      const password = by.password ?? missing('/password', 'Sign in first, or send the password.')
      await this.#whoseIs(password, link.email, known, cause)
    }
    const actor = { ...cause, actor: link.person_id }
    const proved = await db.tx(async (tx) => {
      // The people first: whoever displaces them takes their links too, and both in the same order.
      const claimants = await lockClaimants(tx, link.email)
      await links.use(tx, 'verify', token, this.#now().getTime())
      const person = claimants.find(({ id }) => id === link.person_id)
      if (!person) throw wrong()
      await standingAccountOf(tx, person.id)
      return verifyAddress(tx, person, claimants, actor, this.#now())
    })
    sessions.clearCache()
    return proved
  }

  /** A link for a new password, for the proven owner of an address only: a claim is no reason to write to anybody's mailbox. */
  requestReset(givenEmail: string, cause: Cause): void {
    const email = foldEmail(givenEmail)
    this.#attempt(cause)
    const { db, emails: letters, links, rate } = this.#parts
    letters.sendInBackground(async () => {
      const person = await verifiedOwner(db, email)
      if (person?.status !== 'active') return undefined
      if (!rate.take(`letter ${email}`, LETTERS_PER_HOUR, 1, HOUR_MS).allowed) return undefined
      const link = { person_id: person.id, email }
      return letters.reset(email, await db.tx((tx) => links.issue(tx, 'reset', link, this.#now().getTime())))
    })
  }

  async confirmReset(token: string, given: string, cause: Cause): Promise<void> {
    this.#attempt(cause)
    const { db, links, passwords } = this.#parts
    const link = await links.read(db, 'reset', token, this.#now().getTime())
    const hash = await passwords.hash(acceptPassword(given, link.email), link.email)
    await db.tx(async (tx) => {
      await links.use(tx, 'reset', token, this.#now().getTime())
      const person = await lockPerson(tx, link.person_id)
      if (person?.email !== link.email || person.status !== 'active') throw wrong()
      await standingAccountOf(tx, person.id)
      await this.#setPassword(tx, person, hash, 'person.password_reset', { ...cause, actor: person.id })
    })
  }

  /** Ends every session of the person, and gives this caller a new one. */
  async changePassword(session: Session, old: string, given: string, cause: Cause): Promise<SignedIn> {
    this.#attempt(cause)
    const { db, passwords } = this.#parts
    const { id, email } = session.person
    const known = email ? (await claimantsOf(db, email)).filter((person) => person.id === id) : []
    const person = await this.#whoseIs(old, email ?? '', known, cause)
    const hash = await passwords.hash(acceptPassword(given, email!), email!)
    return db.tx(async (tx) => {
      await this.#stillHolds(tx, person)
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
    await tx.deleteFrom('mailed_links').where('person_id', '=', id).where('purpose', '=', 'reset').execute()
    await this.#parts.sessions.closeAll(tx, id)
    // Whoever lost the password may have lost it to somebody who let a program in.
    if (action === 'person.password_reset') await revokeGrantsOfPerson(tx, id, this.#now())
    await audit(tx, cause, { action, accountId: (await accountOf(tx, id)).id, target: id }, this.#now())
  }

  /** Resolves when all emails in progress are sent. */
  emailsSent(): Promise<void> {
    return this.#parts.emails.idle()
  }

  #attempt({ address }: Cause): void {
    const state = this.#parts.rate.take(`password ${networkOf(address ?? '')}`, ATTEMPTS_PER_MINUTE)
    if (!state.allowed)
      throw new Fault('rate_limited', {
        detail: 'Too many attempts from this address.',
        retryAfterSeconds: state.waitSeconds,
      })
  }

  #now(): Date {
    return new Date(this.#parts.clock.now())
  }
}

/** Who is suspended with the account changes nothing about how to come in, either. */
async function standingAccountOf(tx: Tx, personId: string): Promise<Account> {
  const account = await accountOf(tx, personId)
  if (account.status === 'active') return account
  throw new Fault('account_suspended', { detail: 'This account is suspended; write to the operator.' })
}

function missing(pointer: string, message: string): never {
  throw new Fault('missing_parameter', { detail: message, errors: [{ pointer, code: 'missing_parameter', message }] })
}

function suspended(): Fault {
  return new Fault('account_suspended', { detail: 'This person is suspended; write to the operator.' })
}

function wrong(): Fault {
  return new Fault('invalid_credentials', { detail: 'The e-mail address or the password is wrong.' })
}
