// Many building links in one call: the questions with their ids, and an answer or an error for each.
import { z } from 'zod'
import { ProblemItem } from './envelope.ts'
import { LinkRequest, LinkResponseSchema } from './link-schemas.ts'
import { documentedAs } from './request-params.ts'

export const MAX_QUERIES = 1000
export const MAX_LINES = 100_000

export const QueryId = z
  .union([z.string().max(200), z.int()])
  .describe('Your own name for the question; comes back with the answer')

export const BatchItem = LinkRequest.extend({ query_id: QueryId.nullish() })

/** The items are looked at one by one: a bad one gets its own error and spoils nothing else. */
export const BatchBody = z.strictObject({
  queries: z
    .array(z.unknown())
    .min(1)
    .max(MAX_QUERIES)
    .meta({
      description: `1 to ${MAX_QUERIES} questions: \`query_id\` and the fields of POST /api/v1/building-links`,
      override: documentedAs({ type: 'array', minItems: 1, maxItems: MAX_QUERIES, items: { type: 'object' } }),
    }),
})

export const BatchResultSchema = z
  .object({
    query_id: QueryId.nullable(),
    line: z.int().optional().describe('Of an error in a stream: the line it is about, from 1'),
    data: LinkResponseSchema.shape.data.optional(),
    meta: LinkResponseSchema.shape.meta.optional(),
    error: ProblemItem.optional().describe('Instead of data and meta'),
  })
  .meta({ id: 'BatchAnswer' })

export const BatchResponseSchema = z.object({
  data: z.array(BatchResultSchema),
  meta: z.object({ count: z.int(), errors: z.int(), lookups: z.int() }),
})
