// Query parameters for projects, floor plans, units and media.
import { z } from 'zod'
import { FLOOR_PLAN_SORTS, MEDIA_SORTS, PROJECT_SORTS, UNIT_SORTS } from '../../catalog/query/catalog-query.ts'
import {
  BUILDING_TYPES,
  FloorPlan,
  MEDIA_KINDS,
  Media,
  PLAN_AVAILABILITIES,
  PROVINCES,
  Project,
  TENURES,
  UNIT_STATUSES,
  Unit,
} from '../../catalog/records/record-schemas.ts'
import { CONSTRUCTION_STATUSES, HEADLINE_STATUSES, SALES_STATUSES } from '../../catalog/records/status.ts'
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
} from '../rest/request-params.ts'

const DOLLARS = 1_000_000_000

export const paging = {
  limit: integerParam(1, 200, 'Maximum number of records per page. Default: 50').optional(),
  cursor: textParam(2048, '`meta.next_cursor` from the previous page').optional(),
  page: integerParam(1, 1_000_000, 'Page number, starting at 1. Use instead of `cursor`').optional(),
  per_page: integerParam(1, 200, 'Records per page. Use with `page`').optional(),
}

export const projectFilters = {
  ids: idListParam('Return only projects with these ids').optional(),
  city: nameListParam('City, or part of a city such as North York. Case and accents are ignored').optional(),
  province: enumListParam(PROVINCES, 'Two-letter province codes').optional(),
  neighbourhood: nameListParam('Neighbourhood name').optional(),
  developer: nameListParam('Developer name').optional(),
  status: enumListParam(HEADLINE_STATUSES, 'Headline status').optional(),
  sales_status: enumListParam(SALES_STATUSES, 'Sales status').optional(),
  construction_status: enumListParam(CONSTRUCTION_STATUSES, 'Construction status').optional(),
  building_type: enumListParam(BUILDING_TYPES, 'Building type').optional(),
  tenure: enumListParam(TENURES, 'Tenure').optional(),
  min_price: integerParam(
    0,
    DOLLARS,
    'Minimum price in dollars. Matches if the price range reaches this value',
  ).optional(),
  max_price: integerParam(
    0,
    DOLLARS,
    'Maximum price in dollars. Matches if the price range starts at or below this value',
  ).optional(),
  price_min: integerParam(0, DOLLARS, 'Alias of `min_price`').optional(),
  price_max: integerParam(0, DOLLARS, 'Alias of `max_price`').optional(),
  min_psf: integerParam(0, 1_000_000, 'Minimum price per square foot').optional(),
  max_psf: integerParam(0, 1_000_000, 'Maximum price per square foot').optional(),
  min_beds: integerParam(0, 20, 'Minimum number of bedrooms').optional(),
  max_beds: integerParam(0, 20, 'Maximum number of bedrooms').optional(),
  min_sqft: integerParam(0, 100_000, 'Minimum interior size in square feet').optional(),
  max_sqft: integerParam(0, 100_000, 'Maximum interior size in square feet').optional(),
  occupancy_from: dateParam('Occupancy on or after this date').optional(),
  occupancy_to: dateParam('Occupancy on or before this date').optional(),
  min_storeys: integerParam(0, 300, 'Minimum number of storeys').optional(),
  max_storeys: integerParam(0, 300, 'Maximum number of storeys').optional(),
  min_units: integerParam(0, 100_000, 'Minimum number of units').optional(),
  max_units: integerParam(0, 100_000, 'Maximum number of units').optional(),
  min_year_built: integerParam(1700, 2100, 'Built in this year or later').optional(),
  max_year_built: integerParam(1700, 2100, 'Built in this year or earlier').optional(),
  amenity: nameListParam('Amenity, such as Gym. Case and accents are ignored').optional(),
  condo_corp: nameListParam('Condo corporation, such as "TSCC 2345" or "EPS 1234"').optional(),
  parcel: nameListParam('Parcel id: PID, PIN or roll number, exact. Spaces, hyphens and dots are ignored').optional(),
  bbox: coordinatesParam(['west', 'south', 'east', 'north'], 'Bounding box: west,south,east,north').optional(),
  near: coordinatesParam(
    ['latitude', 'longitude'],
    'A point as latitude,longitude. Use with `radius_km` or `sort=distance`',
  ).optional(),
  radius_km: decimalParam(0.01, 20_000, 'Maximum distance from `near`, in kilometres').optional(),
  q: textParam(
    200,
    'Search text: words or starts of words in the name, address, developer or neighbourhood',
  ).optional(),
  updated_since: timestampParam('Return only records changed at or after this time').optional(),
}

const buildingScope = {
  building_id: idListParam('Return only records of these buildings').optional(),
}

const planFilters = {
  ...buildingScope,
  availability: enumListParam(PLAN_AVAILABILITIES, 'Availability').optional(),
  min_beds: projectFilters.min_beds,
  max_beds: projectFilters.max_beds,
  min_price: projectFilters.min_price,
  max_price: projectFilters.max_price,
  min_psf: projectFilters.min_psf,
  max_psf: projectFilters.max_psf,
  min_sqft: projectFilters.min_sqft,
  max_sqft: projectFilters.max_sqft,
  is_penthouse: booleanParam('True for penthouses only, false to exclude penthouses').optional(),
  updated_since: projectFilters.updated_since,
}
const unitFilters = {
  ...buildingScope,
  status: enumListParam(UNIT_STATUSES, 'Unit status').optional(),
  floor_plan_id: idListParam('Return only units of these floor plans').optional(),
  min_price: projectFilters.min_price,
  max_price: projectFilters.max_price,
  min_sqft: projectFilters.min_sqft,
  max_sqft: projectFilters.max_sqft,
  min_beds: projectFilters.min_beds,
  max_beds: projectFilters.max_beds,
  min_floor: integerParam(-10, 300, 'Lowest floor').optional(),
  max_floor: integerParam(-10, 300, 'Highest floor').optional(),
}
const mediaFilters = {
  kind: enumListParam(MEDIA_KINDS, 'Media kind').optional(),
  floor_plan_id: idListParam('Return only media of these floor plans').optional(),
}
/** Filters by project, for lists across projects. */
const projectScope = {
  ids: idListParam('Return only records with these ids').optional(),
  project_id: idListParam('Return only records of these projects').optional(),
  city: projectFilters.city,
  province: projectFilters.province,
}

const fieldsOf = (record: z.ZodObject) =>
  enumListParam(Object.keys(record.shape), 'Return only these fields. `id` is always returned').optional()

const INCLUDES = ['buildings', 'floor_plans', 'media'] as const

const include = enumListParam(INCLUDES, 'Related records to include in the response').optional()
export const asOf = dateParam('Return the values that were in effect on this date').optional()

export const ProjectListQuery = z.object({
  ...projectFilters,
  ...paging,
  sort: sortParam(PROJECT_SORTS).optional(),
  fields: fieldsOf(Project),
  include,
})
export const ProjectDetailQuery = z.object({
  fields: fieldsOf(Project),
  include: enumListParam(
    [...INCLUDES, 'sources'],
    'Related records to include in the response. `sources` adds `field_sources`',
  ).optional(),
  as_of: asOf,
})
export const FacetQuery = z.object({
  ...projectFilters,
  limit: integerParam(1, 1000, 'Maximum number of values per facet. Default: 50').optional(),
})
export const MapQuery = z.object({
  ...projectFilters,
  max_points: integerParam(
    1,
    10_000,
    'Group points into clusters if there are more than this. Default: 2000',
  ).optional(),
})
export const MapLabelsQuery = z.object({
  bbox: coordinatesParam(['west', 'south', 'east', 'north'], 'Bounding box: west,south,east,north'),
  limit: integerParam(1, 500, 'Maximum number of labels, those with the most buildings first. Default: 300').optional(),
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
  field: nameListParam('Return only changes to these fields').optional(),
  include: enumListParam(['floor_plans'], 'Also return changes to the project’s floor plans').optional(),
  since: timestampParam('Return changes effective at or after this time').optional(),
  until: timestampParam('Return changes effective at or before this time').optional(),
  ...paging,
})
export const ReferenceQuery = z.object({
  q: textParam(100, 'Return only names that start with this text').optional(),
  ...paging,
})
