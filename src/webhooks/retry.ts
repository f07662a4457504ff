// The retry schedule, and how attempts change an endpoint's state. Pure.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts'
import type { SendOutcome } from './sender/guarded-sender.ts'
import type { DisabledReason, EndpointStatus } from './webhook-tables.ts'

const SECOND = 1000

/** Delay before each attempt: ten attempts over 75 hours. */
export const RETRY_DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
/** Spreads retries by ±10%, so that deliveries that failed together are not retried together. */
export const JITTER = 0.1
const MAX_RETRY_AFTER_MS = DAY_MS
const DISABLE_AFTER_MS = 5 * DAY_MS
const GONE = 410

/** `not_entitled`: nothing was sent, because the account may not receive webhooks. */
export type AttemptOutcome =
  | SendOutcome
  | { readonly kind: 'failed'; readonly code: 'not_entitled'; readonly detail: string; readonly ms: number }

export type NextStep =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly atMs: number }
  | { readonly kind: 'dead'; readonly gone: boolean }

export function isSuccess(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'response' && outcome.status >= 200 && outcome.status <= 299
}

/** `attempt` is the number of attempts so far; `random` is between 0 and 1. */
export function decideNext(outcome: AttemptOutcome, attempt: number, nowMs: number, random: number): NextStep {
  if (isSuccess(outcome)) return { kind: 'delivered' }
  if (outcome.kind === 'response' && outcome.status === GONE) return { kind: 'dead', gone: true }
  const delayMs = RETRY_DELAYS_MS[attempt]
  if (delayMs === undefined) return { kind: 'dead', gone: false }
  const jittered = Math.round(delayMs * (1 + JITTER * (2 * random - 1)))
  const requestedMs = outcome.kind === 'response' ? retryAfterMs(outcome.headers['retry-after'], nowMs) : 0
  return { kind: 'retry', atMs: nowMs + Math.max(jittered, requestedMs) }
}

/** Seconds or a date (RFC 9110); 0 for anything else. */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  const text = header?.trim() ?? ''
  const isDate = /^[A-Z][a-z]{2}, [\w: ]{10,30}$/.test(text)
  const delayMs = /^\d{1,10}$/.test(text) ? Number(text) * SECOND : isDate ? Date.parse(text) - nowMs : 0
  return delayMs > 0 ? Math.min(delayMs, MAX_RETRY_AFTER_MS) : 0
}

export interface EndpointState {
  readonly status: EndpointStatus
  readonly disabledReason: DisabledReason | null
  readonly failingSinceMs: number | null
}

/** Only a delivered ping enables an endpoint. */
export function nextEndpointState(
  before: EndpointState,
  next: NextStep,
  isPing: boolean,
  nowMs: number,
): EndpointState {
  if (next.kind === 'delivered') {
    const enables = isPing && before.status === 'pending'
    return { ...before, status: enables ? 'enabled' : before.status, failingSinceMs: null }
  }
  const failingSinceMs = before.failingSinceMs ?? nowMs
  if (before.status === 'disabled') return { ...before, failingSinceMs }
  if (next.kind === 'dead' && next.gone) return { status: 'disabled', disabledReason: 'gone', failingSinceMs }
  if (before.status === 'enabled' && nowMs - failingSinceMs >= DISABLE_AFTER_MS)
    return { status: 'disabled', disabledReason: 'failing', failingSinceMs }
  return { ...before, failingSinceMs }
}
