// Wrong passwords for an e-mail address: counted by network and over all, so that nobody guesses for long, and nobody can
// shut its owner out by guessing.

import { Fault } from '../../kernel/fault.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { networkOf } from '../limits/client-network.ts'
import type { RateLimiter, RateState } from '../limits/rate-limit.ts'

const FROM_ONE_NETWORK = 10
const FROM_ALL = 30
/** What any network may try although others have used up the limit of all: the owner is on one of them. */
const FIRST_TRIES = 2

export class PasswordGuard {
  readonly #rate: RateLimiter

  constructor(rate: RateLimiter) {
    this.#rate = rate
  }

  requireAllowed(email: string, address: string): void {
    const own = this.#rate.peek(ownBucket(email, address), FROM_ONE_NETWORK, HOUR_MS)
    if (!own.allowed) refuse(own)
    const all = this.#rate.peek(`wrong ${email}`, FROM_ALL, HOUR_MS)
    if (!all.allowed && own.remaining <= FROM_ONE_NETWORK - FIRST_TRIES) refuse(all)
  }

  count(email: string, address: string): void {
    this.#rate.take(ownBucket(email, address), FROM_ONE_NETWORK, 1, HOUR_MS)
    this.#rate.take(`wrong ${email}`, FROM_ALL, 1, HOUR_MS)
  }
}

function ownBucket(email: string, address: string): string {
  return `wrong ${email} from ${networkOf(address)}`
}

function refuse({ waitSeconds }: RateState): never {
  throw new Fault('rate_limited', {
    detail: 'Too many wrong passwords for this address.',
    retryAfterSeconds: waitSeconds,
  })
}
