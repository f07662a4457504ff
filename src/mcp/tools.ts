// The tools, top to bottom: what a model may do here. Each is an operation of the API, with its plan, scope and cost.
import { z } from 'zod'
import { FloorPlanSchema, MediaSchema, PricePeriodSchema, ProjectSchema } from '../contract/catalog-schemas.ts'
import { FeedbackBody, FeedbackSchema } from '../contract/desk-schemas.ts'
import { listResponse, recordResponse } from '../contract/envelope.ts'
import { BatchItem, BatchResponseSchema } from '../contract/link-batch-schemas.ts'
import { LinkRequest, LinkResponseSchema } from '../contract/link-schemas.ts'
import {
  ProjectDetailQuery,
  ProjectListQuery,
  ProjectMediaQuery,
  ProjectPlansQuery,
} from '../contract/project-query.ts'
import { documentedAs, integerParam, textParam } from '../contract/request-params.ts'
import { FilterValuesSchema, LookupQuery, toFilterValues } from './filter-values.ts'
import { inputSchema } from './json-schema.ts'
import { batchText, feedbackText, linkText } from './link-text.ts'
import type { StringValues } from './mcp-api.ts'
import { filterValuesText, floorPlansText, mediaText, pricesText, projectsText, projectText } from './project-text.ts'
import type { Tool } from './tool.ts'
import { tool } from './tool.ts'

const MAX_ADDRESSES = 25
const MAX_RECORDS = 50

/** What a model needs to choose a project; get_project has the rest. */
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

const project_id = textParam(120, 'The project’s id, or its slug').meta({
  override: documentedAs({ type: ['integer', 'string'], minLength: 1, maxLength: 120 }),
})
const limit = integerParam(1, MAX_RECORDS, `Records a call (default 10, at most ${MAX_RECORDS})`).optional()
/** The ways of paging and trimming that a model does not need. */
const OMITTED_PARAMS = { fields: true, page: true, per_page: true } as const

const addresses = z.strictObject({
  queries: z
    .array(z.unknown())
    .min(1)
    .max(MAX_ADDRESSES)
    .meta({
      description: `1 to ${MAX_ADDRESSES} addresses, each with the hints of resolve_building and a query_id of your own`,
      override: documentedAs({ type: 'array', minItems: 1, maxItems: MAX_ADDRESSES, items: inputSchema(BatchItem) }),
    }),
})

/** The project in the path, the rest in the query. */
function ofProject({ project_id: id, ...query }: StringValues): { params: StringValues; query: StringValues } {
  return { params: { id: id! }, query }
}

const withDefaultLimit = (input: StringValues): StringValues => ({ limit: '10', ...input })

export const TOOLS: readonly Tool[] = [
  tool({
    name: 'resolve_building',
    title: 'Which building is this address in?',
    description:
      'Finds the condo building or pre-construction project of a Canadian address as somebody typed it, unit and typos included. ' +
      'Send the address as it is, and the city when you know it. When the text asks for a choice, ask the user; never pick one yourself.',
    operation: 'askBuildingLink',
    input: LinkRequest,
    toRequest: 'body',
    output: z.object(LinkResponseSchema.shape),
    toText: linkText,
  }),
  tool({
    name: 'resolve_buildings',
    title: 'Which buildings are these addresses in?',
    description: `The same for up to ${MAX_ADDRESSES} addresses at once, answered in their order; a bad one gets an error of its own.`,
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
      'Condo projects by place, developer, status, price, size, date. Take names and statuses from lookup_values rather than inventing them.',
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
    title: 'One project in full',
    description: 'Every field of a project and its buildings; with include, also its floor plans or media.',
    operation: 'getProject',
    input: ProjectDetailQuery.omit({ fields: true }).extend({ project_id }),
    toRequest: ofProject,
    output: recordResponse(ProjectSchema).extend({ meta: z.object({ as_of: z.iso.date() }).optional() }),
    toText: projectText,
  }),
  tool({
    name: 'list_floor_plans',
    title: 'Floor plans of a project',
    description: 'The floor plans of a project with sizes, prices and availability.',
    operation: 'listProjectFloorPlans',
    input: ProjectPlansQuery.omit(OMITTED_PARAMS).extend({ project_id, limit }),
    toRequest: (input) => ofProject(withDefaultLimit(input)),
    output: listResponse(FloorPlanSchema),
    toText: floorPlansText,
  }),
  tool({
    name: 'get_price_history',
    title: 'Prices of a floor plan over time',
    description: 'Every price a floor plan had, oldest first. Floor plan ids come from list_floor_plans.',
    operation: 'getFloorPlanPriceHistory',
    input: z.object({ floor_plan_id: integerParam(1, 999_999_999, 'The floor plan’s id') }),
    toRequest: ({ floor_plan_id }) => ({ params: { id: floor_plan_id! } }),
    output: z.object({ data: z.array(PricePeriodSchema), meta: z.object({ total: z.int() }) }),
    toText: pricesText,
  }),
  tool({
    name: 'list_media',
    title: 'Pictures and documents of a project',
    description: 'Renderings, plan images and documents of a project, each with a URL that is good until tomorrow.',
    operation: 'listProjectMedia',
    input: ProjectMediaQuery.omit(OMITTED_PARAMS).extend({ project_id, limit }),
    toRequest: (input) => ofProject(withDefaultLimit(input)),
    output: listResponse(MediaSchema),
    toText: mediaText,
  }),
  tool({
    name: 'lookup_values',
    title: 'Values a filter takes',
    description:
      'Which cities, developers, neighbourhoods, statuses and so on there are, and how many projects each has. Ask it before you filter by a name. ' +
      'A filter by city also takes a part of one, such as North York.',
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
    name: 'report_building_link',
    title: 'Report an answer as right or wrong',
    description:
      'Tells our curators that the answer for an address was right, wrong, or which project is right. Only when the user says so; ' +
      'a person looks at it.',
    operation: 'giveBuildingLinkFeedback',
    input: FeedbackBody.omit({ link: true }),
    toRequest: 'body',
    output: recordResponse(FeedbackSchema),
    toText: feedbackText,
    writes: true,
  }),
]
