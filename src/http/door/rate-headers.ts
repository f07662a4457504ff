// `RateLimit` and `RateLimit-Policy`, which every answer has: what they promise is not refused.
import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { RateState } from '../../access/limits/rate-limit.ts'
import type { Fault } from '../../kernel/fault.ts'
import type { Services } from './services.ts'

type RateHeaders = Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>

function headersOf(name: string, limit: number, remaining: number, seconds: number): RateHeaders {
  return { 'ratelimit-policy': `"${name}";q=${limit};w=60`, ratelimit: `"${name}";r=${remaining};t=${seconds}` }
}

/** For those we do not know: how many wrong credentials their address has left. */
export function failureHeaders({ limit, remaining, waitSeconds }: RateState): RateHeaders {
  return headersOf('failures', limit, remaining, waitSeconds)
}

/** The caller's bucket, or what is left of the month when that is less. */
export function rateHeaders(
  { requestContext: passage, ip }: FastifyRequest,
  { access }: Services,
  refusal?: Fault,
): RateHeaders {
  const { rate, principal } = passage ?? {}
  const state = rate ?? access.rates.failuresLeft(ip)
  const name = rate ? 'minute' : 'failures'
  // Whichever limit refused it, another one's remainder would be a promise.
  if (refusal?.status === 429) return headersOf(name, state.limit, 0, refusal.options.retryAfterSeconds ?? 1)
  const left = principal ? access.monthly.requestsRemaining(principal) : state.remaining
  if (left < state.remaining) return headersOf(name, state.limit, Math.max(0, left), access.monthly.secondsToReset())
  return headersOf(name, state.limit, state.remaining, state.waitSeconds)
}

/** On an answer that a program behind the door gives by itself. */
export function setRateHeaders(request: FastifyRequest, raw: ServerResponse, services: Services): void {
  for (const [name, value] of Object.entries(rateHeaders(request, services))) raw.setHeader(name, value)
}
