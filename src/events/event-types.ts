// Event types and the contents of an event.

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
  'building.created',
  'building.updated',
  'building.address_changed',
  'building.removed',
  'building_link.verified',
  'building_link.revoked',
  'listing.link_changed',
  'listing.gone',
  'home.relisted',
  'home.status_changed',
  'feed.failing',
  'feed.recovered',
  'feed.held',
  'file.finished',
  'dataset.published',
  'dataset.rewound',
  'webhook_endpoint.disabled',
  'usage.warning',
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
  'listing',
  'home',
  'feed',
  'file',
  'dataset',
  'webhook_endpoint',
  'usage',
] as const

export type ResourceType = (typeof RESOURCE_TYPES)[number]

export type Dataset = 'production' | 'sandbox'

export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** The changes, and the values that endpoints and plans filter by. */
export interface EventBody {
  readonly changes: readonly FieldChange[]
  readonly province?: string
  readonly city?: string
  /** Other names for a filter by city: the borough or the surrounding city. */
  readonly places?: readonly string[]
  /** For media events: plans without plan images do not receive them. */
  readonly media_kind?: string
  /** For events about datasets and endpoints: what `object` contains. */
  readonly details?: Readonly<Record<string, unknown>>
  /** A sample that a customer asked for: nothing changed. */
  readonly sample?: true
}

/** An event without its sequence number. */
export interface EventDraft {
  readonly type: EventType
  readonly resource_type: ResourceType
  readonly resource_id: string
  readonly project_id: number | null
  readonly changed_fields: readonly string[]
  readonly body: EventBody
  /** Set for events of one account, such as a disabled endpoint. */
  readonly account_id?: string | null
}

export interface StoredEvent extends Required<EventDraft> {
  readonly sequence: number
  readonly id: string
  readonly dataset: Dataset
  readonly occurred_at: string
}
