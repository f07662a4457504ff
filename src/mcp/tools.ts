// The tools, top to bottom: what a model may do here. Each is an operation of the API, with its plan, scope and cost.
import { z } from 'zod'
import { FloorPlanWire, MediaWire, PricePeriodWire, ProjectWire } from '../contract/catalog-schemas.ts'
import { FeedbackAnswer, FeedbackBody } from '../contract/desk-schemas.ts'
import { listOfRecords, oneRecord } from '../contract/envelope.ts'
import { BatchItem, BatchWire } from '../contract/link-batch-schemas.ts'
import { LinkAnswerWire, LinkQuestion } from '../contract/link-schemas.ts'
import { shown, whole, words } from '../contract/params.ts'
import {
  ProjectDetailQuery,
  ProjectListQuery,
  ProjectMediaQuery,
  ProjectPlansQuery,
} from '../contract/project-query.ts'
import { FilterValuesWire, LookupQuery, shapeValues } from './filter-values.ts'
import { inputSchema } from './json-schema.ts'
import { tellFeedback, tellLink, tellLinks } from './link-text.ts'
import type { Values } from './mcp-api.ts'
import { tellMedia, tellPlans, tellPrices, tellProject, tellProjects, tellValues } from './project-text.ts'
import type { Tool } from './tool.ts'
import { tool } from './tool.ts'

const MOST_ADDRESSES = 25
const MOST_RECORDS = 50

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
const ProjectSummary = ProjectWire.pick(
  Object.fromEntries(SUMMARY.map((field) => [field, true])) as Record<(typeof SUMMARY)[number], true>,
).meta({ id: 'ProjectSummary' })

const project_id = words(120, 'The project’s id, or its slug').meta({
  override: shown({ type: ['integer', 'string'], minLength: 1, maxLength: 120 }),
})
const limit = whole(1, MOST_RECORDS, `Records a call (default 10, at most ${MOST_RECORDS})`).optional()
/** The ways of paging and trimming that a model does not need. */
const NOT_FOR_TOOLS = { fields: true, page: true, per_page: true } as const

const addresses = z.strictObject({
  queries: z
    .array(z.unknown())
    .min(1)
    .max(MOST_ADDRESSES)
    .meta({
      description: `1 to ${MOST_ADDRESSES} addresses, each with the hints of resolve_building and a query_id of your own`,
      override: shown({ type: 'array', minItems: 1, maxItems: MOST_ADDRESSES, items: inputSchema(BatchItem) }),
    }),
})

/** The project in the path, the rest in the query. */
function ofProject({ project_id: id, ...query }: Values): { params: Values; query: Values } {
  return { params: { id: id! }, query }
}

const tenUnlessSaid = (given: Values): Values => ({ limit: '10', ...given })

export const TOOLS: readonly Tool[] = [
  tool({
    name: 'resolve_building',
    title: 'Which building is this address in?',
    description:
      'Finds the condo building or pre-construction project of a Canadian address as somebody typed it, unit and typos included. ' +
      'Send the address as it is, and the city when you know it. When the text asks for a choice, ask the user; never pick one yourself.',
    operation: 'askBuildingLink',
    input: LinkQuestion,
    ask: 'body',
    output: z.object(LinkAnswerWire.shape),
    tell: tellLink,
  }),
  tool({
    name: 'resolve_buildings',
    title: 'Which buildings are these addresses in?',
    description: `The same for up to ${MOST_ADDRESSES} addresses at once, answered in their order; a bad one gets an error of its own.`,
    operation: 'batchBuildingLinks',
    input: addresses,
    ask: 'body',
    output: BatchWire,
    tell: tellLinks,
  }),
  tool({
    name: 'search_projects',
    title: 'Search projects',
    description:
      'Condo projects by place, developer, status, price, size, date. Take names and statuses from lookup_values rather than inventing them.',
    operation: 'listProjects',
    input: ProjectListQuery.omit({ ...NOT_FOR_TOOLS, include: true, price_min: true, price_max: true }).extend({
      limit,
    }),
    ask: (given) => ({ query: { ...tenUnlessSaid(given), fields: [...SUMMARY] } }),
    output: listOfRecords(ProjectSummary),
    tell: tellProjects,
  }),
  tool({
    name: 'get_project',
    title: 'One project in full',
    description: 'Every field of a project and its buildings; with include, also its floor plans or media.',
    operation: 'getProject',
    input: ProjectDetailQuery.omit({ fields: true }).extend({ project_id }),
    ask: ofProject,
    output: oneRecord(ProjectWire).extend({ meta: z.object({ as_of: z.iso.date() }).optional() }),
    tell: tellProject,
  }),
  tool({
    name: 'list_floor_plans',
    title: 'Floor plans of a project',
    description: 'The floor plans of a project with sizes, prices and availability.',
    operation: 'listProjectFloorPlans',
    input: ProjectPlansQuery.omit(NOT_FOR_TOOLS).extend({ project_id, limit }),
    ask: (given) => ofProject(tenUnlessSaid(given)),
    output: listOfRecords(FloorPlanWire),
    tell: tellPlans,
  }),
  tool({
    name: 'get_price_history',
    title: 'Prices of a floor plan over time',
    description: 'Every price a floor plan had, oldest first. Floor plan ids come from list_floor_plans.',
    operation: 'getFloorPlanPriceHistory',
    input: z.object({ floor_plan_id: whole(1, 999_999_999, 'The floor plan’s id') }),
    ask: ({ floor_plan_id }) => ({ params: { id: floor_plan_id! } }),
    output: z.object({ data: z.array(PricePeriodWire), meta: z.object({ total: z.int() }) }),
    tell: tellPrices,
  }),
  tool({
    name: 'list_media',
    title: 'Pictures and documents of a project',
    description: 'Renderings, plan images and documents of a project, each with a URL that is good until tomorrow.',
    operation: 'listProjectMedia',
    input: ProjectMediaQuery.omit(NOT_FOR_TOOLS).extend({ project_id, limit }),
    ask: (given) => ofProject(tenUnlessSaid(given)),
    output: listOfRecords(MediaWire),
    tell: tellMedia,
  }),
  tool({
    name: 'lookup_values',
    title: 'Values a filter takes',
    description:
      'Which cities, developers, neighbourhoods, statuses and so on there are, and how many projects each has. Ask it before you filter by a name. ' +
      'A filter by city also takes a part of one, such as North York.',
    operation: 'getProjectFacets',
    input: LookupQuery,
    ask: ({ city, province }) => ({
      query: { limit: '1000', ...(city ? { city } : {}), ...(province ? { province } : {}) },
    }),
    output: FilterValuesWire,
    shape: shapeValues,
    tell: tellValues,
  }),
  tool({
    name: 'report_building_link',
    title: 'Report an answer as right or wrong',
    description:
      'Tells our curators that the answer for an address was right, wrong, or which project is right. Only when the user says so; ' +
      'a person looks at it.',
    operation: 'giveBuildingLinkFeedback',
    input: FeedbackBody.omit({ link: true }),
    ask: 'body',
    output: oneRecord(FeedbackAnswer),
    tell: tellFeedback,
    writes: true,
  }),
]
