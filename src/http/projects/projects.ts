// Projects over HTTP: list, detail, facets, map and its labels.

import { readCondoCorps } from '@plinth/matcher/internal/read/condo-corp-number'
import { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import { projectAsOf } from '../../catalog/history/as-of.ts'
import type { ProjectFilters } from '../../catalog/query/catalog-query.ts'
import { facetsOf } from '../../catalog/query/facets.ts'
import { mediaOfProject } from '../../catalog/query/list-media.ts'
import { findProject, findRemoval, listProjects, projectKey } from '../../catalog/query/list-projects.ts'
import { mapLabels as labelsIn } from '../../catalog/query/map-labels.ts'
import { mapProjects } from '../../catalog/query/project-map.ts'
import { filterWarnings } from '../../catalog/query/reference-lists.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { utcDay } from '../../kernel/clock.ts'
import { Fault, fieldFault } from '../../kernel/fault.ts'
import type { Text } from '../../kernel/phrase.ts'
import { say } from '../../kernel/phrase.ts'
import { datedResponse, listResponse, recordResponse } from '../rest/envelope.ts'
import { pagingOf } from '../rest/paging.ts'
import { textParam } from '../rest/request-params.ts'
import type { Route } from '../server/route.ts'
import { catalogueOperation, GEOJSON_TYPE, JSON_TYPE, route } from '../server/route.ts'
import type { CatalogueServices } from '../server/services.ts'
import { projectSources } from '../sources/data-sources.ts'
import { FacetsSchema, MapLabelsSchema, MapSchema, ProjectSchema } from './catalog-schemas.ts'
import type { projectFilters } from './project-query.ts'
import { FacetQuery, MapLabelsQuery, MapQuery, ProjectDetailQuery, ProjectListQuery } from './project-query.ts'
import type { RecordSerializer } from './record-json.ts'
import { mediaJson, pickFields, planJson, serializerFor, toBuildingRecords } from './record-json.ts'

const PROJECTS = {
  tag: 'Projects',
  policy: credential({ scope: 'projects:read', feature: 'core' }),
  cacheable: true,
  compressed: true,
} as const

const projectParams = z.object({ id: textParam(120, 'The project’s id or slug') })

type FilterQuery = z.output<z.ZodObject<typeof projectFilters>>
type Include = 'buildings' | 'floor_plans' | 'media' | 'sources'

export const invalid = (parameter: string, message: Text): Fault => fieldFault('invalid_parameter', parameter, message)

const RANGES = ['price', 'psf', 'beds', 'sqft', 'storeys', 'units', 'year_built'] as const

/** Converts query parameters to the catalogue's filters and rejects impossible ranges. */
export function toFilters(query: FilterQuery): ProjectFilters {
  const { price_min, price_max, near, ...rest } = query
  const filters = {
    ...rest,
    min_price: query.min_price ?? price_min,
    max_price: query.max_price ?? price_max,
    near: near && { latitude: near[0], longitude: near[1] },
  }
  checkRanges(filters)
  const { occupancy_from: from, occupancy_to: to } = filters
  if (from && to && from > to)
    throw invalid('occupancy_from', say`"occupancy_from" (${from}) must not be after "occupancy_to" (${to}).`)
  if (filters.radius_km !== undefined && !near) throw invalid('near', '"radius_km" requires "near".')
  checkCondoCorps(filters.condo_corp)
  return filters
}

type Ranges = Readonly<Partial<Record<`${'min' | 'max'}_${(typeof RANGES)[number]}`, number | undefined>>>

export function checkRanges(filters: Ranges): void {
  for (const name of RANGES) {
    const [min, max] = [filters[`min_${name}`], filters[`max_${name}`]]
    if (min !== undefined && max !== undefined && min > max)
      throw invalid(`min_${name}`, say`"min_${name}" (${min}) must not exceed "max_${name}" (${max}).`)
  }
}

export function checkCondoCorps(names: readonly string[] | undefined): void {
  const wrong = names?.find((name) => readCondoCorps(name).length === 0)
  if (wrong !== undefined)
    throw invalid('condo_corp', say`"${wrong.slice(0, 60)}" is not a condo corporation. Write it as TSCC 2345.`)
}

/** Finds a project by id or slug in the caller's dataset only. */
export function requireProject(snapshot: Snapshot, idOrSlug: string): ProjectRecord {
  const key = projectKey(idOrSlug)
  const project = findProject(snapshot, key)
  if (project) return project
  throwIfRemoved(snapshot, key)
  throw new Fault('project_not_found', { detail: say`There is no project "${idOrSlug.slice(0, 60)}".` })
}

function throwIfRemoved(snapshot: Snapshot, key: number | string): void {
  const removal = findRemoval(snapshot, key)
  if (!removal) return
  const { removed_at, merged_into } = removal
  const day = removed_at.slice(0, 10)
  throw merged_into === null
    ? new Fault('project_removed', { detail: say`This project was removed on ${day}.` })
    : new Fault('project_removed', {
        detail: say`This project was merged into project ${merged_into} on ${day}.`,
        extra: { merged_into },
      })
}

function requireIncludes(
  services: CatalogueServices,
  principal: Principal,
  include: readonly Include[] | undefined,
): void {
  if (include?.includes('floor_plans')) services.access.permissions.requirePart(principal, 'floor_plans')
  if (include?.includes('media')) services.access.permissions.requirePart(principal, 'media')
}

function includedRecords(
  serializer: RecordSerializer,
  project: ProjectRecord,
  include: readonly Include[] | undefined,
): object {
  const { snapshot, view } = serializer
  const { id } = project
  return {
    ...(include?.includes('buildings') ? { buildings: toBuildingRecords(project) } : {}),
    ...(include?.includes('floor_plans') ? { floor_plans: snapshot.floorPlans.ofProject(id).map(planJson) } : {}),
    ...(include?.includes('media') ? { media: mediaOfProject(snapshot, id, view).map(mediaJson(serializer)) } : {}),
  }
}

const COMMA = Buffer.from(',')

const list = catalogueOperation({
  id: 'listProjects',
  ...PROJECTS,
  policy: credential({ scope: 'projects:read', feature: 'core', parts: ['floor_plans', 'media', 'plan_media'] }),
  summary: 'List projects, with filters, sorting and paging',
  description: 'Returns projects at every stage, including existing buildings. Filter with `status`.',
  query: ProjectListQuery,
  response: { status: 200, schema: listResponse(ProjectSchema) },
  example: { call: 'projects.list', query: { city: 'Toronto', status: 'selling', sort: '-updated_at', limit: 10 } },
  handle({ services, principal, query }) {
    const { fields, include, sort } = query
    requireIncludes(services, principal, include)
    if (sort?.key === 'distance' && !query.near) throw invalid('sort', 'Sorting by distance requires "near".')
    if (query.near && query.radius_km === undefined && sort?.key !== 'distance')
      throw invalid('near', '"near" requires "radius_km" or "sort=distance".')
    const filters = toFilters(query)
    const paging = pagingOf(services, principal, 'projects', query)
    const serializer = serializerFor(services, principal)
    const page = listProjects(serializer.snapshot, { ...filters, sort }, paging.request)
    const meta = paging.meta(
      page,
      serializer.snapshot,
      page.total === 0 ? filterWarnings(serializer.snapshot, filters) : [],
    )
    const etag = paging.etag(serializer.edition)
    if (fields || include) {
      const data = page.records.map((project) => ({
        ...pickFields(serializer.project(project), fields),
        ...includedRecords(serializer, project, include),
      }))
      return { body: { data, meta }, etag }
    }
    const parts = page.records.flatMap((project, i) =>
      i === 0 ? [serializer.projectJson(project)] : [COMMA, serializer.projectJson(project)],
    )
    const body = Buffer.concat([Buffer.from('{"data":['), ...parts, Buffer.from(`],"meta":${JSON.stringify(meta)}}`)])
    return { body, type: JSON_TYPE, etag, meta }
  },
})

const detail = catalogueOperation({
  id: 'getProject',
  ...PROJECTS,
  policy: credential({
    scope: 'projects:read',
    feature: 'core',
    parts: ['floor_plans', 'media', 'plan_media', 'as_of'],
  }),
  summary: 'Get a project by id or slug',
  params: projectParams,
  query: ProjectDetailQuery,
  response: { status: 200, schema: datedResponse(ProjectSchema) },
  example: { call: 'projects.get', params: { id: 1 }, query: { include: ['floor_plans', 'media'] } },
  handle({ services, principal, params, query }) {
    const include: readonly Include[] = ['buildings', ...(query.include ?? [])]
    requireIncludes(services, principal, include)
    const serializer = serializerFor(services, principal)
    if (query.as_of !== undefined && include.includes('sources'))
      throw invalid('include', '"include=sources" describes the current values. Remove "as_of".')
    if (query.as_of !== undefined)
      return asOf(services, principal, serializer, params.id, query.as_of, query.fields, include)
    const project = requireProject(serializer.snapshot, params.id)
    const data = {
      ...pickFields(serializer.project(project), query.fields),
      ...includedRecords(serializer, project, include),
    }
    if (!include.includes('sources')) return { body: { data } }
    return projectSources(services, principal, serializer.snapshot, project).then((field_sources) => ({
      body: { data: { ...data, field_sources } },
    }))
  },
})

function asOf(
  services: CatalogueServices,
  principal: Principal,
  serializer: RecordSerializer,
  id: string,
  date: string,
  fields: readonly string[] | undefined,
  include: readonly Include[],
) {
  const { project, floor_plans } = requireAsOf(services, principal, serializer.snapshot, id, date)
  const plans = include.includes('floor_plans') ? { floor_plans: floor_plans.map(planJson) } : {}
  const rest = include.filter((part) => part !== 'floor_plans')
  const data = {
    ...pickFields(serializer.project(project), fields),
    ...includedRecords(serializer, project, rest),
    ...plans,
  }
  return { body: { data, meta: { as_of: date } } }
}

/** A day in the future has no data yet: it would return today's values, and other values when the day comes. */
export function requirePastDay({ clock }: CatalogueServices, date: string): void {
  const today = utcDay(clock.now())
  if (date > today) throw invalid('as_of', say`"as_of" must be today (${today}, UTC) or earlier; got ${date}.`)
}

/** Returns a project and its floor plans as of a date. */
export function requireAsOf(
  services: CatalogueServices,
  principal: Principal,
  snapshot: Snapshot,
  idOrSlug: string,
  date: string,
) {
  services.access.permissions.requirePart(principal, 'as_of')
  requirePastDay(services, date)
  const id = /^\d{1,9}$/.test(idOrSlug) ? Number(idOrSlug) : requireProject(snapshot, idOrSlug).id
  const result = projectAsOf(snapshot, id, date)
  if (result.kind === 'found') return result
  if (result.kind === 'before_data') throw invalid('as_of', say`Data for this project starts on ${result.earliest}.`)
  if (result.kind === 'removed') throwIfRemoved(snapshot, id)
  throw new Fault('project_not_found', { detail: say`There is no project "${idOrSlug.slice(0, 60)}".` })
}

const facets = catalogueOperation({
  id: 'getProjectFacets',
  ...PROJECTS,
  summary: 'List valid filter values with their counts',
  description: 'Accepts the same filters as the list. A facet ignores its own filter.',
  query: FacetQuery,
  response: { status: 200, schema: recordResponse(FacetsSchema) },
  example: { call: 'projects.facets', query: { province: 'BC' } },
  handle({ services, principal, query: { limit, ...query } }) {
    return { body: { data: facetsOf(services.catalog.snapshot(principal.dataset), toFilters(query), limit ?? 50) } }
  },
})

const map = catalogueOperation({
  id: 'getProjectMap',
  ...PROJECTS,
  summary: 'Get the projects in a viewport as GeoJSON points',
  query: MapQuery,
  response: { status: 200, schema: MapSchema, type: GEOJSON_TYPE },
  example: { call: 'projects.map', query: { bbox: [-79.5, 43.6, -79.3, 43.7] } },
  handle({ services, principal, query: { max_points, ...query } }) {
    const body = JSON.stringify(mapProjects(services.catalog.snapshot(principal.dataset), toFilters(query), max_points))
    return { body, type: GEOJSON_TYPE }
  },
})

const mapLabels = catalogueOperation({
  id: 'getMapLabels',
  ...PROJECTS,
  summary: 'Get street names and neighbourhoods in a viewport as GeoJSON',
  description:
    'Labels for a map, made from the addresses of the buildings in your dataset. A street’s name is at the building in the middle of those in the viewport.',
  query: MapLabelsQuery,
  response: { status: 200, schema: MapLabelsSchema, type: GEOJSON_TYPE },
  example: { call: 'projects.mapLabels', query: { bbox: [-79.4, 43.64, -79.36, 43.67] } },
  handle({ services, principal, query: { bbox, limit } }) {
    const body = JSON.stringify(labelsIn(services.catalog.snapshot(principal.dataset), bbox, limit))
    return { body, type: GEOJSON_TYPE }
  },
})

// biome-ignore format: a table is read by its columns
export const projectsRoutes: readonly Route[] = [
  route('GET', '/api/v1/projects',        list),
  route('GET', '/api/v1/projects/facets', facets),
  route('GET', '/api/v1/projects/map',    map),
  route('GET', '/api/v1/map/labels',      mapLabels),
  route('GET', '/api/v1/projects/{id}',   detail),
]
