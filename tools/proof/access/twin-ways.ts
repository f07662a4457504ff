// Every way to ask about a project: records, filters, sorts, counts, facets, exports, MCP, suggestions, errors.
import ways from './data/twin-ways.json' with { type: 'json' }

export interface TwinRequest {
  readonly path: string
  /** Sent as JSON with POST. */
  readonly body?: unknown
}

/** What the elite plan sees of a project. */
export interface TwinIds {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly address: string
  readonly building: number | undefined
  readonly plans: readonly number[]
  readonly units: readonly number[]
  readonly media: readonly number[]
}

const get = (path: string): TwinRequest => ({ path })

function tool(name: string, input: object): TwinRequest {
  return { path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } } }
}

/** About one project. */
export function projectWays({ id, slug, name, address, building, plans, units, media }: TwinIds): TwinRequest[] {
  const query = encodeURIComponent
  return [
    ...ways.project.map((end) => get(`/api/v1/projects/${id}${end}`)),
    get(`/api/v1/projects/${slug}`),
    get(`/projects/${slug}`),
    get(`/api/v1/projects?ids=${id}&include=media`),
    get(`/api/v1/projects?q=${query(name)}`),
    ...ways.filters.map((filter) => get(`/api/v1/projects?ids=${id}&${filter}`)),
    get(`/api/v1/media?project_id=${id}`),
    get(`/api/v1/media?project_id=${id}&kind=floor_plan`),
    ...media.map((one) => get(`/api/v1/media/${one}`)),
    ...plans
      .slice(1, 2)
      .flatMap((one) => [
        get(`/api/v1/floor-plans/${one}`),
        get(`/api/v1/floor-plans/${one}/price-history`),
        get(`/api/v1/media?floor_plan_id=${one}`),
        tool('get_price_history', { floor_plan_id: one }),
      ]),
    get(`/api/v1/floor-plans?ids=${plans.join()}`),
    get(`/api/v1/units?ids=${units.join()}`),
    ...(building === undefined
      ? []
      : [get(`/api/v1/buildings/${building}`), get(`/api/v1/buildings/${building}?as_of=2026-01-01`)]),
    get(`/api/v1/buildings?project_id=${id}`),
    get(`/api/v1/building-links?address=${query(address)}`),
    get(`/api/v1/suggest?q=${query(address.slice(0, 8))}`),
    { path: '/api/v1/building-links/batch', body: { queries: [{ address, unit: '4711' }] } },
    { path: '/api/v1/addresses/parse', body: { addresses: [address] } },
    tool('get_project', { project_id: id }),
    tool('get_project', { project_id: id, include: ['floor_plans'] }),
    tool('list_floor_plans', { project_id: id }),
    tool('resolve_building', { address }),
    { path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: `project://${id}` } } },
  ]
}

/** About the whole dataset. */
export function datasetWays(): TwinRequest[] {
  return [
    ...ways.sorts.map((sort) => get(`/api/v1/projects?sort=${sort}&limit=200&q=twin`)),
    ...['/api/v1/projects?limit=1&', '/api/v1/projects/facets?'].flatMap((path) =>
      ways.filters.map((filter) => get(path + filter)),
    ),
    ...ways.dataset.map((path) => get(`/api/v1/${path}`)),
    ...ways.exports.flatMap((name) =>
      ['ndjson', 'csv', 'parquet'].map((format) => get(`/api/v1/exports/${name}.${format}`)),
    ),
    tool('find_projects', { query: 'twin' }),
    ...['tools/list', 'resources/list'].map((method) => ({ path: '/mcp', body: { jsonrpc: '2.0', id: 1, method } })),
  ]
}
