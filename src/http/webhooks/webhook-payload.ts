// Builds webhook bodies within the size limit, and decides which plans receive an event type.
import type { Plan } from '../../access/rights/plans.ts'
import { planHas } from '../../access/rights/plans.ts'
import type { FieldChange, ResourceType, StoredEvent } from '../../events/event-types.ts'

/** Space for `previous_sequence`, which is added for each endpoint. */
const RESERVED_BYTES = 64
export const MAX_BYTES = 20_000 - RESERVED_BYTES

export const RECORD_TYPES: ReadonlySet<ResourceType> = new Set(['project', 'building', 'floor_plan', 'unit', 'media'])

/** Catalogue records have integer ids. All others have text, and a listing's key may look like a number. */
export function resourceOf({ resource_type, resource_id }: Pick<StoredEvent, 'resource_type' | 'resource_id'>) {
  return { type: resource_type, id: RECORD_TYPES.has(resource_type) ? Number(resource_id) : resource_id }
}

/** Event type prefix → feature a plan needs to receive it. */
const FEATURE_OF = [
  ['floor_plan.', 'floor_plans'],
  ['unit.', 'units'],
  ['building_link.', 'building_links'],
  ['listing.', 'listings'],
  ['listings.', 'listings'],
  ['home.', 'listings'],
  ['feed.', 'listings'],
  ['file.', 'building_links'],
  ['webhook_endpoint.', 'webhooks'],
] as const

export function planReceives(plan: Plan, type: string): boolean {
  return FEATURE_OF.every(([prefix, feature]) => !type.startsWith(prefix) || planHas(plan, feature))
}

/** Returns JSON text. If it is too long, drops the largest parts first and sets `truncated`. */
export function payloadText(event: StoredEvent, object: object | null): string {
  const { id, type, occurred_at: timestamp, sequence, body } = event
  const resource = resourceOf(event)
  const text = (changes: readonly FieldChange[], record: object | null, truncated: boolean) =>
    JSON.stringify({
      id,
      type,
      timestamp,
      sequence,
      data: { resource, changes, object: record, ...(body.sample && { sample: true }) },
      ...(truncated && { truncated }),
    })
  const withoutValues = body.changes.map(({ field }) => ({ field, from: null, to: null }))
  const tries = [
    () => text(body.changes, object, false),
    () => text(body.changes, null, true),
    () => text(withoutValues, null, true),
  ]
  for (const attempt of tries) {
    const candidate = attempt()
    if (Buffer.byteLength(candidate) <= MAX_BYTES) return candidate
  }
  return text([], null, true)
}

export function pingText(id: string, endpointId: string, timestamp: string): string {
  const resource = { type: 'webhook_endpoint', id: endpointId }
  return JSON.stringify({ id, type: 'ping', timestamp, data: { resource, changes: [], object: null } })
}
