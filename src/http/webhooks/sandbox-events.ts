// Sends sample events to the caller's own endpoints, on the sandbox.
import { requireAllowed } from '../../access/limits/rate-limits.ts'
import { credential } from '../../access/rights/policies.ts'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { translate } from '../french/translate.ts'
import { recordResponse } from '../rest/envelope.ts'
import { causeOf } from '../server/authenticate.ts'
import { languageOf } from '../server/page-language.ts'
import type { Route } from '../server/route.ts'
import { accountOperation, route } from '../server/route.ts'
import { sampleEvents } from './sample-events.ts'
import { ownerOf } from './webhook-endpoints.ts'
import { SampleEventRequest, SampleEventSchema } from './webhook-schemas.ts'

const send = accountOperation({
  id: 'sendSampleEvent',
  tag: 'Webhooks',
  policy: credential({ scope: 'webhooks:manage', feature: 'webhooks' }),
  summary: 'Send a sample event of any type to your endpoints, on the sandbox',
  description:
    'The event is about a sandbox record. It is signed, retried, logged and replayed like any other, and appears in `/changes` ' +
    'for your account only. `data.sample` is true. Needs a test key, or a session of a sandbox account.',
  body: SampleEventRequest,
  response: { status: 202, schema: recordResponse(SampleEventSchema) },
  example: { call: 'sandbox.sendEvent', body: { type: 'project.price_changed' } },
  async handle(call) {
    const { services, principal, body } = call
    if (principal.dataset !== 'sandbox')
      throw new Fault('state_conflict', {
        detail: 'Sample events exist only on the sandbox. Send this request with a test key.',
      })
    services.loading.requireReady('sandbox')
    requireAllowed(services.access.rates.takeSampleEvent(principal))
    const owner = ownerOf(principal)
    const [endpoint] = await services.webhooks.listEndpoints(owner)
    const drafts = sampleEvents(body.type, services.catalog.snapshot('sandbox'), endpoint)
    if (drafts.length === 0)
      throw new Fault('state_conflict', { detail: say`The sandbox has no record for a sample of ${body.type}.` })
    const { event_id, sequence, endpoints } = await services.webhooks.sendSample(owner, drafts, causeOf(call))
    const deliveries = endpoints.filter(({ result }) => result !== 'skipped').length
    const data = {
      event_id,
      type: body.type,
      sequence,
      deliveries,
      endpoints,
      note: deliveries > 0 ? null : translate(noteOf(endpoints.length), languageOf(call)),
    }
    return { status: 202, body: { data } }
  },
})

function noteOf(endpoints: number): string {
  return endpoints === 0
    ? 'You have no webhook endpoint on the sandbox. Create one, or read the event from /changes.'
    : 'None of your endpoints receives this event. `endpoints` says why.'
}

export const sandboxEventsRoutes: readonly Route[] = [route('POST', '/api/v1/sandbox/events', send)]
