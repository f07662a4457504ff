// What people may do in their own account. Roles of our staff are in roles.ts.
import type { Scope } from './plans.ts'

/** From least to most. */
export const ACCOUNT_ROLES = ['viewer', 'developer', 'owner'] as const
export type AccountRole = (typeof ACCOUNT_ROLES)[number]

export function hasAccountRole(role: AccountRole, least: AccountRole): boolean {
  return ACCOUNT_ROLES.indexOf(role) >= ACCOUNT_ROLES.indexOf(least)
}

/** The least role for an operation that is not a GET, by its scope. Every role may read. */
export const LEAST_ROLE_BY_SCOPE: Readonly<Record<Scope, AccountRole>> = {
  'projects:read': 'viewer',
  'floor_plans:read': 'viewer',
  'media:read': 'viewer',
  // A lookup by POST reads.
  'building_links:read': 'viewer',
  'building_links:write': 'developer',
  'history:read': 'viewer',
  'exports:read': 'viewer',
  'listings:read': 'viewer',
  'listings:write': 'developer',
  'feeds:manage': 'developer',
  'webhooks:manage': 'developer',
  'usage:read': 'viewer',
  'keys:manage': 'developer',
}

/** The scopes that a person may grant to an application: no more than the person may do. */
export function grantableScopes(role: AccountRole): readonly Scope[] {
  const scopes = Object.entries(LEAST_ROLE_BY_SCOPE) as [Scope, AccountRole][]
  return scopes.filter(([, least]) => hasAccountRole(role, least)).map(([scope]) => scope)
}
