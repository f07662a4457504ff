// The body of a webhook: what is said about an event, within a size that every receiver takes; and which plans may hear it.
import type { Plan } from '../access/plans.ts'
import { planHas } from '../access/plans.ts'
import type { FieldChange, StoredEvent } from '../events/event-types.ts'
import { resourceOf } from './change-schemas.ts'

/** Room for `previous_sequence`, which is put in for each endpoint. */
const RESERVED_BYTES = 64
export const MAX_BYTES = 20_000 - RESERVED_BYTES

/** Event types by their beginning → the feature without which nobody hears of them. */
const FEATURE_OF = [
  ['floor_plan.', 'floor_plans'],
  ['unit.', 'units'],
  ['building_link.', 'building_links'],
  ['webhook_endpoint.', 'webhooks'],
] as const

export function planReceives(plan: Plan, type: string): boolean {
  return FEATURE_OF.every(([prefix, feature]) => !type.startsWith(prefix) || planHas(plan, feature))
}

/** As JSON text. What does not fit is left out, the largest part first, and `truncated` says so. */
export function payloadText(event: StoredEvent, object: object | null): string {
  const { id, type, occurred_at: timestamp, sequence, body } = event
  const resource = resourceOf(event)
  const text = (changes: readonly FieldChange[], shown: object | null, truncated: boolean) =>
    JSON.stringify({
      id,
      type,
      timestamp,
      sequence,
      data: { resource, changes, object: shown },
      ...(truncated && { truncated }),
    })
  const withoutValues = body.changes.map(({ field }) => ({ field, from: null, to: null }))
  const tries = [
    () => text(body.changes, object, false),
    () => text(body.changes, null, true),
    () => text(withoutValues, null, true),
    () => text([], null, true),
  ]
  for (const attempt of tries) {
    const said = attempt()
    if (Buffer.byteLength(said) <= MAX_BYTES) return said
  }
  return text([], null, true)
}

export function pingText(id: string, endpointId: string, timestamp: string): string {
  const resource = { type: 'webhook_endpoint', id: endpointId }
  return JSON.stringify({ id, type: 'ping', timestamp, data: { resource, changes: [], object: null } })
}
