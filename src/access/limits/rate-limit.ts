// Token buckets in memory: one number a caller. What the headers promise is what the next request gets.

import type { Clock } from '../../kernel/clock.ts'
import { MINUTE_MS } from '../../kernel/time.ts'

export interface RateState {
  readonly allowed: boolean
  readonly limit: number
  /** Whole requests that would be allowed right now. */
  readonly remaining: number
  /** Seconds until the bucket is full again; for a refused request, until one is allowed. */
  readonly waitSeconds: number
}

/** A bucket is kept as the moment at which it would be full: nothing to refill, nothing to sweep but what is past. */
export class RateLimiter {
  readonly #fullAt = new Map<string, number>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** With several nodes up, each gives out its part of the limit. */
  take(caller: string, limit: number, nodes = 1, windowMs = MINUTE_MS): RateState {
    return this.#step(caller, limit, nodes, windowMs, 1)
  }

  /** All of them or none. More than a node ever has are let through by a full bucket, and empty it. */
  takeMany(caller: string, limit: number, amount: number, nodes: number): RateState {
    return this.#step(caller, limit, nodes, MINUTE_MS, Math.min(amount, Math.max(1, Math.floor(limit / nodes))))
  }

  /** What the next one would get. */
  peek(caller: string, limit: number, windowMs = MINUTE_MS): RateState {
    return this.#step(caller, limit, 1, windowMs, 0)
  }

  #step(caller: string, limit: number, nodes: number, windowMs: number, amount: number): RateState {
    const now = this.#clock.now()
    const each = (windowMs * nodes) / limit
    const fullAt = Math.max(this.#fullAt.get(caller) ?? 0, now)
    // The small tolerance keeps a bucket that is full to the last floating-point bit from losing a request.
    const remaining = Math.floor((windowMs - (fullAt - now)) / each + 1e-9)
    const wanted = Math.max(1, amount)
    if (remaining < wanted) {
      const waitMs = fullAt + wanted * each - windowMs - now
      return { allowed: false, limit, remaining, waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
    }
    const next = fullAt + amount * each
    if (amount > 0) this.#fullAt.set(caller, next)
    return {
      allowed: true,
      limit,
      remaining: remaining - amount,
      waitSeconds: Math.ceil((next - now) / 1000),
    }
  }

  /** Forgets callers whose bucket is full: they are as good as new. */
  deleteFull(): void {
    const now = this.#clock.now()
    for (const [caller, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(caller)
  }
}
