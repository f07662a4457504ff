// Client methods for webhook endpoints, event types and deliveries.
import type * as api from './api-types.ts'
import type { ChangeOptions } from './lists.ts'
import { at, ifUnchanged, pages, wholeList } from './lists.ts'
import type { CallOptions, Transport } from './transport.ts'

export function webhooks(transport: Transport) {
  const endpoint = (...rest: string[]) => at('webhooks', 'endpoints', ...rest)
  const delivery = (...rest: string[]) => at('webhooks', 'deliveries', ...rest)
  return {
    /** Lists event types with JSON Schemas and examples. */
    eventTypes: (options?: CallOptions) =>
      transport.data<api.WebhookEventType[]>('GET', at('webhooks', 'event-types'), options),
    endpoints: {
      list: wholeList<api.WebhookEndpoint>(transport, endpoint()),
      get: (id: string, options?: CallOptions) => transport.data<api.WebhookEndpoint>('GET', endpoint(id), options),
      /** The secret is returned only once. */
      create: (body: api.NewEndpointRequest, options?: CallOptions) =>
        transport.data<api.NewWebhookEndpoint>('POST', endpoint(), { ...options, body }),
      update: (id: string, body: api.EndpointChange, options: ChangeOptions = {}) =>
        transport.data<api.WebhookEndpoint>('PATCH', endpoint(id), { ...ifUnchanged(options), body }),
      remove: (id: string, options?: CallOptions) => transport.json<void>('DELETE', endpoint(id), options),
      /** Deliveries are signed with both secrets for `overlap_seconds`. */
      rotateSecret: (id: string, body: api.SecretRotationRequest = {}, options?: CallOptions) =>
        transport.data<api.NewWebhookEndpoint>('POST', endpoint(id, 'rotate-secret'), { ...options, body }),
      /** Sends a ping now and returns the result. */
      test: (id: string, options?: CallOptions) =>
        transport.data<api.WebhookTest>('POST', endpoint(id, 'test'), { ...options, body: {} }),
      enable: (id: string, options?: CallOptions) =>
        transport.data<api.WebhookEndpoint>('POST', endpoint(id, 'enable'), { ...options, body: {} }),
      /** Resends all matching events after a sequence number. */
      replay: (id: string, body: api.ReplayRequest, options?: CallOptions) =>
        transport.data<api.WebhookEndpoint>('POST', endpoint(id, 'replay'), { ...options, body }),
    },
    deliveries: {
      ...pages<api.DeliveryQuery, api.WebhookDelivery>(transport, delivery()),
      /** Returns a delivery with its body and all attempts. */
      get: (id: string, options?: CallOptions) =>
        transport.data<api.WebhookDeliveryDetail>('GET', delivery(id), options),
      redeliver: (id: string, options?: CallOptions) =>
        transport.data<api.WebhookDelivery>('POST', delivery(id, 'redeliver'), { ...options, body: {} }),
    },
  }
}

export function sandbox(transport: Transport) {
  return {
    /** Makes an event of any type happen on the sandbox, for your account only. Needs a test key. */
    sendEvent: (body: api.SampleEventRequest, options?: CallOptions) =>
      transport.data<api.SampleEvent>('POST', at('sandbox', 'events'), { ...options, body }),
  }
}
