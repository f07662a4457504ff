// All MCP tools. Each calls one API operation, with its plan, scope and cost.
import { z } from 'zod'
import { FeedbackBody, FeedbackSchema } from '../http/links/feedback-schemas.ts'
import { BatchItem, BatchResponseSchema } from '../http/links/link-batch-schemas.ts'
import { LinkRequest, LinkResponseSchema } from '../http/links/link-schemas.ts'
import { ListingsQuery } from '../http/listings/listing-schemas.ts'
import { DuplicatesPage, DuplicatesQuery } from '../http/listings/listing-view-schemas.ts'
import { FloorPlanSchema, MediaSchema, PricePeriodSchema, ProjectSchema } from '../http/projects/catalog-schemas.ts'
import {
  ProjectDetailQuery,
  ProjectListQuery,
  ProjectMediaQuery,
  ProjectPlansQuery,
} from '../http/projects/project-query.ts'
import { listResponse, recordResponse } from '../http/rest/envelope.ts'
import { documentedAs, integerParam, textParam } from '../http/rest/request-params.ts'
import { PARSE_ADDRESSES } from './address-tool.ts'
import { BUILDING_TOOLS } from './building-tools.ts'
import { FilterValuesSchema, LookupQuery, toFilterValues } from './filter-values.ts'
import { inputSchema } from './json-schema.ts'
import { batchText, feedbackText, linkText } from './link-text.ts'
import { duplicatesText, ListingSummaries, listingsText, toListingSummaries } from './listing-text.ts'
import type { StringValues } from './mcp-api.ts'
import { filterValuesText, floorPlansText, mediaText, pricesText, projectsText, projectText } from './project-text.ts'
import type { Tool } from './tool.ts'
import { tool } from './tool.ts'

const MAX_ADDRESSES = 25
const MAX_RECORDS = 50

/** The fields a model needs to choose a project. */
const SUMMARY = [
  'id',
  'slug',
  'name',
  'address',
  'city_name',
  'province',
  'neighbourhood_name',
  'developer',
  'building_type',
  'tenure',
  'invented',
  'storeys',
  'status',
  'price_from',
  'price_to',
  'bedrooms_min',
  'bedrooms_max',
  'occupancy_date',
  'available_floor_plans_count',
] as const
const ProjectSummary = ProjectSchema.pick(
  Object.fromEntries(SUMMARY.map((field) => [field, true])) as Record<(typeof SUMMARY)[number], true>,
).meta({ id: 'ProjectSummary' })

const project_id = textParam(120, 'Project id or slug').meta({
  override: documentedAs({ type: ['integer', 'string'], minLength: 1, maxLength: 120 }),
})
const limit = integerParam(1, MAX_RECORDS, `Maximum number of records to return. Default: 10`).optional()
/** Paging and field parameters that a model does not need. */
const OMITTED_PARAMS = { fields: true, page: true, per_page: true } as const

const addresses = z.strictObject({
  queries: z
    .array(z.unknown())
    .min(1)
    .max(MAX_ADDRESSES)
    .meta({
      description: `1 to ${MAX_ADDRESSES} addresses. Each has the fields of resolve_building and an optional query_id`,
      override: documentedAs({ type: 'array', minItems: 1, maxItems: MAX_ADDRESSES, items: inputSchema(BatchItem) }),
    }),
})

/** Moves project_id to the path and the rest to the query. */
function ofProject({ project_id: id, ...query }: StringValues): { params: StringValues; query: StringValues } {
  return { params: { id: id! }, query }
}

const withDefaultLimit = (input: StringValues): StringValues => ({ limit: '10', ...input })

export const TOOLS: readonly Tool[] = [
  tool({
    name: 'resolve_building',
    title: 'Find the building of an address',
    description:
      'Finds the condo building or pre-construction project for a Canadian address. Send the address as typed, including the unit ' +
      'and any typos, or the whole listing (up to 8,000 characters), and the city if you know it. Without an address, send latitude and longitude, or a postal code: the result is then the nearest building, which the user must confirm. If the result asks for a choice, ask the user; never choose yourself.',
    operation: 'askBuildingLink',
    input: LinkRequest,
    toRequest: 'body',
    output: z.object(LinkResponseSchema.shape),
    toText: linkText,
  }),
  tool({
    name: 'resolve_buildings',
    title: 'Find the buildings of several addresses',
    description: `Like resolve_building, for up to ${MAX_ADDRESSES} addresses. Results are in the order of the addresses. An invalid address returns an error without affecting the others.`,
    operation: 'batchBuildingLinks',
    input: addresses,
    toRequest: 'body',
    output: BatchResponseSchema,
    toText: batchText,
  }),
  tool({
    name: 'search_projects',
    title: 'Search projects',
    description:
      'Searches condo projects by location, developer, status, price, size or date. Get valid names and statuses from lookup_values.',
    operation: 'listProjects',
    input: ProjectListQuery.omit({ ...OMITTED_PARAMS, include: true, price_min: true, price_max: true }).extend({
      limit,
    }),
    toRequest: (input) => ({ query: { ...withDefaultLimit(input), fields: [...SUMMARY] } }),
    output: listResponse(ProjectSummary),
    toText: projectsText,
  }),
  tool({
    name: 'get_project',
    title: 'Get a project',
    description:
      'Returns all fields of a project and its buildings. Use include to add floor plans, media, or the sources of each field with the attributions to show.',
    operation: 'getProject',
    input: ProjectDetailQuery.omit({ fields: true }).extend({ project_id }),
    toRequest: ofProject,
    output: recordResponse(ProjectSchema).extend({ meta: z.object({ as_of: z.iso.date() }).optional() }),
    toText: projectText,
  }),
  ...BUILDING_TOOLS,
  PARSE_ADDRESSES,
  tool({
    name: 'list_floor_plans',
    title: 'List the floor plans of a project',
    description: 'Lists the floor plans of a project with sizes, prices and availability.',
    operation: 'listProjectFloorPlans',
    input: ProjectPlansQuery.omit(OMITTED_PARAMS).extend({ project_id, limit }),
    toRequest: (input) => ofProject(withDefaultLimit(input)),
    output: listResponse(FloorPlanSchema),
    toText: floorPlansText,
  }),
  tool({
    name: 'get_price_history',
    title: 'Get the price history of a floor plan',
    description: 'Returns all prices of a floor plan, oldest first. Get floor plan ids from list_floor_plans.',
    operation: 'getFloorPlanPriceHistory',
    input: z.object({ floor_plan_id: integerParam(1, 999_999_999, 'Floor plan id') }),
    toRequest: ({ floor_plan_id }) => ({ params: { id: floor_plan_id! } }),
    output: z.object({ data: z.array(PricePeriodSchema), meta: z.object({ total: z.int() }) }),
    toText: pricesText,
  }),
  tool({
    name: 'list_media',
    title: 'List the images and documents of a project',
    description:
      'Lists renderings, floor plan images and documents of a project. Each has a URL that is valid until the end of the next day (UTC).',
    operation: 'listProjectMedia',
    input: ProjectMediaQuery.omit(OMITTED_PARAMS).extend({ project_id, limit }),
    toRequest: (input) => ofProject(withDefaultLimit(input)),
    output: listResponse(MediaSchema),
    toText: mediaText,
  }),
  tool({
    name: 'lookup_values',
    title: 'List the values of a filter',
    description:
      'Lists the cities, developers, neighbourhoods, statuses and other values you can filter by, with the number of projects. ' +
      'Call it before you filter by a name. The city filter also accepts parts of a city, such as North York.',
    operation: 'getProjectFacets',
    input: LookupQuery,
    toRequest: ({ city, province }) => ({
      query: { limit: '1000', ...(city ? { city } : {}), ...(province ? { province } : {}) },
    }),
    output: FilterValuesSchema,
    shape: toFilterValues,
    toText: filterValuesText,
  }),
  tool({
    name: 'find_my_listings',
    title: 'Find the user’s own listings',
    description:
      'Finds listings that the user’s account has stored in Plinth: by project, building, unit, outcome, feed or status. ' +
      'Get project ids from resolve_building or search_projects. Nobody else can see these listings.',
    operation: 'listListings',
    input: ListingsQuery.extend({ limit }),
    toRequest: (input) => ({ query: withDefaultLimit(input) }),
    output: ListingSummaries,
    shape: toListingSummaries,
    toText: listingsText,
  }),
  tool({
    name: 'listing_duplicates',
    title: 'Find duplicates among the user’s listings',
    description:
      'Groups the user’s own listings: the same building and unit is probably the same home; equal addresses without a unit are not.',
    operation: 'listListingDuplicates',
    input: DuplicatesQuery.extend({ limit }),
    toRequest: (input) => ({ query: withDefaultLimit(input) }),
    output: DuplicatesPage,
    toText: duplicatesText,
  }),
  tool({
    name: 'report_building_link',
    title: 'Report a result as right or wrong',
    description:
      'Tells the curators that the result for an address was right or wrong, or which project is right. ' +
      'Call it only if the user says so. A curator reviews each report.',
    operation: 'giveBuildingLinkFeedback',
    input: FeedbackBody.omit({ link: true }),
    toRequest: 'body',
    output: recordResponse(FeedbackSchema),
    toText: feedbackText,
    writes: true,
  }),
]
