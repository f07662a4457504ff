// What a refusal at a limit says: the plan, the limit, its end, and the plan that allows more.
import { describe, expect, it } from 'vitest'
import { LimitFaults } from '../../src/access/limits/limit-faults.ts'
import { Permissions } from '../../src/access/permissions.ts'
import type { Feature, Plan } from '../../src/access/rights/plans.ts'
import { FEATURES, LIMITS, PLANS, planHas } from '../../src/access/rights/plans.ts'
import type { Principal } from '../../src/access/rights/principal.ts'
import { feedProblemText } from '../../src/http/french/feed-problems-fr.ts'
import { translate } from '../../src/http/french/translate.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { faultText } from '../../src/mcp/tool-result.ts'

const NOW = Date.UTC(2026, 10, 19, 12)
const URL = 'https://plinth.example'
const faults = new LimitFaults({ now: () => NOW }, () => URL)

const principal = (accountPlan: Plan, kind = 'key', mode = 'live') =>
  ({
    account: { id: 'acc_1', plan: accountPlan },
    credential: { kind, id: 'key_1', mode },
    plan: mode === 'test' ? 'sandbox' : accountPlan,
  }) as unknown as Principal

const detailOf = ({ options }: Fault, language: 'en' | 'fr' = 'en') => translate(options.detail!, language)

const refused = (work: () => void): Fault | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error as Fault
  }
}

describe('a monthly limit', () => {
  it('names the plan, the limit, the day and the plan that allows more, in both languages', () => {
    const fault = faults.perMonth(principal('pro'), 'lookups')
    expect(detailOf(fault)).toBe(
      'You have used all 250,000 lookups per month of the pro plan. The limit resets on 1 December 2026 (UTC). The elite plan allows 1,000,000: https://plinth.example/plans.',
    )
    expect(detailOf(fault, 'fr').replaceAll(/\s/g, ' ')).toBe(
      'Vous avez utilisé les 250 000 recherches par mois du forfait Pro. La limite sera rétablie le 1er décembre 2026 (UTC). Le forfait Élite permet 1 000 000 : https://plinth.example/plans.',
    )
    expect([fault.code, fault.status, fault.options.retryAfterSeconds]).toEqual(['quota_exceeded', 429, 993_600])
    expect(fault.options.extra).toEqual({
      plan: 'pro',
      limit: 250_000,
      limit_of: 'account',
      policy: 'lookups',
      resets_at: '2026-12-01T00:00:00.000Z',
      next_plan: 'elite',
      next_limit: 1_000_000,
      upgrade_url: `${URL}/plans`,
    })
  })

  it('resets in January after December', () => {
    const later = new LimitFaults({ now: () => Date.UTC(2026, 11, 31, 23) }, () => URL)
    expect(detailOf(later.perMonth(principal('pro'), 'requests'))).toContain('resets on 1 January 2027 (UTC)')
  })

  it('of the highest plan sends to the operator', () => {
    const fault = faults.perMonth(principal('elite'), 'requests')
    expect(detailOf(fault)).toContain(`No plan allows more. Contact the operator: ${URL}/plans.`)
    expect(fault.options.extra).not.toHaveProperty('next_plan')
  })

  it('of test credentials names the live limit of the account’s plan', () => {
    expect(detailOf(faults.perMonth(principal('pro', 'key', 'test'), 'lookups'))).toContain(
      'With a live key, your pro plan allows 250,000.',
    )
  })

  it('says the same to AI clients', () => {
    expect(faultText(faults.perMonth(principal('pro'), 'lookups'))).toMatch(
      /^Error quota_exceeded: You have used all 250,000 lookups.*\nplan: pro\n.*next_plan: elite\n.*when it resets/s,
    )
  })

  it('shows AI clients values that are objects', () => {
    const loading = new Fault('dataset_loading', { extra: { progress: { done: 1, total: 2 } } })
    expect(faultText(loading)).toContain('\nprogress: {"done":1,"total":2}\n')
  })

  it('of a feed stays readable in French', () => {
    const text = `${faults.perMonth(principal('pro'), 'lookups').message} The feed continues then.`
    expect(feedProblemText(text, 'fr')).toMatch(
      /forfait Pro\..* le 1er décembre 2026 \(UTC\)\. Le forfait Élite permet/,
    )
    expect(feedProblemText(faults.storedListings(principal('pro')).message, 'fr')).toMatch(
      /^Le forfait Pro permet .* Le forfait Élite permet/,
    )
  })
})

describe('a limit per minute', () => {
  const state = { allowed: false, limit: 600, remaining: 0, waitSeconds: 3 }

  it('says when to try again, and which plan allows more', () => {
    const fault = faults.perMinute(principal('pro'), 'minute', state)
    expect(detailOf(fault)).toBe(
      'With the pro plan, the limit is 600 requests per minute. Try again in 3 s. The elite plan allows 1,800: https://plinth.example/plans.',
    )
    expect(fault.options).toMatchObject({
      retryAfterSeconds: 3,
      extra: { plan: 'pro', limit: 600, policy: 'minute', resets_at: '2026-11-19T12:00:03.000Z', next_limit: 1_800 },
    })
  })

  it('of a visitor offers a key', () => {
    const fault = faults.perMinute(principal('sandbox', 'visitor', 'test'), 'minute', { ...state, limit: 60 })
    expect(detailOf(fault)).toBe(
      'Without a key, the limit is 60 requests per minute. Try again in 3 s. A free key has a limit of its own: https://plinth.example/plans.',
    )
  })
})

describe('the way up', () => {
  const permissions = new Permissions(() => URL)
  const features = Object.keys(FEATURES) as Feature[]

  it.each(PLANS.flatMap((plan) => features.map((feature) => [plan, feature] as const)))(
    'from %s for %s is never the sandbox',
    (plan, feature) => {
      const fault = refused(() => permissions.requirePlan(principal(plan), feature))
      expect(fault instanceof Fault).toBe(!planHas(plan, feature))
      if (!fault) return
      const required = fault.options.extra?.required_plans as readonly Plan[]
      expect(required.length).toBeGreaterThan(0)
      expect(required.every((other) => other !== 'sandbox' && planHas(other, feature))).toBe(true)
      expect(fault.message).not.toMatch(/Upgrade to .*sandbox/)
    },
  )

  it.each(PLANS)('from %s is a plan that has more, or the operator', (plan) => {
    const all = [
      faults.perMonth(principal(plan), 'requests'),
      faults.perMonth(principal(plan), 'lookups'),
      faults.storedListings(principal(plan)),
    ]
    const limits = ['requests_per_month', 'lookups_per_month', 'stored_listings'] as const
    for (const [i, { options }] of all.entries()) {
      const { next_plan: next, next_limit: amount } = options.extra as { next_plan?: Plan; next_limit?: number }
      const more = PLANS.filter((other) => other !== 'sandbox' && LIMITS[other][limits[i]!] > LIMITS[plan][limits[i]!])
      expect([next, amount]).toEqual([more[0], more[0] && LIMITS[more[0]][limits[i]!]])
    }
  })
})
