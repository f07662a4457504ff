// The ways to ask for what a plan does not include.
import type { Random } from '../../shared/random.ts'
import type { PlanName } from '../../target/operator.ts'
import type { Catalogue } from './hidden-data.ts'
import type { LeakWay, Question } from './plan-leaks.ts'

const MISSING = 999_999_999
const SORTS = ['name', '-name', 'price', '-price', 'id', '-updated_at', 'sqft', 'availability', 'beds', 'floor']
const PLAN_FILTERS = ['min_price=1', 'max_price=900000', 'min_beds=2', 'max_sqft=800', 'min_sqft=500', 'min_psf=10']
const HIDDEN_KINDS = ['floor_plan', 'key_plate', 'price_list', 'floor_plan,photo']
const PLAN_EVENTS = ['floor_plan.updated', 'floor_plan.*', 'unit.*', 'building_link.*', 'floor_plan.price_changed']
const EXPORTS = ['units', 'floor-plans', 'floor_plans', 'buildings', 'media', 'price-history']

const refused = (path: string, body?: unknown): Question => ({
  refused: 'plan_required',
  path,
  ...(body === undefined ? {} : { body, method: 'POST' as const }),
})

/** A real id and one that does not exist, in the same path. */
function both(path: (id: string | number) => string, real: string | number, more: Partial<Question> = {}): Question {
  return { path: path(real), missing: path(MISSING), values: [real, MISSING], ...more }
}

function tool(name: string, input: object): Pick<Question, 'path' | 'body' | 'method'> {
  const params = { name, arguments: input }
  return { path: '/mcp', method: 'POST', body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } }
}

const STARTER: readonly PlanName[] = ['starter']
const NO_HISTORY: readonly PlanName[] = ['starter', 'pro']
const SANDBOX: readonly PlanName[] = ['sandbox']

function way(
  name: string,
  plans: readonly PlanName[],
  ask: (catalogue: Catalogue, random: Random, plan: PlanName) => Question,
  needs?: string,
): LeakWay {
  return { name, plans, ask, ...(needs === undefined ? {} : { needs }) }
}

// biome-ignore format: a table is read by its columns
export const LEAK_WAYS: readonly LeakWay[] = [
  way('floor plan by id', STARTER, (c, r) => both((id) => `/api/v1/floor-plans/${id}`, r.pick(c.floorPlans), { refused: 'plan_required' })),
  way('filter of floor plans', STARTER, (c, r) => refused(`/api/v1/floor-plans?${r.pick(PLAN_FILTERS)}&project_id=${r.pick(c.projects)}`)),
  way('sort of floor plans', STARTER, (_, r) => refused(`/api/v1/floor-plans?sort=${r.pick(SORTS)}&limit=1`)),
  way('floor plans by ids', STARTER, (c, r) => refused(`/api/v1/floor-plans?ids=${r.pick(c.floorPlans)},${r.pick(c.floorPlans)}`)),
  way('units', STARTER, (c, r) => refused(`/api/v1/units?${r.pick(PLAN_FILTERS)}&ids=${r.pick(c.units)}`)),
  way('floor plans of a project', STARTER, (c, r) => both((id) => `/api/v1/projects/${id}/floor-plans`, r.pick(c.projects), { refused: 'plan_required' })),
  way('units of a project', STARTER, (c, r) => both((id) => `/api/v1/projects/${id}/units`, r.pick(c.projects), { refused: 'plan_required' })),
  way('include=floor_plans', STARTER, (c, r) => refused(`/api/v1/projects/${r.pick(c.projects)}?include=floor_plans`)),
  way('include=floor_plans in a list', STARTER, (c, r) => refused(`/api/v1/projects?ids=${r.pick(c.projects)}&include=floor_plans,media`)),
  way('fields', STARTER, (c, r) => ({ path: `/api/v1/projects/${r.pick(c.projects)}?fields=${r.pick(['floor_plans', 'units', 'media', 'name,floor_plans'])}` })),
  way('sort of projects', STARTER, (_, r) => ({ path: `/api/v1/projects?sort=${r.pick(SORTS)}&limit=${1 + r.below(50)}` })),
  way('include=media', STARTER, (c, r) => ({ path: `/api/v1/projects/${r.pick(c.projects)}?include=media` })),
  way('media by id', STARTER, (c, r) => both((id) => `/api/v1/media/${id}`, r.pick(c.planMedia))),
  way('media by ids', STARTER, (c, r) => both((id) => `/api/v1/media?ids=${id}`, r.pick(c.planMedia))),
  way('media by floor plan', STARTER, (c, r) => both((id) => `/api/v1/media?floor_plan_id=${id}`, r.pick(c.floorPlans))),
  way('media by kind', STARTER, (_, r) => refused(`/api/v1/media?kind=${r.pick(HIDDEN_KINDS)}&limit=5`)),
  way('media in order', STARTER, (_, r) => ({ path: `/api/v1/media?sort=${r.pick(['id', '-id', 'kind', '-kind'])}&limit=200&page=${1 + r.below(4)}` })),
  way('media of a project', STARTER, (c, r) => ({ path: `/api/v1/projects/${r.pick(c.projects)}/media?limit=200` })),
  way('changes', STARTER, (_, r) => ({ path: `/api/v1/changes?since=${r.below(400)}&limit=200` })),
  way('changes by type', STARTER, (_, r) => ({ path: `/api/v1/changes?since=0&types=${r.pick(PLAN_EVENTS)}` })),
  way('exports', STARTER, (_, r) => ({ path: `/api/v1/exports/${r.pick(EXPORTS)}.${r.pick(['csv', 'ndjson', 'parquet'])}` })),
  way('list of exports', STARTER, () => ({ path: '/api/v1/exports' })),
  way('facets', STARTER, (_, r) => ({ path: `/api/v1/projects/facets?${r.pick(PLAN_FILTERS)}` })),
  way('address', STARTER, (c, r) => refused(`/api/v1/building-links?address=${encodeURIComponent(r.pick(c.addresses))}`)),
  way('addresses', STARTER, (c, r) => refused('/api/v1/building-links/batch', { queries: [{ address: r.pick(c.addresses) }] })),
  way('suggestions', STARTER, (c, r) => refused(`/api/v1/suggest?q=${encodeURIComponent(r.pick(c.names).slice(0, 4))}`), 'GET /api/v1/suggest'),
  way('webhooks', STARTER, (_, r) => refused('/api/v1/webhooks/endpoints', { url: 'https://example.com/', event_types: [r.pick(PLAN_EVENTS)] })),
  way('listings', STARTER, () => refused('/api/v1/listings'), 'GET /api/v1/listings'),
  way('listings of a project', STARTER, (c, r) => refused(`/api/v1/projects/${r.pick(c.projects)}/listings`), 'GET /api/v1/projects/{id}/listings'),
  way('MCP: floor plans', STARTER, (c, r) => ({ ...tool('list_floor_plans', { project_id: r.pick(c.projects) }), refused: 'plan_required' })),
  way('MCP: project', STARTER, (c, r) => ({ ...tool('get_project', { project_id: r.pick(c.projects), include: ['floor_plans'] }), refused: 'plan_required' })),
  way('MCP: building', STARTER, (c, r) => ({ ...tool('resolve_building', { address: r.pick(c.addresses) }), refused: 'plan_required' })),

  way('history of a project', NO_HISTORY, (c, r) => both((id) => `/api/v1/projects/${id}/history`, r.pick(c.projects), { refused: 'plan_required' })),
  way('price history', NO_HISTORY, (c, r) => both((id) => `/api/v1/floor-plans/${id}/price-history`, r.pick(c.floorPlans), { refused: 'plan_required' })),
  way('as_of a day', NO_HISTORY, (c, r) => refused(`/api/v1/projects/${r.pick(c.projects)}?as_of=20${10 + r.below(17)}-0${1 + r.below(9)}-15`)),
  way('floor plans as_of a day', ['pro'], (c, r) => refused(`/api/v1/projects/${r.pick(c.projects)}/floor-plans?as_of=2024-05-0${1 + r.below(9)}`)),
  way('building as_of a day', NO_HISTORY, (c, r) => refused(`/api/v1/buildings/${r.pick(c.buildings)}?as_of=2025-05-0${1 + r.below(9)}`), 'GET /api/v1/buildings/{id}'),
  way('MCP: price history', NO_HISTORY, (c, r) => ({ ...tool('get_price_history', { floor_plan_id: r.pick(c.floorPlans) }), refused: 'plan_required' })),

  way('project by id', SANDBOX, (c, r) => both((id) => `/api/v1/projects/${id}`, r.pick(c.projects))),
  way('projects by ids', SANDBOX, (c, r) => ({ path: `/api/v1/projects?ids=${r.pick(c.projects)},${r.pick(c.projects)}` })),
  way('search', SANDBOX, (c, r) => ({ path: `/api/v1/projects?q=${encodeURIComponent(r.pick(c.names))}` })),
  way('sort and filter', SANDBOX, (_, r) => ({ path: `/api/v1/projects?sort=${r.pick(SORTS)}&limit=200&min_storeys=${r.below(30)}` })),
  way('address', SANDBOX, (c, r) => ({ path: `/api/v1/building-links?address=${encodeURIComponent(r.pick(c.addresses))}` })),
  way('suggestions', SANDBOX, (c, r) => ({ path: `/api/v1/suggest?q=${encodeURIComponent(r.pick(c.names).slice(0, 3 + r.below(5)))}` }), 'GET /api/v1/suggest'),
  way('buildings', SANDBOX, (c, r) => ({ path: `/api/v1/buildings?project_id=${r.pick(c.projects)}` }), 'GET /api/v1/buildings'),
  way('floor plans', SANDBOX, (c, r) => ({ path: `/api/v1/floor-plans?project_id=${r.pick(c.projects)}` })),
  way('media', SANDBOX, (c, r) => ({ path: `/api/v1/media?project_id=${r.pick(c.projects)}` })),
  way('history', SANDBOX, (c, r) => both((id) => `/api/v1/projects/${id}/history`, r.pick(c.projects))),
  way('changes', SANDBOX, (_, r) => ({ path: `/api/v1/changes?since=${r.below(20)}&limit=200` })),
  way('facets', SANDBOX, () => ({ path: '/api/v1/projects/facets' })),
  way('map', SANDBOX, () => ({ path: '/api/v1/projects/map?bbox=-141,41,-52,70' })),
  way('exports', SANDBOX, (_, r) => ({ path: `/api/v1/exports/projects.${r.pick(['ndjson', 'csv'])}` })),
  way('MCP: project', SANDBOX, (c, r) => ({ ...tool('get_project', { project_id: r.pick(c.projects) }) })),
  way('MCP: building', SANDBOX, (c, r) => ({ ...tool('resolve_building', { address: r.pick(c.addresses) }) })),
]
