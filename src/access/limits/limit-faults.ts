// The faults of limits: which plan and limit, when it ends, and which plan allows more.
import type { Clock } from '../../kernel/clock.ts'
import { monthEndOf } from '../../kernel/clock.ts'
import type { FaultCode } from '../../kernel/fault.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Text } from '../../kernel/phrase.ts'
import { Amount, say, sentences, term } from '../../kernel/phrase.ts'
import type { PlanLimits } from '../rights/plans.ts'
import { LIMITS, planAbove } from '../rights/plans.ts'
import type { Principal } from '../rights/principal.ts'
import type { UsageKind } from './quota.ts'
import type { RateState } from './rate-limit.ts'

/** Limits per minute → name in the `RateLimit` headers, limit of the plan and what it counts. */
const PER_MINUTE = {
  minute: ['requests_per_minute', 'requests'],
  suggest: ['suggest_per_minute', 'requests for suggestions'],
  addresses: ['batch_addresses_per_minute', 'addresses in batches'],
} as const satisfies Record<string, readonly [keyof PlanLimits, string]>

/** Monthly limits → name in the `RateLimit` headers: of the account, and of a key with its own. */
export const MONTHLY_POLICY = {
  requests: { account: 'month', key: 'key-month' },
  lookups: { account: 'lookups', key: 'key-lookups' },
} as const satisfies Record<UsageKind, object>

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** `1 December 2026` */
function dayOf(ms: number): Text {
  const date = new Date(ms)
  return say`1 ${term(MONTHS[date.getUTCMonth()]!)} ${date.getUTCFullYear()}`
}

interface Refusal {
  readonly code: FaultCode
  readonly detail: Text
  readonly limit: keyof PlanLimits
  readonly amount: number
  readonly extra: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds?: number
}

export class LimitFaults {
  readonly #clock: Clock
  readonly #baseUrl: () => string

  constructor(clock: Clock, baseUrl: () => string) {
    this.#clock = clock
    this.#baseUrl = baseUrl
  }

  perMinute(principal: Principal, policy: keyof typeof PER_MINUTE, { limit: amount, waitSeconds }: RateState): Fault {
    const [limit, what] = PER_MINUTE[policy]
    const who =
      principal.credential.kind === 'visitor' ? say`Without a key` : say`With the ${term(principal.plan)} plan`
    return this.#refuse(principal, {
      code: 'rate_limited',
      detail: say`${who}, the limit is ${new Amount(amount)} ${term(what)} per minute. Try again in ${waitSeconds} s.`,
      limit,
      amount,
      extra: { policy, resets_at: new Date(this.#clock.now() + waitSeconds * 1000).toISOString() },
      retryAfterSeconds: waitSeconds,
    })
  }

  perMonth(principal: Principal, kind: UsageKind): Fault {
    const limit = `${kind}_per_month` as const
    const amount = LIMITS[principal.plan][limit]
    const { at, ...retry } = this.#monthEnd()
    return this.#refuse(principal, {
      code: 'quota_exceeded',
      detail: say`You have used all ${new Amount(amount)} ${term(kind)} per month of the ${term(principal.plan)} plan. The limit resets on ${term(dayOf(at))} (UTC).`,
      limit,
      amount,
      extra: { policy: MONTHLY_POLICY[kind].account, resets_at: new Date(at).toISOString() },
      ...retry,
    })
  }

  /** The limit of a key itself: the plan has nothing to do with it. */
  perMonthOfKey({ credential, plan }: Principal, kind: UsageKind, limit: number): Fault {
    const { at, ...retry } = this.#monthEnd()
    const manage_url = `${this.#baseUrl()}/account/keys`
    return new Fault('quota_exceeded', {
      detail: say`This key has used all ${new Amount(limit)} ${term(kind)} of its own monthly limit. It resets on ${term(dayOf(at))} (UTC). An owner or developer of the account can change the limit at ${manage_url}. Other keys are not affected.`,
      extra: {
        plan,
        limit,
        limit_of: 'key',
        key_id: credential.id,
        policy: MONTHLY_POLICY[kind].key,
        resets_at: new Date(at).toISOString(),
        manage_url,
      },
      ...retry,
    })
  }

  storedListings(principal: Principal): Fault {
    const amount = LIMITS[principal.plan].stored_listings
    return this.#refuse(principal, {
      code: 'plan_limit',
      detail: say`The ${term(principal.plan)} plan stores ${new Amount(amount)} listings, and all are in use. Delete listings, or choose a plan that stores more.`,
      limit: 'stored_listings',
      amount,
      extra: {},
    })
  }

  #monthEnd(): { readonly at: number; readonly retryAfterSeconds: number } {
    const now = this.#clock.now()
    const at = monthEndOf(now)
    return { at, retryAfterSeconds: Math.ceil((at - now) / 1000) }
  }

  #refuse(principal: Principal, { code, detail, limit, amount, extra, ...retry }: Refusal): Fault {
    const { account, credential, plan } = principal
    const upgrade_url = `${this.#baseUrl()}/plans`
    // Test credentials have the sandbox's limits whatever the plan of the account.
    const own = plan !== account.plan && LIMITS[account.plan][limit] > amount
    const next = own ? account.plan : planAbove(plan, limit, amount)
    const more = next && { next_plan: next, next_limit: LIMITS[next][limit] }
    return new Fault(code, {
      detail: sentences([detail, wayUp()]),
      extra: { plan, limit: amount, limit_of: 'account', ...extra, ...more, upgrade_url },
      ...retry,
    })

    function wayUp(): Text {
      if (credential.kind === 'visitor') return say`A free key has a limit of its own: ${upgrade_url}.`
      if (!more) return say`No plan allows more. Contact the operator: ${upgrade_url}.`
      const amount = new Amount(more.next_limit)
      return own
        ? say`Test credentials have the limits of the sandbox. With a live key, your ${term(more.next_plan)} plan allows ${amount}.`
        : say`The ${term(more.next_plan)} plan allows ${amount}: ${upgrade_url}.`
    }
  }
}
