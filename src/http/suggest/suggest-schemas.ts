// Schemas for suggestions while someone types.
import { z } from 'zod'
import { PROVINCES } from '../../catalog/records/record-schemas.ts'
import {
  EMPTY_REASONS,
  MAX_CHARACTERS,
  MAX_SUGGESTIONS,
  MIN_CHARACTERS,
  SUGGESTION_KINDS,
} from '../../catalog/suggest/suggestion-kinds.ts'
import type { SuggestAnswer } from '../../catalog/suggest/suggestions.ts'
import { say } from '../../kernel/phrase.ts'
import { toNfc } from '../../kernel/text.ts'
import {
  addError,
  coordinatesParam,
  documentedAs,
  enumListParam,
  enumParam,
  integerParam,
  textParam,
} from '../rest/request-params.ts'

/** Keeps a space at the end: it says that the last word is complete. */
const typedText = z
  .union([z.string(), z.array(z.string())])
  .transform((value, context) => {
    if (typeof value !== 'string') return addError(context, { message: 'must be sent only once' })
    const text = toNfc(value).trimStart()
    if (text.length <= MAX_CHARACTERS) return text
    return addError(context, { message: say`must have at most ${MAX_CHARACTERS} characters; got ${text.length}` })
  })
  .meta({
    description: `The text typed so far. Below ${MIN_CHARACTERS} letters or digits, there are no suggestions`,
    override: documentedAs({ type: 'string', maxLength: MAX_CHARACTERS, examples: ['77 hunt'] }),
  })

export const SuggestParams = z.object({
  q: typedText,
  city: textParam(100, 'Put suggestions in this city first').optional(),
  province: enumParam(PROVINCES, 'Put suggestions in this province first').optional(),
  near: coordinatesParam(
    ['latitude', 'longitude'],
    'A point as latitude,longitude. Near suggestions come first',
  ).optional(),
  kinds: enumListParam(SUGGESTION_KINDS, 'Return only these kinds').optional(),
  limit: integerParam(1, MAX_SUGGESTIONS, `Maximum number of suggestions. Default: ${MAX_SUGGESTIONS}`).optional(),
})

export const SuggestionSchema = z
  .object({
    kind: z.enum(SUGGESTION_KINDS),
    id: z
      .string()
      .describe(
        'Unique within its kind. Addresses have the id of their building. An address appears once per building',
      ),
    label: z.string().describe('The text to show, such as "77 Huntley St"'),
    detail: z.string().nullable().describe('Where it is, such as "Vancouver, BC"'),
    building_id: z.int().nullable().describe('Null if it means several buildings or none'),
    project_id: z.int().nullable().describe('Null for developers and neighbourhoods'),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    invented: z
      .boolean()
      .nullable()
      .describe('True if the building or project does not exist. Null for developers and neighbourhoods'),
    highlights: z
      .array(z.tuple([z.int(), z.int()]))
      .describe('The typed parts of `label`: start and end in UTF-16 units, as `String.slice` takes them'),
  })
  .meta({ id: 'Suggestion' })

export const SuggestResponseSchema = z.object({
  data: z.array(SuggestionSchema).describe('The best first'),
  meta: z.object({
    count: z.int(),
    reason: z
      .enum(EMPTY_REASONS)
      .nullable()
      .describe('Why there are no suggestions: `too_short` or `no_match`. Null if there are some'),
    dataset_version: z.string().nullable(),
  }),
})

export function toSuggestJson({ suggestions, reason, datasetVersion }: SuggestAnswer) {
  return { data: suggestions, meta: { count: suggestions.length, reason, dataset_version: datasetVersion } }
}
