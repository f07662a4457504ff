// Interface to payload bodies and plan rules, which this folder cannot import.
import type { Tx } from '../db/database.ts'
import type { Dataset, StoredEvent } from '../events/event-types.ts'

export interface PayloadRequest {
  readonly event: StoredEvent
  readonly plan: string
}

export interface Payloads {
  /** True if the plan includes webhooks of the dataset. */
  isEntitled(plan: string, dataset: Dataset): boolean
  /** True if the plan may receive this event. */
  planIncludes(plan: string, event: StoredEvent): boolean
  /** JSON bodies without `previous_sequence`, in the order of the requests. */
  write(tx: Tx, requests: readonly PayloadRequest[]): Promise<readonly string[]>
  ping(eventId: string, endpointId: string, at: string): string
}

/** Ping payloads are the same on every plan. */
export const PING_PLAN = 'any'

/** Adds the sequence number that lets the receiver detect a gap. The same bytes on every attempt. */
export function deliveryBody(payload: string, previousSequence: number | null): string {
  return previousSequence === null ? payload : `${payload.slice(0, -1)},"previous_sequence":${previousSequence}}`
}

export const BATCH_TYPE = 'batch'

/** `events` is the text of the events as they would be sent alone, in order. The same bytes on every attempt. */
export function batchBody(id: string, timestamp: string, events: string): string {
  const head = JSON.stringify({ id, type: BATCH_TYPE, timestamp })
  return `${head.slice(0, -1)},"data":{"events":[${events}]}}`
}
