// Building links over the wire: the question, the answer, and why.
import { z } from 'zod'
import { composed } from '../kernel/text.ts'
import {
  dateParam,
  decimalParam,
  documentedAs,
  enumListParam,
  integerParam,
  numberField,
  textParam,
} from './request-params.ts'

export const ADDRESS_MAX = 512

const address = z
  .unknown()
  .transform((value, context) => {
    const refuse = (message: string, fault: string): never => {
      context.addIssue({ code: 'custom', message, params: { fault } })
      return z.NEVER
    }
    if (value === undefined) return refuse('is required', 'missing_parameter')
    if (Array.isArray(value)) return refuse('was given more than once', 'invalid_parameter')
    if (typeof value !== 'string') return refuse('must be text', 'invalid_parameter')
    const text = composed(value).trim()
    if (text === '') return refuse('must not be empty', 'invalid_parameter')
    if (text.length > ADDRESS_MAX)
      return refuse(`must have at most ${ADDRESS_MAX} characters, and has ${text.length}`, 'address_too_long')
    return text
  })
  .meta({
    description: 'The listing’s own address text, abbreviations, unit and typos included',
    override: documentedAs({ type: 'string', minLength: 1, maxLength: ADDRESS_MAX, examples: ['#1203 -1480 howe'] }),
  })

export const INCLUDES = ['evidence', 'parsed', 'readings'] as const

type NumberField = (min: number, max: number, description: string) => z.ZodType<number>

/** The question, once: a URL brings numbers as text, a body as numbers. */
function linkFields(number: NumberField, integer: NumberField) {
  return {
    address,
    city: textParam(100, 'City hint').nullish(),
    province: textParam(40, 'Province hint').nullish(),
    postal_code: textParam(16, 'Postal code hint').nullish(),
    building_name: textParam(200, 'Name of the building, when the listing has one').nullish(),
    condo_corp: textParam(40, 'Condo corporation, such as "TSCC 2345" or "EPS 1234"').nullish(),
    latitude: number(-90, 90, 'Latitude hint; goes with longitude').nullish(),
    longitude: number(-180, 180, 'Longitude hint; goes with latitude').nullish(),
    listed_on: dateParam(
      'The day the listing was written: addresses are weighed by the days they were in force',
    ).nullish(),
    mls_number: textParam(40, 'Echoed in meta').nullish(),
    min_confidence: number(0, 1, 'Candidates below this are left out (default 0.2)').nullish(),
    limit: integer(1, 10, 'At most this many candidates (default 5)').nullish(),
    include: enumListParam(
      INCLUDES,
      'More in the answer: the evidence of each candidate, the reading that won, every reading considered',
    ).nullish(),
  }
}

export const LinkQuery = z.object(linkFields(decimalParam, integerParam))
export const LinkRequest = z.strictObject(
  linkFields(numberField, (min, max, text) => numberField(min, max, text, 'integer')),
)
export type LinkRequest = z.output<typeof LinkRequest>

export const EvidenceSchema = z
  .object({
    component: z.string(),
    query: z.string().nullable().describe('What was read'),
    building: z.string().nullable().describe('What the building has'),
    level: z.string().describe('Which level of the comparison fired'),
    bits: z.number().describe('Its weight; the weights add up to the score'),
  })
  .meta({ id: 'Evidence' })

export const LinkSchema = z
  .object({
    project_id: z.int(),
    project_name: z.string(),
    canonical_mls_address: z.string(),
    match_method: z.enum(['auto', 'verified']),
    match_confidence: z.number().min(0).max(1).describe('A probability: of all answers at 0.9, nine in ten are right'),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    building_id: z.int().nullable().describe('Null when only the project is certain'),
    building_name: z.string().nullable(),
    unit: z.string().nullable(),
    match_strategy: z.enum([
      'exact_address',
      'alias_address',
      'range_address',
      'partial_address',
      'fuzzy_address',
      'building_name',
      'condo_corp',
      'verified',
    ]),
    match_level: z.enum(['building', 'project']),
    evidence: z.array(EvidenceSchema).optional(),
  })
  .meta({ id: 'BuildingLink' })

const nullableText = z.string().nullable()

export const ReadingSchema = z
  .object({
    civic_number: nullableText,
    civic_number_to: nullableText,
    number_suffix: nullableText,
    street_name: nullableText,
    street_type: nullableText,
    direction: nullableText,
    unit: nullableText,
    city: nullableText,
    province: nullableText,
    postal_code: nullableText,
    building_name: nullableText,
    condo_corp: nullableText,
  })
  .meta({ id: 'Reading', description: 'One way to read the text' })

export const LinkResponseSchema = z
  .object({
    data: z.array(LinkSchema),
    meta: z.object({
      outcome: z.enum(['matched', 'ambiguous', 'weak', 'no_match']),
      recommended_action: z.enum(['accept', 'review', 'reject']),
      reason: nullableText,
      reason_detail: nullableText,
      none_probability: z.number(),
      dataset_version: z.string(),
      model_version: z.string(),
      mls_number: z.string().optional(),
      parsed: ReadingSchema.nullable().optional().describe('The reading that won'),
      readings: z
        .array(ReadingSchema)
        .optional()
        .describe('Every reading that was considered, the one that won among them'),
    }),
  })
  .meta({ id: 'BuildingLinkAnswer' })

export type LinkResponse = z.input<typeof LinkResponseSchema>
