// What the room needs to be told about plans and about the wire, which it does not know itself.
import type { Tx } from '../db/database.ts'
import type { StoredEvent } from '../events/event-types.ts'

export interface PayloadRequest {
  readonly event: StoredEvent
  readonly plan: string
}

export interface Payloads {
  /** True when the plan has webhooks at all. */
  isEntitled(plan: string): boolean
  /** True when the plan may hear of this event. */
  planIncludes(plan: string, event: StoredEvent): boolean
  /** The body of each, as JSON text without `previous_sequence`, in the order given. */
  write(tx: Tx, wanted: readonly PayloadRequest[]): Promise<readonly string[]>
  ping(eventId: string, endpointId: string, at: string): string
}

/** Pings say the same on every plan. */
export const PING_PLAN = 'any'

/** The bytes that go out: the stored text, and the number by which the receiver sees a gap. The same at every attempt. */
export function deliveryBody(payload: string, previousSequence: number | null): string {
  return previousSequence === null ? payload : `${payload.slice(0, -1)},"previous_sequence":${previousSequence}}`
}
