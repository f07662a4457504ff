// Schemas for stored listings: requests, the listing with its link, and batches.
import { z } from 'zod'
import { say } from '../../kernel/phrase.ts'
import { KEY_PATTERN, KEY_RULE, problemOfKey } from '../../listings/listing-key.ts'
import { ADDRESS_MAX, addressField } from '../addresses/address-field.ts'
import { LinkRequest, LinkResponseSchema, LinkSchema } from '../links/link-schemas.ts'
import { ProblemItem } from '../rest/envelope.ts'
import { PageMeta, paging } from '../rest/paging-params.ts'
import {
  addError,
  decimalParam,
  documentedAs,
  enumListParam,
  integerParam,
  textParam,
  timestampParam,
} from '../rest/request-params.ts'

export const MAX_LISTINGS = 1000
export const MAX_LISTING_LINES = 2_000_000
export const MAX_ATTRIBUTES_BYTES = 2048

const OUTCOMES = ['matched', 'ambiguous', 'weak', 'no_match'] as const
const ACTIONS = ['accept', 'review', 'reject'] as const

export const ListingKey = z
  .string()
  .transform((text, context) => {
    const message = problemOfKey(text)
    if (message === null) return text
    return addError(context, { message })
  })
  .meta({
    description: `Your key for the listing, unique in your account. It ${KEY_RULE}`,
    override: documentedAs({ type: 'string', pattern: KEY_PATTERN }),
  })

const Label = z
  .string()
  .regex(
    /^(?!feed_)[A-Za-z0-9._:-]{1,64}$/,
    'must have 1 to 64 characters of A-Z a-z 0-9 . _ : - and not start with "feed_"',
  )

const Attributes = z
  .record(z.string(), z.unknown())
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_ATTRIBUTES_BYTES, {
    params: { text: say`must have at most ${MAX_ATTRIBUTES_BYTES} bytes as JSON` },
  })

const { city, province, postal_code, building_name, condo_corp, unit, latitude, longitude, listed_on } =
  LinkRequest.shape

export const ListingBody = z.strictObject({
  // A stored link must survive new data, and a point says too little for that.
  address: addressField(ADDRESS_MAX, 'The address as typed in the listing. A listing always needs one'),
  ...{ city, province, postal_code, building_name, condo_corp, unit, latitude, longitude, listed_on },
  status: textParam(60, 'Your status of the listing, such as `active`. Not interpreted').nullish(),
  feed: Label.nullish().describe('Your label for the source of the listing. You can filter and delete by it'),
  attributes: Attributes.nullish().describe(`Your own data, up to ${MAX_ATTRIBUTES_BYTES} bytes. Returned as sent`),
})
export type ListingBody = z.output<typeof ListingBody>

export const ListingLinkSchema = z
  .object({
    ...LinkResponseSchema.shape.meta.pick({ outcome: true, recommended_action: true }).shape,
    reason: LinkResponseSchema.shape.meta.shape.reason,
    reason_detail: LinkResponseSchema.shape.meta.shape.reason_detail,
    match: LinkSchema.nullable().describe('The most likely building. Check `recommended_action` before you use it'),
    other_candidates: z.array(LinkSchema),
    dataset_version: z.string(),
    model_version: z.string(),
    linked_at: z.iso.datetime().describe('When the link was last computed'),
  })
  .meta({ id: 'ListingLink' })

export const ListingDecisionSchema = z
  .object({
    verdict: z.enum(['confirm', 'correct', 'reject']),
    project_id: z.int().nullable(),
    building_id: z.int().nullable(),
    note: z.string().nullable(),
    decided_at: z.iso.datetime(),
  })
  .meta({ id: 'ListingDecision', description: 'Your own decision on the link' })

const nullableText = z.string().nullable()

export const ListingSchema = z
  .object({
    key: z.string(),
    feed: nullableText.describe('The feed that owns the listing, or your label'),
    address: z.string(),
    city: nullableText,
    province: nullableText,
    postal_code: nullableText,
    building_name: nullableText,
    condo_corp: nullableText,
    unit: nullableText.describe('The unit you sent. The unit that was read is in `link.match`'),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    listed_on: nullableText,
    status: nullableText,
    attributes: z.record(z.string(), z.unknown()).nullable(),
    link: ListingLinkSchema,
    decision: ListingDecisionSchema.nullable(),
    home_id: z.string().nullable().describe('The home with this unit and building. Null if one of them is not certain'),
    gone_at: z.iso.datetime().nullable().describe('When the listing left its feed'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().describe('When the listing or its link last changed'),
  })
  .meta({ id: 'Listing' })

export const ListingQuery = z.object({
  include: enumListParam(['evidence'], 'Additional data: `evidence` and a `summary` for each candidate').optional(),
})

export const ListingFilters = {
  project_id: integerParam(1, 999_999_999, 'Linked to this project').optional(),
  building_id: integerParam(1, 999_999_999, 'Linked to this building').optional(),
  unit: textParam(40, 'Linked to this unit').optional(),
  outcome: enumListParam(OUTCOMES, 'With one of these outcomes').optional(),
  recommended_action: enumListParam(ACTIONS, 'With one of these recommended actions').optional(),
  min_confidence: decimalParam(0, 1, 'Linked with at least this confidence').optional(),
  feed: textParam(64, 'From this feed, or with this label').optional(),
  status: textParam(60, 'With this status').optional(),
  updated_since: timestampParam('The listing or its link changed at or after this time').optional(),
  linked_since: timestampParam('Linked at or after this time').optional(),
}
export const ListingsQuery = z.object({ ...ListingFilters, ...paging })
export const ListingsPage = z.object({ data: z.array(ListingSchema), meta: PageMeta })

export const FeedListingsQuery = z.object({
  feed: textParam(64, 'Deletes all listings of this feed, or with this label'),
})
export const DeletedListings = z.object({ deleted: z.int().describe('Number of listings deleted') })

/** Items are validated one by one, so that one invalid item does not fail the batch. */
export const ListingBatchBody = z.strictObject({
  listings: z
    .array(z.unknown())
    .min(1)
    .max(MAX_LISTINGS)
    .meta({
      description: `1 to ${MAX_LISTINGS} items: a listing with its \`key\`, or \`{"key": …, "delete": true}\``,
      override: documentedAs({ type: 'array', minItems: 1, maxItems: MAX_LISTINGS, items: { type: 'object' } }),
    }),
})
export const ListingBatchItem = ListingBody.extend({ key: ListingKey })
export const ListingRemoval = z.strictObject({ key: ListingKey, delete: z.literal(true) })

export const ListingBatchResultSchema = z
  .object({
    key: z.string().nullable(),
    result: z.enum(['created', 'updated', 'unchanged', 'deleted', 'not_found']).optional(),
    lookups: z.int().optional().describe('The lookups that were counted, if more than one'),
    link: ListingLinkSchema.optional(),
    line: z.int().optional().describe('Line number of an error in a stream, starting at 1'),
    error: ProblemItem.optional().describe('Present instead of `result` and `link` if the item failed'),
  })
  .meta({ id: 'ListingBatchResult' })

export const ListingBatchResponse = z.object({
  data: z.array(ListingBatchResultSchema),
  meta: z.object({ count: z.int(), errors: z.int(), lookups: z.int() }),
})
