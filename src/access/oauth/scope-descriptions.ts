// Descriptions of the scopes for the consent page.
import type { Scope } from '../rights/plans.ts'

export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  'projects:read': 'Read projects, developers, cities and changes',
  'floor_plans:read': 'Read floor plans, units and prices',
  'media:read': 'Read pictures and documents',
  'building_links:read': 'Look up which building an address is in, using your lookups',
  'building_links:write': 'Send feedback about building links on your behalf',
  'history:read': 'Read history and price history',
  'exports:read': 'Download exports',
  'listings:read': 'Read your listings, their links and their changes',
  'listings:write': 'Store, change and delete your listings, using your lookups',
  'feeds:manage': 'Create, change and delete the feeds that fill your listings',
  'webhooks:manage': 'Create, change and delete your webhook endpoints',
  'usage:read': 'See your usage',
  'keys:manage': 'Create and revoke your API keys and applications. This gives full control of your account',
}
