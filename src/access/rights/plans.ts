// Plans: features, limits and scopes, as tables.

export const PLANS = ['sandbox', 'starter', 'pro', 'elite'] as const
export type Plan = (typeof PLANS)[number]

export const FEATURES = {
  /*                description                                              sandbox starter pro elite */
  core: row('projects, media, developers, cities, dataset', 1, 1, 1, 1),
  building_links: row('address → building', 1, 0, 1, 1),
  floor_plans: row('floor plans, their images and price lists', 1, 0, 1, 1),
  units: row('unit rows', 1, 0, 1, 1),
  history: row('history, price history and as_of', 1, 0, 0, 1),
  changes: row('the change log', 1, 1, 1, 1),
  exports: row('the projects export', 1, 1, 1, 1),
  exports_full: row('every export', 1, 0, 1, 1),
  webhooks: row('webhook endpoints', 1, 0, 1, 1),
  mcp: row('tools over MCP', 1, 0, 1, 1),
  listings: row('stored listings and feeds', 1, 0, 1, 1),
} as const

export type Feature = keyof typeof FEATURES

export interface PlanLimits {
  readonly price_per_month: number
  readonly requests_per_minute: number
  readonly requests_per_month: number
  readonly lookups_per_month: number
  /** In batches and streams, matched or not: a miss uses no lookup but costs work. */
  readonly batch_addresses_per_minute: number
  /** Requests while someone types. They do not count for `requests_per_minute`. */
  readonly suggest_per_minute: number
  readonly change_retention_days: number
  readonly webhook_endpoints: number
  readonly stored_listings: number
  readonly request_log_days: number
  /** Of one file of addresses. */
  readonly file_rows: number
  /** All files together, as stored. */
  readonly stored_file_mib: number
  /** File jobs at a time. Others wait. */
  readonly running_files: number
}

// biome-ignore format: a table is read by its columns
export const LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  sandbox: limits(0, 60, 150_000, 5_000, 60_000, 300, 7, 2, 500, 7, 1_000, 10, 1),
  starter: limits(299, 120, 250_000, 0, 0, 0, 7, 0, 0, 7, 0, 0, 0),
  pro: limits(799, 600, 1_000_000, 250_000, 600_000, 3_000, 30, 5, 100_000, 30, 2_000_000, 2_048, 1),
  elite: limits(1_499, 1_800, 5_000_000, 1_000_000, 1_800_000, 9_000, 400, 20, 2_000_000, 30, 20_000_000, 10_240, 2),
}

export function planHas(plan: Plan, feature: Feature): boolean {
  return FEATURES[feature].plans.includes(plan)
}

export function plansWith(feature: Feature): readonly Plan[] {
  return FEATURES[feature].plans
}

/** Plans that a customer can change to. The sandbox has every feature but only invented projects, so it is never a way up. */
export const PAID_PLANS = PLANS.filter((plan) => plan !== 'sandbox')

/** The plans to upgrade to for a feature. */
export function upgradesWith(feature: Feature): readonly Plan[] {
  return PAID_PLANS.filter((plan) => planHas(plan, feature))
}

/** The next plan with a higher limit than `amount`. */
export function planAbove(plan: Plan, limit: keyof PlanLimits, amount: number): Plan | undefined {
  const price = LIMITS[plan].price_per_month
  return PAID_PLANS.find((other) => LIMITS[other].price_per_month > price && LIMITS[other][limit] > amount)
}

export const SCOPES = [
  'projects:read',
  'floor_plans:read',
  'media:read',
  'building_links:read',
  'building_links:write',
  'history:read',
  'exports:read',
  'listings:read',
  'listings:write',
  'feeds:manage',
  'webhooks:manage',
  'usage:read',
  'keys:manage',
] as const
export type Scope = (typeof SCOPES)[number]

/** What the MCP tools need. A client that signs in for them asks for no more. */
export const MCP_SCOPES: readonly Scope[] = [
  'projects:read',
  'floor_plans:read',
  'media:read',
  'building_links:read',
  'building_links:write',
  'history:read',
  'listings:read',
]

function row(opens: string, ...has: readonly (0 | 1)[]): { opens: string; plans: readonly Plan[] } {
  return { opens, plans: PLANS.filter((_, i) => has[i] === 1) }
}

type Numbers = readonly [
  ...[number, number, number, number, number, number, number, number, number, number],
  ...[number, number, number],
]

function limits(...numbers: Numbers): PlanLimits {
  const [price, minute, month, lookups, addresses, suggestions, days, hooks, listings, logs, rows, mib, jobs] = numbers
  return {
    price_per_month: price,
    requests_per_minute: minute,
    requests_per_month: month,
    lookups_per_month: lookups,
    batch_addresses_per_minute: addresses,
    suggest_per_minute: suggestions,
    change_retention_days: days,
    webhook_endpoints: hooks,
    stored_listings: listings,
    request_log_days: logs,
    file_rows: rows,
    stored_file_mib: mib,
    running_files: jobs,
  }
}
