// The RateLimit and RateLimit-Policy headers of every response.
import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { RateState } from '../../access/limits/rate-limit.ts'
import type { Fault } from '../../kernel/fault.ts'
import type { CoreServices } from './services.ts'

type RateHeaders = Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>

function headersOf(name: string, limit: number, remaining: number, seconds: number): RateHeaders {
  return { 'ratelimit-policy': `"${name}";q=${limit};w=60`, ratelimit: `"${name}";r=${remaining};t=${seconds}` }
}

/** For unauthenticated callers: how many wrong credentials their network may still send. */
export function failureHeaders({ limit, remaining, waitSeconds }: RateState): RateHeaders {
  return headersOf('failures', limit, remaining, waitSeconds)
}

/** The caller's rate limit, or the rest of the monthly quota if that is less. */
export function rateHeaders(
  { requestContext: context, ip }: FastifyRequest,
  { access }: CoreServices,
  refusal?: Fault,
): RateHeaders {
  const { rate, principal } = context ?? {}
  const state = rate ?? access.rates.failuresLeft(ip)
  const name = rate ? (rate.name ?? 'minute') : 'failures'
  // A 429 always reports 0 remaining, whichever limit caused it.
  if (refusal?.status === 429) return headersOf(name, state.limit, 0, refusal.options.retryAfterSeconds ?? 1)
  const left = principal ? access.monthly.requestsRemaining(principal) : state.remaining
  if (left < state.remaining) return headersOf(name, state.limit, Math.max(0, left), access.monthly.secondsToReset())
  return headersOf(name, state.limit, state.remaining, state.waitSeconds)
}

/** For responses of mounted handlers. */
export function setRateHeaders(request: FastifyRequest, raw: ServerResponse, services: CoreServices): void {
  for (const [name, value] of Object.entries(rateHeaders(request, services))) raw.setHeader(name, value)
}
