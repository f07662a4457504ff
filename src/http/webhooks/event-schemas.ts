// Webhook body schemas, one for each event type.
import { z } from 'zod'
import type { EventType, ResourceType } from '../../events/event-types.ts'
import { EVENT_TYPES } from '../../events/event-types.ts'
import { BuildingDetailSchema } from '../buildings/building-schemas.ts'
import { FinishedFileSchema } from '../files/file-schemas.ts'
import { HomeChangeSchema } from '../listings/home-schemas.ts'
import { ListingChangeSchema } from '../listings/listing-change-schemas.ts'
import { FloorPlanSchema, MediaSchema, ProjectSchema, UnitSchema } from '../projects/catalog-schemas.ts'
import { EVENT_EXAMPLES } from './event-examples.ts'
import { RECORD_TYPES } from './webhook-payload.ts'

const FieldChangeSchema = z
  .object({
    field: z.string().describe('Name of the changed field. `units` of a floor plan is listed without values'),
    from: z.unknown().describe('Previous value. Null if it was unknown or if the event is truncated'),
    to: z.unknown(),
  })
  .meta({ id: 'FieldChange' })

const SampleFlag = z
  .literal(true)
  .optional()
  .describe('Present if you requested this event with `POST /api/v1/sandbox/events`. Nothing changed')

const LinkObject = z.object({
  building_id: z.int().nullable().describe('Null if the address belongs to the project but not to a specific building'),
  canonical_mls_address: z.string().nullable().describe('Address of the building, or of the project without one'),
  project_address: z.string().nullable(),
})

const LinkChangeObject = ListingChangeSchema.pick({ key: true, why: true, before: true, after: true })

const PublishedVersion = z.object({
  version: z.string().describe('Version name, such as 2026-11-14.2'),
  number: z.int(),
  source: z.string().nullable(),
  kind: z.string().describe('How the version was created: import, rollback, correction or merge'),
  counts: z.record(z.string(), z.int()),
  retired: z.array(z.string()).describe('Sources removed in this version'),
  summary: z
    .object({ created: z.int(), changed: z.int(), removed: z.int() })
    .nullable()
    .describe(
      'Projects that changed without events of their own: in the first import of a source and in a rollback of more than 1,000 projects. Read the data again. Null if every change has its event',
    ),
})

const LostEvents = z.object({
  last_sequence: z
    .int()
    .describe('Up to this sequence number nothing was lost. What later events told you may never have happened'),
})

const GoneListing = z.object({
  key: z.string().describe('Your key of the listing'),
  feed: z.object({ id: z.string(), name: z.string() }),
  gone_at: z.iso.datetime(),
})

const FeedObject = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  problem: z
    .object({ code: z.string(), detail: z.string() })
    .nullable()
    .describe('Why the feed cannot be read, or could not before it recovered. `sweep_held` for a held sweep'),
  held: z
    .object({ stored: z.int(), missing: z.int() })
    .nullable()
    .describe('Listings of the feed, and how many of them are missing. Null if no sweep is held'),
})

const EndpointObject = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  status: z.string(),
  disabled_reason: z.string().nullable(),
})

const UsageObject = z.object({
  mode: z.enum(['live', 'test']),
  month: z.string().describe('Month in UTC, such as 2026-11'),
  kind: z.enum(['requests', 'lookups']),
  percent: z.int().describe('80 or 100'),
  used: z.int(),
  limit: z.int(),
})

interface EventKind {
  readonly resource: ResourceType
  readonly object: z.ZodType
  readonly description: string
}

const kind = (resource: ResourceType, object: z.ZodType, description: string): EventKind => ({
  resource,
  object,
  description,
})

const KINDS: Readonly<Record<EventType, EventKind>> = {
  'project.created': kind('project', ProjectSchema, 'A project was added to the catalogue.'),
  'project.updated': kind('project', ProjectSchema, 'Project fields other than status and prices changed.'),
  'project.status_changed': kind(
    'project',
    ProjectSchema,
    'The sales status or construction status of a project changed.',
  ),
  'project.price_changed': kind('project', ProjectSchema, 'The price range of a project changed.'),
  'project.removed': kind(
    'project',
    ProjectSchema,
    'A project was removed from the catalogue. `object` is null. If it was merged, `changes` contains `merged_into`.',
  ),
  'floor_plan.created': kind('floor_plan', FloorPlanSchema, 'A floor plan was added.'),
  'floor_plan.updated': kind('floor_plan', FloorPlanSchema, 'Floor plan fields or units changed.'),
  'floor_plan.price_changed': kind('floor_plan', FloorPlanSchema, 'The price of a floor plan changed.'),
  'floor_plan.availability_changed': kind('floor_plan', FloorPlanSchema, 'The availability of a floor plan changed.'),
  'floor_plan.removed': kind('floor_plan', FloorPlanSchema, 'A floor plan was removed. `object` is null.'),
  'unit.status_changed': kind('unit', UnitSchema, 'The status of a unit changed.'),
  'media.added': kind('media', MediaSchema, 'An image or document was added, or replaced under the same id.'),
  'media.removed': kind('media', MediaSchema, 'An image or document was removed. `object` is null.'),
  'building.created': kind('building', BuildingDetailSchema, 'A building was added to the catalogue.'),
  'building.updated': kind(
    'building',
    BuildingDetailSchema,
    'The names, point, postal code, storeys, units, year or project of a building changed.',
  ),
  'building.address_changed': kind('building', BuildingDetailSchema, 'The civic addresses of a building changed.'),
  'building.removed': kind(
    'building',
    BuildingDetailSchema,
    'A building was removed from the catalogue. `object` is null.',
  ),
  'building_link.verified': kind(
    'building_link',
    LinkObject,
    'A curator confirmed which building an address belongs to.',
  ),
  'building_link.revoked': kind('building_link', LinkObject, 'A curator revoked a verified link.'),
  'listing.link_changed': kind(
    'listing',
    LinkChangeObject,
    'The link of one of your listings changed. `object` has the link before and after, and why it changed.',
  ),
  'listing.gone': kind('listing', GoneListing, 'One of your listings left its feed. It is deleted after 30 days.'),
  'home.relisted': kind(
    'home',
    HomeChangeSchema,
    'A home got another listing, under another key or MLS number. `object` has the new `listing` and the `previous` one.',
  ),
  'home.status_changed': kind(
    'home',
    HomeChangeSchema,
    'A home came on the market or left it. Its `status` is null if its last listing moved to another home.',
  ),
  'feed.failing': kind(
    'feed',
    FeedObject,
    'One of your feeds cannot be read, after all retries of a run. Plinth tries again. Sent once until it recovers.',
  ),
  'feed.recovered': kind('feed', FeedObject, 'A feed that was failing was read again.'),
  'feed.held': kind(
    'feed',
    FeedObject,
    'More than 30 % of the listings of a feed are missing. None is marked gone until you approve it.',
  ),
  'file.finished': kind(
    'file',
    FinishedFileSchema,
    'One of your uploaded files was processed: its result is ready, or `state` is `failed` and `problem` says why.',
  ),
  'dataset.published': kind('dataset', PublishedVersion, 'A new dataset version was published.'),
  'dataset.rewound': kind(
    'dataset',
    LostEvents,
    'The database went back in time, for example because a backup was restored. If you received events after `last_sequence` and before this one, read the data again.',
  ),
  'webhook_endpoint.disabled': kind('webhook_endpoint', EndpointObject, 'One of your webhook endpoints was disabled.'),
  'usage.warning': kind(
    'usage',
    UsageObject,
    'The account has used 80% or 100% of a monthly limit. Sent once for each threshold and month.',
  ),
  ping: kind('webhook_endpoint', z.null(), 'A test event sent to verify an endpoint. It has no sequence number.'),
}

export function eventSchema(type: EventType) {
  const { resource, object, description } = KINDS[type]
  const sequence = z.int().min(1).describe('Sequence number of the event in `/changes`')
  return z
    .object({
      id: z.string().describe('Unique event id, the same for every attempt. Use it to ignore duplicates'),
      type: z.literal(type),
      timestamp: z.iso.datetime().describe('When the event occurred'),
      sequence: type === 'ping' ? sequence.optional() : sequence,
      previous_sequence: z
        .int()
        .min(0)
        .optional()
        .describe(
          'Sequence number of the previous event sent to this endpoint. If you missed that event, read `/changes` from there',
        ),
      data: z.object({
        resource: z.object({ type: z.literal(resource), id: RECORD_TYPES.has(resource) ? z.int() : z.string() }),
        changes: z.array(FieldChangeSchema),
        object: object
          .nullable()
          .describe('The current record, limited to what your plan includes. Null if it was removed or left out'),
        sample: SampleFlag,
      }),
      truncated: z
        .literal(true)
        .optional()
        .describe('Present if data was left out to keep the body under 20 kB. Read the record from the API'),
    })
    .describe(description)
}

/** Event types, and the type of a request with several events. */
export const WEBHOOK_TYPES = [...EVENT_TYPES, 'batch'] as const
export type WebhookType = (typeof WEBHOOK_TYPES)[number]

const BATCH_DESCRIPTION = 'Several events in one request, for endpoints with `max_batch` above 1.'

/** An event of any type, as listed in a batch. */
const AnyEventSchema = z.object({
  id: z.string().describe('Unique event id. Use it to ignore duplicates'),
  type: z.enum(EVENT_TYPES),
  timestamp: z.iso.datetime(),
  sequence: z.int().min(1),
  previous_sequence: z.int().min(0).optional(),
  data: z.object({
    resource: z.object({ type: z.string(), id: z.union([z.int(), z.string()]) }),
    changes: z.array(FieldChangeSchema),
    object: z.record(z.string(), z.unknown()).nullable(),
    sample: SampleFlag,
  }),
  truncated: z.literal(true).optional(),
})

export const batchSchema = z
  .object({
    id: z.string().describe('Unique batch id, the same for every attempt'),
    type: z.literal('batch'),
    timestamp: z.iso.datetime().describe('When the batch was formed'),
    data: z.object({
      events: z
        .array(AnyEventSchema)
        .min(1)
        .max(500)
        .describe('Events in the order of `sequence`. Each has the fields that it has when it is sent alone'),
    }),
  })
  .describe(BATCH_DESCRIPTION)

export const webhookSchema = (type: WebhookType): z.ZodType => (type === 'batch' ? batchSchema : eventSchema(type))

/** Any webhook event. `data.resource.type` determines the type of `data.object`. */
export type WebhookEvent = z.infer<ReturnType<typeof eventSchema>>

/** Several events in one request. */
export interface WebhookBatch {
  readonly id: string
  readonly type: 'batch'
  readonly timestamp: string
  readonly data: { readonly events: readonly WebhookEvent[] }
}

/** The body of a webhook request. */
export type WebhookMessage = WebhookEvent | WebhookBatch

export interface EventTypeEntry {
  readonly type: WebhookType
  readonly description: string
  /** JSON Schema 2020-12. Additional properties are allowed, because new fields may be added at any time. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: object
}

let catalogue: readonly EventTypeEntry[] | undefined

export function eventTypeCatalogue(): readonly EventTypeEntry[] {
  catalogue ??= WEBHOOK_TYPES.map((type) => ({
    type,
    description: type === 'batch' ? BATCH_DESCRIPTION : KINDS[type].description,
    schema: z.toJSONSchema(webhookSchema(type), { io: 'input' }) as Record<string, unknown>,
    example: EVENT_EXAMPLES[type],
  }))
  return catalogue
}
