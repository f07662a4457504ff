// Checks what a principal's plan and scopes allow.
import { Fault } from '../kernel/fault.ts'
import { say, term } from '../kernel/phrase.ts'
import type { AccountRole } from './rights/account-roles.ts'
import { hasAccountRole } from './rights/account-roles.ts'
import type { Feature, Scope } from './rights/plans.ts'
import { FEATURES, planHas, upgradesWith } from './rights/plans.ts'
import type { Part } from './rights/policies.ts'
import { PARTS } from './rights/policies.ts'
import type { Principal, Session } from './rights/principal.ts'

export class Permissions {
  readonly #baseUrl: () => string

  constructor(baseUrl: () => string) {
    this.#baseUrl = baseUrl
  }

  requirePlan({ plan }: Principal, feature: Feature): void {
    if (planHas(plan, feature)) return
    const required_plans = upgradesWith(feature)
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

  /** A session acts with the account role of its person. Keys and tokens have scopes instead. */
  requireRoleOfSession({ credential }: Principal, least: AccountRole): void {
    if (credential.kind === 'session') requireAccountRole(credential.session, least)
  }

  /** A visitor has scopes, but nothing of their own. */
  requireAccount({ credential }: Principal): void {
    if (credential.kind !== 'visitor') return
    throw new Fault('insufficient_scope', { detail: 'This needs an account. Sign up for a free sandbox key.' })
  }

  requireScope({ credential }: Principal, scope: Scope | null): void {
    if (scope === null || credential.scopes.includes(scope)) return
    throw new Fault('insufficient_scope', {
      detail: say`This credential lacks the scope ${scope}.`,
      extra: { required_scope: scope },
    })
  }
}

export function requireAccountRole({ account_role }: Pick<Session, 'account_role'>, least: AccountRole): void {
  if (hasAccountRole(account_role, least)) return
  throw new Fault('account_role_required', {
    detail: say`Your role in this account is ${term(account_role)}. This requires the role ${term(least)}. Ask an owner of the account.`,
    extra: { account_role, required_role: least },
  })
}
