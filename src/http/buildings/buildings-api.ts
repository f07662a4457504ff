// Buildings over HTTP: list, detail, search in a polygon, and map.

import { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import type { Area } from '../../catalog/area/polygon.ts'
import { isAreaProblem, isInCanada, readArea } from '../../catalog/area/polygon.ts'
import { buildingAsOf } from '../../catalog/history/building-as-of.ts'
import type { BuildingFilters, BuildingQuery } from '../../catalog/query/catalog-query.ts'
import type { BuildingView } from '../../catalog/query/list-buildings.ts'
import {
  distanceM,
  findBuilding,
  findBuildingRemoval,
  listBuildings,
  viewBuilding,
} from '../../catalog/query/list-buildings.ts'
import { mapBuildings } from '../../catalog/query/project-map.ts'
import { filterWarnings } from '../../catalog/query/reference-lists.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { BuildingRow } from '../../catalog/snapshot/table-fields.ts'
import { at } from '../../kernel/at.ts'
import { Fault, fieldFault } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import type { Text } from '../../kernel/phrase.ts'
import { say, term } from '../../kernel/phrase.ts'
import { translate } from '../french/translate.ts'
import { checkCondoCorps, checkRanges, invalid, requirePastDay, requireProject } from '../projects/projects.ts'
import { pickFields, serializerFor } from '../projects/record-json.ts'
import { datedResponse } from '../rest/envelope.ts'
import { pagingOf } from '../rest/paging.ts'
import { integerParam, textParam } from '../rest/request-params.ts'
import { languageOf } from '../server/page-language.ts'
import type { Route } from '../server/route.ts'
import { catalogueOperation, GEOJSON_TYPE, route } from '../server/route.ts'
import type { CatalogueServices } from '../server/services.ts'
import {
  BuildingDetailQuery,
  BuildingListQuery,
  BuildingMapQuery,
  BuildingSearchBody,
  toBuildingFilters,
} from './building-query.ts'
import type { BUILDING_REASONS, BuildingDetail } from './building-schemas.ts'
import { BuildingDetailSchema, BuildingListSchema, BuildingMapSchema, toBuildingJson } from './building-schemas.ts'

const BUILDINGS = {
  tag: 'Buildings',
  policy: credential({ scope: 'projects:read', feature: 'core' }),
  compressed: true,
} as const

type ListInput = z.output<typeof BuildingListQuery>

function toFilters(input: Parameters<typeof toBuildingFilters>[0]): BuildingFilters {
  checkRanges(input)
  checkCondoCorps(input.condo_corp)
  if (input.radius_km !== undefined && !input.near) throw invalid('near', '"radius_km" requires "near".')
  return toBuildingFilters(input)
}

interface Reason {
  readonly code: (typeof BUILDING_REASONS)[number]
  readonly detail: Text
}

/** Why a list is empty. A point in the sea is not an error. */
function reasonOf(snapshot: Snapshot, filters: BuildingFilters, area: Area | undefined): Reason {
  const { near, radius_km, ...others } = filters
  if (!near || radius_km === undefined) return { code: 'no_match', detail: 'No building matches these filters.' }
  if (!isInCanada(near.longitude, near.latitude))
    return { code: 'outside_canada', detail: 'The point is outside Canada.' }
  const [nearest] = listBuildings(snapshot, { ...others, near }, { limit: 1 }, area).records
  const row = nearest && findBuilding(snapshot, nearest.id)
  if (!row) return { code: 'no_match', detail: say`No building is within ${radius_km} km of this point.` }
  const km = Math.round(distanceTo(snapshot, row, near)! / 1000)
  const detail = say`No building is within ${radius_km} km of this point. The nearest is ${km} km away.`
  return { code: 'none_within_radius', detail }
}

function distanceTo(snapshot: Snapshot, { building }: BuildingRow, near: NonNullable<BuildingFilters['near']>) {
  const { latitude, longitude } = snapshot.buildings
  const row = snapshot.buildings.row(building.id)!
  return distanceM({ latitude: at(latitude, row), longitude: at(longitude, row) }, near)
}

function listOf(
  services: CatalogueServices,
  principal: Principal,
  input: ListInput,
  { listName, area, language }: { listName: string; area?: Area; language: Language },
) {
  const { sort, fields, limit, cursor, page: number, per_page, ...rest } = input
  const filters = toFilters(rest)
  if (sort?.key === 'distance' && !filters.near) throw invalid('sort', 'Sorting by distance requires "near".')
  const paging = pagingOf(services, principal, listName, input)
  const { snapshot, view, edition } = serializerFor(services, principal)
  const query: BuildingQuery = { ...filters, sort }
  const page = listBuildings(snapshot, query, paging.request, area)
  const data = page.records.map(({ id }) => {
    const row = findBuilding(snapshot, id)!
    const distance = filters.near ? distanceTo(snapshot, row, filters.near) : undefined
    const picked: Partial<BuildingDetail> = pickFields(
      toBuildingJson(viewBuilding(snapshot, row, view), distance),
      fields,
    )
    return typeof distance === 'number' ? { ...picked, distance_m: distance } : picked
  })
  const isEmpty = page.total === 0
  const reason = isEmpty ? reasonOf(snapshot, filters, area) : null
  const warnings = isEmpty && filters.project ? filterWarnings(snapshot, filters.project) : []
  const meta = {
    ...paging.meta(page, snapshot, warnings),
    reason: reason?.code ?? null,
    reason_detail: reason ? translate(reason.detail, language) : null,
  }
  const headers = reason ? { 'content-language': language, vary: 'Accept-Language' } : {}
  return { body: { data, meta }, headers, etag: paging.etag(`${edition} ${reason ? language : ''}`) }
}

const list = catalogueOperation({
  id: 'listBuildings',
  ...BUILDINGS,
  summary: 'List buildings, with filters, sorting and paging',
  description:
    'With `near`, the nearest come first and every building has `distance_m`. `meta.reason` says why a list is empty.',
  query: BuildingListQuery,
  response: { status: 200, schema: BuildingListSchema },
  example: { call: 'buildings.list', query: { near: [43.6453, -79.3806], radius_km: 2, limit: 10 } },
  handle(call) {
    const { services, principal, query } = call
    return listOf(services, principal, query, { listName: 'buildings', language: languageOf(call) })
  },
})

const ofProject = catalogueOperation({
  id: 'listProjectBuildings',
  ...BUILDINGS,
  summary: 'List a project’s buildings',
  params: z.object({ id: textParam(120, 'The project’s id or slug') }),
  query: BuildingListQuery.pick({ limit: true, cursor: true, page: true, per_page: true, fields: true }),
  response: { status: 200, schema: BuildingListSchema },
  example: { call: 'projects.buildings', params: { id: 1 } },
  handle(call) {
    const { services, principal, params, query } = call
    const { id } = requireProject(services.catalog.snapshot(principal.dataset), params.id)
    const filter = { ...query, project_id: [id] }
    return listOf(services, principal, filter, { listName: 'project buildings', language: languageOf(call) })
  },
})

const search = catalogueOperation({
  id: 'searchBuildings',
  ...BUILDINGS,
  summary: 'List the buildings in a polygon',
  description:
    'Accepts a GeoJSON Polygon or MultiPolygon, with holes, and the filters of the list. To get the next page, send the same body with `cursor`.',
  body: BuildingSearchBody,
  bodyLimit: 256 * 1024,
  response: { status: 200, schema: BuildingListSchema },
  example: {
    call: 'buildings.search',
    body: {
      polygon: {
        type: 'Polygon',
        coordinates: [
          [
            [-79.42, 43.63],
            [-79.36, 43.63],
            [-79.36, 43.67],
            [-79.42, 43.67],
            [-79.42, 43.63],
          ],
        ],
      },
      min_storeys: 10,
    },
  },
  handle(call) {
    const { services, principal, body } = call
    const { polygon, ...query } = body
    const area = readArea(polygon)
    if (isAreaProblem(area)) {
      const pointer = ['', 'polygon', ...area.path].join('/')
      throw fieldFault('invalid_parameter', pointer, say`"${pointer}" ${term(area.message)}.`)
    }
    const listName = `buildings in ${JSON.stringify(polygon)}`
    const { etag: _etag, ...response } = listOf(services, principal, query, {
      listName,
      area,
      language: languageOf(call),
    })
    return response
  },
})

const detail = catalogueOperation({
  id: 'getBuilding',
  ...BUILDINGS,
  cacheable: true,
  policy: credential({ scope: 'projects:read', feature: 'core', parts: ['as_of'] }),
  summary: 'Get a building',
  params: z.object({ id: integerParam(1, 999_999_999, 'The building’s id') }),
  query: BuildingDetailQuery,
  response: { status: 200, schema: datedResponse(BuildingDetailSchema) },
  example: { call: 'buildings.get', params: { id: 1 } },
  handle({ services, principal, params, query }) {
    const { snapshot, view } = serializerFor(services, principal)
    if (query.as_of !== undefined) {
      const past = requireBuildingAsOf(services, principal, params.id, query.as_of)
      return { body: { data: pickFields(toBuildingJson(past), query.fields), meta: { as_of: query.as_of } } }
    }
    const row = requireBuilding(snapshot, params.id)
    return { body: { data: pickFields(toBuildingJson(viewBuilding(snapshot, row, view)), query.fields) } }
  },
})

/** A building as of a date. Units have no history, so that they are not counted. */
function requireBuildingAsOf(
  services: CatalogueServices,
  principal: Principal,
  id: number,
  date: string,
): BuildingView {
  services.access.permissions.requirePart(principal, 'as_of')
  requirePastDay(services, date)
  const { snapshot, view } = serializerFor(services, principal)
  const result = buildingAsOf(snapshot, id, date)
  if (result.kind === 'found') {
    const { floor_plans, ...row } = result
    return { ...viewBuilding(snapshot, row, view), floor_plans_count: floor_plans.length, units_count: null }
  }
  if (result.kind === 'before_data') throw invalid('as_of', say`Data for this building starts on ${result.earliest}.`)
  if (result.kind === 'not_yet') throw invalid('as_of', say`This building was not in the data on ${date}.`)
  requireBuilding(snapshot, id)
  throw new Fault('building_not_found', { detail: say`There is no building ${id}.` })
}

/** Finds a building in the caller's dataset only. */
export function requireBuilding(snapshot: Snapshot, id: number): BuildingRow {
  const row = findBuilding(snapshot, id)
  if (row) return row
  const removal = findBuildingRemoval(snapshot, id)
  if (!removal) throw new Fault('building_not_found', { detail: say`There is no building ${id}.` })
  const { merged_into } = removal
  const day = removal.removed_at.slice(0, 10)
  throw merged_into === null
    ? new Fault('building_removed', { detail: say`The project of this building was removed on ${day}.` })
    : new Fault('building_removed', {
        detail: say`The project of this building was merged into project ${merged_into} on ${day}.`,
        extra: { merged_into },
      })
}

const map = catalogueOperation({
  id: 'getBuildingMap',
  cacheable: true,
  ...BUILDINGS,
  summary: 'Get the buildings in a viewport as GeoJSON points',
  query: BuildingMapQuery,
  response: { status: 200, schema: BuildingMapSchema, type: GEOJSON_TYPE },
  example: { call: 'buildings.map', query: { bbox: [-79.5, 43.6, -79.3, 43.7] } },
  handle({ services, principal, query: { max_points, ...query } }) {
    const body = JSON.stringify(
      mapBuildings(services.catalog.snapshot(principal.dataset), toFilters(query), max_points),
    )
    return { body, type: GEOJSON_TYPE }
  },
})

// biome-ignore format: a table is read by its columns
export const buildingsRoutes: readonly Route[] = [
  route('GET',  '/api/v1/buildings',               list),
  route('GET',  '/api/v1/projects/{id}/buildings', ofProject),
  route('POST', '/api/v1/buildings/search',        search),
  route('GET',  '/api/v1/buildings/map',           map),
  route('GET',  '/api/v1/buildings/{id}',          detail),
]
