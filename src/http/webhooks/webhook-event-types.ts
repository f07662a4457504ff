// The catalogue of webhook event types over HTTP.
import { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import type { Route } from '../server/route.ts'
import { accountOperation, route } from '../server/route.ts'
import { eventTypeCatalogue } from './event-schemas.ts'
import { EventTypeSchema } from './webhook-schemas.ts'

const list = accountOperation({
  id: 'listWebhookEventTypes',
  tag: 'Webhooks',
  policy: credential({ scope: 'webhooks:manage', feature: 'webhooks' }),
  summary: 'List event types with their JSON Schema and an example',
  response: { status: 200, schema: z.object({ data: z.array(EventTypeSchema), meta: z.object({ total: z.int() }) }) },
  example: { call: 'webhooks.eventTypes' },
  handle() {
    const data = eventTypeCatalogue()
    return { body: { data, meta: { total: data.length } } }
  },
})

export const eventTypeRoutes: readonly Route[] = [route('GET', '/api/v1/webhooks/event-types', list)]
