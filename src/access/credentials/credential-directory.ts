// All accounts and credentials in memory; every node sees changes within two seconds.

import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { say, term } from '../../kernel/phrase.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { settled } from '../../kernel/settled.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { SCOPES } from '../rights/plans.ts'
import type { Account, Credential, Principal, Session } from '../rights/principal.ts'
import { modeOf, principalOf } from '../rights/principal.ts'
import { sessionExpired } from '../rights/session-expired.ts'
import { suspendedFault } from '../rights/suspended.ts'
import { isWellFormedKey, isWellFormedToken } from './api-key.ts'

const MAX_HASHES = 10_000
/** Expired tokens stay this long, so that their error differs from that of unknown tokens. */
export const EXPIRED_RETENTION_MS = DAY_MS
const NAMES = {
  key: 'This API key',
  token: 'This access token',
  session: 'This session',
  visitor: 'This visit',
} as const

export class CredentialDirectory {
  readonly #db: Database
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #accounts = new Map<string, Account>()
  readonly #credentials = new Map<string, Credential>()
  readonly #principals = new Map<string, Principal>()
  /** Caches the hashes of recently used keys, because hashing on every request is expensive. */
  readonly #hashes = new Map<string, string>()
  #revision = -1
  #mustReload = false
  #reachable = false
  #loading: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(db: Database, secrets: Secrets, clock: Clock) {
    this.#db = db
    this.#secrets = secrets
    this.#clock = clock
  }

  /**
   * Loads changes since the last sync, every second. After a failure the known credentials stay valid. One load at a time:
   * an older one that ends later would overwrite newer plans. A load that runs already may have read before the caller's
   * change, so callers share the next one.
   */
  sync(): Promise<void> {
    this.#next ??= settled(this.#loading).then(() => {
      this.#next = undefined
      this.#loading = this.#load()
      return this.#loading
    })
    return this.#next
  }

  /** Reads everything again, after the database went back in time. Until that succeeds, what is in memory stays. */
  async reload(): Promise<void> {
    this.#mustReload = true
    await this.sync()
  }

  /** After a commit. A failure must not look as if the change had failed; the next sync loads it. */
  async syncCommitted(): Promise<void> {
    await settled(this.sync())
  }

  async #load(): Promise<void> {
    try {
      await this.#db.tx(async (tx) => {
        // Reads the revision first: rows committed later are read again at the next sync.
        const { value } = await tx.selectFrom('access_revision').select('value').executeTakeFirstOrThrow()
        const isReload = this.#mustReload
        const known = isReload ? -1 : this.#revision
        if (value !== known) {
          const accounts = await tx.selectFrom('accounts').selectAll().where('revision', '>', known).execute()
          const keys = await tx.selectFrom('api_keys').selectAll().where('revision', '>', known).execute()
          const tokens = await tx
            .selectFrom('access_tokens')
            .selectAll()
            .where('revision', '>', known)
            .where('expires_at', '>', new Date(this.#clock.now() - EXPIRED_RETENTION_MS).toISOString())
            .execute()
          if (isReload)
            for (const map of [this.#accounts, this.#credentials, this.#principals, this.#hashes]) map.clear()
          this.#mustReload &&= !isReload
          this.#store(accounts, [
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

  #store(accounts: readonly Account[], credentials: readonly Credential[]): void {
    for (const account of accounts) this.#accounts.set(account.id, account)
    for (const credential of credentials) this.#credentials.set(credential.hash, credential)
    if (accounts.length > 0) this.#principals.clear()
    for (const { hash } of credentials) this.#principals.delete(hash)
  }

  account(id: string): Account | undefined {
    return this.#accounts.get(id)
  }

  /** Returns at once for a credential in memory; otherwise checks the database once more. */
  authenticate(text: string): Principal | Promise<Principal> {
    const known = this.#hashes.get(text)
    if (known !== undefined) return this.#lookup(known) ?? this.#syncAndLookup(known, text)
    if (!isWellFormedKey(text) && !isWellFormedToken(text)) throw unknownCredential(text, 'is malformed or mistyped')
    const hash = this.#secrets.hashKey(text)
    const found = this.#lookup(hash)
    if (!found) return this.#syncAndLookup(hash, text)
    // Caches only keys that exist, so that guesses cannot fill the cache.
    if (this.#hashes.size >= MAX_HASHES) this.#hashes.clear()
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
    this.#requireActive(principal)
    return principal
  }

  /** Whose credential this is, even if it is no longer valid. Undefined when it is unknown. */
  ownerOf(text: string): Principal | undefined {
    if (!isWellFormedKey(text) && !isWellFormedToken(text)) return undefined
    const credential = this.#credentials.get(this.#hashes.get(text) ?? this.#secrets.hashKey(text))
    const account = credential && this.#accounts.get(credential.account_id)
    return account && principalOf(account, credential)
  }

  /** A signed-in person acts for the account with all scopes. */
  async principalOfSession(session: Session, testMode = false): Promise<Principal> {
    const { account_id, id, hash, expires_at } = session
    if (!this.#accounts.has(account_id)) await this.sync()
    const account = this.#accounts.get(account_id)
    if (!account) throw sessionExpired()
    const rights = {
      id,
      account_id,
      mode: testMode ? 'test' : modeOf(account),
      hash,
      scopes: SCOPES,
      expires_at,
      revoked_at: null,
    } as const
    const principal = principalOf(account, { kind: 'session', session, ...rights })
    this.#requireActive(principal)
    return principal
  }

  #requireActive({ account, credential }: Principal): void {
    const { kind, revoked_at, expires_at } = credential
    if (revoked_at) throw new Fault('revoked_credentials', { detail: say`${term(NAMES[kind])} was revoked.` })
    if (expires_at && Date.parse(expires_at) <= this.#clock.now())
      throw new Fault('expired_credentials', { detail: say`${term(NAMES[kind])} expired at ${expires_at}.` })
    if (account.status === 'suspended') throw suspendedFault(account)
  }

  /** Returns the current principal, or throws when the credential is no longer valid. */
  recheck(principal: Principal): Principal {
    return this.#lookup(principal.credential.hash) ?? principal
  }

  /** The credential may be newer than the last sync. Without the database this returns 503, never a wrong 401. */
  async #syncAndLookup(hash: string, text: string): Promise<Principal> {
    try {
      await this.sync()
    } catch (cause) {
      throw new Fault('temporarily_unavailable', {
        detail: 'The credential cannot be checked right now. Try again.',
        retryAfterSeconds: 2,
        cause,
      })
    }
    const principal = this.#lookup(hash)
    if (!principal) throw unknownCredential(text, 'does not exist')
    return principal
  }

  /** Removes tokens that the database deletes too. */
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

function unknownCredential(text: string, problem: string): Fault {
  return text.startsWith('pl_at_')
    ? new Fault('invalid_token', { detail: say`The access token ${term(problem)}.` })
    : new Fault('invalid_api_key', { detail: say`The API key ${term(problem)}.` })
}
