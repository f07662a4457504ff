// Building links over the wire: the question, the answer, and why.
import { z } from 'zod'
import type { Link, LinkAnswer } from '../links/links.ts'
import { amount, date, decimal, listOf, shown, whole, words } from './params.ts'

export const ADDRESS_MAX = 512

const address = z
  .union([z.string(), z.array(z.string())])
  .transform((value, context) => {
    const refuse = (message: string, fault: string): never => {
      context.addIssue({ code: 'custom', message, params: { fault } })
      return z.NEVER
    }
    if (typeof value !== 'string') return refuse('was given more than once', 'invalid_parameter')
    const text = value.normalize('NFC').trim()
    if (text === '') return refuse('must not be empty', 'invalid_parameter')
    if (text.length > ADDRESS_MAX)
      return refuse(`must have at most ${ADDRESS_MAX} characters, and has ${text.length}`, 'address_too_long')
    return text
  })
  .meta({
    description: 'The listing’s own address text, abbreviations, unit and typos included',
    override: shown({ type: 'string', minLength: 1, maxLength: ADDRESS_MAX, examples: ['#1203 -1480 howe'] }),
  })

export const INCLUDES = ['evidence', 'parsed', 'readings'] as const

type NumberField = (min: number, max: number, description: string) => z.ZodType<number>

/** The question, once: a URL brings numbers as text, a body as numbers. */
function questionOf(number: NumberField, integer: NumberField) {
  return {
    address,
    city: words(100, 'City hint').nullish(),
    province: words(40, 'Province hint').nullish(),
    postal_code: words(16, 'Postal code hint').nullish(),
    building_name: words(200, 'Name of the building, when the listing has one').nullish(),
    condo_corp: words(40, 'Condo corporation, such as "TSCC 2345" or "EPS 1234"').nullish(),
    latitude: number(-90, 90, 'Latitude hint; goes with longitude').nullish(),
    longitude: number(-180, 180, 'Longitude hint; goes with latitude').nullish(),
    listed_on: date('The day the listing was written: addresses are weighed by the days they were in force').nullish(),
    mls_number: words(40, 'Echoed in meta').nullish(),
    min_confidence: number(0, 1, 'Candidates below this are left out (default 0.2)').nullish(),
    limit: integer(1, 10, 'At most this many candidates (default 5)').nullish(),
    include: listOf(
      INCLUDES,
      'More in the answer: the evidence of each candidate, the reading that won, every reading considered',
    ).nullish(),
  }
}

export const LinkQuery = z.object(questionOf(decimal, whole))
export const LinkQuestion = z.strictObject(questionOf(amount, (min, max, text) => amount(min, max, text, 'integer')))
export type LinkQuestion = z.output<typeof LinkQuestion>

export const EvidenceWire = z
  .object({
    component: z.string(),
    query: z.string().nullable().describe('What was read'),
    building: z.string().nullable().describe('What the building has'),
    level: z.string().describe('Which level of the comparison fired'),
    bits: z.number().describe('Its weight; the weights add up to the score'),
  })
  .meta({ id: 'Evidence' })

export const LinkWire = z
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
    evidence: z.array(EvidenceWire).optional(),
  })
  .meta({ id: 'BuildingLink' })

const nullableText = z.string().nullable()

export const ReadingWire = z
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

export const LinkAnswerWire = z
  .object({
    data: z.array(LinkWire),
    meta: z.object({
      outcome: z.enum(['matched', 'ambiguous', 'weak', 'no_match']),
      recommended_action: z.enum(['accept', 'review', 'reject']),
      reason: nullableText,
      reason_detail: nullableText,
      none_probability: z.number(),
      dataset_version: z.string(),
      model_version: z.string(),
      mls_number: z.string().optional(),
      parsed: ReadingWire.nullable().optional().describe('The reading that won'),
      readings: z
        .array(ReadingWire)
        .optional()
        .describe('Every reading that was considered, the one that won among them'),
    }),
  })
  .meta({ id: 'BuildingLinkAnswer' })

type Asked = Pick<LinkQuestion, 'mls_number' | 'include'>

const probability = (value: number) => Math.round(value * 1e6) / 1e6

export type LinkAnswerBody = z.input<typeof LinkAnswerWire>

/** Field by field, which is what the fastest route we have can afford; JSON leaves out what is undefined. */
export function toLinkAnswerWire(answer: LinkAnswer, { include, mls_number }: Asked): LinkAnswerBody {
  const withEvidence = include?.includes('evidence') ?? false
  return {
    data: answer.links.map((link) => toLinkWire(link, withEvidence)),
    meta: {
      outcome: answer.outcome,
      recommended_action: answer.action,
      reason: answer.reason,
      reason_detail: answer.reason_detail,
      none_probability: probability(answer.none_probability),
      dataset_version: answer.dataset_version,
      model_version: answer.model_version,
      mls_number: mls_number || undefined,
      parsed: include?.includes('parsed') ? answer.reading : undefined,
      readings: include?.includes('readings') ? [...(answer.readings ?? [])] : undefined,
    },
  }
}

function toLinkWire(link: Link, withEvidence: boolean): LinkAnswerBody['data'][number] {
  return {
    project_id: link.project_id,
    project_name: link.project_name,
    canonical_mls_address: link.canonical_mls_address,
    match_method: link.match_method,
    match_confidence: probability(link.match_confidence),
    latitude: link.latitude,
    longitude: link.longitude,
    building_id: link.building_id,
    building_name: link.building_name,
    unit: link.unit,
    match_strategy: link.match_strategy,
    match_level: link.match_level,
    evidence: withEvidence ? [...(link.evidence ?? [])] : undefined,
  }
}
