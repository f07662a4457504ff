// Client methods for projects, buildings, floor plans, units, media, developers and cities.
import type {
  BuildingDetail,
  BuildingDetailQuery,
  BuildingMap,
  BuildingMapQuery,
  BuildingPage,
  BuildingQuery,
  BuildingSearch,
  City,
  Developer,
  FacetQuery,
  Facets,
  FloorPlan,
  HistoryEntry,
  HistoryQuery,
  MapLabels,
  MapLabelsQuery,
  MapQuery,
  Media,
  MediaQuery,
  Page,
  PlanQuery,
  PricePeriod,
  Project,
  ProjectDetailQuery,
  ProjectMap,
  ProjectMediaQuery,
  ProjectPlansQuery,
  ProjectQuery,
  ProjectUnitsQuery,
  ReferenceQuery,
  Unit,
  UnitQuery,
} from './api-types.ts'
import { iteratePages } from './iterate-pages.ts'
import type { CallOptions, Transport } from './transport.ts'

/** A project id or slug. */
export type ProjectId = number | string

const at = (...parts: (string | number)[]) => `/api/v1/${parts.map(encodeURIComponent).join('/')}`

/** `list` returns one page; `iterate` yields every record of all pages. */
function listing<Query extends object, T>(transport: Transport, path: string) {
  const list = (query?: Query, options?: CallOptions): Promise<Page<T>> =>
    transport.json('GET', path, { ...options, ...(query ? { query } : {}) })
  return {
    list,
    iterate: (query?: Query, options?: CallOptions) => iteratePages<Query, T>(list, query ?? ({} as Query), options),
  }
}

function one<T>(transport: Transport) {
  return async (path: string, query: object | undefined, options: CallOptions | undefined): Promise<T> =>
    (await transport.json<{ data: T }>('GET', path, { ...options, ...(query ? { query } : {}) })).data
}

export function projects(transport: Transport) {
  const part =
    <Query extends object, T>(name: string) =>
    (id: ProjectId, query?: Query, options?: CallOptions): Promise<Page<T>> =>
      listing<Query, T>(transport, at('projects', id, name)).list(query, options)
  return {
    ...listing<ProjectQuery, Project>(transport, at('projects')),
    get: (id: ProjectId, query?: ProjectDetailQuery, options?: CallOptions) =>
      one<Project>(transport)(at('projects', id), query, options),
    /** Returns valid filter values with their counts. */
    facets: (query?: FacetQuery, options?: CallOptions) =>
      one<Facets>(transport)(at('projects', 'facets'), query, options),
    /** Returns projects as GeoJSON points for a map. */
    map: (query?: MapQuery, options?: CallOptions): Promise<ProjectMap> =>
      transport.json('GET', at('projects', 'map'), { ...options, ...(query ? { query } : {}) }),
    /** Returns street names and neighbourhoods for a map, as GeoJSON. */
    mapLabels: (query: MapLabelsQuery, options?: CallOptions): Promise<MapLabels> =>
      transport.json('GET', at('map', 'labels'), { ...options, query }),
    floorPlans: part<ProjectPlansQuery, FloorPlan>('floor-plans'),
    units: part<ProjectUnitsQuery, Unit>('units'),
    media: part<ProjectMediaQuery, Media>('media'),
    history: part<HistoryQuery, HistoryEntry>('history'),
  }
}

export function buildings(transport: Transport) {
  const list = (query?: BuildingQuery, options?: CallOptions): Promise<BuildingPage> =>
    transport.json('GET', at('buildings'), { ...options, ...(query ? { query } : {}) })
  const search = (body: BuildingSearch, options?: CallOptions): Promise<BuildingPage> =>
    transport.json('POST', at('buildings', 'search'), { ...options, body })
  return {
    list,
    iterate: (query?: BuildingQuery, options?: CallOptions) =>
      iteratePages<BuildingQuery, BuildingDetail>(list, query ?? {}, options),
    get: (id: number, query?: BuildingDetailQuery, options?: CallOptions) =>
      one<BuildingDetail>(transport)(at('buildings', id), query, options),
    /** Returns one page of the buildings in a polygon. */
    search,
    /** Yields every building in a polygon. */
    iterateSearch: (body: BuildingSearch, options?: CallOptions) =>
      iteratePages<BuildingSearch, BuildingDetail>(search, body, options),
    /** Returns buildings as GeoJSON points for a map. */
    map: (query?: BuildingMapQuery, options?: CallOptions): Promise<BuildingMap> =>
      transport.json('GET', at('buildings', 'map'), { ...options, ...(query ? { query } : {}) }),
  }
}

export function floorPlans(transport: Transport) {
  return {
    ...listing<PlanQuery, FloorPlan>(transport, at('floor-plans')),
    get: (id: number, options?: CallOptions) => one<FloorPlan>(transport)(at('floor-plans', id), undefined, options),
    /** Returns all prices of a floor plan, oldest first. */
    priceHistory: (id: number, options?: CallOptions) =>
      one<PricePeriod[]>(transport)(at('floor-plans', id, 'price-history'), undefined, options),
  }
}

export function units(transport: Transport) {
  return listing<UnitQuery, Unit>(transport, at('units'))
}

export function media(transport: Transport) {
  return {
    ...listing<MediaQuery, Media>(transport, at('media')),
    get: (id: number, options?: CallOptions) => one<Media>(transport)(at('media', id), undefined, options),
  }
}

export function developers(transport: Transport) {
  return listing<ReferenceQuery, Developer>(transport, at('developers'))
}

export function cities(transport: Transport) {
  return listing<ReferenceQuery, City>(transport, at('cities'))
}
