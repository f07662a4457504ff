// What a webhook says, one schema for each type of event: for the catalogue of types, for OpenAPI, and for receivers.
import { z } from 'zod'
import type { EventType, ResourceType } from '../events/event-types.ts'
import { EVENT_TYPES } from '../events/event-types.ts'
import { BuildingSchema, FloorPlanSchema, MediaSchema, ProjectSchema, UnitSchema } from './catalog-schemas.ts'
import { EVENT_EXAMPLES } from './event-examples.ts'

const FieldChangeSchema = z.object({
  field: z.string().describe('A field of the object, or `units` of a floor plan, whose values are not told'),
  from: z.unknown().describe('null when it was not known, or when the event is truncated'),
  to: z.unknown(),
})

const LinkObject = z.object({
  building_id: z.int().nullable().describe('null when the address is known to the project, not to the tower'),
  canonical_mls_address: z.string().nullable(),
})

const PublishedVersion = z.object({
  version: z.string().describe('Such as 2026-11-14.2'),
  number: z.int(),
  source: z.string().nullable(),
  kind: z.string().describe('import, rollback to an older version, or correction and merge by a person'),
  counts: z.record(z.string(), z.int()),
  retired: z.array(z.string()).describe('Sources that left with this version'),
})

const EndpointObject = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  status: z.string(),
  disabled_reason: z.string().nullable(),
})

interface EventKind {
  readonly resource: ResourceType
  readonly object: z.ZodType
  readonly description: string
}

const kind = (resource: ResourceType, object: z.ZodType, sentence: string): EventKind => ({
  resource,
  object,
  description: sentence,
})

const KINDS: Readonly<Record<EventType, EventKind>> = {
  'project.created': kind('project', ProjectSchema, 'A project is new in the catalogue.'),
  'project.updated': kind(
    'project',
    ProjectSchema,
    'Fields of a project changed, other than its status and its prices.',
  ),
  'project.status_changed': kind('project', ProjectSchema, 'Its sales or construction status moved.'),
  'project.price_changed': kind('project', ProjectSchema, 'Its price range moved.'),
  'project.removed': kind(
    'project',
    ProjectSchema,
    'It is not in the catalogue any more; `object` is null. One that was merged says into which: `merged_into` in `changes`.',
  ),
  'floor_plan.created': kind('floor_plan', FloorPlanSchema, 'A floor plan is new.'),
  'floor_plan.updated': kind('floor_plan', FloorPlanSchema, 'Fields of a floor plan, or its units, changed.'),
  'floor_plan.price_changed': kind('floor_plan', FloorPlanSchema, 'Its price moved.'),
  'floor_plan.availability_changed': kind('floor_plan', FloorPlanSchema, 'It can be bought, or not any more.'),
  'floor_plan.removed': kind('floor_plan', FloorPlanSchema, 'It was removed; `object` is null.'),
  'unit.status_changed': kind('unit', UnitSchema, 'A unit was released, reserved, sold, held or withdrawn.'),
  'media.added': kind('media', MediaSchema, 'A picture or document was added, or replaced under the id it keeps.'),
  'media.removed': kind('media', MediaSchema, 'It was removed; `object` is null.'),
  'building.address_changed': kind('building', BuildingSchema, 'The civic addresses of a tower changed.'),
  'building_link.verified': kind('building_link', LinkObject, 'A person decided which building an address is in.'),
  'building_link.revoked': kind('building_link', LinkObject, 'Such a decision was taken back.'),
  'dataset.published': kind('dataset', PublishedVersion, 'A new version of the dataset is out, whole.'),
  'webhook_endpoint.disabled': kind('webhook_endpoint', EndpointObject, 'One of your own endpoints was switched off.'),
  ping: kind('webhook_endpoint', z.null(), 'Asks a new endpoint whether it listens; it carries no sequence.'),
}

/** The resource is named as in the change log: records by number, everything else by text. */
const RECORDS: readonly ResourceType[] = ['project', 'building', 'floor_plan', 'unit', 'media']

export function eventSchema(type: EventType) {
  const { resource, object, description: sentence } = KINDS[type]
  const sequence = z.int().min(1).describe('The number of the event in /changes')
  return z
    .object({
      id: z.string().describe('The same at every attempt: remember it, and take each event once'),
      type: z.literal(type),
      timestamp: z.iso.datetime().describe('When it happened'),
      sequence: type === 'ping' ? sequence.optional() : sequence,
      previous_sequence: z
        .int()
        .min(0)
        .optional()
        .describe('Of the event that this endpoint was sent before; if you have not seen it, read /changes from there'),
      data: z.object({
        resource: z.object({ type: z.literal(resource), id: RECORDS.includes(resource) ? z.int() : z.string() }),
        changes: z.array(FieldChangeSchema),
        object: object
          .nullable()
          .describe('As it stands now, as your plan may see it; null when it is gone or left out'),
      }),
      truncated: z
        .literal(true)
        .optional()
        .describe('Something was left out to stay under 20 kB: read it from the API'),
    })
    .describe(sentence)
}

/** Any event, by its `type`; what `data.object` is follows from `data.resource.type`. */
export type WebhookEvent = z.infer<ReturnType<typeof eventSchema>>

export interface EventTypeEntry {
  readonly type: EventType
  readonly description: string
  /** JSON Schema 2020-12. It allows fields it does not name: additions come at any time. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly example: object
}

let catalogue: readonly EventTypeEntry[] | undefined

export function eventTypeCatalogue(): readonly EventTypeEntry[] {
  catalogue ??= EVENT_TYPES.map((type) => ({
    type,
    description: KINDS[type].description,
    schema: z.toJSONSchema(eventSchema(type), { io: 'input' }) as Record<string, unknown>,
    example: EVENT_EXAMPLES[type],
  }))
  return catalogue
}
