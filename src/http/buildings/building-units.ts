// The unit numbers of a building over HTTP.

import { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import { pageOfUnits, unitSources } from '../../catalog/records/list-unit-labels.ts'
import { serializerFor } from '../projects/record-json.ts'
import { pagingOf } from '../rest/paging.ts'
import { integerParam } from '../rest/request-params.ts'
import type { Route } from '../server/route.ts'
import { catalogueOperation, route } from '../server/route.ts'
import { BuildingUnitsQuery } from './building-query.ts'
import { BuildingUnitsSchema } from './building-schemas.ts'
import { requireBuilding } from './buildings-api.ts'

const units = catalogueOperation({
  id: 'listBuildingUnits',
  tag: 'Buildings',
  cacheable: true,
  compressed: true,
  policy: credential({ scope: 'floor_plans:read', feature: 'units' }),
  summary: 'List the unit numbers of a building',
  description:
    'Every unit that a source lists in the building, as rolls and address registers do: what `unit_known` of a building link ' +
    'is computed from. The list is empty if no source lists units. Units for sale, with plan, floor and price, are in ' +
    '`GET /api/v1/projects/{id}/units`.',
  params: z.object({ id: integerParam(1, 999_999_999, 'The building’s id') }),
  query: BuildingUnitsQuery,
  response: { status: 200, schema: BuildingUnitsSchema },
  example: { call: 'buildings.units', params: { id: 1 } },
  handle({ services, principal, params, query }) {
    const { snapshot, edition } = serializerFor(services, principal)
    const { project, building } = requireBuilding(snapshot, params.id)
    const paging = pagingOf(services, principal, `units of building ${building.id}`, query)
    const page = pageOfUnits(project.unit_labels?.[building.id], paging.request)
    const meta = { ...paging.meta(page, snapshot), sources: unitSources(project, building.id) }
    return { body: { data: page.records.map((unit) => ({ unit })), meta }, etag: paging.etag(edition) }
  },
})

export const buildingUnitsRoutes: readonly Route[] = [route('GET', '/api/v1/buildings/{id}/units', units)]
