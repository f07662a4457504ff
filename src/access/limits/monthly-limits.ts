// Monthly request and lookup limits of a principal: of its plan, and of its key.
import type { Clock } from '../../kernel/clock.ts'
import { monthEndOf } from '../../kernel/clock.ts'
import { LIMITS } from '../rights/plans.ts'
import type { Cost } from '../rights/policies.ts'
import type { ApiKey, Principal } from '../rights/principal.ts'
import { firstKeyId, limitedKey } from '../rights/principal.ts'
import type { LimitFaults } from './limit-faults.ts'
import type { Quota, UsageKind } from './quota.ts'

export class MonthlyLimits {
  readonly #quota: Quota
  readonly #clock: Clock
  readonly #faults: LimitFaults
  #endsAt = 0

  constructor(quota: Quota, clock: Clock, faults: LimitFaults) {
    this.#quota = quota
    this.#clock = clock
    this.#faults = faults
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
    const available = this.#available(principal, kind)
    if (typeof available === 'number') return this.requireAvailable(principal, kind, available)
    return available.then((count) => this.requireAvailable(principal, kind, count))
  }

  #available({ account, credential, plan }: Principal, kind: UsageKind): number | Promise<number> {
    const { id } = account
    const ofAccount = this.#quota.available(id, credential.mode, LIMITS[plan], kind)
    const key = limitedKey(credential)
    if (!key) return ofAccount
    const ofKey = this.#quota.available(id, credential.mode, key, kind, firstKeyId(key))
    if (typeof ofAccount === 'number' && typeof ofKey === 'number') return Math.min(ofAccount, ofKey)
    return Promise.all([ofAccount, ofKey]).then((both) => Math.min(...both))
  }

  requireAvailable(principal: Principal, kind: UsageKind, available: number): void {
    if (available > 0) return
    const key = limitedKey(principal.credential)
    if (key && this.remainingOfKey(principal, key, kind) < this.remaining(principal, kind))
      throw this.#faults.perMonthOfKey(principal, kind, key[`${kind}_per_month`]!)
    throw this.#faults.perMonth(principal, kind)
  }

  /** Lookups the caller may make before checking again. */
  lookupsAvailable(principal: Principal): number | Promise<number> {
    return principal.credential.kind === 'visitor' ? Number.POSITIVE_INFINITY : this.#available(principal, 'lookups')
  }

  /** What remains of the plan this month, as far as this node knows. */
  remaining({ account, credential, plan }: Principal, kind: UsageKind): number {
    const isCounted = credential.kind !== 'visitor' && !(credential.kind === 'session' && kind === 'requests')
    if (!isCounted) return Number.POSITIVE_INFINITY
    return this.#quota.remaining(account.id, credential.mode, LIMITS[plan], kind)
  }

  /** What remains of the key's own limit. */
  remainingOfKey({ account }: Principal, key: ApiKey, kind: UsageKind): number {
    return this.#quota.remaining(account.id, key.mode, key, kind, firstKeyId(key))
  }

  secondsToReset(): number {
    const now = this.#clock.now()
    if (now >= this.#endsAt) this.#endsAt = monthEndOf(now)
    return Math.ceil((this.#endsAt - now) / 1000)
  }
}
