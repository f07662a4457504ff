// Checks what a principal's plan and scopes allow.
import { Fault } from '../kernel/fault.ts'
import { say, term } from '../kernel/phrase.ts'
import type { Feature, Scope } from './plans.ts'
import { FEATURES, planHas, plansWith } from './plans.ts'
import type { Part } from './policies.ts'
import { PARTS } from './policies.ts'
import type { Principal } from './principal.ts'

export class Permissions {
  readonly #baseUrl: () => string

  constructor(baseUrl: () => string) {
    this.#baseUrl = baseUrl
  }

  requirePlan({ plan }: Principal, feature: Feature): void {
    if (planHas(plan, feature)) return
    const required_plans = plansWith(feature)
    throw new Fault('plan_required', {
      detail: say`The ${term(plan)} plan does not include ${term(FEATURES[feature].opens)}. Upgrade to ${required_plans.map(term)}.`,
      extra: { feature, current_plan: plan, required_plans, upgrade_url: `${this.#baseUrl()}/plans` },
    })
  }

  /** Some parameters and response parts require more than their operation does. */
  requirePart(principal: Principal, part: Part): void {
    this.requirePlan(principal, PARTS[part].feature)
    this.requireScope(principal, PARTS[part].scope)
  }

  requireScope({ credential }: Principal, scope: Scope | null): void {
    if (scope === null || credential.scopes.includes(scope)) return
    throw new Fault('insufficient_scope', {
      detail: say`This credential lacks the scope ${scope}.`,
      extra: { required_scope: scope },
    })
  }
}
