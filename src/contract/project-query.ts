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
import { coordinates, date, decimal, flag, idsOf, instant, listOf, namesOf, sortOf, whole, words } from './params.ts'

const DOLLARS = 1_000_000_000

export const paging = {
  limit: whole(1, 200, 'Records a page (default 50)').optional(),
  cursor: words(2048, 'Where the page before ended: its `meta.next_cursor`').optional(),
  page: whole(1, 1_000_000, 'Page number, from 1; instead of a cursor').optional(),
  per_page: whole(1, 200, 'Records a page, with `page`').optional(),
}

export const projectFilters = {
  ids: idsOf('These projects only').optional(),
  city: namesOf('City, or a part of one such as North York; case and accents do not matter').optional(),
  province: listOf(PROVINCES, 'Two-letter province codes').optional(),
  neighbourhood: namesOf('Neighbourhood').optional(),
  developer: namesOf('Developer').optional(),
  status: listOf(HEADLINE_STATUSES, 'Headline status').optional(),
  sales_status: listOf(SALES_STATUSES, 'The sales axis').optional(),
  construction_status: listOf(CONSTRUCTION_STATUSES, 'The construction axis').optional(),
  building_type: listOf(BUILDING_TYPES, 'Building type').optional(),
  min_price: whole(0, DOLLARS, 'The project’s price range reaches this').optional(),
  max_price: whole(0, DOLLARS, 'The project’s price range begins at or below this').optional(),
  price_min: whole(0, DOLLARS, 'The same as min_price').optional(),
  price_max: whole(0, DOLLARS, 'The same as max_price').optional(),
  min_psf: whole(0, 1_000_000, 'Price per square foot, from').optional(),
  max_psf: whole(0, 1_000_000, 'Price per square foot, to').optional(),
  min_beds: whole(0, 20, 'Bedrooms, from').optional(),
  max_beds: whole(0, 20, 'Bedrooms, to').optional(),
  min_sqft: whole(0, 100_000, 'Interior size, from').optional(),
  max_sqft: whole(0, 100_000, 'Interior size, to').optional(),
  occupancy_from: date('Occupancy on or after').optional(),
  occupancy_to: date('Occupancy on or before').optional(),
  min_storeys: whole(0, 300, 'Storeys, from').optional(),
  max_storeys: whole(0, 300, 'Storeys, to').optional(),
  bbox: coordinates(['west', 'south', 'east', 'north'], 'Bounding box: west,south,east,north').optional(),
  near: coordinates(
    ['latitude', 'longitude'],
    'A point: latitude,longitude; with radius_km, or with sort=distance',
  ).optional(),
  radius_km: decimal(0.01, 20_000, 'How far from `near`').optional(),
  q: words(200, 'Words, or beginnings of words, in name, address, developer or neighbourhood').optional(),
  updated_since: instant('Changed at or after this moment').optional(),
}

const planFilters = {
  availability: listOf(PLAN_AVAILABILITIES, 'Availability').optional(),
  min_beds: projectFilters.min_beds,
  max_beds: projectFilters.max_beds,
  min_price: projectFilters.min_price,
  max_price: projectFilters.max_price,
  min_psf: projectFilters.min_psf,
  max_psf: projectFilters.max_psf,
  min_sqft: projectFilters.min_sqft,
  max_sqft: projectFilters.max_sqft,
  is_penthouse: flag('Penthouses only, or none').optional(),
  updated_since: projectFilters.updated_since,
}
const unitFilters = {
  status: listOf(UNIT_STATUSES, 'Unit status').optional(),
  floor_plan_id: idsOf('Units of these plans').optional(),
  min_price: projectFilters.min_price,
  max_price: projectFilters.max_price,
  min_sqft: projectFilters.min_sqft,
  max_sqft: projectFilters.max_sqft,
  min_beds: projectFilters.min_beds,
  max_beds: projectFilters.max_beds,
  min_floor: whole(-10, 300, 'Floor, from').optional(),
  max_floor: whole(-10, 300, 'Floor, to').optional(),
}
const mediaFilters = {
  kind: listOf(MEDIA_KINDS, 'Kind').optional(),
  floor_plan_id: idsOf('Images of these plans').optional(),
}
/** Across projects, these narrow by the project. */
const whereabouts = {
  ids: idsOf('These records only').optional(),
  project_id: idsOf('Of these projects').optional(),
  city: projectFilters.city,
  province: projectFilters.province,
}

const fieldsOf = (record: z.ZodObject) =>
  listOf(Object.keys(record.shape), 'Only these fields; `id` always comes').optional()

const INCLUDES = ['buildings', 'floor_plans', 'media'] as const

const include = listOf(INCLUDES, 'Embed these').optional()
const asOf = date('The values in effect on that day').optional()

export const ProjectListQuery = z.object({
  ...projectFilters,
  ...paging,
  sort: sortOf(PROJECT_SORTS).optional(),
  fields: fieldsOf(Project),
  include,
})
export const ProjectDetailQuery = z.object({ fields: fieldsOf(Project), include, as_of: asOf })
export const FacetQuery = z.object({
  ...projectFilters,
  limit: whole(1, 1000, 'Values a facet (default 50)').optional(),
})
export const MapQuery = z.object({
  ...projectFilters,
  max_points: whole(1, 10_000, 'Draw clusters when there are more points than this (default 2000)').optional(),
})
export const ProjectPlansQuery = z.object({
  ...planFilters,
  ...paging,
  sort: sortOf(FLOOR_PLAN_SORTS).optional(),
  fields: fieldsOf(FloorPlan),
  as_of: asOf,
})
export const PlanListQuery = z.object({
  ...planFilters,
  ...whereabouts,
  ...paging,
  sort: sortOf(FLOOR_PLAN_SORTS).optional(),
  fields: fieldsOf(FloorPlan),
})
export const ProjectUnitsQuery = z.object({
  ...unitFilters,
  ...paging,
  sort: sortOf(UNIT_SORTS).optional(),
  fields: fieldsOf(Unit),
})
export const UnitListQuery = z.object({
  ...unitFilters,
  ...whereabouts,
  ...paging,
  sort: sortOf(UNIT_SORTS).optional(),
  fields: fieldsOf(Unit),
})
export const ProjectMediaQuery = z.object({
  ...mediaFilters,
  ...paging,
  sort: sortOf(MEDIA_SORTS).optional(),
  fields: fieldsOf(Media),
})
export const MediaListQuery = z.object({
  ...mediaFilters,
  ...whereabouts,
  ...paging,
  sort: sortOf(MEDIA_SORTS).optional(),
  fields: fieldsOf(Media),
})
export const HistoryListQuery = z.object({
  field: namesOf('Only changes of these fields').optional(),
  include: listOf(['floor_plans'], 'Also the changes of the project’s plans').optional(),
  since: instant('In effect at or after').optional(),
  until: instant('In effect at or before').optional(),
  ...paging,
})
export const ReferenceQuery = z.object({ q: words(100, 'Begins so').optional(), ...paging })
