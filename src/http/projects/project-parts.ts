// Floor plans, units, media and history over HTTP, per project and across projects.
import { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import { historyOfProject, priceHistory } from '../../catalog/history/project-history.ts'
import { listFloorPlans, listUnits } from '../../catalog/query/list-floor-plans.ts'
import { findMedia, listMedia } from '../../catalog/query/list-media.ts'
import { pageOf } from '../../catalog/query/list-page.ts'
import { selectPastPlans } from '../../catalog/query/past-floor-plans.ts'
import { filterWarnings } from '../../catalog/query/reference-lists.ts'
import type { MediaKind } from '../../catalog/records/record-schemas.ts'
import { isFreeMedia } from '../../catalog/records/record-types.ts'
import type { Page } from '../../catalog/snapshot/collection.ts'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { listResponse, recordResponse } from '../rest/envelope.ts'
import type { Paging } from '../rest/paging.ts'
import { pagingOf } from '../rest/paging.ts'
import { integerParam, textParam } from '../rest/request-params.ts'
import type { Route } from '../server/route.ts'
import { catalogueOperation, route } from '../server/route.ts'
import type { CatalogueServices } from '../server/services.ts'
import { FloorPlanSchema, HistorySchema, MediaSchema, PricePeriodSchema, UnitSchema } from './catalog-schemas.ts'
import {
  HistoryListQuery,
  MediaListQuery,
  PlanListQuery,
  ProjectMediaQuery,
  ProjectPlansQuery,
  ProjectUnitsQuery,
  UnitListQuery,
} from './project-query.ts'
import { requireAsOf, requireProject, toFilters } from './projects.ts'
import type { RecordSerializer } from './record-json.ts'
import { mediaJson, pickFields, planJson, serializerFor, unitJson } from './record-json.ts'

const CATALOGUE = { cacheable: true, compressed: true } as const
const readPlans = credential({ scope: 'floor_plans:read', feature: 'floor_plans' })
const readUnits = credential({ scope: 'floor_plans:read', feature: 'units' })
const readMedia = credential({ scope: 'media:read', feature: 'core', parts: ['plan_media'] })
const readHistory = credential({ scope: 'history:read', feature: 'history' })
const PLANS = { ...CATALOGUE, tag: 'Floor plans', policy: readPlans } as const
const UNITS = { ...CATALOGUE, tag: 'Floor plans', policy: readUnits } as const
const MEDIA = { ...CATALOGUE, tag: 'Media', policy: readMedia } as const
const HISTORY = { ...CATALOGUE, tag: 'History', policy: readHistory } as const

const projectParams = z.object({ id: textParam(120, 'The project’s id or slug') })
const idParams = z.object({ id: integerParam(1, 999_999_999, 'The record’s id') })

/** Moves the city and province filters to `project`, as the catalogue expects them. */
function withProjectFilters<T extends { city?: string[] | undefined; province?: string[] | undefined }>(query: T) {
  const { city, province, ...rest } = query
  const project = city || province ? toFilters({ city, province } as Parameters<typeof toFilters>[0]) : undefined
  return { ...rest, project }
}

function pageResponse<T, W extends { id: number }>(
  serializer: RecordSerializer,
  paging: Paging,
  page: Page<T>,
  toJson: (record: T) => W,
  fields: readonly string[] | undefined,
  filters?: Parameters<typeof filterWarnings>[1],
) {
  const warnings = page.total === 0 && filters ? filterWarnings(serializer.snapshot, filters) : []
  const data = page.records.map((record) => pickFields(toJson(record), fields))
  return {
    body: { data, meta: paging.meta(page, serializer.snapshot, warnings) },
    etag: paging.etag(serializer.edition),
  }
}

const projectPlans = catalogueOperation({
  id: 'listProjectFloorPlans',
  ...PLANS,
  policy: credential({ scope: 'floor_plans:read', feature: 'floor_plans', parts: ['as_of'] }),
  summary: 'List a project’s floor plans',
  params: projectParams,
  query: ProjectPlansQuery,
  response: { status: 200, schema: listResponse(FloorPlanSchema) },
  example: { call: 'projects.floorPlans', params: { id: 1 }, query: { min_beds: 1, sort: 'price' } },
  handle({ services, principal, params, query }) {
    const serializer = serializerFor(services, principal)
    const paging = pagingOf(services, principal, `plans of ${params.id}`, query)
    if (query.as_of !== undefined) {
      const { floor_plans } = requireAsOf(services, principal, serializer.snapshot, params.id, query.as_of)
      const page = pageOf(selectPastPlans(floor_plans, query), paging.request)
      return pageResponse(serializer, paging, page, planJson, query.fields)
    }
    const project_id = [requireProject(serializer.snapshot, params.id).id]
    const page = listFloorPlans(serializer.snapshot, { ...query, project_id }, paging.request)
    return pageResponse(serializer, paging, page, planJson, query.fields)
  },
})

const plans = catalogueOperation({
  id: 'listFloorPlans',
  ...PLANS,
  summary: 'List floor plans across projects',
  query: PlanListQuery,
  response: { status: 200, schema: listResponse(FloorPlanSchema) },
  example: { call: 'floorPlans.list', query: { city: 'Vancouver', max_price: 900_000 } },
  handle({ services, principal, query }) {
    const serializer = serializerFor(services, principal)
    const paging = pagingOf(services, principal, 'plans', query)
    const filters = withProjectFilters(query)
    const page = listFloorPlans(serializer.snapshot, filters, paging.request)
    return pageResponse(serializer, paging, page, planJson, query.fields, filters.project)
  },
})

const plan = catalogueOperation({
  id: 'getFloorPlan',
  ...PLANS,
  summary: 'Get a floor plan',
  params: idParams,
  response: { status: 200, schema: recordResponse(FloorPlanSchema) },
  example: { call: 'floorPlans.get', params: { id: 1 } },
  handle: ({ services, principal, params }) => ({
    body: { data: planJson(requireFloorPlan(services, principal, params.id)) },
  }),
})

function requireFloorPlan(services: CatalogueServices, principal: Principal, id: number) {
  const floorPlan = services.catalog.snapshot(principal.dataset).floorPlans.all.get(id)
  if (!floorPlan) throw new Fault('floor_plan_not_found', { detail: say`There is no floor plan ${id}.` })
  return floorPlan
}

const projectUnits = catalogueOperation({
  id: 'listProjectUnits',
  ...UNITS,
  summary: 'List a project’s units',
  params: projectParams,
  query: ProjectUnitsQuery,
  response: { status: 200, schema: listResponse(UnitSchema) },
  example: { call: 'projects.units', params: { id: 1 }, query: { status: 'available' } },
  handle({ services, principal, params, query }) {
    const serializer = serializerFor(services, principal)
    const paging = pagingOf(services, principal, `units of ${params.id}`, query)
    const project_id = [requireProject(serializer.snapshot, params.id).id]
    const page = listUnits(serializer.snapshot, { ...query, project_id }, paging.request)
    return pageResponse(serializer, paging, page, unitJson, query.fields)
  },
})

const units = catalogueOperation({
  id: 'listUnits',
  ...UNITS,
  summary: 'List units across projects',
  query: UnitListQuery,
  response: { status: 200, schema: listResponse(UnitSchema) },
  example: { call: 'units.list', query: { project_id: 1, limit: 20 } },
  handle({ services, principal, query }) {
    const serializer = serializerFor(services, principal)
    const paging = pagingOf(services, principal, 'units', query)
    const filters = withProjectFilters(query)
    const page = listUnits(serializer.snapshot, filters, paging.request)
    return pageResponse(serializer, paging, page, unitJson, query.fields, filters.project)
  },
})

/** Refuses a media kind outside the plan instead of returning an empty list. */
function requireKinds(
  services: CatalogueServices,
  principal: Principal,
  kinds: readonly MediaKind[] | undefined,
): void {
  if (kinds?.some((kind) => !isFreeMedia(kind))) services.access.permissions.requirePart(principal, 'plan_media')
}

const projectMedia = catalogueOperation({
  id: 'listProjectMedia',
  ...MEDIA,
  summary: 'List a project’s renderings, plan images, marketing assets and documents',
  params: projectParams,
  query: ProjectMediaQuery,
  response: { status: 200, schema: listResponse(MediaSchema) },
  example: { call: 'projects.media', params: { id: 1 }, query: { kind: 'rendering_exterior' } },
  handle({ services, principal, params, query }) {
    requireKinds(services, principal, query.kind)
    const serializer = serializerFor(services, principal)
    const paging = pagingOf(services, principal, `media of ${params.id}`, query)
    const project_id = [requireProject(serializer.snapshot, params.id).id]
    const page = listMedia(serializer.snapshot, { ...query, project_id }, serializer.view, paging.request)
    return pageResponse(serializer, paging, page, mediaJson(serializer), query.fields)
  },
})

const media = catalogueOperation({
  id: 'listMedia',
  ...MEDIA,
  summary: 'List media across projects',
  query: MediaListQuery,
  response: { status: 200, schema: listResponse(MediaSchema) },
  example: { call: 'media.list', query: { project_id: 1 } },
  handle({ services, principal, query }) {
    requireKinds(services, principal, query.kind)
    const serializer = serializerFor(services, principal)
    const paging = pagingOf(services, principal, 'media', query)
    const filters = withProjectFilters(query)
    const page = listMedia(serializer.snapshot, filters, serializer.view, paging.request)
    return pageResponse(serializer, paging, page, mediaJson(serializer), query.fields, filters.project)
  },
})

const mediaItem = catalogueOperation({
  id: 'getMedia',
  ...MEDIA,
  summary: 'Get a media item',
  params: idParams,
  response: { status: 200, schema: recordResponse(MediaSchema) },
  example: { call: 'media.get', params: { id: 1 } },
  handle({ services, principal, params }) {
    const serializer = serializerFor(services, principal)
    const record = findMedia(serializer.snapshot, params.id, serializer.view)
    if (!record) throw new Fault('media_not_found', { detail: say`There is no media item ${params.id}.` })
    return { body: { data: mediaJson(serializer)(record) } }
  },
})

const history = catalogueOperation({
  id: 'getProjectHistory',
  ...HISTORY,
  summary: 'List a project’s changes, newest first',
  params: projectParams,
  query: HistoryListQuery,
  response: { status: 200, schema: listResponse(HistorySchema) },
  example: { call: 'projects.history', params: { id: 1 }, query: { field: 'price_from' } },
  handle({ services, principal, params, query }) {
    const serializer = serializerFor(services, principal)
    const paging = pagingOf(services, principal, `history of ${params.id}`, query)
    const { id } = requireProject(serializer.snapshot, params.id)
    const { field, since, until } = query
    const floor_plans = query.include?.includes('floor_plans')
    if (floor_plans) services.access.permissions.requireScope(principal, 'floor_plans:read')
    const page = pageOf(historyOfProject(serializer.snapshot, id, { field, since, until, floor_plans }), paging.request)
    return { body: { data: page.records, meta: paging.meta(page, serializer.snapshot) } }
  },
})

const prices = catalogueOperation({
  id: 'getFloorPlanPriceHistory',
  ...HISTORY,
  summary: 'List a floor plan’s prices over time, oldest first',
  params: idParams,
  response: { status: 200, schema: z.object({ data: z.array(PricePeriodSchema), meta: z.object({ total: z.int() }) }) },
  example: { call: 'floorPlans.priceHistory', params: { id: 1 } },
  handle({ services, principal, params }) {
    requireFloorPlan(services, principal, params.id)
    const periods = priceHistory(services.catalog.snapshot(principal.dataset), params.id)
    return { body: { data: periods, meta: { total: periods.length } } }
  },
})

// biome-ignore format: a table is read by its columns
export const projectPartsRoutes: readonly Route[] = [
  route('GET', '/api/v1/projects/{id}/floor-plans',      projectPlans),
  route('GET', '/api/v1/projects/{id}/units',            projectUnits),
  route('GET', '/api/v1/projects/{id}/media',            projectMedia),
  route('GET', '/api/v1/projects/{id}/history',          history),
  route('GET', '/api/v1/floor-plans',                    plans),
  route('GET', '/api/v1/floor-plans/{id}',               plan),
  route('GET', '/api/v1/floor-plans/{id}/price-history', prices),
  route('GET', '/api/v1/units',                          units),
  route('GET', '/api/v1/media',                          media),
  route('GET', '/api/v1/media/{id}',                     mediaItem),
]
