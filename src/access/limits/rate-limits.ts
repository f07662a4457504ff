// Per-minute limits: requests, batch addresses, sign-ups and failed authentication.
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { LIMITS } from '../rights/plans.ts'
import type { Principal } from '../rights/principal.ts'
import { networkOf } from './client-network.ts'
import type { LiveNodes } from './live-nodes.ts'
import type { RateLimiter, RateState } from './rate-limit.ts'

/** Limits invalid credentials only; a valid credential is never refused for them. */
const FAILURES_PER_MINUTE = 10
const SIGNUPS_PER_MINUTE = 5
/** Sample events are stored and delivered like real ones. One of each type fits into a minute. */
const SAMPLE_EVENTS_PER_MINUTE = 60

/** For plans without batches, whose limit is 0. */
const PARSED_ADDRESSES_PER_MINUTE = 12_000

export class RateLimits {
  readonly #limiter: RateLimiter
  readonly #nodes: LiveNodes

  constructor(limiter: RateLimiter, nodes: LiveNodes) {
    this.#limiter = limiter
    this.#nodes = nodes
  }

  /** Takes one request from this machine's share of the account's limit. */
  takeRequest(principal: Principal, address: string): RateState {
    const limit = LIMITS[principal.plan].requests_per_minute
    return this.#limiter.take(callerOf(principal, address), limit, this.#nodes.machines)
  }

  /** The same for requests while someone types. A plan without suggestions uses its limit of requests to be refused. */
  takeSuggestion(principal: Principal, address: string): RateState {
    const limit = LIMITS[principal.plan].suggest_per_minute
    if (limit === 0) return this.takeRequest(principal, address)
    const state = this.#limiter.take(`suggest ${callerOf(principal, address)}`, limit, this.#nodes.machines)
    return { ...state, name: 'suggest' }
  }

  /** Addresses without a match use no quota but still cost work, so batches have a rate limit. */
  takeBatchAddresses({ account, plan }: Principal, addresses: number): RateState {
    const limit = LIMITS[plan].batch_addresses_per_minute
    return this.#limiter.takeMany(`addresses ${account.id} ${plan}`, limit, addresses, this.#nodes.machines)
  }

  /** Parsing an address costs work like matching it, and is part of every plan. */
  takeParsedAddresses({ account, plan }: Principal, addresses: number): RateState {
    const limit = LIMITS[plan].batch_addresses_per_minute || PARSED_ADDRESSES_PER_MINUTE
    return this.#limiter.takeMany(`addresses ${account.id} ${plan}`, limit, addresses, this.#nodes.machines)
  }

  takeVisitorBatch(address: string, limit: number): RateState {
    return this.#limiter.take(`visitor batch ${networkOf(address)}`, limit, this.#nodes.machines)
  }

  /** Takes one from a limit per client network, counted on this node only. */
  takeForNetwork(what: string, address: string, limit: number): RateState {
    return this.#limiter.take(`${what} ${networkOf(address)}`, limit)
  }

  takeSignUp(address: string): RateState {
    return this.takeForNetwork('signup', address, SIGNUPS_PER_MINUTE)
  }

  takeSampleEvent({ account }: Principal): RateState {
    return this.#limiter.take(`sample ${account.id}`, SAMPLE_EVENTS_PER_MINUTE, this.#nodes.machines)
  }

  countFailure(address: string): RateState {
    return this.takeForNetwork('fail', address, FAILURES_PER_MINUTE)
  }

  failuresLeft(address: string): RateState {
    return this.#limiter.peek(`fail ${networkOf(address)}`, FAILURES_PER_MINUTE)
  }
}

function callerOf({ account, plan, credential }: Principal, address: string): string {
  return credential.kind === 'visitor' ? `visitor ${networkOf(address)}` : `${account.id} ${plan}`
}

export function requireAllowed(state: RateState): void {
  if (state.allowed) return
  throw new Fault('rate_limited', {
    detail: say`The limit is ${state.limit} requests per minute. Try again in ${state.waitSeconds} s.`,
    retryAfterSeconds: state.waitSeconds,
  })
}
