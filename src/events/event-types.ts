// Everything that can be announced: the closed list of event types and what an event carries.

export const EVENT_TYPES = [
  'project.created',
  'project.updated',
  'project.status_changed',
  'project.price_changed',
  'project.removed',
  'floor_plan.created',
  'floor_plan.updated',
  'floor_plan.price_changed',
  'floor_plan.availability_changed',
  'floor_plan.removed',
  'unit.status_changed',
  'media.added',
  'media.removed',
  'building.address_changed',
  'building_link.verified',
  'building_link.revoked',
  'dataset.published',
  'webhook_endpoint.disabled',
  'ping',
] as const

export type EventType = (typeof EVENT_TYPES)[number]

export const RESOURCE_TYPES = [
  'project',
  'building',
  'floor_plan',
  'unit',
  'media',
  'building_link',
  'dataset',
  'webhook_endpoint',
] as const

export type ResourceType = (typeof RESOURCE_TYPES)[number]

export type Dataset = 'production' | 'sandbox'

export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** What is stored beside the columns: the changes, and what endpoints and plans filter by. */
export interface EventBody {
  readonly changes: readonly FieldChange[]
  readonly province?: string
  readonly city?: string
  /** What else a filter by city may call the place: its borough, the city around it. */
  readonly places?: readonly string[]
  /** Of a media event, so that plans without plan images do not hear of them. */
  readonly media_kind?: string
  /** Of `dataset.published`: the version, its counts, the sources it retired. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** An event before it has its number. */
export interface EventDraft {
  readonly type: EventType
  readonly resource_type: ResourceType
  readonly resource_id: string
  readonly project_id: number | null
  readonly changed_fields: readonly string[]
  readonly body: EventBody
  /** Only for one account's own business, such as a disabled endpoint. */
  readonly account_id?: string | null
}

export interface StoredEvent extends Required<EventDraft> {
  readonly sequence: number
  readonly id: string
  readonly dataset: Dataset
  readonly occurred_at: string
}
