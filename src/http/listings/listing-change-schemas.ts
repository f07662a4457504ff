// Schemas for changes of a listing's link: in events, in the change list and in its history.
import { z } from 'zod'
import type { StoredEvent } from '../../events/event-types.ts'
import { CHANGE_REASONS } from '../../listings/link-change.ts'
import { integerParam } from '../rest/request-params.ts'

export const LinkStateSchema = z
  .object({
    project_id: z.int().nullable(),
    building_id: z.int().nullable(),
    unit: z.string().nullable(),
    match_confidence: z.number().nullable(),
    outcome: z.string(),
    recommended_action: z.string(),
  })
  .meta({ id: 'ListingLinkState' })

export const ListingChangeSchema = z
  .object({
    sequence: z.int(),
    event_id: z.string(),
    occurred_at: z.iso.datetime(),
    key: z.string().describe('Your key of the listing'),
    why: z
      .enum(CHANGE_REASONS)
      .describe(
        '`data` changed, a curator’s `verification`, a `merge` of projects, a new `model`, or you changed the `listing`',
      ),
    before: LinkStateSchema,
    after: LinkStateSchema,
  })
  .meta({ id: 'ListingChange' })

export const ListingChangesQuery = z.object({
  since: integerParam(
    0,
    Number.MAX_SAFE_INTEGER,
    'Return changes after this sequence number. Use `meta.next_since` from the previous response',
  ),
  limit: integerParam(1, 1000, 'Maximum number of changes to return. Default: 100').optional(),
})

export const ListingChangesSchema = z.object({
  data: z.array(ListingChangeSchema),
  meta: z.object({ count: z.int(), next_since: z.int(), has_more: z.boolean() }),
})

export function toListingChangeJson({
  sequence,
  id,
  occurred_at,
  body,
}: StoredEvent): z.input<typeof ListingChangeSchema> {
  const { key, why, before, after } = body.details as Pick<
    z.input<typeof ListingChangeSchema>,
    'key' | 'why' | 'before' | 'after'
  >
  return { sequence, event_id: id, occurred_at, key, why, before, after }
}
