// Every account and credential, in memory: who is calling is answered without the database, and a revocation reaches here within 2 s.

import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { SCOPES } from '../plans.ts'
import type { Account, Credential, Door, Principal, Session } from '../principal.ts'
import { modeOf, principalOf } from '../principal.ts'
import { isWellFormedKey, isWellFormedToken } from './api-key.ts'

const MOST_HASHES = 10_000
/** Tokens that ran out are kept so long, to be told apart from ones that never were. */
export const EXPIRED_RETENTION_MS = DAY_MS
const NAMES = { key: 'API key', token: 'access token', session: 'session', visitor: 'visit' } as const

export class CredentialDirectory {
  readonly #db: Database
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #accounts = new Map<string, Account>()
  readonly #credentials = new Map<string, Credential>()
  readonly #principals = new Map<string, Principal>()
  /** Hashes of keys seen lately, so that a busy caller's key is not hashed again at every request. */
  readonly #hashes = new Map<string, string>()
  #revision = -1
  #reachable = false

  constructor(db: Database, secrets: Secrets, clock: Clock) {
    this.#db = db
    this.#secrets = secrets
    this.#clock = clock
  }

  /** Loads what is newer than what is held. Called once a second; a failure leaves what is known in force. */
  async sync(): Promise<void> {
    try {
      await this.#db.tx(async (tx) => {
        // One statement reads the revision first: rows committed later are simply read again next time.
        const { value } = await tx.selectFrom('access_revision').select('value').executeTakeFirstOrThrow()
        if (value !== this.#revision) {
          const accounts = await tx.selectFrom('accounts').selectAll().where('revision', '>', this.#revision).execute()
          const keys = await tx.selectFrom('api_keys').selectAll().where('revision', '>', this.#revision).execute()
          const tokens = await tx
            .selectFrom('access_tokens')
            .selectAll()
            .where('revision', '>', this.#revision)
            .where('expires_at', '>', new Date(this.#clock.now() - EXPIRED_RETENTION_MS).toISOString())
            .execute()
          this.#take(accounts, [
            ...keys.map((key) => ({ ...key, kind: 'key' as const })),
            ...tokens.map((token) => ({ ...token, kind: 'token' as const })),
          ])
          this.#revision = value
        }
      })
      this.#reachable = true
    } catch (error) {
      this.#reachable = false
      throw error
    }
  }

  #take(accounts: readonly Account[], credentials: readonly Credential[]): void {
    for (const account of accounts) this.#accounts.set(account.id, account)
    for (const credential of credentials) this.#credentials.set(credential.hash, credential)
    if (accounts.length > 0) this.#principals.clear()
    for (const { hash } of credentials) this.#principals.delete(hash)
  }

  account(id: string): Account | undefined {
    return this.#accounts.get(id)
  }

  /** The caller behind a key or token. Answers at once for one in memory; looks once more in the database for any other. */
  authenticate(text: string, door: Door = 'api'): Principal | Promise<Principal> {
    const found = this.#find(text)
    return found instanceof Promise ? found.then((late) => mustBeFor(late, door)) : mustBeFor(found, door)
  }

  #find(text: string): Principal | Promise<Principal> {
    const seen = this.#hashes.get(text)
    if (seen !== undefined) return this.#lookup(seen) ?? this.#lookAgain(seen, text)
    if (!isWellFormedKey(text) && !isWellFormedToken(text)) throw noSuch(text, 'is malformed or mistyped')
    const hash = this.#secrets.hashKey(text)
    const found = this.#lookup(hash)
    if (!found) return this.#lookAgain(hash, text)
    // Only keys that exist are remembered: guesses cannot fill it.
    if (this.#hashes.size >= MOST_HASHES) this.#hashes.clear()
    this.#hashes.set(text, hash)
    return found
  }

  #lookup(hash: string): Principal | undefined {
    const credential = this.#credentials.get(hash)
    if (!credential) return undefined
    let principal = this.#principals.get(hash)
    if (!principal) {
      const account = this.#accounts.get(credential.account_id)
      if (!account) return undefined
      principal = principalOf(account, credential)
      this.#principals.set(hash, principal)
    }
    this.#mustBeInForce(principal)
    return principal
  }

  /** A signed-in person calls as the account, with all scopes: on the sandbox while that is its plan, else on live data. */
  async principalOfSession(session: Session): Promise<Principal> {
    const { account_id, id, hash, expires_at } = session
    if (!this.#accounts.has(account_id)) await this.sync()
    const account = this.#accounts.get(account_id)!
    const rights = {
      id,
      account_id,
      mode: modeOf(account),
      hash,
      scopes: SCOPES,
      expires_at,
      revoked_at: null,
    } as const
    const principal = principalOf(account, { kind: 'session', session, ...rights })
    this.#mustBeInForce(principal)
    return principal
  }

  #mustBeInForce({ account, credential }: Principal): void {
    const { kind, revoked_at, expires_at } = credential
    if (revoked_at) throw new Fault('revoked_credentials', { detail: `This ${NAMES[kind]} was revoked.` })
    if (expires_at && Date.parse(expires_at) <= this.#clock.now())
      throw new Fault('expired_credentials', { detail: `This ${NAMES[kind]} expired at ${expires_at}.` })
    if (account.status === 'suspended')
      throw new Fault('account_suspended', { detail: 'This account is suspended; write to the operator.' })
  }

  /** For calls that last: the same caller as of now, or a refusal when the credential is no longer good. */
  recheck(principal: Principal): Principal {
    return this.#lookup(principal.credential.hash) ?? principal
  }

  /** It may be younger than the last sync. Without the database nobody can say that it is wrong: 503, never a false 401. */
  async #lookAgain(hash: string, text: string): Promise<Principal> {
    try {
      await this.sync()
    } catch (cause) {
      throw new Fault('temporarily_unavailable', {
        detail: 'The credential is not known here yet and cannot be looked up just now.',
        retryAfterSeconds: 2,
        cause,
      })
    }
    const principal = this.#lookup(hash)
    if (!principal) throw noSuch(text, 'does not exist')
    return principal
  }

  /** Tokens that ran out long ago are unknown from then on, as in the database. */
  removeExpiredTokens(): void {
    const before = this.#clock.now() - EXPIRED_RETENTION_MS
    for (const { kind, hash, expires_at } of this.#credentials.values())
      if (kind === 'token' && Date.parse(expires_at!) < before) {
        this.#credentials.delete(hash)
        this.#principals.delete(hash)
      }
  }

  get reachable(): boolean {
    return this.#reachable
  }
}

function noSuch(text: string, problem: string): Fault {
  return text.startsWith('pl_at_')
    ? new Fault('invalid_token', { detail: `The access token ${problem}.` })
    : new Fault('invalid_api_key', { detail: `The API key ${problem}.` })
}

/** A token that was asked for as one for another door opens none but that (RFC 8707). */
function mustBeFor(principal: Principal, door: Door): Principal {
  const { credential } = principal
  if (credential.kind === 'token' && credential.audience !== 'any' && credential.audience !== door)
    throw new Fault('invalid_token', { detail: 'The access token was issued for another resource.' })
  return principal
}
