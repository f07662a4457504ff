// JSON schemas for webhook endpoints, deliveries and event types.
import { z } from 'zod'
import { PROVINCES } from '../../catalog/records/record-schemas.ts'
import { CHANGE_TYPES, EVENT_PATTERNS } from '../../events/event-patterns.ts'
import type { AttemptRow, DeliveryDetail, DeliveryRow } from '../../webhooks/deliveries.ts'
import type { EndpointRow } from '../../webhooks/endpoint-states.ts'
import { paging } from '../projects/project-query.ts'
import { enumListParam, textParam, timestampParam } from '../rest/request-params.ts'
import { WEBHOOK_TYPES } from './event-schemas.ts'

const ENDPOINT_STATUSES = ['pending', 'enabled', 'disabled'] as const
const DISABLED_REASONS = ['failing', 'gone', 'paused'] as const
const DELIVERY_STATUSES = ['pending', 'leased', 'delivered', 'dead'] as const

const name = z.string().trim().min(1).max(200)
const url = z
  .string()
  .trim()
  .min(1)
  .max(2048)
  .describe('An https URL on port 443 or 8443 with a public address. Checked before every attempt')
const eventTypes = z
  .array(z.enum(EVENT_PATTERNS))
  .min(1)
  .max(EVENT_PATTERNS.length)
  .transform((types) => [...new Set(types)])
  .describe('Event types to send. Use `project.*` for all events of a resource, or `*` for all events')
const filters = z
  .strictObject({
    province: z.array(z.enum(PROVINCES)).max(PROVINCES.length).default([]),
    city: z
      .array(name)
      .max(100)
      .default([])
      .describe('Cities, or parts of a city such as North York. Case and accents are ignored'),
    project_ids: z.array(z.int().min(1).max(2_147_483_647)).max(500).default([]),
  })
  .describe(
    'An event must match one value in every list you fill in. An empty list matches everything. Events without a location are always sent',
  )
/** The most events that an endpoint can ask for in one request. */
const MAX_BATCH = 500
const maxBatch = z
  .int()
  .min(1)
  .max(MAX_BATCH)
  .describe(
    `Most events in one request. 1 sends each event alone. Above 1, requests have the type \`batch\` and up to this many events in \`data.events\`. At most ${MAX_BATCH}`,
  )
const description = z.string().trim().min(1).max(500).nullable()

export const NewEndpointRequest = z.strictObject({
  url,
  event_types: eventTypes.default(['*']),
  filters: filters.prefault({}),
  description: description.default(null),
  max_batch: maxBatch.default(1),
})

export const EndpointPatch = z.strictObject({
  url: url.optional().describe('A new URL sets the endpoint to `pending` until it responds to a ping'),
  event_types: eventTypes.optional(),
  filters: filters.optional(),
  description: description.optional(),
  max_batch: maxBatch.optional(),
  status: z.literal('disabled').optional().describe('Set to `disabled` to pause the endpoint. Call `enable` to resume'),
})

export const SecretRotation = z.strictObject({
  overlap_seconds: z
    .int()
    .min(0)
    .max(7 * 86_400)
    .default(86_400)
    .describe('Seconds that deliveries are also signed with the old secret. Default: 86400 (1 day)'),
})

export const Replay = z.strictObject({
  since_sequence: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .describe('Resend events after this sequence number. At most 30 days back'),
})

export const EndpointSchema = z
  .object({
    id: z.string(),
    dataset: z
      .enum(['production', 'sandbox'])
      .describe('The endpoint receives events of this dataset: that of the credential that created it'),
    url: z.string(),
    description: z.string().nullable(),
    event_types: z.array(z.string()),
    filters: z.object({ province: z.array(z.string()), city: z.array(z.string()), project_ids: z.array(z.int()) }),
    max_batch: z.int().describe('Most events in one request. 1 sends each event alone'),
    status: z
      .enum(ENDPOINT_STATUSES)
      .describe('`pending` until the endpoint responds to a signed ping with a 2xx status'),
    disabled_reason: z.enum(DISABLED_REASONS).nullable(),
    failing_since: z.iso.datetime().nullable().describe('Time of the first failure since the last success'),
    replay_since: z
      .int()
      .nullable()
      .describe('Set while a replay is in progress: events after this sequence number are still to be queued'),
    version: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'WebhookEndpoint' })

export const NewEndpointSchema = EndpointSchema.extend({
  secret: z.string().describe('The signing secret. Returned only once: store it securely'),
}).meta({ id: 'NewWebhookEndpoint' })

export const DeliverySchema = z
  .object({
    id: z.string(),
    endpoint_id: z.string(),
    event_id: z.string().describe('The id of the event or batch, sent as `webhook-id` in every attempt'),
    event_type: z.enum(WEBHOOK_TYPES),
    event_count: z.int().describe('Number of events in the request: 1, or more in a batch'),
    sequence: z.int().nullable().describe('Sequence number of the event, or of the last event in a batch'),
    previous_sequence: z.int().nullable(),
    status: z
      .enum(DELIVERY_STATUSES)
      .describe('`leased`: being sent now. `dead`: failed permanently. Use `redeliver` or `replay` to send it again'),
    attempts_count: z.int(),
    next_attempt_at: z.iso.datetime().nullable().describe('Null while the endpoint is not enabled'),
    last_result: z.string().nullable().describe('HTTP status of the last attempt, or the reason there was no response'),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

const headers = z.record(z.string(), z.string())

export const AttemptSchema = z
  .object({
    number: z.int(),
    started_at: z.iso.datetime(),
    duration_ms: z.int(),
    request: z.object({ url: z.string(), headers }),
    response: z.object({ status: z.int(), headers, body_start: z.string() }).nullable(),
    error: z.object({ code: z.string(), detail: z.string() }).nullable(),
  })
  .meta({ id: 'WebhookAttempt' })

export const DeliveryDetailSchema = DeliverySchema.extend({
  body: z.string().describe('The exact body sent in every attempt'),
  attempts: z.array(AttemptSchema),
}).meta({ id: 'WebhookDeliveryDetail' })

export const TestSchema = z.object({ delivery: DeliverySchema, attempt: AttemptSchema }).meta({ id: 'WebhookTest' })

export const EventTypeSchema = z
  .object({
    type: z.enum(WEBHOOK_TYPES),
    description: z.string(),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the webhook body'),
    example: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'WebhookEventType' })

export const SampleEventRequest = z.strictObject({
  type: z.enum(CHANGE_TYPES).describe('The type of the event. Test an endpoint’s `ping` with its own operation'),
})

export const SampleEventSchema = z
  .object({
    event_id: z.string(),
    type: z.enum(CHANGE_TYPES),
    sequence: z.int().describe('Sequence number of the event in `/changes`, which only your account sees'),
    deliveries: z.int().describe('Number of endpoints that receive the event'),
    endpoints: z.array(
      z.object({
        endpoint_id: z.string(),
        result: z
          .enum(['queued', 'held', 'skipped'])
          .describe('`held`: sent when the endpoint is verified. `skipped`: not sent; see `reason`'),
        reason: z.string().nullable(),
      }),
    ),
    note: z.string().nullable().describe('Why there are no deliveries. Null if there are'),
  })
  .meta({ id: 'SampleEvent' })

export const DeliveriesQuery = z.object({
  endpoint_id: textParam(40, 'Return only deliveries to this endpoint').optional(),
  status: enumListParam(
    DELIVERY_STATUSES,
    'Return only deliveries with these statuses. `dead` means failed permanently',
  ).optional(),
  event_type: enumListParam(
    WEBHOOK_TYPES,
    'Return only deliveries of these event types. Batches have the type `batch`, whatever they contain',
  ).optional(),
  since: timestampParam('Return only deliveries created at or after this time').optional(),
  ...paging,
})

export function toEndpointJson(row: EndpointRow): z.input<typeof EndpointSchema> {
  const { id, dataset, url, description, event_types, filters, status, disabled_reason, failing_since } = row
  const { max_batch, replay_after: replay_since, version, created_at, updated_at } = row
  return {
    ...{ id, dataset, url, description, event_types: [...event_types] },
    filters: { province: [...filters.province], city: [...filters.city], project_ids: [...filters.project_ids] },
    ...{ max_batch, status, disabled_reason, failing_since, replay_since, version, created_at, updated_at },
  }
}

export function toDeliveryJson(row: DeliveryRow): z.input<typeof DeliverySchema> {
  const { id, endpoint_id, event_id, event_type, sequence, previous_sequence, status, attempts } = row
  const { next_attempt_at, last_result, created_at, finished_at, event_count } = row
  return {
    ...{ id, endpoint_id, event_id, event_type: event_type as (typeof WEBHOOK_TYPES)[number], event_count },
    ...{ sequence, previous_sequence, status, attempts_count: attempts },
    ...{ next_attempt_at, last_result, created_at, finished_at },
  }
}

export function toAttemptJson(row: AttemptRow): z.input<typeof AttemptSchema> {
  const { number, started_at, duration_ms, url, request_headers } = row
  const { response_status: status, response_headers, response_body_start, error_code: code, error_detail } = row
  return {
    ...{ number, started_at, duration_ms },
    request: { url, headers: request_headers },
    response: status === null ? null : { status, headers: response_headers!, body_start: response_body_start! },
    error: code === null ? null : { code, detail: error_detail ?? '' },
  }
}

export function toDeliveryDetailJson({
  delivery,
  body,
  attempts,
}: DeliveryDetail): z.input<typeof DeliveryDetailSchema> {
  return { ...toDeliveryJson(delivery), body, attempts: attempts.map(toAttemptJson) }
}
