// The gate: credential → principal → rate → quota → plan and scope, in that order. Doors call it and nothing else of this room.
import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import { secondsToNextMonth } from '../kernel/clock.ts'
import { Fault } from '../kernel/fault.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { isWellFormedKey, operatorKey } from './keys/api-key.ts'
import { Directory } from './keys/credential-directory.ts'
import { VISITOR, visitor } from './keys/visitor.ts'
import { networkOf } from './limits/client-network.ts'
import { LiveNodes } from './limits/live-nodes.ts'
import type { Metered } from './limits/quota.ts'
import { Quota } from './limits/quota.ts'
import type { RateState } from './limits/rate-limit.ts'
import { RateLimiter } from './limits/rate-limit.ts'
import { UsageMeter } from './limits/usage.ts'
import { readCookie } from './people/cookie.ts'
import type { Session } from './people/sessions.ts'
import { SESSION_COOKIE, Sessions } from './people/sessions.ts'
import type { Feature, Scope } from './plans.ts'
import { FEATURES, LIMITS, planHas, plansWith } from './plans.ts'
import type { Cost, Part } from './policies.ts'
import { PARTS } from './policies.ts'
import type { Door, Principal } from './principal.ts'
import type { Actor, Role } from './roles.ts'
import { mayActAs, OPERATOR_KEY } from './roles.ts'

/** Wrong credentials an address may send in a minute before it has to wait; a right one is never refused for it. */
const FAILURES_PER_MINUTE = 10
/** Accounts one address may open in a minute. */
const SIGNUPS_PER_MINUTE = 5

/** What a request shows of who sends it. */
export interface PresentedCredentials {
  readonly authorization: string | undefined
  readonly cookie: string | undefined
  /** For a request that changes something: whether it comes from our own pages. Undefined for one that does not. */
  readonly origin: { readonly ours: boolean; readonly csrfToken: string | undefined } | undefined
  readonly address: string
}

export class AccessControl {
  readonly directory: Directory
  readonly sessions: Sessions
  readonly usage: UsageMeter
  readonly nodes: LiveNodes
  readonly #quota: Quota
  /** Every bucket of this node, for whoever counts something. */
  readonly limiter: RateLimiter
  readonly #clock: Clock
  readonly #operatorKey: string
  readonly #upgradeUrl: string

  constructor(db: Database, secrets: Secrets, clock: Clock, baseUrl: string, nodeName: string) {
    this.sessions = new Sessions(db, secrets, clock)
    this.directory = new Directory(db, secrets, clock)
    this.usage = new UsageMeter(db, clock)
    this.nodes = new LiveNodes(db, nodeName)
    this.#quota = new Quota(db, this.usage, this.nodes, clock)
    this.limiter = new RateLimiter(clock)
    this.#clock = clock
    this.#operatorKey = secrets.hashKey(operatorKey(secrets.derive('operator', 32)))
    this.#upgradeUrl = `${baseUrl}/plans`
    this.#hash = (key) => secrets.hashKey(key)
  }
  readonly #hash: (key: string) => string

  async start(): Promise<void> {
    await this.directory.sync()
    await this.usage.load()
    await this.nodes.beat()
  }

  /** The principal behind an Authorization header or, without one, behind a session's cookie. */
  authenticate(shown: PresentedCredentials, door: Door = 'api'): Principal | Promise<Principal> {
    if (shown.authorization === VISITOR && door === 'api') return visitor
    if (isSession(shown)) return this.#bySession(shown)
    const token = this.#token(shown.authorization)
    try {
      const found = this.directory.authenticate(token, door)
      return found instanceof Promise ? found.catch((error) => this.#failed(error, shown.address)) : found
    } catch (error) {
      return this.#failed(error, shown.address)
    }
  }

  async #bySession(shown: PresentedCredentials): Promise<Principal> {
    return this.directory.principalOfSession(await this.#sessionOf(shown))
  }

  /** For calls that last: the same caller as of now, or a refusal when the credential is no longer good. */
  recheck(principal: Principal): Principal | Promise<Principal> {
    const { credential } = principal
    if (credential.kind === 'visitor') return principal
    if (credential.kind !== 'session') return this.directory.recheck(principal)
    return this.sessions
      .recheck(credential.session)
      .then((session) => this.directory.principalOfSession(session ?? ended()))
  }

  /** Somebody who signed in, for an account in good standing. */
  async requirePerson(shown: PresentedCredentials): Promise<Session> {
    const session = await this.#sessionOf(shown)
    await this.directory.principalOfSession(session)
    return session
  }

  /** A request that changes something must come from our own pages. */
  async #sessionOf(shown: PresentedCredentials): Promise<Session> {
    if (!isSession(shown)) throw new Fault('missing_credentials', { detail: 'Sign in: this is for people.' })
    const session = await this.sessions.find(shown.cookie)
    if (!session) return this.#failed(endedFault(), shown.address)
    if (!this.#isFromOurPage(session, shown))
      throw new Fault('csrf_token_invalid', {
        detail: 'With a session, send the header X-CSRF-Token as it came at sign-in, from a page of this service.',
      })
    return session
  }

  /** The same where a session is one way among others: none, or one that proves nothing, is no mistake. */
  async personAtOurPage(shown: PresentedCredentials): Promise<Session | null> {
    const session = await this.signedIn(shown.cookie)
    return session && this.#isFromOurPage(session, shown) ? session : null
  }

  /** Who is signed in, if somebody is and their account is in good standing; for pages, which check their forms themselves. */
  async signedIn(cookie: string | undefined): Promise<Session | null> {
    const session = await this.sessions.find(cookie)
    return session && this.directory.account(session.account_id)?.status !== 'suspended' ? session : null
  }

  #isFromOurPage(session: Session, { origin }: PresentedCredentials): boolean {
    return !origin || (origin.ours && this.sessions.isCsrfToken(session, origin.csrfToken))
  }

  /** Who stands at the desk: the holder of the operator key, who may do what any role may, or a person in the role. */
  requireRole(shown: PresentedCredentials, role: Role): Actor | Promise<Actor> {
    if (isSession(shown))
      return this.requirePerson(shown).then(({ person }) => mustActAs({ id: person.id, role: person.role }, role))
    const token = this.#token(shown.authorization)
    // Keyed hashes are compared, so how long it takes says nothing about the key.
    if (isWellFormedKey(token) && this.#hash(token) === this.#operatorKey) return OPERATOR_KEY
    return this.#failed(new Fault('invalid_api_key', { detail: 'This needs the operator key.' }), shown.address)
  }

  #token(header: string | undefined): string {
    if (!header)
      throw new Fault('missing_credentials', { detail: 'Send the header "Authorization: Bearer <API key>".' })
    const token = header.startsWith('Bearer pl_') ? header.slice(7) : /^Bearer +(\S+)$/i.exec(header)?.[1]
    if (!token) throw new Fault('invalid_api_key', { detail: 'The Authorization header must read "Bearer <API key>".' })
    return token
  }

  #failed(error: unknown, address: string): never {
    if (error instanceof Fault && error.status === 401) {
      const state = this.countFailure(address)
      if (!state.allowed)
        throw new Fault('rate_limited', {
          detail: 'Too many wrong credentials from this address.',
          retryAfterSeconds: state.waitSeconds,
        })
    }
    throw error
  }

  /** Takes one request from the caller's bucket: this node's share of what the account may ask in a minute. */
  rate({ account, plan, credential }: Principal, address: string): RateState {
    const caller = credential.kind === 'visitor' ? `visitor ${networkOf(address)}` : `${account.id} ${plan}`
    return this.limiter.take(caller, LIMITS[plan].requests_per_minute, this.nodes.count)
  }

  /** Takes addresses of a batch from the account's minute: those that nothing is found for cost no quota, but they are work. */
  batchRate({ account, plan }: Principal, addresses: number): RateState {
    const limit = LIMITS[plan].batch_addresses_per_minute
    return this.limiter.takeMany(`addresses ${account.id} ${plan}`, limit, addresses, this.nodes.count)
  }

  /** How many wrong credentials an address may still send. */
  failures(address: string): RateState {
    return this.limiter.peek(`fail ${networkOf(address)}`, FAILURES_PER_MINUTE)
  }

  /** Counts a wrong credential that was shown somewhere else than here. */
  countFailure(address: string): RateState {
    return this.limiter.take(`fail ${networkOf(address)}`, FAILURES_PER_MINUTE)
  }

  signUpRate(address: string): RateState {
    return this.limiter.take(`signup ${networkOf(address)}`, SIGNUPS_PER_MINUTE)
  }

  requireRate(state: RateState): void {
    if (state.allowed) return
    throw new Fault('rate_limited', {
      detail: `At most ${state.limit} requests a minute. Try again in ${state.waitSeconds} s.`,
      retryAfterSeconds: state.waitSeconds,
    })
  }

  /** A promise only where the month is nearly used up, and the database has to say what is left. */
  requireQuota(principal: Principal, cost: Cost): void | Promise<void> {
    if (principal.credential.kind === 'visitor') return
    const requests = this.#requireRoom(principal, 'requests')
    if (cost === 'request') return requests
    if (requests) return requests.then(() => this.#requireRoom(principal, 'lookups'))
    return this.#requireRoom(principal, 'lookups')
  }

  #requireRoom(principal: Principal, what: Metered): void | Promise<void> {
    const room = this.#quota.room(principal.account.id, principal.credential.mode, LIMITS[principal.plan], what)
    if (typeof room === 'number') return this.requireRoom(principal, what, room)
    return room.then((late) => this.requireRoom(principal, what, late))
  }

  requireRoom({ plan }: Principal, what: Metered, room: number): void {
    if (room > 0) return
    const limit = LIMITS[plan][`${what}_per_month`]
    const retryAfterSeconds = this.monthEndsIn()
    throw new Fault('quota_exceeded', {
      detail: `The ${limit} ${what} of this month are used up; the next month begins in ${retryAfterSeconds} s (UTC).`,
      retryAfterSeconds,
    })
  }

  /** Lookups that may be made before asking again. */
  lookupsLeft({ account, credential, plan }: Principal): number | Promise<number> {
    if (credential.kind === 'visitor') return Number.POSITIVE_INFINITY
    return this.#quota.room(account.id, credential.mode, LIMITS[plan], 'lookups')
  }

  /** Requests of this month that are left, as far as this node knows. */
  requestsLeft({ account, credential, plan }: Principal): number {
    if (credential.kind === 'visitor') return Number.POSITIVE_INFINITY
    return this.#quota.left(account.id, credential.mode, LIMITS[plan], 'requests')
  }

  /** Seconds until quotas begin anew. */
  monthEndsIn(): number {
    return secondsToNextMonth(this.#clock.now())
  }

  requirePlan({ plan }: Principal, feature: Feature): void {
    if (planHas(plan, feature)) return
    const required_plans = plansWith(feature)
    throw new Fault('plan_required', {
      detail: `The ${plan} plan does not include ${FEATURES[feature].opens}; ${required_plans.join(', ')} do.`,
      extra: { feature, current_plan: plan, required_plans, upgrade_url: this.#upgradeUrl },
    })
  }

  /** What a part of the question or the answer asks for beyond the operation itself. */
  requirePart(principal: Principal, part: Part): void {
    this.requirePlan(principal, PARTS[part].feature)
    this.requireScope(principal, PARTS[part].scope)
  }

  requireScope({ credential }: Principal, scope: Scope | null): void {
    if (scope === null || credential.scopes.includes(scope)) return
    throw new Fault('insufficient_scope', {
      detail: `This credential lacks the scope ${scope}.`,
      extra: { required_scope: scope },
    })
  }

  /** Regular upkeep: hears of changes, writes usage, shows that this node is up, forgets idle buckets. */
  async tick(): Promise<void> {
    this.limiter.sweep()
    await this.directory.sync()
    await this.#quota.flush()
    await this.nodes.beat()
  }

  /** The last flush of a node that stops; what it held goes back to the others. */
  async leave(): Promise<void> {
    await this.usage.flush()
    await this.nodes.leave()
  }
}

function endedFault(): Fault {
  return new Fault('expired_credentials', { detail: 'The session has ended; sign in again.' })
}

function ended(): never {
  throw endedFault()
}

/** An Authorization header goes before any cookie. */
function isSession({ authorization, cookie }: PresentedCredentials): boolean {
  return authorization === undefined && readCookie(cookie, SESSION_COOKIE) !== undefined
}

function mustActAs(person: { id: string; role: Role | null }, role: Role): Actor {
  const actor = person.role && { id: person.id, role: person.role }
  if (actor && mayActAs(actor, role)) return actor
  throw new Fault('insufficient_scope', { detail: 'You may not do this.' })
}
