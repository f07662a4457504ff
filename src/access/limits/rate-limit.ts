// Token buckets in memory, stored as one number per caller.

import type { Clock } from '../../kernel/clock.ts'
import { steadyClock } from '../../kernel/clock.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { RateSharing } from './rate-sharing.ts'

export interface RateState {
  readonly allowed: boolean
  readonly limit: number
  /** Requests that would be allowed right now. */
  readonly remaining: number
  /** Seconds until the bucket is full; for a refused request, until the next is allowed. */
  readonly waitSeconds: number
  /** The limit, if it is not the one of requests per minute. */
  readonly name?: 'suggest'
}

/** Stores for each bucket the time at which it will be full, so that nothing needs refilling. */
export class RateLimiter {
  readonly #fullAt = new Map<string, number>()
  readonly #clock: Clock
  readonly sharing = new RateSharing((caller, ms) => this.#fill(caller, ms))

  constructor(clock: Clock) {
    this.#clock = steadyClock(clock)
  }

  /** Each node grants its share of the limit. */
  take(caller: string, limit: number, nodes = 1, windowMs = MINUTE_MS): RateState {
    return this.#step(caller, limit, nodes, windowMs, 1)
  }

  /** Takes all or none. A full bucket allows an amount above its size and is then empty. */
  takeMany(caller: string, limit: number, amount: number, nodes: number): RateState {
    return this.#step(caller, limit, nodes, MINUTE_MS, Math.min(amount, Math.max(1, Math.floor(limit / nodes))))
  }

  /** The state for the next request, without taking one. */
  peek(caller: string, limit: number, windowMs = MINUTE_MS): RateState {
    return this.#step(caller, limit, 1, windowMs, 0)
  }

  #step(caller: string, limit: number, nodes: number, windowMs: number, amount: number): RateState {
    const now = this.#clock.now()
    const each = (windowMs * nodes) / limit
    const fullAt = Math.max(this.#fullAt.get(caller) ?? 0, now)
    // The tolerance keeps rounding errors from losing a request of a full bucket.
    const remaining = Math.floor((windowMs - (fullAt - now)) / each + 1e-9)
    const needed = Math.max(1, amount)
    // A batch may be larger than one worker's part; it is taken whole, and the bucket refills later.
    const isShared = amount !== 1 || this.sharing.allows(caller, windowMs - (fullAt - now), each)
    if (remaining < needed || !isShared) {
      const waitMs = fullAt + needed * each - windowMs - now
      return { allowed: false, limit, remaining, waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
    }
    const next = fullAt + amount * each
    if (amount > 0) {
      this.#fullAt.set(caller, next)
      this.sharing.spend(caller, amount * each, windowMs - (fullAt - now))
    }
    return {
      allowed: true,
      limit,
      remaining: remaining - amount,
      waitSeconds: Math.ceil((next - now) / 1000),
    }
  }

  #fill(caller: string, ms: number): void {
    this.#fullAt.set(caller, Math.max(this.#fullAt.get(caller) ?? 0, this.#clock.now()) + ms)
  }

  /** Deletes full buckets, which are equal to new ones. */
  deleteFull(): void {
    const now = this.#clock.now()
    for (const [caller, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(caller)
  }
}
