// The values that filters take, for those who would otherwise invent them.
import { z } from 'zod'
import type { Facets } from '../catalog/query/facets.ts'
import { BUILDING_TYPES, MEDIA_KINDS, PLAN_AVAILABILITIES, PROVINCES } from '../catalog/record-schemas.ts'
import { foldText } from '../catalog/snapshot/fold-name.ts'
import { CONSTRUCTION_STATUSES, HEADLINE_STATUSES, SALES_STATUSES } from '../catalog/status.ts'
import { projectFilters } from '../contract/project-query.ts'
import { enumParam, integerParam, textParam } from '../contract/request-params.ts'
import type { StringValues } from './mcp-api.ts'
import type { FilterValues } from './project-text.ts'

/** Filters with a closed list of values, whether or not a project has them now. */
const CLOSED_LISTS: Readonly<Record<string, readonly string[]>> = {
  province: PROVINCES,
  status: HEADLINE_STATUSES,
  sales_status: SALES_STATUSES,
  construction_status: CONSTRUCTION_STATUSES,
  building_type: BUILDING_TYPES,
  availability: PLAN_AVAILABILITIES,
  media_kind: MEDIA_KINDS,
}
const FIELDS = ['city', 'neighbourhood', 'developer', ...Object.keys(CLOSED_LISTS)]
const MAX_VALUES = 200
const DEFAULT_LIMIT = 50

export const LookupQuery = z.object({
  field: enumParam(FIELDS, 'Values of which filter'),
  starts_with: textParam(100, 'Only values with a word that begins so; case and accents do not matter').optional(),
  city: projectFilters.city,
  province: projectFilters.province,
  limit: integerParam(1, MAX_VALUES, `At most this many (default ${DEFAULT_LIMIT})`).optional(),
})

const FilterValue = z.object({
  value: z.string(),
  count: z.int().nullable().describe('Projects with it; null where none are counted'),
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
  const closed = (CLOSED_LISTS[field] ?? []).filter((value) => !counted.some((one) => one.value === value))
  const none = field in values ? 0 : null
  const all = [...counted, ...closed.map((value) => ({ value, count: none }))]
  const wanted = input.starts_with === undefined ? '' : foldText(String(input.starts_with))
  const found = all.filter(({ value }) => ` ${foldText(value)}`.includes(` ${wanted}`))
  const most = input.limit === undefined ? DEFAULT_LIMIT : Number(input.limit)
  return { field, values: found.slice(0, most), total: found.length, has_more: found.length > most }
}
