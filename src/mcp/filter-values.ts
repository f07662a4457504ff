// The lookup_values tool: which values a project filter accepts.
import { z } from 'zod'
import type { Facets } from '../catalog/query/facets.ts'
import {
  BUILDING_TYPES,
  MEDIA_KINDS,
  PLAN_AVAILABILITIES,
  PROVINCES,
  TENURES,
} from '../catalog/records/record-schemas.ts'
import { CONSTRUCTION_STATUSES, HEADLINE_STATUSES, SALES_STATUSES } from '../catalog/records/status.ts'
import { foldText } from '../catalog/snapshot/fold-name.ts'
import { projectFilters } from '../http/projects/project-query.ts'
import { enumParam, integerParam, textParam } from '../http/rest/request-params.ts'
import type { StringValues } from './mcp-api.ts'
import type { FilterValues } from './project-text.ts'

/** Filters with a fixed list of values, including values no project has now. */
const CLOSED_LISTS: Readonly<Record<string, readonly string[]>> = {
  province: PROVINCES,
  status: HEADLINE_STATUSES,
  sales_status: SALES_STATUSES,
  construction_status: CONSTRUCTION_STATUSES,
  building_type: BUILDING_TYPES,
  tenure: TENURES,
  availability: PLAN_AVAILABILITIES,
  media_kind: MEDIA_KINDS,
}
const FIELDS = ['city', 'neighbourhood', 'developer', ...Object.keys(CLOSED_LISTS)]
const MAX_VALUES = 200
const DEFAULT_LIMIT = 50

export const LookupQuery = z.object({
  field: enumParam(FIELDS, 'The filter to look up values for'),
  starts_with: textParam(
    100,
    'Return only values with a word that starts with this text. Case and accents are ignored',
  ).optional(),
  city: projectFilters.city,
  province: projectFilters.province,
  limit: integerParam(1, MAX_VALUES, `Maximum number of values to return. Default: ${DEFAULT_LIMIT}`).optional(),
})

const FilterValue = z.object({
  value: z.string(),
  count: z.int().nullable().describe('Number of projects with this value. Null if not counted'),
})
export const FilterValuesSchema = z.object({
  field: z.string(),
  values: z.array(FilterValue),
  total: z.int(),
  has_more: z.boolean(),
})

export function toFilterValues(body: unknown, input: StringValues): FilterValues {
  const field = String(input.field)
  const { values } = (body as { data: Pick<Facets, 'values'> }).data
  const counted: readonly { value: string; count: number }[] =
    (values as Partial<Record<string, readonly { value: string; count: number }[]>>)[field] ?? []
  const uncounted = (CLOSED_LISTS[field] ?? []).filter((value) => !counted.some((item) => item.value === value))
  const missingCount = field in values ? 0 : null
  const all = [...counted, ...uncounted.map((value) => ({ value, count: missingCount }))]
  const prefix = input.starts_with === undefined ? '' : foldText(String(input.starts_with))
  const matching = all.filter(({ value }) => ` ${foldText(value)}`.includes(` ${prefix}`))
  const limit = input.limit === undefined ? DEFAULT_LIMIT : Number(input.limit)
  return { field, values: matching.slice(0, limit), total: matching.length, has_more: matching.length > limit }
}
