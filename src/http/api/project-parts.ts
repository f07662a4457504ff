// Plans, units, media and history over HTTP: of one project, and across projects.
import { z } from 'zod'
import { credential } from '../../access/policies.ts'
import type { Principal } from '../../access/principal.ts'
import { historyOfProject, priceHistory } from '../../catalog/history/project-history.ts'
import { listFloorPlans, listUnits } from '../../catalog/query/list-floor-plans.ts'
import { findMedia, listMedia } from '../../catalog/query/list-media.ts'
import { pageOf } from '../../catalog/query/list-page.ts'
import { filterWarnings } from '../../catalog/query/reference-lists.ts'
import type { MediaKind } from '../../catalog/records/record-schemas.ts'
import { isFreeMedia } from '../../catalog/records/record-types.ts'
import type { Page } from '../../catalog/snapshot/collection.ts'
import {
  FloorPlanSchema,
  HistorySchema,
  MediaSchema,
  PricePeriodSchema,
  UnitSchema,
} from '../../contract/catalog-schemas.ts'
import { listResponse, recordResponse } from '../../contract/envelope.ts'
import {
  HistoryListQuery,
  MediaListQuery,
  PlanListQuery,
  ProjectMediaQuery,
  ProjectPlansQuery,
  ProjectUnitsQuery,
  UnitListQuery,
} from '../../contract/project-query.ts'
import { integerParam, textParam } from '../../contract/request-params.ts'
import { Fault } from '../../kernel/fault.ts'
import { operation } from '../door/route.ts'
import type { Services } from '../door/services.ts'
import type { Paging } from './paging.ts'
import { pagingOf } from './paging.ts'
import { requireAsOf, requireProject, toFilters } from './projects.ts'
import type { RecordSerializer } from './record-json.ts'
import { mediaJson, pickFields, planJson, serializerFor, unitJson } from './record-json.ts'

const readPlans = credential({ scope: 'floor_plans:read', feature: 'floor_plans' })
const readPlans2 = credential({ scope: 'floor_plans:read', feature: 'units' })
const readMedia = credential({ scope: 'media:read', feature: 'core', parts: ['plan_media'] })
const readHistory = credential({ scope: 'history:read', feature: 'history' })

const ofProject = z.object({ id: textParam(120, 'The project’s id or slug') })
const byId = z.object({ id: integerParam(1, 999_999_999, 'Its id') })

/** Filters by the project's whereabouts, as the catalogue takes them. */
function within<T extends { city?: string[] | undefined; province?: string[] | undefined }>(query: T) {
  const { city, province, ...rest } = query
  const project = city || province ? toFilters({ city, province } as Parameters<typeof toFilters>[0]) : undefined
  return { ...rest, project }
}

function answer<T, W extends { id: number }>(
  wire: RecordSerializer,
  paging: Paging,
  page: Page<T>,
  show: (record: T) => W,
  fields: readonly string[] | undefined,
  filters?: Parameters<typeof filterWarnings>[1],
) {
  const warnings = page.total === 0 && filters ? filterWarnings(wire.snapshot, filters) : []
  const data = page.records.map((record) => pickFields(show(record), fields))
  return { body: { data, meta: paging.meta(page, wire.snapshot, warnings) }, etag: paging.etag(wire.edition) }
}

export const projectPlans = operation({
  id: 'listProjectFloorPlans',
  cacheable: true,
  tag: 'Floor plans',
  policy: credential({ scope: 'floor_plans:read', feature: 'floor_plans', parts: ['as_of'] }),
  summary: 'The floor plans of a project',
  params: ofProject,
  query: ProjectPlansQuery,
  response: { status: 200, schema: listResponse(FloorPlanSchema) },
  example: { call: 'projects.floorPlans', params: { id: 1 }, query: { min_beds: 1, sort: 'price' } },
  handle({ services, principal, params, query }) {
    const wire = serializerFor(services, principal)
    const paging = pagingOf(services, principal, `plans of ${params.id}`, query)
    if (query.as_of !== undefined) {
      const { floor_plans } = requireAsOf(services, principal, wire.snapshot, params.id, query.as_of)
      return answer(wire, paging, pageOf(floor_plans, paging.request), planJson, query.fields)
    }
    const project_id = [requireProject(wire.snapshot, params.id).id]
    const page = listFloorPlans(wire.snapshot, { ...query, project_id }, paging.request)
    return answer(wire, paging, page, planJson, query.fields)
  },
})

export const plans = operation({
  id: 'listFloorPlans',
  cacheable: true,
  tag: 'Floor plans',
  policy: readPlans,
  summary: 'Floor plans across projects',
  query: PlanListQuery,
  response: { status: 200, schema: listResponse(FloorPlanSchema) },
  example: { call: 'floorPlans.list', query: { city: 'Vancouver', max_price: 900_000 } },
  handle({ services, principal, query }) {
    const wire = serializerFor(services, principal)
    const paging = pagingOf(services, principal, 'plans', query)
    const filters = within(query)
    const page = listFloorPlans(wire.snapshot, filters, paging.request)
    return answer(wire, paging, page, planJson, query.fields, filters.project)
  },
})

export const plan = operation({
  id: 'getFloorPlan',
  cacheable: true,
  tag: 'Floor plans',
  policy: readPlans,
  summary: 'One floor plan',
  params: byId,
  response: { status: 200, schema: recordResponse(FloorPlanSchema) },
  example: { call: 'floorPlans.get', params: { id: 1 } },
  handle: ({ services, principal, params }) => ({
    body: { data: planJson(requirePlan(services, principal, params.id)) },
  }),
})

function requirePlan(services: Services, principal: Principal, id: number) {
  const found = services.catalog.snapshot(principal.dataset).floorPlans.all.get(id)
  if (!found) throw new Fault('floor_plan_not_found', { detail: `There is no floor plan ${id}.` })
  return found
}

export const projectUnits = operation({
  id: 'listProjectUnits',
  cacheable: true,
  tag: 'Floor plans',
  policy: readPlans2,
  summary: 'The units of a project',
  params: ofProject,
  query: ProjectUnitsQuery,
  response: { status: 200, schema: listResponse(UnitSchema) },
  example: { call: 'projects.units', params: { id: 1 }, query: { status: 'available' } },
  handle({ services, principal, params, query }) {
    const wire = serializerFor(services, principal)
    const paging = pagingOf(services, principal, `units of ${params.id}`, query)
    const project_id = [requireProject(wire.snapshot, params.id).id]
    const page = listUnits(wire.snapshot, { ...query, project_id }, paging.request)
    return answer(wire, paging, page, unitJson, query.fields)
  },
})

export const units = operation({
  id: 'listUnits',
  cacheable: true,
  tag: 'Floor plans',
  policy: readPlans2,
  summary: 'Units across projects',
  query: UnitListQuery,
  response: { status: 200, schema: listResponse(UnitSchema) },
  example: { call: 'units.list', query: { project_id: 1, limit: 20 } },
  handle({ services, principal, query }) {
    const wire = serializerFor(services, principal)
    const paging = pagingOf(services, principal, 'units', query)
    const filters = within(query)
    const page = listUnits(wire.snapshot, filters, paging.request)
    return answer(wire, paging, page, unitJson, query.fields, filters.project)
  },
})

/** Asking for a kind one may not see is refused, not answered with nothing. */
function requireKinds(services: Services, principal: Principal, kinds: readonly MediaKind[] | undefined): void {
  if (kinds?.some((kind) => !isFreeMedia(kind))) services.access.permissions.requirePart(principal, 'plan_media')
}

export const projectMedia = operation({
  id: 'listProjectMedia',
  cacheable: true,
  tag: 'Media',
  policy: readMedia,
  summary: 'Renderings, plan images, marketing assets and documents of a project',
  params: ofProject,
  query: ProjectMediaQuery,
  response: { status: 200, schema: listResponse(MediaSchema) },
  example: { call: 'projects.media', params: { id: 1 }, query: { kind: 'rendering_exterior' } },
  handle({ services, principal, params, query }) {
    requireKinds(services, principal, query.kind)
    const wire = serializerFor(services, principal)
    const paging = pagingOf(services, principal, `media of ${params.id}`, query)
    const project_id = [requireProject(wire.snapshot, params.id).id]
    const page = listMedia(wire.snapshot, { ...query, project_id }, wire.view, paging.request)
    return answer(wire, paging, page, mediaJson(wire), query.fields)
  },
})

export const media = operation({
  id: 'listMedia',
  cacheable: true,
  tag: 'Media',
  policy: readMedia,
  summary: 'Media across projects',
  query: MediaListQuery,
  response: { status: 200, schema: listResponse(MediaSchema) },
  example: { call: 'media.list', query: { project_id: 1 } },
  handle({ services, principal, query }) {
    requireKinds(services, principal, query.kind)
    const wire = serializerFor(services, principal)
    const paging = pagingOf(services, principal, 'media', query)
    const filters = within(query)
    const page = listMedia(wire.snapshot, filters, wire.view, paging.request)
    return answer(wire, paging, page, mediaJson(wire), query.fields, filters.project)
  },
})

export const mediaItem = operation({
  id: 'getMedia',
  cacheable: true,
  tag: 'Media',
  policy: readMedia,
  summary: 'One media item',
  params: byId,
  response: { status: 200, schema: recordResponse(MediaSchema) },
  example: { call: 'media.get', params: { id: 1 } },
  handle({ services, principal, params }) {
    const wire = serializerFor(services, principal)
    const found = findMedia(wire.snapshot, params.id, wire.view)
    if (!found) throw new Fault('media_not_found', { detail: `There is no media item ${params.id}.` })
    return { body: { data: mediaJson(wire)(found) } }
  },
})

export const history = operation({
  id: 'getProjectHistory',
  cacheable: true,
  tag: 'History',
  policy: readHistory,
  summary: 'How a project changed, newest first',
  params: ofProject,
  query: HistoryListQuery,
  response: { status: 200, schema: listResponse(HistorySchema) },
  example: { call: 'projects.history', params: { id: 1 }, query: { field: 'price_from' } },
  handle({ services, principal, params, query }) {
    const wire = serializerFor(services, principal)
    const paging = pagingOf(services, principal, `history of ${params.id}`, query)
    const { id } = requireProject(wire.snapshot, params.id)
    const { field, since, until } = query
    const floor_plans = query.include?.includes('floor_plans')
    if (floor_plans) services.access.permissions.requireScope(principal, 'floor_plans:read')
    const page = pageOf(historyOfProject(wire.snapshot, id, { field, since, until, floor_plans }), paging.request)
    return { body: { data: page.records, meta: paging.meta(page, wire.snapshot) } }
  },
})

export const prices = operation({
  id: 'getFloorPlanPriceHistory',
  cacheable: true,
  tag: 'History',
  policy: readHistory,
  summary: 'The prices of a floor plan over time, oldest first',
  params: byId,
  response: { status: 200, schema: z.object({ data: z.array(PricePeriodSchema), meta: z.object({ total: z.int() }) }) },
  example: { call: 'floorPlans.priceHistory', params: { id: 1 } },
  handle({ services, principal, params }) {
    requirePlan(services, principal, params.id)
    const periods = priceHistory(services.catalog.snapshot(principal.dataset), params.id)
    return { body: { data: periods, meta: { total: periods.length } } }
  },
})
