// Webhook endpoints over HTTP: made, changed, tested, enabled, replayed.
import { z } from 'zod'
import { LIMITS } from '../../access/plans.ts'
import { credential } from '../../access/policies.ts'
import { recordResponse } from '../../contract/envelope.ts'
import { textParam } from '../../contract/request-params.ts'
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
} from '../../contract/webhook-schemas.ts'
import type { EndpointRow } from '../../webhooks/endpoint-states.ts'
import { causeOf } from '../door/authenticate.ts'
import { parseIfMatch, versionEtag } from '../door/if-match.ts'
import { operation } from '../door/route.ts'
import { createOnce } from './create-once.ts'

const manageWebhooks = credential({ scope: 'webhooks:manage', feature: 'webhooks' })
const EXAMPLE_ID = 'whe_0123456789abcdefghij'

const tag = 'Webhooks'
const byId = z.object({ id: textParam(40, 'The endpoint’s id') })
const NoBody = z.strictObject({})

/** The ETag is the version: PATCH takes it as If-Match. */
const shown = (endpoint: EndpointRow) => ({
  body: { data: toEndpointJson(endpoint) },
  headers: { etag: versionEtag(endpoint.version) },
})

export const create = operation({
  id: 'createWebhookEndpoint',
  tag,
  policy: manageWebhooks,
  summary: 'Create an endpoint; it is pending until it answers a signed ping',
  description: 'The ping is sent at once. The secret is in this answer and never again.',
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
    const reply = await createOnce(call, account.id, 'create-endpoint', async (tx) => {
      const owner = { id: account.id, plan }
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
    return reply
  },
})

export const list = operation({
  id: 'listWebhookEndpoints',
  tag,
  policy: manageWebhooks,
  summary: 'List the account’s endpoints',
  response: { status: 200, schema: z.object({ data: z.array(EndpointSchema), meta: z.object({ total: z.int() }) }) },
  example: { call: 'webhooks.endpoints.list' },
  async handle({ services, principal }) {
    const endpoints = await services.webhooks.listEndpoints(principal.account.id)
    return { body: { data: endpoints.map(toEndpointJson), meta: { total: endpoints.length } } }
  },
})

export const one = operation({
  id: 'getWebhookEndpoint',
  tag,
  policy: manageWebhooks,
  summary: 'One endpoint',
  params: byId,
  response: { status: 200, schema: recordResponse(EndpointSchema) },
  example: { call: 'webhooks.endpoints.get', params: { id: EXAMPLE_ID } },
  async handle({ services, principal, params }) {
    const endpoint = await services.webhooks.readEndpoint(principal.account.id, params.id)
    return { body: { data: toEndpointJson(endpoint) }, etag: versionEtag(endpoint.version) }
  },
})

export const update = operation({
  id: 'updateWebhookEndpoint',
  tag,
  policy: manageWebhooks,
  summary: 'Change an endpoint',
  description: 'With If-Match (the quoted `version`) only if nobody else changed it first: 412 otherwise.',
  params: byId,
  body: EndpointPatch,
  response: { status: 200, schema: recordResponse(EndpointSchema) },
  example: { call: 'webhooks.endpoints.update', params: { id: EXAMPLE_ID }, body: { event_types: ['*'] } },
  async handle(call) {
    const { services, principal, params, body, ifMatch } = call
    const { status, ...wish } = body
    const seen = parseIfMatch(ifMatch, 'the endpoint: its version in quotes')
    const changes = { ...wish, isPaused: status === 'disabled' }
    return shown(await services.webhooks.updateEndpoint(principal.account.id, params.id, seen, changes, causeOf(call)))
  },
})

export const remove = operation({
  id: 'deleteWebhookEndpoint',
  tag,
  policy: manageWebhooks,
  summary: 'Delete an endpoint with its deliveries',
  params: byId,
  response: { status: 204 },
  example: { call: 'webhooks.endpoints.remove', params: { id: EXAMPLE_ID } },
  async handle(call) {
    const { services, principal, params } = call
    await services.webhooks.deleteEndpoint(principal.account.id, params.id, causeOf(call))
    return { status: 204 }
  },
})

export const rotateSecret = operation({
  id: 'rotateWebhookSecret',
  tag,
  policy: manageWebhooks,
  summary: 'A new secret; deliveries carry both signatures for a while',
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
        principal.account.id,
        params.id,
        overlapMs,
        causeOf(call),
      )
      return { status: 201, body: { data: { ...toEndpointJson(endpoint), secret } } }
    })
  },
})

export const test = operation({
  id: 'testWebhookEndpoint',
  tag,
  policy: manageWebhooks,
  summary: 'Send a ping now and see how it went',
  description: 'One attempt, no retry. It takes as long as the receiver does, 15 s at most.',
  params: byId,
  body: NoBody,
  response: { status: 200, schema: recordResponse(TestSchema) },
  example: { call: 'webhooks.endpoints.test', params: { id: EXAMPLE_ID } },
  async handle({ services, principal, params }) {
    const { delivery, attempt } = await services.webhooks.test(principal.account.id, params.id)
    return { body: { data: { delivery: toDeliveryJson(delivery), attempt: toAttemptJson(attempt) } } }
  },
})

export const enable = operation({
  id: 'enableWebhookEndpoint',
  tag,
  policy: manageWebhooks,
  summary: 'Enable an endpoint: pings it now',
  description:
    'Answered 2xx it is `enabled` and gets what was held; otherwise it is `pending`, and the ping tried again.',
  params: byId,
  body: NoBody,
  response: { status: 200, schema: recordResponse(EndpointSchema) },
  example: { call: 'webhooks.endpoints.enable', params: { id: EXAMPLE_ID } },
  async handle(call) {
    const { services, principal, params } = call
    return shown(await services.webhooks.enable(principal.account.id, params.id, causeOf(call)))
  },
})

export const replay = operation({
  id: 'replayWebhookEvents',
  tag,
  policy: manageWebhooks,
  summary: 'Send again what the endpoint was to hear since a sequence number',
  description: 'Fills a gap that `previous_sequence` showed. Deliveries made before keep their id and their bytes.',
  params: byId,
  body: Replay,
  response: { status: 202, schema: recordResponse(EndpointSchema) },
  example: { call: 'webhooks.endpoints.replay', params: { id: EXAMPLE_ID }, body: { since_sequence: 4711 } },
  async handle({ services, principal, params, body }) {
    const endpoint = await services.webhooks.replay(principal.account.id, params.id, body.since_sequence)
    return { status: 202, body: { data: toEndpointJson(endpoint) } }
  },
})
