// Query parameters and search body of buildings.
import { z } from 'zod'
import type { BuildingFilters } from '../../catalog/query/catalog-query.ts'
import { BUILDING_SORTS } from '../../catalog/query/catalog-query.ts'
import { say } from '../../kernel/phrase.ts'
import { asOf, paging, projectFilters } from '../projects/project-query.ts'
import {
  addError,
  coordinatesParam,
  decimalParam,
  documentedAs,
  enumListParam,
  idListParam,
  integerParam,
  sortParam,
} from '../rest/request-params.ts'
import { BuildingDetailSchema } from './building-schemas.ts'

const MAX_RADIUS_KM = 500
const DEFAULT_RADIUS_KM = 50

/** The letters that Canada Post uses. */
const POSTAL = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z](\d[ABCEGHJ-NPRSTV-Z]\d)?$/

const postalCodes = z
  .union([z.string(), z.array(z.string())])
  .transform((value, context) => {
    const codes = [value].flat().flatMap((text) => text.split(','))
    const compact = codes.map((code) => code.toUpperCase().replaceAll(/[\s-]/g, '')).filter((code) => code !== '')
    if (compact.length === 0) return addError(context, { message: 'must not be empty' })
    if (compact.length > 100) return addError(context, { message: say`must have at most ${100} values` })
    const wrong = compact.find((code) => !POSTAL.test(code))
    if (wrong === undefined) return compact
    const text = wrong.slice(0, 20)
    return addError(context, {
      message: say`must be a Canadian postal code or its first three characters, such as M5V 2T6 or M5V; got "${text}"`,
    })
  })
  .meta({
    description: 'Postal code, or its first three characters',
    override: documentedAs({ type: 'array', items: { type: 'string' } }),
    param: { explode: false, style: 'form' },
  })

const { city, province, neighbourhood, developer, status, building_type, tenure, amenity, condo_corp } = projectFilters
const { min_year_built, max_year_built, min_units, max_units, min_storeys, max_storeys } = projectFilters
const { parcel, bbox, q, updated_since } = projectFilters

const buildingFilters = {
  ids: idListParam('Return only buildings with these ids').optional(),
  project_id: idListParam('Return only buildings of these projects').optional(),
  ...{ city, province, neighbourhood },
  postal_code: postalCodes.optional(),
  ...{ developer, status, building_type, tenure, amenity, condo_corp },
  ...{ min_year_built, max_year_built, min_storeys, max_storeys, min_units, max_units },
  parcel,
  bbox,
  near: coordinatesParam(['latitude', 'longitude'], 'A point as latitude,longitude. The nearest come first').optional(),
  radius_km: decimalParam(
    0.01,
    MAX_RADIUS_KM,
    `Maximum distance from \`near\`, in kilometres. Default: ${DEFAULT_RADIUS_KM}`,
  ).optional(),
  q,
  updated_since,
}

const list = {
  ...paging,
  sort: sortParam(BUILDING_SORTS).optional(),
  fields: enumListParam(
    Object.keys(BuildingDetailSchema.shape),
    'Return only these fields. `id` is always returned',
  ).optional(),
}

export const BuildingListQuery = z.object({ ...buildingFilters, ...list })
export const BuildingDetailQuery = z.object({ fields: list.fields, as_of: asOf })
export const BuildingUnitsQuery = z.object(paging)
export const BuildingMapQuery = z.object({
  ...buildingFilters,
  max_points: integerParam(
    1,
    10_000,
    'Group points into clusters if there are more than this. Default: 2000',
  ).optional(),
})

type FilterInput = z.output<z.ZodObject<typeof buildingFilters>>

/** Filters about the project go into `project`, where the catalogue expects them. */
export function toBuildingFilters(input: FilterInput): BuildingFilters {
  const { near, radius_km, ids, project_id, postal_code, parcel, bbox, ...others } = input
  const { min_year_built, max_year_built, min_storeys, max_storeys, min_units, max_units, ...site } = others
  const hasSite = Object.values(site).some((value) => value !== undefined)
  return {
    ...{ ids, project_id, postal_code, parcel, bbox, project: hasSite ? site : undefined },
    ...{ min_year_built, max_year_built, min_storeys, max_storeys, min_units, max_units },
    ...(near
      ? { near: { latitude: near[0], longitude: near[1] }, radius_km: radius_km ?? DEFAULT_RADIUS_KM }
      : { near: undefined, radius_km: undefined }),
  }
}

/** JSON numbers and lists are read like the same values in a query string. */
function textOf(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (!Array.isArray(value)) return value
  return value.every((item) => typeof item === 'number') ? value.join(',') : value
}

type Params = Readonly<Record<string, z.ZodOptional<z.ZodType>>>
type BodyFields<P extends Params> = { [K in keyof P]: z.ZodOptional<z.ZodType<NonNullable<z.output<P[K]>>>> }

function bodyFields<P extends Params>(params: P): BodyFields<P> {
  const fields = Object.entries(params).map(([name, param]) => {
    const inner = param.unwrap()
    return [
      name,
      z
        .preprocess(textOf, inner)
        .meta({ ...inner.meta() })
        .optional(),
    ]
  })
  return Object.fromEntries(fields) as BodyFields<P>
}

const positions = { type: 'array', items: { type: 'array', items: { type: 'number' } } }

export const BuildingSearchBody = z.strictObject({
  polygon: z
    .unknown()
    .transform((value, context) =>
      value === undefined ? addError(context, { message: 'is required', fault: 'missing_parameter' }) : value,
    )
    .meta({
      description: 'A GeoJSON Polygon or MultiPolygon with at most 1,000 positions, longitude first',
      override: documentedAs({
        type: 'object',
        required: ['type', 'coordinates'],
        properties: {
          type: { type: 'string', enum: ['Polygon', 'MultiPolygon'] },
          coordinates: { type: 'array', items: { type: 'array', items: positions.items } },
        },
      }),
    }),
  ...bodyFields(buildingFilters),
  ...bodyFields(list),
})
