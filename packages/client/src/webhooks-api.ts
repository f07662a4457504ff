// Client methods for webhook endpoints, event types and deliveries.
import type {
  DeliveryQuery,
  EndpointChange,
  NewEndpointRequest,
  NewWebhookEndpoint,
  Page,
  ReplayRequest,
  SampleEvent,
  SampleEventRequest,
  SecretRotationRequest,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEventType,
  WebhookTest,
} from './api-types.ts'
import { iteratePages } from './iterate-pages.ts'
import type { CallOptions, Method, Transport, WholeList } from './transport.ts'

const WEBHOOKS = '/api/v1/webhooks'
const ENDPOINTS = `${WEBHOOKS}/endpoints`
const DELIVERIES = `${WEBHOOKS}/deliveries`

export interface ChangeOptions extends CallOptions {
  /** The `version` you read. Fails with `precondition_failed` if the endpoint has changed since. */
  readonly version?: number
}

export function webhooks(transport: Transport) {
  const call = async <T>(method: Method, path: string, body?: object, options?: CallOptions): Promise<T> =>
    (await transport.json<{ data: T }>(method, path, { ...options, ...(body ? { body } : {}) })).data
  const at = (id: string, act = '') => `${ENDPOINTS}/${encodeURIComponent(id)}${act}`
  const delivery = (id: string, act = '') => `${DELIVERIES}/${encodeURIComponent(id)}${act}`
  const list = (query?: DeliveryQuery, options?: CallOptions): Promise<Page<WebhookDelivery>> =>
    transport.json('GET', DELIVERIES, { ...options, ...(query ? { query } : {}) })
  return {
    /** Lists event types with JSON Schemas and examples. */
    eventTypes: (options?: CallOptions) =>
      call<WebhookEventType[]>('GET', `${WEBHOOKS}/event-types`, undefined, options),
    endpoints: {
      list: (options?: CallOptions): Promise<WholeList<WebhookEndpoint>> => transport.json('GET', ENDPOINTS, options),
      get: (id: string, options?: CallOptions) => call<WebhookEndpoint>('GET', at(id), undefined, options),
      /** The secret is returned only once. */
      create: (request: NewEndpointRequest, options?: CallOptions) =>
        call<NewWebhookEndpoint>('POST', ENDPOINTS, request, options),
      update: (id: string, change: EndpointChange, { version, ...options }: ChangeOptions = {}) => {
        const ifMatch = version === undefined ? {} : { 'if-match': `"${version}"` }
        return call<WebhookEndpoint>('PATCH', at(id), change, {
          ...options,
          headers: { ...ifMatch, ...options.headers },
        })
      },
      remove: (id: string, options?: CallOptions): Promise<void> => transport.json('DELETE', at(id), options),
      /** Deliveries are signed with both secrets for `overlap_seconds`. */
      rotateSecret: (id: string, request: SecretRotationRequest = {}, options?: CallOptions) =>
        call<NewWebhookEndpoint>('POST', at(id, '/rotate-secret'), request, options),
      /** Sends a ping now and returns the result. */
      test: (id: string, options?: CallOptions) => call<WebhookTest>('POST', at(id, '/test'), {}, options),
      enable: (id: string, options?: CallOptions) => call<WebhookEndpoint>('POST', at(id, '/enable'), {}, options),
      /** Resends all matching events after a sequence number. */
      replay: (id: string, request: ReplayRequest, options?: CallOptions) =>
        call<WebhookEndpoint>('POST', at(id, '/replay'), request, options),
    },
    deliveries: {
      list,
      iterate: (query: DeliveryQuery = {}, options?: CallOptions) =>
        iteratePages<DeliveryQuery, WebhookDelivery>(list, query, options),
      /** Returns a delivery with its body and all attempts. */
      get: (id: string, options?: CallOptions) => call<WebhookDeliveryDetail>('GET', delivery(id), undefined, options),
      redeliver: (id: string, options?: CallOptions) =>
        call<WebhookDelivery>('POST', delivery(id, '/redeliver'), {}, options),
    },
  }
}

export function sandbox(transport: Transport) {
  return {
    /** Makes an event of any type happen on the sandbox, for your account only. Needs a test key. */
    async sendEvent(body: SampleEventRequest, options?: CallOptions): Promise<SampleEvent> {
      return (await transport.json<{ data: SampleEvent }>('POST', '/api/v1/sandbox/events', { ...options, body })).data
    },
  }
}
