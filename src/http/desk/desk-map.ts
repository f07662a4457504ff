// Map labels for curators: from production data, whatever plan their account has.
import { curator } from '../../access/rights/policies.ts'
import { mapLabels } from '../../catalog/query/map-labels.ts'
import { MapLabelsSchema } from '../projects/catalog-schemas.ts'
import { MapLabelsQuery } from '../projects/project-query.ts'
import { deskOperation, GEOJSON_TYPE } from '../server/route.ts'

export const labels = deskOperation({
  id: 'getDeskMapLabels',
  tag: 'Desk',
  policy: curator,
  summary: 'Get street names and neighbourhoods in a viewport, regardless of plan',
  query: MapLabelsQuery,
  response: { status: 200, schema: MapLabelsSchema, type: GEOJSON_TYPE },
  example: { query: { bbox: [-79.4, 43.64, -79.36, 43.67] } },
  handle({ services, query: { bbox, limit } }) {
    const body = JSON.stringify(mapLabels(services.catalog.snapshot('production'), bbox, limit))
    return { body, type: GEOJSON_TYPE }
  },
})
