// Webhook endpoints over HTTP: create, update, test, enable and replay.
import { z } from 'zod'
import { LIMITS } from '../../access/rights/plans.ts'
import { credential } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import type { EndpointRow } from '../../webhooks/endpoint-states.ts'
import type { EndpointOwner } from '../../webhooks/endpoints.ts'
import { createOnce } from '../rest/create-once.ts'
import { recordResponse } from '../rest/envelope.ts'
import { textParam } from '../rest/request-params.ts'
import { causeOf } from '../server/authenticate.ts'
import { parseIfMatch, versionEtag } from '../server/etag.ts'
import type { Route } from '../server/route.ts'
import { accountOperation, route } from '../server/route.ts'
import {
  EndpointPatch,
  EndpointSchema,
  NewEndpointRequest,
  NewEndpointSchema,
  Replay,
  SecretRotation,
  TestSchema,
  toAttemptJson,
  toDeliveryJson,
  toEndpointJson,
} from './webhook-schemas.ts'

const EXAMPLE_ID = 'whe_0123456789abcdefghij'

const ENDPOINTS = { tag: 'Webhooks', policy: credential({ scope: 'webhooks:manage', feature: 'webhooks' }) } as const
const byId = z.object({ id: textParam(40, 'The endpoint’s id') })
const NoBody = z.strictObject({})

export const ownerOf = ({ account, dataset }: Principal): EndpointOwner => ({ accountId: account.id, dataset })

/** The ETag is the version. PATCH accepts it in If-Match. */
const endpointResponse = (endpoint: EndpointRow) => ({
  body: { data: toEndpointJson(endpoint) },
  headers: { etag: versionEtag(endpoint.version) },
})

const create = accountOperation({
  id: 'createWebhookEndpoint',
  ...ENDPOINTS,
  summary: 'Create an endpoint. It is pending until it accepts a signed ping',
  description: 'The ping is sent at once. The secret appears only in this response.',
  body: NewEndpointRequest,
  response: { status: 201, schema: recordResponse(NewEndpointSchema) },
  example: {
    call: 'webhooks.endpoints.create',
    body: { url: 'https://listings.example/plinth', event_types: ['project.*'], filters: { province: ['ON'] } },
  },
  async handle(call) {
    const { services, principal, body } = call
    const { account, plan } = principal
    await services.webhooks.requireAllowedUrl(body.url)
    const response = await createOnce(call, account.id, `create-endpoint ${principal.dataset}`, async (tx) => {
      const owner = { ...ownerOf(principal), plan }
      const { endpoint, secret } = await services.webhooks.createEndpoint(
        tx,
        owner,
        body,
        LIMITS[plan].webhook_endpoints,
        causeOf(call),
      )
      return { status: 201, body: { data: { ...toEndpointJson(endpoint), secret } } }
    })
    services.webhooks.worker.wake()
    return response
  },
})

const list = accountOperation({
  id: 'listWebhookEndpoints',
  ...ENDPOINTS,
  summary: 'List the account’s endpoints',
  response: { status: 200, schema: z.object({ data: z.array(EndpointSchema), meta: z.object({ total: z.int() }) }) },
  example: { call: 'webhooks.endpoints.list' },
  async handle({ services, principal }) {
    const endpoints = await services.webhooks.listEndpoints(ownerOf(principal))
    return { body: { data: endpoints.map(toEndpointJson), meta: { total: endpoints.length } } }
  },
})

const one = accountOperation({
  id: 'getWebhookEndpoint',
  ...ENDPOINTS,
  summary: 'Get an endpoint',
  params: byId,
  response: { status: 200, schema: recordResponse(EndpointSchema) },
  example: { call: 'webhooks.endpoints.get', params: { id: EXAMPLE_ID } },
  async handle({ services, principal, params }) {
    const endpoint = await services.webhooks.readEndpoint(ownerOf(principal), params.id)
    return { body: { data: toEndpointJson(endpoint) }, etag: versionEtag(endpoint.version) }
  },
})

const update = accountOperation({
  id: 'updateWebhookEndpoint',
  ...ENDPOINTS,
  summary: 'Update an endpoint',
  description: 'Send the quoted `version` in If-Match to get 412 if someone else changed the endpoint first.',
  params: byId,
  body: EndpointPatch,
  response: { status: 200, schema: recordResponse(EndpointSchema) },
  example: { call: 'webhooks.endpoints.update', params: { id: EXAMPLE_ID }, body: { event_types: ['*'] } },
  async handle(call) {
    const { services, principal, params, body, ifMatch } = call
    const { status, ...fields } = body
    const expectedVersion = parseIfMatch(ifMatch, 'the endpoint: its version in quotes')
    const changes = { ...fields, isPaused: status === 'disabled' }
    return endpointResponse(
      await services.webhooks.updateEndpoint(ownerOf(principal), params.id, expectedVersion, changes, causeOf(call)),
    )
  },
})

const remove = accountOperation({
  id: 'deleteWebhookEndpoint',
  ...ENDPOINTS,
  summary: 'Delete an endpoint and its deliveries',
  params: byId,
  response: { status: 204 },
  example: { call: 'webhooks.endpoints.remove', params: { id: EXAMPLE_ID } },
  async handle(call) {
    const { services, principal, params } = call
    await services.webhooks.deleteEndpoint(ownerOf(principal), params.id, causeOf(call))
    return { status: 204 }
  },
})

const rotateSecret = accountOperation({
  id: 'rotateWebhookSecret',
  ...ENDPOINTS,
  summary: 'Replace the secret. Deliveries carry both signatures for a while',
  params: byId,
  body: SecretRotation,
  response: { status: 201, schema: recordResponse(NewEndpointSchema) },
  example: { call: 'webhooks.endpoints.rotateSecret', params: { id: EXAMPLE_ID }, body: { overlap_seconds: 3600 } },
  async handle(call) {
    const { services, principal, params, body } = call
    return createOnce(call, principal.account.id, `rotate-webhook-secret ${params.id}`, async (tx) => {
      const overlapMs = body.overlap_seconds * 1000
      const { endpoint, secret } = await services.webhooks.rotateSecret(
        tx,
        ownerOf(principal),
        params.id,
        overlapMs,
        causeOf(call),
      )
      return { status: 201, body: { data: { ...toEndpointJson(endpoint), secret } } }
    })
  },
})

const test = accountOperation({
  id: 'testWebhookEndpoint',
  ...ENDPOINTS,
  summary: 'Send a ping now and return the result',
  description: 'One attempt, no retry. It waits for the receiver, for at most 15 s.',
  params: byId,
  body: NoBody,
  response: { status: 200, schema: recordResponse(TestSchema) },
  example: { call: 'webhooks.endpoints.test', params: { id: EXAMPLE_ID } },
  async handle({ services, principal, params }) {
    const { delivery, attempt } = await services.webhooks.test(ownerOf(principal), params.id)
    return { body: { data: { delivery: toDeliveryJson(delivery), attempt: toAttemptJson(attempt) } } }
  },
})

const enable = accountOperation({
  id: 'enableWebhookEndpoint',
  ...ENDPOINTS,
  summary: 'Enable an endpoint by pinging it now',
  description:
    'If the ping gets a 2xx, the endpoint is `enabled` and receives its held deliveries. Otherwise it is `pending` and the ping is retried.',
  params: byId,
  body: NoBody,
  response: { status: 200, schema: recordResponse(EndpointSchema) },
  example: { call: 'webhooks.endpoints.enable', params: { id: EXAMPLE_ID } },
  async handle(call) {
    const { services, principal, params } = call
    return endpointResponse(await services.webhooks.enable(ownerOf(principal), params.id, causeOf(call)))
  },
})

const replay = accountOperation({
  id: 'replayWebhookEvents',
  ...ENDPOINTS,
  summary: 'Send the endpoint’s events again from a sequence number',
  description: 'Use it to fill a gap you found with `previous_sequence`. Earlier deliveries keep their id and bytes.',
  params: byId,
  body: Replay,
  response: { status: 202, schema: recordResponse(EndpointSchema) },
  example: { call: 'webhooks.endpoints.replay', params: { id: EXAMPLE_ID }, body: { since_sequence: 4711 } },
  async handle({ services, principal, params, body }) {
    const days = LIMITS[principal.plan].change_retention_days
    const endpoint = await services.webhooks.replay(ownerOf(principal), params.id, body.since_sequence, days)
    return { status: 202, body: { data: toEndpointJson(endpoint) } }
  },
})

// biome-ignore format: a table is read by its columns
export const endpointsRoutes: readonly Route[] = [
  route('GET',    '/api/v1/webhooks/endpoints',                    list),
  route('POST',   '/api/v1/webhooks/endpoints',                    create),
  route('GET',    '/api/v1/webhooks/endpoints/{id}',               one),
  route('PATCH',  '/api/v1/webhooks/endpoints/{id}',               update),
  route('DELETE', '/api/v1/webhooks/endpoints/{id}',               remove),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/rotate-secret', rotateSecret),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/test',          test),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/enable',        enable),
  route('POST',   '/api/v1/webhooks/endpoints/{id}/replay',        replay),
]
