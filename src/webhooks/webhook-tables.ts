// Database tables for webhooks (migrations 0009, 0013 and 0016).
import type { ColumnType, Generated } from 'kysely'
import type { Dataset } from '../events/event-types.ts'

type Time = ColumnType<string, string, string>
type NullableTime = ColumnType<string | null, string | null | undefined, string | null>
type JsonOf<T> = ColumnType<T, string, string>

export type EndpointStatus = 'pending' | 'enabled' | 'disabled'
export type DisabledReason = 'failing' | 'gone' | 'paused'
export type DeliveryStatus = 'pending' | 'leased' | 'delivered' | 'dead'

/** An event must match one value in every non-empty list. */
export interface Filters {
  readonly province: readonly string[]
  readonly city: readonly string[]
  readonly project_ids: readonly number[]
}

/** `ends_at` is null for the current secret. */
export interface SealedSecret {
  readonly sealed: string
  readonly ends_at: string | null
}

export interface EndpointsTable {
  id: string
  account_id: string
  dataset: Dataset
  url: string
  host: string
  description: string | null
  event_types: JsonOf<readonly string[]>
  filters: JsonOf<Filters>
  status: EndpointStatus
  disabled_reason: DisabledReason | null
  secrets: JsonOf<readonly SealedSecret[]>
  created_sequence: number
  last_sequence: number | null
  failing_since: NullableTime
  replay_after: number | null
  replay_until: number | null
  max_batch: Generated<number>
  batch_sequence: ColumnType<number | null, number | null | undefined, number | null>
  batched_at: NullableTime
  version: number
  created_at: Time
  updated_at: Time
}

export interface DeliveriesTable {
  id: string
  endpoint_id: string
  account_id: string
  event_id: string
  event_type: string
  plan: string
  sequence: number | null
  previous_sequence: number | null
  status: DeliveryStatus
  is_single: boolean
  attempts: number
  round_attempts: number
  next_attempt_at: NullableTime
  lease_holder: string | null
  lease_until: NullableTime
  last_result: string | null
  created_at: Time
  queued_at: Time
  finished_at: NullableTime
  event_count: Generated<number>
}

export interface AttemptsTable {
  delivery_id: string
  number: number
  started_at: Time
  duration_ms: number
  url: string
  request_headers: JsonOf<Readonly<Record<string, string>>>
  response_status: number | null
  response_headers: ColumnType<Readonly<Record<string, string>> | null, string | null, string | null>
  response_body_start: string | null
  error_code: string | null
  error_detail: string | null
}

export interface BatchesTable {
  delivery_id: string
  sequences: JsonOf<readonly number[]>
  first_event_id: string
  last_event_id: string
  created_at: Time
}

declare module '../db/database-tables.ts' {
  interface Tables {
    webhook_cursor: { only_row: Generated<boolean>; sequence: number }
    webhook_endpoints: EndpointsTable
    webhook_payloads: { event_id: string; plan: string; body: string; created_at: Time }
    webhook_deliveries: DeliveriesTable
    webhook_attempts: AttemptsTable
    webhook_batches: BatchesTable
  }
}
