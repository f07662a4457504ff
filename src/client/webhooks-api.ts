// Webhooks: the endpoints, what they can hear of, and the log of what was sent to them.
import type {
  DeliveryQuery,
  EndpointChange,
  NewEndpointRequest,
  NewWebhookEndpoint,
  Page,
  ReplayRequest,
  SecretRotationRequest,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEventType,
  WebhookTest,
} from '../contract/api-types.ts'
import { iteratePages } from './iterate-pages.ts'
import type { CallOptions, Method, Transport } from './transport.ts'

const WEBHOOKS = '/api/v1/webhooks'
const ENDPOINTS = `${WEBHOOKS}/endpoints`
const DELIVERIES = `${WEBHOOKS}/deliveries`

export interface ChangeOptions extends CallOptions {
  /** The `version` that was seen: refused with `precondition_failed` when somebody changed it since. */
  readonly version?: number
}

export function webhooks(transport: Transport) {
  const ask = async <T>(method: Method, path: string, body?: object, options?: CallOptions): Promise<T> =>
    (await transport.json<{ data: T }>(method, path, { ...options, ...(body ? { body } : {}) })).data
  const at = (id: string, act = '') => `${ENDPOINTS}/${encodeURIComponent(id)}${act}`
  const delivery = (id: string, act = '') => `${DELIVERIES}/${encodeURIComponent(id)}${act}`
  const list = (query?: DeliveryQuery, options?: CallOptions): Promise<Page<WebhookDelivery>> =>
    transport.json('GET', DELIVERIES, { ...options, ...(query ? { query } : {}) })
  return {
    /** What there is to hear of, with JSON Schemas and examples. */
    eventTypes: (options?: CallOptions) =>
      ask<WebhookEventType[]>('GET', `${WEBHOOKS}/event-types`, undefined, options),
    endpoints: {
      list: (options?: CallOptions) => ask<WebhookEndpoint[]>('GET', ENDPOINTS, undefined, options),
      get: (id: string, options?: CallOptions) => ask<WebhookEndpoint>('GET', at(id), undefined, options),
      /** Its secret is shown this once. */
      create: (request: NewEndpointRequest, options?: CallOptions) =>
        ask<NewWebhookEndpoint>('POST', ENDPOINTS, request, options),
      update: (id: string, change: EndpointChange, { version, ...options }: ChangeOptions = {}) => {
        const seen = version === undefined ? {} : { 'if-match': `"${version}"` }
        return ask<WebhookEndpoint>('PATCH', at(id), change, { ...options, headers: { ...seen, ...options.headers } })
      },
      remove: (id: string, options?: CallOptions): Promise<void> => transport.json('DELETE', at(id), options),
      /** Deliveries carry both signatures for `overlap_seconds`. */
      rotateSecret: (id: string, request: SecretRotationRequest = {}, options?: CallOptions) =>
        ask<NewWebhookEndpoint>('POST', at(id, '/rotate-secret'), request, options),
      /** Sends a ping now, and tells how it went. */
      test: (id: string, options?: CallOptions) => ask<WebhookTest>('POST', at(id, '/test'), {}, options),
      enable: (id: string, options?: CallOptions) => ask<WebhookEndpoint>('POST', at(id, '/enable'), {}, options),
      /** Sends again everything after a sequence number that the endpoint wants. */
      replay: (id: string, request: ReplayRequest, options?: CallOptions) =>
        ask<WebhookEndpoint>('POST', at(id, '/replay'), request, options),
    },
    deliveries: {
      list,
      iterate: (query: DeliveryQuery = {}, options?: CallOptions) =>
        iteratePages<DeliveryQuery, WebhookDelivery>(list, query, options),
      /** One with the bytes that were sent and every attempt. */
      get: (id: string, options?: CallOptions) => ask<WebhookDeliveryDetail>('GET', delivery(id), undefined, options),
      redeliver: (id: string, options?: CallOptions) =>
        ask<WebhookDelivery>('POST', delivery(id, '/redeliver'), {}, options),
    },
  }
}
