// Schemas for the response envelope and the problem document.
import { z } from 'zod'

export const ListMeta = z
  .object({
    total: z.int().describe('Total number of records across all pages'),
    count: z.int().describe('Number of records on this page'),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    data_as_of: z.iso
      .datetime()
      .nullable()
      .describe('When the dataset used for this response was published; null before the first import'),
    dataset_version: z.string(),
    warnings: z.array(
      z.object({ parameter: z.string(), code: z.string(), message: z.string(), did_you_mean: z.array(z.string()) }),
    ),
  })
  .meta({ id: 'ListMeta' })

export function listResponse<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), meta: ListMeta })
}

export function recordResponse<T extends z.ZodType>(item: T) {
  return z.object({ data: item })
}

/** Rows have read-only lists. */
type RowOf<T> = { readonly [K in keyof T]: T[K] extends (infer Item)[] ? readonly Item[] : T[K] }

/** The fields of the schema, in its order. What else a row has stays here. */
export function fieldsIn<S extends z.ZodObject>(schema: S, row: RowOf<z.input<S>>): z.input<S> {
  const names = Object.keys(schema.shape) as (keyof z.input<S>)[]
  return Object.fromEntries(names.map((name) => [name, row[name]])) as z.input<S>
}

/** A record that can be read as of a date. */
export function datedResponse<T extends z.ZodType>(item: T) {
  const meta = z.object({ as_of: z.iso.date() }).optional().describe('Only with "as_of"')
  return z.object({ data: item, meta })
}

export const ProblemItem = z.object({
  parameter: z.string().optional(),
  pointer: z.string().optional(),
  code: z.string(),
  message: z.string(),
  allowed: z.array(z.string()).optional(),
  did_you_mean: z.string().optional(),
})

export const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().optional(),
    code: z.string(),
    request_id: z.string(),
    errors: z.array(ProblemItem),
  })
  .meta({
    id: 'Problem',
    description: 'An error, as defined in RFC 9457. `code` is one of a fixed list of error codes',
  })
