// Client methods for projects, buildings, floor plans, units, media, developers and cities.
import type * as api from './api-types.ts'
import { at, iteratePages, pages } from './lists.ts'
import type { CallOptions, Transport } from './transport.ts'

/** A project id or slug. */
export type ProjectId = number | string

export function projects(transport: Transport) {
  const part =
    <Query extends object, T>(name: string) =>
    (id: ProjectId, query?: Query, options?: CallOptions): Promise<api.Page<T>> =>
      transport.json('GET', at('projects', id, name), { ...options, query })
  return {
    ...pages<api.ProjectQuery, api.Project>(transport, at('projects')),
    get: (id: ProjectId, query?: api.ProjectDetailQuery, options?: CallOptions) =>
      transport.data<api.Project>('GET', at('projects', id), { ...options, query }),
    /** Returns valid filter values with their counts. */
    facets: (query?: api.FacetQuery, options?: CallOptions) =>
      transport.data<api.Facets>('GET', at('projects', 'facets'), { ...options, query }),
    /** Returns projects as GeoJSON points for a map. */
    map: (query?: api.MapQuery, options?: CallOptions) =>
      transport.json<api.ProjectMap>('GET', at('projects', 'map'), { ...options, query }),
    /** Returns street names and neighbourhoods for a map, as GeoJSON. */
    mapLabels: (query: api.MapLabelsQuery, options?: CallOptions) =>
      transport.json<api.MapLabels>('GET', at('map', 'labels'), { ...options, query }),
    buildings: part<Pick<api.BuildingQuery, 'limit' | 'cursor' | 'page' | 'per_page' | 'fields'>, api.BuildingDetail>(
      'buildings',
    ),
    floorPlans: part<api.ProjectPlansQuery, api.FloorPlan>('floor-plans'),
    units: part<api.ProjectUnitsQuery, api.Unit>('units'),
    media: part<api.ProjectMediaQuery, api.Media>('media'),
    history: part<api.HistoryQuery, api.HistoryEntry>('history'),
  }
}

export function buildings(transport: Transport) {
  const search = (body: api.BuildingSearch, options?: CallOptions) =>
    transport.json<api.BuildingPage>('POST', at('buildings', 'search'), { ...options, body })
  return {
    ...pages<api.BuildingQuery, api.BuildingDetail, api.BuildingPage>(transport, at('buildings')),
    get: (id: number, query?: api.BuildingDetailQuery, options?: CallOptions) =>
      transport.data<api.BuildingDetail>('GET', at('buildings', id), { ...options, query }),
    /** Returns the unit numbers that sources list in the building. */
    units: (id: number, query?: api.BuildingUnitsQuery, options?: CallOptions) =>
      transport.json<api.BuildingUnits>('GET', at('buildings', id, 'units'), { ...options, query }),
    /** Returns one page of the buildings in a polygon. */
    search,
    /** Yields every building in a polygon. */
    iterateSearch: (body: api.BuildingSearch, options?: CallOptions) =>
      iteratePages<api.BuildingSearch, api.BuildingDetail>(search, body, options),
    /** Returns buildings as GeoJSON points for a map. */
    map: (query?: api.BuildingMapQuery, options?: CallOptions) =>
      transport.json<api.BuildingMap>('GET', at('buildings', 'map'), { ...options, query }),
  }
}

export function floorPlans(transport: Transport) {
  return {
    ...pages<api.PlanQuery, api.FloorPlan>(transport, at('floor-plans')),
    get: (id: number, options?: CallOptions) => transport.data<api.FloorPlan>('GET', at('floor-plans', id), options),
    /** Returns all prices of a floor plan, oldest first. */
    priceHistory: (id: number, options?: CallOptions) =>
      transport.data<api.PricePeriod[]>('GET', at('floor-plans', id, 'price-history'), options),
  }
}

export const units = (transport: Transport) => pages<api.UnitQuery, api.Unit>(transport, at('units'))

export function media(transport: Transport) {
  return {
    ...pages<api.MediaQuery, api.Media>(transport, at('media')),
    get: (id: number, options?: CallOptions) => transport.data<api.Media>('GET', at('media', id), options),
  }
}

export const developers = (transport: Transport) =>
  pages<api.ReferenceQuery, api.Developer>(transport, at('developers'))

/** How many buildings the dataset has, and what is known about them, by province, city or source. */
export const coverage = (transport: Transport) => pages<api.CoverageQuery, api.Coverage>(transport, at('coverage'))

export const cities = (transport: Transport) => pages<api.ReferenceQuery, api.City>(transport, at('cities'))
