// Schemas for batch lookups: queries with ids, and a result or an error for each.
import { z } from 'zod'
import { ProblemItem } from '../rest/envelope.ts'
import { documentedAs } from '../rest/request-params.ts'
import { LinkRequest, LinkResponseSchema } from './link-schemas.ts'

export const MAX_QUERIES = 1000
export const MAX_LINES = 100_000

export const QueryId = z
  .union([z.string().max(200), z.int()])
  .describe('Your identifier for the query, returned with its result')

export const BatchItem = LinkRequest.extend({ query_id: QueryId.nullish() })

/** Items are validated one by one, so that one invalid item does not fail the batch. */
export const BatchBody = z.strictObject({
  queries: z
    .array(z.unknown())
    .min(1)
    .max(MAX_QUERIES)
    .meta({
      description: `1 to ${MAX_QUERIES} queries. Each has the fields of \`POST /api/v1/building-links\` and an optional \`query_id\``,
      override: documentedAs({ type: 'array', minItems: 1, maxItems: MAX_QUERIES, items: { type: 'object' } }),
    }),
})

export const BatchResultSchema = z
  .object({
    query_id: QueryId.nullable(),
    line: z.int().optional().describe('Line number of an error in a stream, starting at 1'),
    data: LinkResponseSchema.shape.data.optional(),
    meta: LinkResponseSchema.shape.meta.optional(),
    error: ProblemItem.optional().describe('Present instead of `data` and `meta` if the query failed'),
  })
  .meta({ id: 'BatchAnswer' })

export const BatchResponseSchema = z.object({
  data: z.array(BatchResultSchema),
  meta: z.object({ count: z.int(), errors: z.int(), lookups: z.int() }),
})
