// Every way to ask about a project: records, filters, sorts, counts, facets, exports, MCP, suggestions, errors.

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
const SORTS = ['name', '-name', 'price', '-price', 'psf', 'occupancy', '-updated_at', 'id', 'size', 'relevance']
const FILTERS = ['min_price=600000', 'max_price=700000', 'min_psf=900', 'max_sqft=650', 'min_beds=2', 'min_storeys=20']
const EXPORTS = ['projects', 'buildings', 'floor-plans', 'units', 'media']

function tool(name: string, input: object): TwinRequest {
  return { path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } } }
}

/** About one project. */
export function projectWays({ id, slug, name, address, building, plans, units, media }: TwinIds): TwinRequest[] {
  const as_of = '2026-01-01'
  const query = encodeURIComponent
  return [
    ...[
      '',
      '?include=media',
      '?include=floor_plans,media',
      `?as_of=${as_of}`,
      '?fields=name,media_count,price_from',
    ].map((end) => get(`/api/v1/projects/${id}${end}`)),
    ...['media', 'floor-plans', 'units', 'history', 'listings'].map((list) => get(`/api/v1/projects/${id}/${list}`)),
    get(`/api/v1/projects/${slug}`),
    get(`/projects/${slug}`),
    get(`/api/v1/projects?ids=${id}&include=media`),
    get(`/api/v1/projects?q=${query(name)}`),
    ...FILTERS.map((filter) => get(`/api/v1/projects?ids=${id}&${filter}`)),
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
      : [get(`/api/v1/buildings/${building}`), get(`/api/v1/buildings/${building}?as_of=${as_of}`)]),
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
    ...SORTS.map((sort) => get(`/api/v1/projects?sort=${sort}&limit=200&q=twin`)),
    ...FILTERS.map((filter) => get(`/api/v1/projects?${filter}&limit=1`)),
    ...FILTERS.map((filter) => get(`/api/v1/projects/facets?${filter}`)),
    get('/api/v1/projects/facets'),
    get('/api/v1/projects/map?bbox=-141,41,-52,70'),
    get('/api/v1/media?limit=200'),
    get('/api/v1/media?sort=-id&limit=200'),
    get('/api/v1/buildings?limit=200'),
    get('/api/v1/floor-plans?sort=price&limit=200'),
    get('/api/v1/changes?since=0&limit=200'),
    get('/api/v1/changes?since=0&types=floor_plan.*'),
    get('/api/v1/dataset'),
    get('/api/v1/dataset/versions'),
    get('/api/v1/developers'),
    get('/api/v1/cities'),
    get('/api/v1/exports'),
    ...EXPORTS.flatMap((name) =>
      ['ndjson', 'csv', 'parquet'].map((format) => get(`/api/v1/exports/${name}.${format}`)),
    ),
    get('/api/v1/exports/LICENSES.txt'),
    get('/api/v1/webhooks/deliveries'),
    tool('find_projects', { query: 'twin' }),
    { path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    { path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'resources/list' } },
  ]
}
