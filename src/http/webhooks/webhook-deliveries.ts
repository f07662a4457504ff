// The webhook delivery log over HTTP, and manual redelivery.

import { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import { at } from '../../kernel/at.ts'
import type { DeliveryRow } from '../../webhooks/deliveries.ts'
import { listResponse, recordResponse } from '../rest/envelope.ts'
import { pagingOf } from '../rest/paging.ts'
import { textParam } from '../rest/request-params.ts'
import type { Route } from '../server/route.ts'
import { accountOperation, route } from '../server/route.ts'
import { ownerOf } from './webhook-endpoints.ts'
import {
  DeliveriesQuery,
  DeliveryDetailSchema,
  DeliverySchema,
  toDeliveryDetailJson,
  toDeliveryJson,
} from './webhook-schemas.ts'

const EXAMPLE_ID = 'dlv_0123456789abcdefghij'

const DELIVERIES = { tag: 'Webhooks', policy: credential({ scope: 'webhooks:manage', feature: 'webhooks' }) } as const
const byId = z.object({ id: textParam(40, 'The delivery’s id') })

/** The position after a delivery, in the shape of a cursor. */
const toCursor = ({ created_at, id }: DeliveryRow) => ({ value: `${created_at} ${id}`, id: 0 })

function fromCursor(value: unknown): { createdAt: string; id: string } | undefined {
  if (typeof value !== 'string') return undefined
  const [createdAt = '', id = ''] = value.split(' ')
  return { createdAt, id }
}

const list = accountOperation({
  id: 'listWebhookDeliveries',
  ...DELIVERIES,
  summary: 'List deliveries of the last 30 days, newest first',
  query: DeliveriesQuery,
  response: { status: 200, schema: listResponse(DeliverySchema) },
  example: { call: 'webhooks.deliveries.list', query: { limit: 20 } },
  async handle({ services, principal, query }) {
    const paging = pagingOf(services, principal, 'deliveries', query)
    const { limit, after, offset } = paging.request
    const { deliveries, total, hasMore } = await services.webhooks.listDeliveries({
      owner: ownerOf(principal),
      endpointId: query.endpoint_id,
      statuses: query.status,
      types: query.event_type,
      since: query.since,
      limit,
      offset,
      after: fromCursor(after?.value),
    })
    const page = { total, records: deliveries, next: hasMore ? toCursor(at(deliveries, -1)) : null }
    const meta = paging.meta(page, services.catalog.snapshot(principal.dataset))
    return { body: { data: deliveries.map(toDeliveryJson), meta } }
  },
})

const one = accountOperation({
  id: 'getWebhookDelivery',
  ...DELIVERIES,
  summary: 'Get a delivery with its body and attempts',
  params: byId,
  response: { status: 200, schema: recordResponse(DeliveryDetailSchema) },
  example: { call: 'webhooks.deliveries.get', params: { id: EXAMPLE_ID } },
  async handle({ services, principal, params }) {
    const detail = await services.webhooks.readDelivery(ownerOf(principal), params.id)
    return { body: { data: toDeliveryDetailJson(detail) } }
  },
})

const redeliver = accountOperation({
  id: 'redeliverWebhook',
  ...DELIVERIES,
  summary: 'Send a delivery again with the same id and bytes',
  params: byId,
  body: z.strictObject({}),
  response: { status: 202, schema: recordResponse(DeliverySchema) },
  example: { call: 'webhooks.deliveries.redeliver', params: { id: EXAMPLE_ID } },
  async handle({ services, principal, params }) {
    const delivery = await services.webhooks.redeliver(ownerOf(principal), params.id)
    return { status: 202, body: { data: toDeliveryJson(delivery) } }
  },
})

// biome-ignore format: a table is read by its columns
export const deliveriesRoutes: readonly Route[] = [
  route('GET',  '/api/v1/webhooks/deliveries',                list),
  route('GET',  '/api/v1/webhooks/deliveries/{id}',           one),
  route('POST', '/api/v1/webhooks/deliveries/{id}/redeliver', redeliver),
]
