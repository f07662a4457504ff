// MCP tools about buildings: one by id, a search, and suggestions for text that someone types.
import { z } from 'zod'
import { BuildingDetailQuery, BuildingListQuery } from '../http/buildings/building-query.ts'
import { BuildingDetailSchema, BuildingListSchema } from '../http/buildings/building-schemas.ts'
import { recordResponse } from '../http/rest/envelope.ts'
import { integerParam } from '../http/rest/request-params.ts'
import { SuggestionSchema, SuggestParams, SuggestResponseSchema } from '../http/suggest/suggest-schemas.ts'
import { BUILDING_SUMMARY, buildingsText, buildingText, suggestionsText } from './building-text.ts'
import type { Tool } from './tool.ts'
import { tool } from './tool.ts'

const MAX_BUILDINGS = 50

const BuildingSummary = BuildingDetailSchema.pick(
  Object.fromEntries(BUILDING_SUMMARY.map((field) => [field, true])) as Record<(typeof BUILDING_SUMMARY)[number], true>,
).meta({ id: 'BuildingSummary' })

/** Highlights are for the eye. */
const Suggestions = SuggestResponseSchema.extend({ data: z.array(SuggestionSchema.omit({ highlights: true })) })

export const BUILDING_TOOLS: readonly Tool[] = [
  tool({
    name: 'find_buildings',
    title: 'Find buildings near a point, by postal code or by filters',
    description:
      'Finds condo buildings near a point (near as latitude,longitude; the nearest first), with a postal code, or by city, storeys, year, ' +
      'units, developer, condo corporation or project. To find the building of one address, use resolve_building.',
    operation: 'listBuildings',
    input: BuildingListQuery.omit({ fields: true, page: true, per_page: true }).extend({
      limit: integerParam(1, MAX_BUILDINGS, 'Maximum number of records to return. Default: 10').optional(),
    }),
    toRequest: (input) => ({ query: { limit: '10', ...input, fields: [...BUILDING_SUMMARY] } }),
    output: z.object({ data: z.array(BuildingSummary), meta: BuildingListSchema.shape.meta }),
    toText: buildingsText,
  }),
  tool({
    name: 'get_building',
    title: 'Get a building',
    description:
      'Returns all addresses and names of a building, its size, condo corporation, project and the other towers of the site. ' +
      'Get building ids from resolve_building or find_buildings.',
    operation: 'getBuilding',
    input: BuildingDetailQuery.omit({ fields: true }).extend({
      building_id: integerParam(1, 999_999_999, 'Building id'),
    }),
    toRequest: ({ building_id, ...query }) => ({ params: { id: building_id! }, query }),
    output: recordResponse(BuildingDetailSchema).extend({ meta: z.object({ as_of: z.iso.date() }).optional() }),
    toText: buildingText,
  }),
  tool({
    name: 'suggest_address',
    title: 'Complete a partly known address or name',
    description:
      'Suggests addresses, buildings, projects, developers and neighbourhoods that match an incomplete text. ' +
      'Show the suggestions to the user; never choose yourself. For a complete address, use resolve_building.',
    operation: 'suggest',
    input: SuggestParams,
    toRequest: (input) => ({ query: input }),
    output: Suggestions,
    shape: (body) => Suggestions.parse(body),
    toText: suggestionsText,
  }),
]
