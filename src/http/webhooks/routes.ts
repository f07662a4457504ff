// The routes of webhooks and events.
import type { Route } from '../door/route.ts'
import { route } from '../door/route.ts'
import * as sandboxEvents from './sandbox-events.ts'
import * as deliveries from './webhook-deliveries.ts'
import * as endpoints from './webhook-endpoints.ts'
import * as eventTypes from './webhook-event-types.ts'

// biome-ignore format: a table is read by its columns
export const webhooksRoutes: readonly Route[] = [
  route('GET',    '/api/v1/webhooks/event-types',                  eventTypes.list),
  route('GET',    '/api/v1/webhooks/endpoints',                    endpoints.list),
  route('POST',   '/api/v1/webhooks/endpoints',                    endpoints.create),
  route('GET',    '/api/v1/webhooks/endpoints/{id}',               endpoints.one),
  route('PATCH',  '/api/v1/webhooks/endpoints/{id}',               endpoints.update),
  route('DELETE', '/api/v1/webhooks/endpoints/{id}',               endpoints.remove),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/rotate-secret', endpoints.rotateSecret),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/test',          endpoints.test),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/enable',        endpoints.enable),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/replay',        endpoints.replay),
  route('GET',    '/api/v1/webhooks/deliveries',                   deliveries.list),
  route('GET',    '/api/v1/webhooks/deliveries/{id}',              deliveries.one),
  route('POST',   '/api/v1/webhooks/deliveries/{id}/redeliver',    deliveries.redeliver),
  route('POST',   '/api/v1/sandbox/events',                        sandboxEvents.send),
]
