// The RateLimit and RateLimit-Policy headers of every response.
import type { RateState } from '../../access/limits/rate-limit.ts'
import type { Fault } from '../../kernel/fault.ts'
import type { Exchange } from './exchange.ts'
import type { CoreServices } from './services.ts'

type RateHeaders = Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>

const policyOf = (name: string, limit: number) => `"${name}";q=${limit};w=60`
const stateOf = (name: string, remaining: number, seconds: number) => `"${name}";r=${remaining};t=${seconds}`

/** For unauthenticated callers: how many wrong credentials their network may still send. */
export function failureHeaders({ limit, remaining, waitSeconds }: RateState): RateHeaders {
  return { 'ratelimit-policy': policyOf('failures', limit), ratelimit: stateOf('failures', remaining, waitSeconds) }
}

/** The caller's rate limit, or the rest of the monthly quota if that is less. */
export function setRateHeaders(exchange: Exchange, { access }: CoreServices, refusal?: Fault): void {
  const { rate, principal, address } = exchange
  const state = rate ?? access.rates.failuresLeft(address)
  const name = rate ? (rate.name ?? 'minute') : 'failures'
  const left = principal ? access.monthly.requestsRemaining(principal) : state.remaining
  let { remaining, waitSeconds } = state
  // A 429 always reports 0 remaining, whichever limit caused it.
  if (refusal?.status === 429) {
    remaining = 0
    waitSeconds = refusal.options.retryAfterSeconds ?? 1
  } else if (left < remaining) {
    remaining = Math.max(0, left)
    waitSeconds = access.monthly.secondsToReset()
  }
  exchange.setHeader('ratelimit-policy', policyOf(name, state.limit))
  exchange.setHeader('ratelimit', stateOf(name, remaining, waitSeconds))
}
