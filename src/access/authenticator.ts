// Authenticates requests: API keys, access tokens, sessions and the operator key.
import { Fault } from '../kernel/fault.ts'
import type { Text } from '../kernel/phrase.ts'
import { say } from '../kernel/phrase.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { isWellFormedKey, operatorKey } from './credentials/api-key.ts'
import type { CredentialDirectory } from './credentials/credential-directory.ts'
import { VISITOR, visitor } from './credentials/visitor.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import { readCookie } from './people/cookie.ts'
import type { Sessions } from './people/sessions.ts'
import { SESSION_COOKIE } from './people/sessions.ts'
import type { ApiName, Principal, Session } from './rights/principal.ts'
import type { Actor, Role } from './rights/roles.ts'
import { mayActAs, OPERATOR_KEY } from './rights/roles.ts'
import { sessionExpired } from './rights/session-expired.ts'

/** The parts of a request that identify its sender. */
export interface PresentedCredentials {
  readonly authorization: string | undefined
  readonly cookie: string | undefined
  /** Set only for requests that change something. */
  readonly origin: { readonly ours: boolean; readonly csrfToken: string | undefined } | undefined
  readonly address: string
  /** A session then acts on the sandbox, as a test key does. Keys and tokens have a mode of their own. */
  readonly testMode?: boolean
}

export class Authenticator {
  readonly #directory: CredentialDirectory
  readonly #sessions: Sessions
  readonly #rates: RateLimits
  readonly #secrets: Secrets
  readonly #operatorKeyHash: string

  constructor(directory: CredentialDirectory, sessions: Sessions, rates: RateLimits, secrets: Secrets) {
    this.#directory = directory
    this.#sessions = sessions
    this.#rates = rates
    this.#secrets = secrets
    this.#operatorKeyHash = secrets.hashKey(operatorKey(secrets.derive('operator', 32)))
  }

  /** Uses the Authorization header or, without one, the session cookie. */
  authenticate(presented: PresentedCredentials, api: ApiName = 'api'): Principal | Promise<Principal> {
    if (presented.authorization === VISITOR && api === 'api') return visitor
    if (usesSession(presented))
      return this.#requireSession(presented).then((session) =>
        this.#directory.principalOfSession(session, presented.testMode),
      )
    const token = bearerToken(presented.authorization)
    // The token exists, so a wrong audience is not a guess.
    return after(this.#find(token, presented.address), (principal) => requireAudience(principal, api))
  }

  /** Counts unknown, expired and revoked credentials as guesses. */
  #find(token: string, address: string): Principal | Promise<Principal> {
    // Checked only for unknown keys, because hashing on every request is expensive.
    const fail = (error: unknown) =>
      this.#fail(this.#isOperatorKey(token) ? notAccepted(NO_ACCOUNT, ACCOUNT_CREDENTIALS) : error, address)
    try {
      const found = this.#directory.authenticate(token)
      return found instanceof Promise ? found.catch(fail) : found
    } catch (error) {
      return fail(error)
    }
  }

  /** Comparing keyed hashes leaks no timing information about the key. */
  #isOperatorKey(token: string): boolean {
    return isWellFormedKey(token) && this.#secrets.hashKey(token) === this.#operatorKeyHash
  }

  /** For the request log: whose key or token a refused request has. */
  ownerOf(authorization: string | undefined): Principal | undefined {
    return authorization?.startsWith('Bearer pl_') ? this.#directory.ownerOf(authorization.slice(7)) : undefined
  }

  /** Long-running calls check again: throws once the credential is no longer valid. */
  recheck(principal: Principal): Principal | Promise<Principal> {
    const { credential } = principal
    if (credential.kind === 'visitor') return principal
    if (credential.kind !== 'session') return this.#directory.recheck(principal)
    return this.#sessions.recheck(credential.session).then((session) => {
      if (!session) throw sessionExpired()
      return this.#directory.principalOfSession(session, credential.mode === 'test')
    })
  }

  /** Requires a signed-in person whose account is active. */
  async requirePerson(presented: PresentedCredentials): Promise<Session> {
    const session = await this.#requireSession(presented)
    await this.#directory.principalOfSession(session)
    return session
  }

  /** The signed-in person, or null for a visitor. Fails for a suspended account, so that the page can say why. */
  async findPerson(presented: PresentedCredentials): Promise<Session | null> {
    const session = usesSession(presented) ? await this.#sessions.find(presented.cookie) : null
    if (session) await this.#directory.principalOfSession(session)
    return session ?? null
  }

  async #requireSession(presented: PresentedCredentials): Promise<Session> {
    const { authorization, address } = presented
    if (!usesSession(presented)) {
      if (authorization === undefined || authorization === VISITOR)
        throw new Fault('missing_credentials', { detail: SIGN_IN })
      const token = bearerToken(authorization)
      if (!this.#isOperatorKey(token)) await this.#find(token, address)
      throw notAccepted(SIGN_IN, ['session'])
    }
    const session = await this.#sessions.find(presented.cookie)
    if (!session) return this.#fail(sessionExpired(), presented.address)
    if (!this.#isSameOrigin(session, presented))
      throw new Fault('csrf_token_invalid', {
        detail: 'Send the X-CSRF-Token header with the token from sign-in, from a page of this service.',
      })
    return session
  }

  /** For operations where a session is optional. */
  async findSameOriginSession(presented: PresentedCredentials): Promise<Session | null> {
    const session = await this.findSession(presented.cookie)
    return session && this.#isSameOrigin(session, presented) ? session : null
  }

  /** The session of an active account; the caller checks the origin of forms. */
  async findSession(cookie: string | undefined): Promise<Session | null> {
    const session = await this.#sessions.find(cookie)
    return session && this.#directory.account(session.account_id)?.status !== 'suspended' ? session : null
  }

  #isSameOrigin(session: Session, { origin }: PresentedCredentials): boolean {
    return !origin || (origin.ours && this.#sessions.isCsrfToken(session, origin.csrfToken))
  }

  /** Accepts the operator key for every role, or a signed-in person with the role. */
  requireRole(presented: PresentedCredentials, role: Role): Actor | Promise<Actor> {
    if (usesSession(presented)) return this.requirePerson(presented).then(({ person }) => requireActor(person, role))
    if (presented.authorization === VISITOR) throw new Fault('missing_credentials', { detail: neededFor(role) })
    const token = bearerToken(presented.authorization)
    if (this.#isOperatorKey(token)) return OPERATOR_KEY
    return after(this.#find(token, presented.address), () => {
      throw notAccepted(neededFor(role), ['operator_key', 'session'], { required_role: role })
    })
  }

  #fail(error: unknown, address: string): never {
    if (error instanceof Fault && error.status === 401) {
      const state = this.#rates.countFailure(address)
      if (!state.allowed)
        throw new Fault('rate_limited', {
          detail: 'Too many invalid credentials from this address.',
          retryAfterSeconds: state.waitSeconds,
        })
    }
    throw error
  }
}

function after<T, R>(value: T | Promise<T>, then: (value: T) => R): R | Promise<R> {
  return value instanceof Promise ? value.then(then) : then(value)
}

const SIGN_IN = 'Sign in to do this. API keys are not accepted here.'
const NO_ACCOUNT = 'The operator key belongs to no account. Send the API key of an account.'
const ACCOUNT_CREDENTIALS = ['api_key', 'access_token', 'session'] as const

function neededFor(role: Role): Text {
  return say`Send the operator key, or sign in as a person with the role ${role}. API keys are not accepted here.`
}

/** The credential is valid, but the operation takes only other kinds. */
function notAccepted(detail: Text, accepted: readonly string[], extra: Record<string, unknown> = {}): Fault {
  return new Fault('credential_not_accepted', { detail, extra: { accepted_credentials: accepted, ...extra } })
}

/** A token issued for one resource is not valid for another (RFC 8707). */
function requireAudience(principal: Principal, api: ApiName): Principal {
  const { credential } = principal
  if (credential.kind === 'token' && credential.audience !== 'any' && credential.audience !== api)
    throw new Fault('invalid_token', { detail: 'The access token was issued for another resource.' })
  return principal
}

function bearerToken(header: string | undefined): string {
  if (!header) throw new Fault('missing_credentials', { detail: 'Send the header "Authorization: Bearer <API key>".' })
  const token = header.startsWith('Bearer pl_') ? header.slice(7) : /^Bearer +(\S+)$/i.exec(header)?.[1]
  if (!token) throw new Fault('invalid_api_key', { detail: 'The Authorization header must be "Bearer <API key>".' })
  return token
}

/** An Authorization header takes precedence over a cookie. */
function usesSession({ authorization, cookie }: PresentedCredentials): boolean {
  return authorization === undefined && readCookie(cookie, SESSION_COOKIE) !== undefined
}

function requireActor({ id, role }: { id: string; role: Role | null }, required: Role): Actor {
  const actor = role && { id, role }
  if (actor && mayActAs(actor, required)) return actor
  throw new Fault('insufficient_scope', { detail: say`This requires the role ${required}.` })
}
