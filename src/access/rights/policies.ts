// Access policies: who may call an operation, what it needs and what it costs.
import type { AccountRole } from './account-roles.ts'
import { LEAST_ROLE_BY_SCOPE } from './account-roles.ts'
import type { Feature, Plan, Scope } from './plans.ts'
import { planHas } from './plans.ts'
import type { ApiName } from './principal.ts'
import type { Role } from './roles.ts'

/** Parts of a request or response that need more than the operation itself. */
export const PARTS = {
  /* part            feature         scope               description */
  floor_plans: part('floor_plans', 'floor_plans:read', '`include=floor_plans`'),
  media: part('core', 'media:read', '`include=media`'),
  plan_media: part('floor_plans', null, 'plan images and price lists'),
  as_of: part('history', 'history:read', '`as_of`'),
  plan_events: part('floor_plans', null, 'changes of floor plans, units and links'),
  listings: part('listings', 'listings:read', '`include=listings`'),
  all_exports: part('exports_full', null, 'exports other than projects'),
} as const
export type Part = keyof typeof PARTS

/** Every response except 304 counts as a request. `lookup` adds one per match, `lookups` one per matched line of a batch. */
export type Cost = 'request' | 'lookup' | 'lookups'

/** An API key, access token or session whose scopes and plan allow the operation. */
export interface CredentialPolicy {
  readonly who: 'credential'
  readonly scope: Scope | null
  readonly feature: Feature
  readonly cost: Cost
  readonly parts: readonly Part[]
  /** Also answers while the dataset does not have its first data yet. */
  readonly whileLoading?: true
  /** The resource an access token must be issued for; the API by default. */
  readonly api?: ApiName
  /** A limit of its own, instead of requests per minute. */
  readonly rate?: 'suggestions'
  /** Visitors are refused, although they have the scope: something is stored. */
  readonly needsAccount?: true
  /** The least account role of a session, if not the one of the scope. */
  readonly accountRole?: AccountRole
}

export type Policy =
  | { readonly who: 'anyone' }
  | { readonly who: 'person'; readonly accountRole: AccountRole }
  | { readonly who: 'role'; readonly role: Role }
  | CredentialPolicy

export const anyone: Policy = { who: 'anyone' }
/** A person with a session. API keys and tokens are not accepted. */
export const signedIn: Policy = { who: 'person', accountRole: 'viewer' }
/** An owner of the account, with a session. */
export const accountOwner: Policy = { who: 'person', accountRole: 'owner' }
/** People with the role; the operator key is accepted too. */
export const operator: Policy = { who: 'role', role: 'operator' }
export const curator: Policy = { who: 'role', role: 'curator' }

type CredentialNeeds = Pick<CredentialPolicy, 'scope' | 'feature'> & Partial<CredentialPolicy>

export function credential(needs: CredentialNeeds): CredentialPolicy {
  return { who: 'credential', cost: 'request', parts: [], ...needs }
}

/** The least account role of a session. Keys and tokens have scopes instead. */
export function leastAccountRole(policy: Policy, method: string): AccountRole {
  if (policy.who === 'person') return policy.accountRole
  if (policy.who !== 'credential') return 'viewer'
  if (policy.accountRole) return policy.accountRole
  return method === 'GET' || policy.scope === null ? 'viewer' : LEAST_ROLE_BY_SCOPE[policy.scope]
}

export function hasPart(plan: Plan, name: Part): boolean {
  return planHas(plan, PARTS[name].feature)
}

function part(feature: Feature, scope: Scope | null, what: string) {
  return { feature, scope, what }
}
