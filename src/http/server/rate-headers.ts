// The RateLimit and RateLimit-Policy headers of every response: a policy per window.
import { MONTHLY_POLICY } from '../../access/limits/limit-faults.ts'
import type { MonthlyLimits } from '../../access/limits/monthly-limits.ts'
import type { UsageKind } from '../../access/limits/quota.ts'
import type { RateState } from '../../access/limits/rate-limit.ts'
import type { Plan } from '../../access/rights/plans.ts'
import { LIMITS, PLANS } from '../../access/rights/plans.ts'
import { limitedKey } from '../../access/rights/principal.ts'
import type { Fault } from '../../kernel/fault.ts'
import type { Exchange } from './exchange.ts'
import type { CoreServices } from './services.ts'

type RateHeaders = Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>

const MONTH_SECONDS = 30 * 86_400

const policyOf = (name: string, limit: number, seconds = 60) => `"${name}";q=${limit};w=${seconds}`
const stateOf = (name: string, remaining: number, seconds: number) => `"${name}";r=${remaining};t=${seconds}`

/** The part of the policy that depends only on the plan. */
const planPolicies = (kind: UsageKind): Readonly<Record<Plan, string>> => {
  const ofPlan = (plan: Plan) =>
    `, ${policyOf(MONTHLY_POLICY[kind].account, LIMITS[plan][`${kind}_per_month`], MONTH_SECONDS)}`
  return Object.fromEntries(PLANS.map((plan) => [plan, ofPlan(plan)])) as Record<Plan, string>
}
const MONTH_POLICIES = { requests: planPolicies('requests'), lookups: planPolicies('lookups') }

/** For unauthenticated callers: how many wrong credentials their network may still send. */
export function failureHeaders({ limit, remaining, waitSeconds }: RateState): RateHeaders {
  return { 'ratelimit-policy': policyOf('failures', limit), ratelimit: stateOf('failures', remaining, waitSeconds) }
}

/** The caller's limits per minute and per month. A 429 reports 0 remaining of the limit that caused it. */
export function setRateHeaders(exchange: Exchange, { access }: CoreServices, refusal?: Fault): void {
  const { rate, principal, address } = exchange
  const { limit, remaining, waitSeconds } = rate ?? access.rates.failuresLeft(address)
  const name = rate ? (rate.name ?? 'minute') : 'failures'
  const refused = refusal?.status === 429 ? refusal.options : undefined
  const cause = refused && String(refused.extra?.policy ?? name)
  const seconds = refused?.retryAfterSeconds ?? 1
  let policy = policyOf(name, limit)
  let state = cause === name ? stateOf(name, 0, seconds) : stateOf(name, remaining, waitSeconds)
  for (const kind of monthlyKinds(exchange)) {
    policy += MONTH_POLICIES[kind][principal!.plan]
    state += monthState(MONTHLY_POLICY[kind].account, access.monthly.remaining(principal!, kind), cause, access.monthly)
    const key = limitedKey(principal!.credential)
    const ofKey = key?.[`${kind}_per_month`]
    if (!key || ofKey == null) continue
    policy += `, ${policyOf(MONTHLY_POLICY[kind].key, ofKey, MONTH_SECONDS)}`
    const left = access.monthly.remainingOfKey(principal!, key, kind)
    state += monthState(MONTHLY_POLICY[kind].key, left, cause, access.monthly)
  }
  // A limit that other responses do not have, such as that of addresses in batches.
  if (cause !== undefined && !policy.includes(`"${cause}"`)) {
    policy += `, ${policyOf(cause, Number(refused?.extra?.limit))}`
    state += `, ${stateOf(cause, 0, seconds)}`
  }
  exchange.setHeader('ratelimit-policy', policy).setHeader('ratelimit', state)
}

const monthState = (name: string, left: number, cause: string | undefined, monthly: MonthlyLimits) =>
  `, ${stateOf(name, name === cause ? 0 : Math.max(0, left), monthly.secondsToReset())}`

const NONE: readonly UsageKind[] = []
const REQUESTS: readonly UsageKind[] = ['requests']
const LOOKUPS: readonly UsageKind[] = ['lookups']
const BOTH: readonly UsageKind[] = ['requests', 'lookups']

/** Visitors have no monthly limit, and sessions none of requests. Operations that cost lookups have one more. */
function monthlyKinds({ principal, route }: Exchange): readonly UsageKind[] {
  if (!principal || principal.credential.kind === 'visitor') return NONE
  const policy = route?.operation.policy
  const costsLookups = policy?.who === 'credential' && policy.cost !== 'request'
  if (principal.credential.kind === 'session') return costsLookups ? LOOKUPS : NONE
  return costsLookups ? BOTH : REQUESTS
}
