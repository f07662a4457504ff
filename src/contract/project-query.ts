// What can be asked of projects, and of plans, units and media, as query parameters.
import { z } from 'zod'
import { FLOOR_PLAN_SORTS, MEDIA_SORTS, PROJECT_SORTS, UNIT_SORTS } from '../catalog/query/catalog-query.ts'
import {
  BUILDING_TYPES,
  FloorPlan,
  MEDIA_KINDS,
  Media,
  PLAN_AVAILABILITIES,
  PROVINCES,
  Project,
  UNIT_STATUSES,
  Unit,
} from '../catalog/record-schemas.ts'
import { CONSTRUCTION_STATUSES, HEADLINE_STATUSES, SALES_STATUSES } from '../catalog/status.ts'
import {
  booleanParam,
  coordinatesParam,
  dateParam,
  decimalParam,
  enumListParam,
  idListParam,
  integerParam,
  nameListParam,
  sortParam,
  textParam,
  timestampParam,
} from './request-params.ts'

const DOLLARS = 1_000_000_000

export const paging = {
  limit: integerParam(1, 200, 'Records a page (default 50)').optional(),
  cursor: textParam(2048, 'Where the page before ended: its `meta.next_cursor`').optional(),
  page: integerParam(1, 1_000_000, 'Page number, from 1; instead of a cursor').optional(),
  per_page: integerParam(1, 200, 'Records a page, with `page`').optional(),
}

export const projectFilters = {
  ids: idListParam('These projects only').optional(),
  city: nameListParam('City, or a part of one such as North York; case and accents do not matter').optional(),
  province: enumListParam(PROVINCES, 'Two-letter province codes').optional(),
  neighbourhood: nameListParam('Neighbourhood').optional(),
  developer: nameListParam('Developer').optional(),
  status: enumListParam(HEADLINE_STATUSES, 'Headline status').optional(),
  sales_status: enumListParam(SALES_STATUSES, 'The sales axis').optional(),
  construction_status: enumListParam(CONSTRUCTION_STATUSES, 'The construction axis').optional(),
  building_type: enumListParam(BUILDING_TYPES, 'Building type').optional(),
  min_price: integerParam(0, DOLLARS, 'The project’s price range reaches this').optional(),
  max_price: integerParam(0, DOLLARS, 'The project’s price range begins at or below this').optional(),
  price_min: integerParam(0, DOLLARS, 'The same as min_price').optional(),
  price_max: integerParam(0, DOLLARS, 'The same as max_price').optional(),
  min_psf: integerParam(0, 1_000_000, 'Price per square foot, from').optional(),
  max_psf: integerParam(0, 1_000_000, 'Price per square foot, to').optional(),
  min_beds: integerParam(0, 20, 'Bedrooms, from').optional(),
  max_beds: integerParam(0, 20, 'Bedrooms, to').optional(),
  min_sqft: integerParam(0, 100_000, 'Interior size, from').optional(),
  max_sqft: integerParam(0, 100_000, 'Interior size, to').optional(),
  occupancy_from: dateParam('Occupancy on or after').optional(),
  occupancy_to: dateParam('Occupancy on or before').optional(),
  min_storeys: integerParam(0, 300, 'Storeys, from').optional(),
  max_storeys: integerParam(0, 300, 'Storeys, to').optional(),
  bbox: coordinatesParam(['west', 'south', 'east', 'north'], 'Bounding box: west,south,east,north').optional(),
  near: coordinatesParam(
    ['latitude', 'longitude'],
    'A point: latitude,longitude; with radius_km, or with sort=distance',
  ).optional(),
  radius_km: decimalParam(0.01, 20_000, 'How far from `near`').optional(),
  q: textParam(200, 'Words, or beginnings of words, in name, address, developer or neighbourhood').optional(),
  updated_since: timestampParam('Changed at or after this moment').optional(),
}

const planFilters = {
  availability: enumListParam(PLAN_AVAILABILITIES, 'Availability').optional(),
  min_beds: projectFilters.min_beds,
  max_beds: projectFilters.max_beds,
  min_price: projectFilters.min_price,
  max_price: projectFilters.max_price,
  min_psf: projectFilters.min_psf,
  max_psf: projectFilters.max_psf,
  min_sqft: projectFilters.min_sqft,
  max_sqft: projectFilters.max_sqft,
  is_penthouse: booleanParam('Penthouses only, or none').optional(),
  updated_since: projectFilters.updated_since,
}
const unitFilters = {
  status: enumListParam(UNIT_STATUSES, 'Unit status').optional(),
  floor_plan_id: idListParam('Units of these plans').optional(),
  min_price: projectFilters.min_price,
  max_price: projectFilters.max_price,
  min_sqft: projectFilters.min_sqft,
  max_sqft: projectFilters.max_sqft,
  min_beds: projectFilters.min_beds,
  max_beds: projectFilters.max_beds,
  min_floor: integerParam(-10, 300, 'Floor, from').optional(),
  max_floor: integerParam(-10, 300, 'Floor, to').optional(),
}
const mediaFilters = {
  kind: enumListParam(MEDIA_KINDS, 'Kind').optional(),
  floor_plan_id: idListParam('Images of these plans').optional(),
}
/** Across projects, these narrow by the project. */
const projectScope = {
  ids: idListParam('These records only').optional(),
  project_id: idListParam('Of these projects').optional(),
  city: projectFilters.city,
  province: projectFilters.province,
}

const fieldsOf = (record: z.ZodObject) =>
  enumListParam(Object.keys(record.shape), 'Only these fields; `id` always comes').optional()

const INCLUDES = ['buildings', 'floor_plans', 'media'] as const

const include = enumListParam(INCLUDES, 'Embed these').optional()
const asOf = dateParam('The values in effect on that day').optional()

export const ProjectListQuery = z.object({
  ...projectFilters,
  ...paging,
  sort: sortParam(PROJECT_SORTS).optional(),
  fields: fieldsOf(Project),
  include,
})
export const ProjectDetailQuery = z.object({ fields: fieldsOf(Project), include, as_of: asOf })
export const FacetQuery = z.object({
  ...projectFilters,
  limit: integerParam(1, 1000, 'Values a facet (default 50)').optional(),
})
export const MapQuery = z.object({
  ...projectFilters,
  max_points: integerParam(1, 10_000, 'Draw clusters when there are more points than this (default 2000)').optional(),
})
export const ProjectPlansQuery = z.object({
  ...planFilters,
  ...paging,
  sort: sortParam(FLOOR_PLAN_SORTS).optional(),
  fields: fieldsOf(FloorPlan),
  as_of: asOf,
})
export const PlanListQuery = z.object({
  ...planFilters,
  ...projectScope,
  ...paging,
  sort: sortParam(FLOOR_PLAN_SORTS).optional(),
  fields: fieldsOf(FloorPlan),
})
export const ProjectUnitsQuery = z.object({
  ...unitFilters,
  ...paging,
  sort: sortParam(UNIT_SORTS).optional(),
  fields: fieldsOf(Unit),
})
export const UnitListQuery = z.object({
  ...unitFilters,
  ...projectScope,
  ...paging,
  sort: sortParam(UNIT_SORTS).optional(),
  fields: fieldsOf(Unit),
})
export const ProjectMediaQuery = z.object({
  ...mediaFilters,
  ...paging,
  sort: sortParam(MEDIA_SORTS).optional(),
  fields: fieldsOf(Media),
})
export const MediaListQuery = z.object({
  ...mediaFilters,
  ...projectScope,
  ...paging,
  sort: sortParam(MEDIA_SORTS).optional(),
  fields: fieldsOf(Media),
})
export const HistoryListQuery = z.object({
  field: nameListParam('Only changes of these fields').optional(),
  include: enumListParam(['floor_plans'], 'Also the changes of the project’s plans').optional(),
  since: timestampParam('In effect at or after').optional(),
  until: timestampParam('In effect at or before').optional(),
  ...paging,
})
export const ReferenceQuery = z.object({ q: textParam(100, 'Begins so').optional(), ...paging })
