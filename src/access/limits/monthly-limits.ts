// Monthly request and lookup limits of a principal's plan.
import type { Clock } from '../../kernel/clock.ts'
import { secondsToNextMonth } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { say, term } from '../../kernel/phrase.ts'
import { LIMITS } from '../rights/plans.ts'
import type { Cost } from '../rights/policies.ts'
import type { Principal } from '../rights/principal.ts'
import type { Quota, UsageKind } from './quota.ts'

export class MonthlyLimits {
  readonly #quota: Quota
  readonly #clock: Clock

  constructor(quota: Quota, clock: Clock) {
    this.#quota = quota
    this.#clock = clock
  }

  /** Asynchronous only near the limit, where the database decides. */
  require(principal: Principal, cost: Cost): void | Promise<void> {
    const { kind } = principal.credential
    if (kind === 'visitor') return
    // Browsing the portal uses no requests, so it works when they are used up.
    const requests = kind === 'session' ? undefined : this.#requireOne(principal, 'requests')
    if (cost === 'request') return requests
    if (requests) return requests.then(() => this.#requireOne(principal, 'lookups'))
    return this.#requireOne(principal, 'lookups')
  }

  #requireOne(principal: Principal, kind: UsageKind): void | Promise<void> {
    const { account, credential, plan } = principal
    const available = this.#quota.available(account.id, credential.mode, LIMITS[plan], kind)
    if (typeof available === 'number') return this.requireAvailable(principal, kind, available)
    return available.then((count) => this.requireAvailable(principal, kind, count))
  }

  requireAvailable({ plan }: Principal, kind: UsageKind, available: number): void {
    if (available > 0) return
    const limit = LIMITS[plan][`${kind}_per_month`]
    const retryAfterSeconds = this.secondsToReset()
    throw new Fault('quota_exceeded', {
      detail: say`You have used all ${limit} ${term(kind)} of this month. The quota resets in ${retryAfterSeconds} s (UTC).`,
      retryAfterSeconds,
    })
  }

  /** Lookups the caller may make before checking again. */
  lookupsAvailable({ account, credential, plan }: Principal): number | Promise<number> {
    if (credential.kind === 'visitor') return Number.POSITIVE_INFINITY
    return this.#quota.available(account.id, credential.mode, LIMITS[plan], 'lookups')
  }

  /** Requests remaining this month, as far as this node knows. */
  requestsRemaining({ account, credential, plan }: Principal): number {
    if (credential.kind === 'visitor' || credential.kind === 'session') return Number.POSITIVE_INFINITY
    return this.#quota.remaining(account.id, credential.mode, LIMITS[plan], 'requests')
  }

  secondsToReset(): number {
    return secondsToNextMonth(this.#clock.now())
  }
}
