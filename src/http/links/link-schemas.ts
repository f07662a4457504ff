// Schemas for building-link lookups: request, response and evidence.
import { z } from 'zod'
import { ADDRESS_MAX, addressField, URL_ADDRESS_MAX } from '../addresses/address-field.ts'
import { AddressSchema } from '../addresses/address-schemas.ts'
import {
  booleanParam,
  dateParam,
  decimalParam,
  enumListParam,
  integerParam,
  numberField,
  textParam,
} from '../rest/request-params.ts'
import { MAP_INPUTS, MAP_STRATA } from './calibration-schema.ts'

const AS_TYPED =
  'The address as typed in the listing. Required unless you send a point or a postal code. Abbreviations, unit numbers and typos are fine'

export const INCLUDES = ['evidence', 'parsed', 'readings', 'address'] as const

type NumberField = (min: number, max: number, description: string) => z.ZodType<number>

/** Shared fields. Numbers are text in a query string and numbers in a JSON body. */
function linkFields(
  address: ReturnType<typeof optionalAddress>,
  number: NumberField,
  integer: NumberField,
  boolean: (description: string) => z.ZodType<boolean>,
) {
  return {
    address,
    city: textParam(100, 'City, if known. Improves matching').nullish(),
    province: textParam(40, 'Province, if known. Improves matching').nullish(),
    postal_code: textParam(
      16,
      'Postal code, if known. Improves matching. Without an address or a point, finds the buildings with this code',
    ).nullish(),
    building_name: textParam(200, 'Building name, if the listing has one').nullish(),
    condo_corp: textParam(40, 'Condo corporation number, such as "TSCC 2345" or "EPS 1234"').nullish(),
    unit: textParam(20, 'Unit, if known. Used when the address has none').nullish(),
    latitude: number(
      -180,
      180,
      'Latitude, if known. Requires `longitude`. A point outside Canada is ignored with a warning. Without an address, finds the nearest buildings',
    ).nullish(),
    longitude: number(-180, 180, 'Longitude, if known. Requires `latitude`').nullish(),
    listed_on: dateParam('Date of the listing. Addresses in use on this date rank higher').nullish(),
    mls_number: textParam(40, 'MLS number of the listing, returned in `meta`').nullish(),
    min_confidence: number(0, 1, 'Leave out candidates with a lower confidence. Default: 0.2').nullish(),
    limit: integer(1, 10, 'Maximum number of candidates to return. Default: 5').nullish(),
    include: enumListParam(
      INCLUDES,
      'Additional data to return: `evidence` and a `summary` for each candidate, `parsed` for the best reading of the address, `readings` for all readings, `address` for the address in standard form',
    ).nullish(),
    store: boolean(
      'False to keep the text of this lookup out of the curators’ queue. It is then not stored at all. Default: true',
    ).nullish(),
  }
}

/** A lookup needs an address, a point or a postal code. */
const optionalAddress = (max: number, description: string) => addressField(max, description).nullish()

export const LinkQuery = z.object(
  linkFields(optionalAddress(URL_ADDRESS_MAX, AS_TYPED), decimalParam, integerParam, booleanParam),
)
export const LinkRequest = z.strictObject(
  linkFields(
    optionalAddress(ADDRESS_MAX, `${AS_TYPED}, and so is a whole listing or post that contains one`),
    numberField,
    (min, max, text) => numberField(min, max, text, 'integer'),
    (text) => z.boolean().describe(text),
  ),
)
export type LinkRequest = z.output<typeof LinkRequest>

export const EvidenceSchema = z
  .object({
    component: z.string(),
    query: z.string().nullable().describe('The value read from the address'),
    building: z.string().nullable().describe('The value of the building'),
    level: z.string().describe('The comparison level that applied'),
    bits: z.number().describe('Weight of this component in bits. The weights add up to the score'),
  })
  .meta({ id: 'Evidence' })

export const SummarySchema = z
  .object({ en: z.string().describe('In English'), fr: z.string().describe('In French') })
  .meta({ id: 'Summary', description: 'One or two sentences: what agrees, then what is in doubt' })

/** Returned with `include=evidence`. Null where a curator linked a building that the matcher did not find. */
const ScoringFields = {
  prior_bits: z
    .number()
    .nullable()
    .optional()
    .describe('The bits that every candidate starts with: the first component of `evidence`, already part of `score`'),
  score: z.number().nullable().optional().describe('The sum of the bits of `evidence`'),
  raw_probability: z
    .number()
    .nullable()
    .optional()
    .describe('The probability before calibration. `match_confidence` is the probability after it'),
  merged_scores: z
    .array(z.number())
    .optional()
    .describe('The scores in `raw_probability`: one, or one per tower if towers of a project are one candidate'),
  capped_by: z
    .object({
      component: z.string(),
      level: z.string(),
      cap: z.number().describe('The highest confidence that this level allows'),
    })
    .nullable()
    .optional()
    .describe('The evidence that lowered the confidence after calibration. Null if none did'),
}

export const CalculationSchema = z
  .object({
    scores: z.array(z.number()).describe('The scores of all candidates, including those that are not returned'),
    none_score: z.literal(0).describe('The score of “none of them”'),
    any_raw: z.number().describe('The probability that any candidate is right, before calibration'),
    any_calibrated: z
      .number()
      .describe('The same after calibration. All confidences are scaled by the ratio of the two'),
    calibration: z
      .object({ stratum: z.enum(MAP_STRATA), input: z.enum(MAP_INPUTS) })
      .nullable()
      .describe('Which map of `GET /api/v1/building-links/calibration` was used. Null without candidates'),
    capped_probability: z
      .number()
      .describe('The part of `any_calibrated` that `capped_by` of candidates added to `none_probability`'),
    rejected_probability: z
      .number()
      .describe('The part of `any_calibrated` that belongs to candidates that a curator rejected'),
  })
  .meta({ id: 'Calculation', description: 'How the confidences follow from the scores' })

export const SearchStepSchema = z
  .object({
    step: z.string().describe('Such as `exact_address`, `similar_street`, `condo_corporation` or `building_name`'),
    why: z.object({ en: z.string(), fr: z.string() }).describe('The reason for the step'),
    added: z.int().describe('Number of candidates that this step added'),
  })
  .meta({ id: 'SearchStep', description: 'A step of the search for candidates' })

export const LinkSchema = z
  .object({
    project_id: z.int(),
    project_name: z.string(),
    canonical_mls_address: z
      .string()
      .describe('Address of the matched building. Address of the project if only the project is certain'),
    project_address: z.string().describe('Address of the project, which may have several buildings'),
    match_method: z
      .enum(['auto', 'verified', 'account'])
      .describe('`verified` by a curator, or `account`: your own decision on a stored listing'),
    match_confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('Probability that this link is correct. Of all links with 0.9, nine in ten are correct'),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    building_id: z.int().nullable().describe('Null if only the project is certain and it has several buildings'),
    building_name: z.string().nullable(),
    invented: z
      .boolean()
      .describe('True if the building does not exist: in the sandbox, and in part of the demonstration'),
    unit: z.string().nullable(),
    unit_known: z
      .boolean()
      .nullable()
      .describe('Whether the sources list this unit in the building. Null if there is no unit or no list of units'),
    match_strategy: z.enum([
      'exact_address',
      'alias_address',
      'range_address',
      'partial_address',
      'fuzzy_address',
      'building_name',
      'condo_corp',
      'nearest',
      'verified',
      'account',
    ]),
    match_level: z
      .enum(['building', 'project'])
      .describe(
        '`building` if the building is certain: also where a person linked a project that has only one. `project` if the project is certain and the building is not',
      ),
    summary: SummarySchema.optional().describe('Why the building fits. Returned with `include=evidence`'),
    ...ScoringFields,
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
  .meta({ id: 'Reading', description: 'One way to parse the address' })

export const LinkResponseSchema = z
  .object({
    data: z.array(LinkSchema),
    meta: z.object({
      outcome: z
        .enum(['matched', 'ambiguous', 'weak', 'no_match'])
        .describe('`ambiguous` if several candidates are about equally likely, `weak` if none is likely enough'),
      recommended_action: z
        .enum(['accept', 'review', 'reject'])
        .describe('`accept` from 0.95. `review` from 0.5, for one candidate or for several together'),
      reason: nullableText.describe(
        'Why there is no match, such as `civic_number_not_on_street`, `address_is_a_landmark`, `city_conflict`, `outside_canada` or `not_covered`. Null if there are candidates',
      ),
      reason_detail: nullableText.describe('The reason as a sentence'),
      none_probability: z.number(),
      below_min_confidence: z.int().describe('Number of candidates that `min_confidence` left out'),
      dataset_version: z.string(),
      model_version: z.string(),
      warnings: z
        .array(z.enum(['point_ignored', 'postal_code_ignored']))
        .optional()
        .describe(
          'Hints that were ignored because they cannot be right: a point outside Canada, or a code that is no postal code',
        ),
      lookups: z
        .int()
        .optional()
        .describe('The lookups that were counted, if more than one: for a text of more than 4,000 characters'),
      mls_number: z.string().optional(),
      calculation: CalculationSchema.optional().describe('Returned with `include=evidence`'),
      search: z
        .array(SearchStepSchema)
        .optional()
        .describe('The steps that searched for candidates, in order. Returned with `include=evidence`'),
      parsed: ReadingSchema.nullable()
        .optional()
        .describe('The best reading of the address. Returned with `include=parsed`'),
      readings: z
        .array(ReadingSchema)
        .optional()
        .describe('All readings of the address, including the best one. Returned with `include=readings`'),
      address: AddressSchema.optional().describe(
        'The address in standard form and its parts, with or without a building. Returned with `include=address`',
      ),
    }),
  })
  .meta({ id: 'BuildingLinkAnswer' })

export type LinkResponse = z.input<typeof LinkResponseSchema>
