// Text shared by several account pages: scopes, dates, prices.
import type { ApiKey } from '../../../../src/contract/api-types.ts'
import { chooseLanguage } from '../../../parts/choose-language.ts'

const scopes: Readonly<Record<ApiKey['scopes'][number], string>> = {
  'projects:read': 'Projects, developers, cities, the dataset and its changes',
  'floor_plans:read': 'Floor plans and units',
  'media:read': 'Pictures and documents',
  'building_links:read': 'Look up the building at an address',
  'building_links:write': 'Send feedback on matches',
  'history:read': 'History, price history and as_of',
  'exports:read': 'Download exports',
  'listings:read': 'Read your listings, their links and their changes',
  'listings:write': 'Store, change and delete listings',
  'feeds:manage': 'Create and change feeds, read their runs',
  'webhooks:manage': 'Create and change webhook endpoints, read their deliveries',
  'usage:read': 'Read usage',
  'keys:manage': 'Create and revoke keys and applications, read the audit log. Gives full control of the account.',
}

export const text = chooseLanguage({
  en: {
    scopes,
    scopesLegend: 'Scopes',
    selectAll: 'Select all',
    selectReadOnly: 'Read only',
    allScopes: 'all',
    allScopesExcept: (missing: string) => `all except ${missing}`,
    name: 'Name',
    created: 'Created',
    lastUsed: 'Last used',
    never: 'never',
    edit: 'Edit',
    save: 'Save',
    delete: 'Delete',
    refresh: 'Refresh',
    requests: 'Requests',
    lookups: 'Lookups',
    free: 'Free',
    pricePerMonth: (money: string) => `${money} a month`,
    comparePlans: 'Compare plans',
    planFeatures: 'Included features',
    notIncluded: 'not included in this plan',
    usedOf: (used: string, limit: string) => `${used} of ${limit}`,
    under: 'under 0.1%',
  },
})
