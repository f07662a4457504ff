// Schemas for views of listings: decisions, counts, history, duplicates and building pages.
import { z } from 'zod'
import { PageMeta, paging } from '../rest/paging-params.ts'
import { integerParam, textParam } from '../rest/request-params.ts'
import { ListingChangeSchema } from './listing-change-schemas.ts'
import { ListingSchema } from './listing-schemas.ts'

const id = z.int().min(1).max(999_999_999)

export const ListingDecisionBody = z.strictObject({
  verdict: z
    .enum(['confirm', 'correct', 'reject'])
    .describe(
      '`confirm` if the link is right, `correct` to name the right project in `project_id`, `reject` if it is in none of the buildings',
    ),
  project_id: id.optional().describe('Required for `correct`. For `confirm`, one of the candidates'),
  building_id: id.optional(),
  note: z.string().trim().min(1).max(1000).optional(),
})

const outcomes = z.object({ matched: z.int(), ambiguous: z.int(), weak: z.int(), no_match: z.int() })
const actions = z.object({ accept: z.int(), review: z.int(), reject: z.int() })

export const ListingCountsSchema = z
  .object({
    total: z.int(),
    limit: z.int().describe('Listings your plan can store'),
    by_outcome: outcomes,
    by_recommended_action: actions,
    decided: z.int().describe('Listings with a decision of your own'),
    gone: z.int().describe('Listings that left their feed. They are deleted later'),
  })
  .meta({ id: 'ListingCounts' })

export const ListingHistorySchema = z.object({
  data: z.array(ListingChangeSchema),
  meta: z.object({ count: z.int() }),
})

const nullableText = z.string().nullable()

export const DuplicateGroupSchema = z
  .object({
    reason: z
      .enum(['same_unit', 'same_address', 'same_address_no_unit'])
      .describe(
        '`same_unit`: same building and unit, so probably the same home. `same_address`: same address and unit, but several towers have the address. `same_address_no_unit`: same address without a unit; these can be different homes of the building',
      ),
    project_id: z.int(),
    project_name: nullableText,
    building_id: z.int().nullable(),
    building_name: nullableText,
    unit: nullableText.describe('In short form: `101` for `#101` and `Apt 101`'),
    confidence: z.number().describe('Product of the confidences of all listings in the group'),
    count: z.int(),
    listings: z
      .array(
        z.object({
          key: z.string(),
          feed: nullableText,
          address: z.string(),
          status: nullableText,
          match_confidence: z.number().nullable(),
          updated_at: z.iso.datetime(),
        }),
      )
      .describe('The first 50 by key'),
  })
  .meta({ id: 'ListingDuplicates' })

export const DuplicatesQuery = z.object({
  status: textParam(60, 'Only listings with this status').optional(),
  project_id: integerParam(1, 999_999_999, 'Only listings in this project').optional(),
  ...paging,
})
export const DuplicatesPage = z.object({ data: z.array(DuplicateGroupSchema), meta: PageMeta })

export const ProjectListingsQuery = z.object({
  status: textParam(60, 'Only listings with this status').optional(),
})
export const ProjectListingsSchema = z
  .object({
    project_id: z.int(),
    project_name: z.string(),
    buildings: z.array(
      z.object({
        building_id: z.int().nullable().describe('Null where only the project is certain'),
        building_name: nullableText,
        units: z.array(z.object({ unit: nullableText, listings: z.array(ListingSchema) })),
      }),
    ),
  })
  .meta({ id: 'ProjectListings' })
export const ProjectListingsResponse = z.object({
  data: ProjectListingsSchema,
  meta: z.object({ count: z.int(), has_more: z.boolean().describe('True above 500 listings. Filter by status') }),
})
