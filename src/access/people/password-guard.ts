// Limits wrong passwords per network and per email address without locking out the owner.

import { Fault } from '../../kernel/fault.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { networkOf } from '../limits/client-network.ts'
import type { RateLimiter, RateState } from '../limits/rate-limit.ts'

const MAX_PER_NETWORK = 10
const MAX_IN_TOTAL = 30
/** Every network may try this often even when others have used up the total: the owner is on one of them. */
const FREE_ATTEMPTS = 2

export class PasswordGuard {
  readonly #rate: RateLimiter

  constructor(rate: RateLimiter) {
    this.#rate = rate
  }

  requireAllowed(email: string, address: string): void {
    const own = this.#rate.peek(networkBucket(email, address), MAX_PER_NETWORK, HOUR_MS)
    if (!own.allowed) refuse(own)
    const all = this.#rate.peek(`wrong ${email}`, MAX_IN_TOTAL, HOUR_MS)
    if (!all.allowed && own.remaining <= MAX_PER_NETWORK - FREE_ATTEMPTS) refuse(all)
  }

  count(email: string, address: string): void {
    this.#rate.take(networkBucket(email, address), MAX_PER_NETWORK, 1, HOUR_MS)
    this.#rate.take(`wrong ${email}`, MAX_IN_TOTAL, 1, HOUR_MS)
  }
}

function networkBucket(email: string, address: string): string {
  return `wrong ${email} from ${networkOf(address)}`
}

function refuse({ waitSeconds }: RateState): never {
  throw new Fault('rate_limited', {
    detail: 'Too many wrong passwords for this email address.',
    retryAfterSeconds: waitSeconds,
  })
}
