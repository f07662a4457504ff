// One table: what every operation that takes a credential asks of it, what it costs, and which parts of it ask for more.
// Every door reads it. An operation that is not in it does not start.
import type { Feature, Plan, Scope } from './plans.ts'
import { planHas } from './plans.ts'
import type { Door } from './principal.ts'

/** Parts of an answer, or of a question, that ask for more than the operation itself. */
export const PARTS = {
  /* part         needs the feature, the scope           what it is */
  floor_plans: part('floor_plans', 'floor_plans:read', '`include=floor_plans`'),
  media: part('core', 'media:read', '`include=media`'),
  plan_media: part('floor_plans', null, 'plan images and price lists'),
  as_of: part('history', 'history:read', '`as_of`'),
  plan_events: part('floor_plans', null, 'changes of floor plans, units and links'),
  all_exports: part('exports_full', null, 'exports other than projects'),
} as const
export type Part = keyof typeof PARTS

/** Every answer counts as a request but a 304. `lookup`: one unless nothing matched; `lookups`: one for each line that matched. */
export type Cost = 'request' | 'lookup' | 'lookups'

export interface KeyPolicy {
  readonly who: 'key'
  readonly scope: Scope | null
  readonly feature: Feature
  readonly cost: Cost
  readonly parts: readonly Part[]
  /** The door it stands at: a token may be made out to one of them. The API unless said otherwise. */
  readonly door?: Door
}

// biome-ignore format: a table is read by its columns
export const POLICIES: Readonly<Record<string, KeyPolicy>> = {
  /* operation               scope                   feature           costs      parts that ask for more */
  resolveBuildingLink:       row('building_links:read',  'building_links', 'lookup'),
  askBuildingLink:           row('building_links:read',  'building_links', 'lookup'),
  batchBuildingLinks:        row('building_links:read',  'building_links', 'lookups'),
  giveBuildingLinkFeedback:  row('building_links:write', 'building_links', 'request'),
  getCalibration:            row(null,                   'core',           'request'),
  listProjects:              row('projects:read',        'core',           'request', 'floor_plans', 'media', 'plan_media'),
  getProjectFacets:          row('projects:read',        'core',           'request'),
  getProjectMap:             row('projects:read',        'core',           'request'),
  getProject:                row('projects:read',        'core',           'request', 'floor_plans', 'media', 'plan_media', 'as_of'),
  listProjectFloorPlans:     row('floor_plans:read',     'floor_plans',    'request', 'as_of'),
  listProjectUnits:          row('floor_plans:read',     'units',          'request'),
  listProjectMedia:          row('media:read',           'core',           'request', 'plan_media'),
  getProjectHistory:         row('history:read',         'history',        'request'),
  listFloorPlans:            row('floor_plans:read',     'floor_plans',    'request'),
  getFloorPlan:              row('floor_plans:read',     'floor_plans',    'request'),
  getFloorPlanPriceHistory:  row('history:read',         'history',        'request'),
  listUnits:                 row('floor_plans:read',     'units',          'request'),
  listMedia:                 row('media:read',           'core',           'request', 'plan_media'),
  getMedia:                  row('media:read',           'core',           'request', 'plan_media'),
  listDevelopers:            row('projects:read',        'core',           'request'),
  listCities:                row('projects:read',        'core',           'request'),
  getDataset:                row('projects:read',        'core',           'request'),
  listChanges:               row('projects:read',        'changes',        'request', 'plan_events', 'plan_media'),
  listExports:               row('exports:read',         'exports',        'request', 'all_exports'),
  getExport:                 row('exports:read',         'exports',        'request', 'all_exports', 'plan_media'),
  speakMcp:                { ...row(null,                'core',           'request'), door: 'mcp' },
  getMe:                     row(null,                   'core',           'request'),
  getUsage:                  row('usage:read',           'core',           'request'),
  listApiKeys:               row('keys:manage',          'core',           'request'),
  createApiKey:              row('keys:manage',          'core',           'request'),
  rotateApiKey:              row('keys:manage',          'core',           'request'),
  revokeApiKey:              row('keys:manage',          'core',           'request'),
  listAuditLog:              row('keys:manage',          'core',           'request'),
  listApplications:          row('keys:manage',          'core',           'request'),
  createApplication:         row('keys:manage',          'core',           'request'),
  updateApplication:         row('keys:manage',          'core',           'request'),
  deleteApplication:         row('keys:manage',          'core',           'request'),
  rotateApplicationSecret:   row('keys:manage',          'core',           'request'),
  createPerson:              row('keys:manage',          'core',           'request'),
  listWebhookEventTypes:     row('webhooks:manage',      'webhooks',       'request'),
  listWebhookEndpoints:      row('webhooks:manage',      'webhooks',       'request'),
  createWebhookEndpoint:     row('webhooks:manage',      'webhooks',       'request'),
  getWebhookEndpoint:        row('webhooks:manage',      'webhooks',       'request'),
  updateWebhookEndpoint:     row('webhooks:manage',      'webhooks',       'request'),
  deleteWebhookEndpoint:     row('webhooks:manage',      'webhooks',       'request'),
  rotateWebhookSecret:       row('webhooks:manage',      'webhooks',       'request'),
  testWebhookEndpoint:       row('webhooks:manage',      'webhooks',       'request'),
  enableWebhookEndpoint:     row('webhooks:manage',      'webhooks',       'request'),
  replayWebhookEvents:       row('webhooks:manage',      'webhooks',       'request'),
  listWebhookDeliveries:     row('webhooks:manage',      'webhooks',       'request'),
  getWebhookDelivery:        row('webhooks:manage',      'webhooks',       'request'),
  redeliverWebhook:          row('webhooks:manage',      'webhooks',       'request'),
}

export function hasPart(plan: Plan, name: Part): boolean {
  return planHas(plan, PARTS[name].feature)
}

export function policyOf(operationId: string): KeyPolicy {
  const policy = POLICIES[operationId]
  if (!policy) throw new Error(`the operation ${operationId} has no row in the policy table`)
  return policy
}

function row(scope: Scope | null, feature: Feature, cost: Cost, ...parts: readonly Part[]): KeyPolicy {
  return { who: 'key', scope, feature, cost, parts }
}

function part(
  feature: Feature,
  scope: Scope | null,
  what: string,
): { feature: Feature; scope: Scope | null; what: string } {
  return { feature, scope, what }
}
