// The webhooks API with a real receiver: endpoints, states, log, replay.

import { eventsOf, verifyWebhook } from '@plinth/client'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeAccount } from '../../src/access/accounts/accounts.ts'
import type { EventDraft } from '../../src/events/event-types.ts'
import { publishEvents } from '../../src/events/outbox.ts'
import { ListMeta } from '../../src/http/rest/envelope.ts'
import { eventSchema, WEBHOOK_TYPES, webhookSchema } from '../../src/http/webhooks/event-schemas.ts'
import {
  DeliveryDetailSchema,
  DeliverySchema,
  EndpointSchema,
  EventTypeSchema,
  TestSchema,
} from '../../src/http/webhooks/webhook-schemas.ts'
import { signatureHeaders } from '../../src/webhooks/signature.ts'
import { fromCases } from '../support/cases.ts'
import { startServer } from '../support/server.ts'
import { draft } from './drafts.ts'
import type { Received, Receiver } from './receiver.ts'
import { answering, startReceiver } from './receiver.ts'

let receiver: Receiver
let key: string
const server = await startServer({ ALLOW_PRIVATE_WEBHOOKS: '1' })
afterAll(() => server.stop())
beforeEach(async () => {
  receiver = await startReceiver()
  key = await server.newKey('pro')
})
afterEach(async () => {
  await receiver.stop()
  await server.app.foundation.db.query.deleteFrom('webhook_endpoints').execute()
})

const PATH = '/api/v1/webhooks/endpoints'
const post = (path: string, body: unknown = {}, by = key) => server.send('POST', path, body, by)
const publish = async (...drafts: EventDraft[]) => {
  const { services } = server.app
  const last = await server.app.foundation.db.tx((tx) => publishEvents(tx, 'production', drafts, new Date()))
  services.webhooks.worker.wake()
  return last!
}
const create = async (body: object = {}) => {
  const answer = await post(PATH, { url: receiver.url, ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}
const created = async (body: object = {}) => {
  const endpoint = await create(body)
  await receiver.gets(({ type }) => type === 'ping')
  await state(endpoint.id, ({ status }) => status === 'enabled')
  return endpoint
}
/** Polls until the endpoint matches; its state changes shortly after the response. */
const state = async (id: string, wanted: (endpoint: { status: string }) => boolean) => {
  const { db } = server.app.foundation
  for (;;) {
    const row = await db.query.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
    if (row && wanted(row)) return row
  }
}
/** Polls until this many deliveries match. */
const deliveries = async (count: number, wanted: (delivery: { status: string; attempts: number }) => boolean) => {
  const { db } = server.app.foundation
  for (;;) {
    const rows = await db.query.selectFrom('webhook_deliveries').selectAll().orderBy('created_at', 'desc').execute()
    const mine = rows.filter(({ event_type }) => event_type === 'project.updated').slice(0, count)
    if (mine.length === count && mine.every(wanted)) return
  }
}
const fannedOut = async (sequence: number) => {
  const { db } = server.app.foundation
  for (;;) {
    const cursor = await db.query.selectFrom('webhook_cursor').select('sequence').executeTakeFirstOrThrow()
    if (cursor.sequence >= sequence) return
  }
}
const isEvent = ({ type }: Received) => type !== 'ping'

describe('an endpoint', () => {
  it('is pending until it responds to a signed ping, and shows its secret once', async () => {
    const endpoint = await create({ description: 'CRM', event_types: ['project.*'], filters: { province: ['ON'] } })
    expect(endpoint).toMatchObject({ status: 'pending', version: 1, event_types: ['project.*'] })
    expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const ping = await receiver.gets(({ type }) => type === 'ping')
    const { 'webhook-timestamp': at } = ping.headers
    const signed = signatureHeaders(ping.id, Number(at), ping.text, [endpoint.secret])
    expect(ping.headers).toMatchObject({ ...signed, 'content-type': 'application/json' })
    expect(ping.body.id).toBe(ping.id)
    await state(endpoint.id, ({ status }) => status === 'enabled')
    const read = await server.get(`${PATH}/${endpoint.id}`, key)
    expect(EndpointSchema.strict().parse(read.body.data)).toMatchObject({ status: 'enabled', filters: { city: [] } })
    const rows = await server.app.foundation.db.query.selectFrom('webhook_endpoints').select('secrets').execute()
    expect(JSON.stringify(rows)).not.toContain(endpoint.secret.slice(6))
    const listed = await server.get(PATH, key)
    expect(listed.body).toMatchObject({ data: [{ id: endpoint.id }], meta: { total: 1 } })
    expect(listed.text).not.toContain('whsec_')
  })

  it('holds events until the ping succeeds', async () => {
    receiver.answer = answering(500)
    const endpoint = await create()
    await receiver.gets(({ type }) => type === 'ping')
    await publish(draft('project.updated', 1001))
    await publish(draft('project.updated', 1002))
    const held = async () => (await server.get(`/api/v1/webhooks/deliveries?event_type=project.updated`, key)).body
    await deliveries(2, ({ status }) => status === 'pending')
    expect((await held()).data[0]).toMatchObject({ status: 'pending', next_attempt_at: null, attempts_count: 0 })
    const failed = await post(`${PATH}/${endpoint.id}/enable`)
    expect([failed.status, failed.body.data.status]).toEqual([200, 'pending'])
    expect(receiver.got.filter(isEvent)).toEqual([])
    receiver.answer = answering(200)
    const enabled = await post(`${PATH}/${endpoint.id}/enable`)
    expect(enabled.body.data.status).toBe('enabled')
    const got = await receiver.getsMany(2, isEvent)
    expect(got.map(({ body }) => body.data.resource.id)).toEqual([1001, 1002])
  })

  it('receives subscribed events with the sequence numbers of /changes and the previous number', async () => {
    const endpoint = await created({ event_types: ['project.*'], filters: { city: ['montreal'], province: ['QC'] } })
    const body = { changes: [], province: 'QC', city: 'Montréal' }
    const first = await publish(draft('project.created', 1001, { body }), draft('unit.status_changed', 1, { body }))
    const second = await publish(draft('project.updated', 1001), draft('project.updated', 1002, { body }))
    const [a, b] = await receiver.getsMany(2, isEvent)
    expect(a!.body).toMatchObject({
      type: 'project.created',
      sequence: first - 1,
      data: { resource: { type: 'project', id: 1001 } },
    })
    expect(a!.body).not.toHaveProperty('previous_sequence')
    expect(b!.body).toMatchObject({ type: 'project.updated', sequence: second, previous_sequence: first - 1 })
    const changes = await server.get(`/api/v1/changes?since=${second - 1}`, key)
    expect(changes.body.data[0]).toMatchObject({ sequence: second, event_id: b!.id })
    expect(endpoint.status).toBe('pending')
  })

  it('receives batches when it asks for them, and lists them in the log', async () => {
    const endpoint = await created({ max_batch: 3 })
    expect(endpoint).toMatchObject({ max_batch: 3 })
    const last = await publish(...[1, 2, 3].map((id) => draft('project.updated', 1000 + id)))
    const batch = await receiver.gets(({ type }) => type === 'batch')
    const message = await verifyWebhook(batch.text, batch.headers, endpoint.secret)
    expect(webhookSchema('batch').parse(message)).toEqual(message)
    expect(eventsOf(message).map(({ sequence }) => sequence)).toEqual([last - 2, last - 1, last])
    for (const event of eventsOf(message)) expect(webhookSchema(event.type).parse(event)).toEqual(event)
    expect(batch.id).toBe(message.id)
    const listed = await server.get('/api/v1/webhooks/deliveries?event_type=batch', key)
    expect(listed.body.data).toMatchObject([
      { event_id: batch.id, event_type: 'batch', event_count: 3, sequence: last },
    ])
    const detail = await server.get(`/api/v1/webhooks/deliveries/${listed.body.data[0].id}`, key)
    expect(DeliveryDetailSchema.strict().parse(detail.body.data).body).toBe(batch.text)
    const changed = await server.send('PATCH', `${PATH}/${endpoint.id}`, { max_batch: 1 }, key)
    expect(changed.body.data).toMatchObject({ max_batch: 1 })
    const next = await publish(draft('project.updated', 1004))
    expect((await receiver.gets(({ type }) => type === 'project.updated')).body).toMatchObject({
      sequence: next,
      previous_sequence: last,
    })
  })

  it('sends the record as the plan sees it in the API', async () => {
    await created()
    const project = (await server.get('/api/v1/projects?limit=1', key)).body.data[0]
    const plan = (await server.get('/api/v1/floor-plans?limit=1', key)).body.data[0]
    const about = { project_id: project.id }
    await publish(draft('project.price_changed', project.id), draft('floor_plan.price_changed', plan.id, about))
    const [a, b] = await receiver.getsMany(2, isEvent)
    expect(a!.body.data.object).toEqual(project)
    expect(b!.body.data.object).toEqual(plan)
    expect(b!.body.data.changes).toEqual([{ field: 'price_from', from: 1, to: 2 }])
  })

  it('checks If-Match on update, and verifies a new URL again', async () => {
    const endpoint = await created()
    const read = await server.get(`${PATH}/${endpoint.id}`, key)
    const headers = { 'if-match': read.headers.get('etag')! }
    const patch = (body: object, more = {}) => server.send('PATCH', `${PATH}/${endpoint.id}`, body, key, more)
    const changed = await patch({ event_types: ['unit.*'], description: null }, headers)
    expect([changed.status, changed.body.data.event_types]).toEqual([200, ['unit.*']])
    expect(changed.headers.get('etag')).toBe(`"${changed.body.data.version}"`)
    expect((await patch({ description: 'x' }, headers)).body.code).toBe('precondition_failed')
    const other = await startReceiver()
    try {
      const moved = await patch({ url: other.url })
      expect(moved.body.data.status).toBe('pending')
      await other.gets(({ type }) => type === 'ping')
      await state(endpoint.id, ({ status }) => status === 'enabled')
    } finally {
      await other.stop()
    }
    const paused = await patch({ status: 'disabled' })
    expect(paused.body.data).toMatchObject({ status: 'disabled', disabled_reason: 'paused' })
  })

  it('signs with both secrets during a rotation, and only with the new one without an overlap', async () => {
    const endpoint = await created()
    const rotate = (overlap_seconds?: number) => post(`${PATH}/${endpoint.id}/rotate-secret`, { overlap_seconds })
    const { secret } = (await rotate()).body.data
    expect(secret).not.toBe(endpoint.secret)
    await publish(draft('project.updated', 1))
    const both = await receiver.gets(isEvent)
    const signed = (received: Received, ...secrets: string[]) =>
      signatureHeaders(received.id, Number(received.headers['webhook-timestamp']), received.text, secrets)[
        'webhook-signature'
      ]
    expect(both.headers['webhook-signature']).toBe(signed(both, secret, endpoint.secret))
    const last = (await rotate(0)).body.data.secret
    await publish(draft('project.updated', 2))
    const one = await receiver.gets(({ body }) => body.data.resource.id === 2)
    expect(one.headers['webhook-signature']).toBe(signed(one, last))
  })

  it('returns the attempt of a test with the response', async () => {
    const endpoint = await created()
    receiver.answer = answering(418, { 'x-pot': 'tea' })
    const failed = TestSchema.parse((await post(`${PATH}/${endpoint.id}/test`)).body.data)
    expect(failed.attempt).toMatchObject({
      number: 1,
      error: null,
      response: { status: 418, body_start: 'answer 418' },
    })
    expect(failed.attempt.response!.headers['x-pot']).toBe('tea')
    expect(failed.delivery).toMatchObject({ status: 'dead', event_type: 'ping' })
    const after = await server.get(`${PATH}/${endpoint.id}`, key)
    expect(after.body.data).toMatchObject({ status: 'enabled', failing_since: null })
  })

  it('is disabled by a 410; another endpoint and /changes report it, and a gap shows', async () => {
    const gone = await created({ event_types: ['project.updated'] })
    const other = await startReceiver()
    try {
      const watcher = (await post(PATH, { url: other.url, event_types: ['webhook_endpoint.*'] })).body.data
      await state(watcher.id, ({ status }) => status === 'enabled')
      receiver.answer = answering(410)
      await publish(draft('project.updated', 1))
      const notice = await other.gets(isEvent)
      expect(notice.body).toMatchObject({
        type: 'webhook_endpoint.disabled',
        data: { object: { id: gone.id, disabled_reason: 'gone' } },
      })
      const since = notice.body.sequence - 1
      const changes = await server.get(`/api/v1/changes?since=${since}&types=webhook_endpoint.disabled`, key)
      expect(changes.body.data).toMatchObject([{ type: 'webhook_endpoint.disabled', resource: { id: gone.id } }])
      expect((await server.get(`/api/v1/changes?since=${since}`, server.keys.elite)).body.data).toEqual([])
      const audited = (await server.get('/api/v1/audit-log', key)).body.data
      const disabled = { action: 'webhook.disabled', actor: 'system', target: gone.id, details: { reason: 'gone' } }
      expect(audited).toContainEqual(expect.objectContaining(disabled))
      expect(audited).toContainEqual(expect.objectContaining({ action: 'webhook.created', target: gone.id }))
    } finally {
      await other.stop()
    }
    const missed = await publish(draft('project.updated', 2))
    receiver.answer = answering(204)
    await fannedOut(missed)
    expect((await post(`${PATH}/${gone.id}/replay`, { since_sequence: 0 })).body.code).toBe('state_conflict')
    expect((await post(`${PATH}/${gone.id}/enable`)).body.data.status).toBe('enabled')
    const seen = await publish(draft('project.updated', 3))
    const third = await receiver.gets(({ body }) => body.sequence === seen)
    expect(third.body.previous_sequence).toBe(missed)
    const replay = await post(`${PATH}/${gone.id}/replay`, { since_sequence: missed - 1 })
    expect(replay.status).toBe(202)
    const filled = await receiver.gets(({ body }) => body.sequence === missed)
    expect(filled.body.data.resource.id).toBe(2)
    // Deliveries sent before are sent again unchanged.
    const [first, again] = await receiver.getsMany(2, ({ body }) => body.sequence === seen)
    expect([again!.id, again!.text]).toEqual([first!.id, first!.text])
  })

  it('is deleted with its deliveries', async () => {
    const endpoint = await created()
    expect((await server.send('DELETE', `${PATH}/${endpoint.id}`, {}, key)).status).toBe(204)
    expect((await server.get(`${PATH}/${endpoint.id}`, key)).body.code).toBe('endpoint_not_found')
    expect((await server.get('/api/v1/webhooks/deliveries', key)).body.meta.total).toBe(0)
  })
})

describe('the delivery log', () => {
  it('contains every delivery with its body and every attempt', async () => {
    const endpoint = await created()
    receiver.answer = answering(503)
    await publish(draft('project.updated', 7))
    const received = await receiver.gets(isEvent)
    const list = (query: string) => server.get(`/api/v1/webhooks/deliveries?endpoint_id=${endpoint.id}&${query}`, key)
    await deliveries(1, ({ status, attempts }) => status === 'pending' && attempts === 1)
    const { data, meta } = (await list('event_type=project.updated')).body
    expect(ListMeta.parse(meta)).toMatchObject({ total: 1, count: 1, has_more: false, next_cursor: null })
    expect(DeliverySchema.strict().parse(data[0])).toMatchObject({
      status: 'pending',
      last_result: '503',
      event_id: received.id,
    })
    const one = await server.get(`/api/v1/webhooks/deliveries/${data[0].id}`, key)
    const detail = DeliveryDetailSchema.strict().parse(one.body.data)
    expect(detail.body).toBe(received.text)
    expect(detail.attempts[0]).toMatchObject({ number: 1, response: { status: 503, body_start: 'answer 503' } })
    expect(detail.attempts[0]!.request.headers['webhook-id']).toBe(received.id)
    receiver.answer = answering(204)
    const again = await post(`/api/v1/webhooks/deliveries/${data[0].id}/redeliver`)
    expect(again.status).toBe(202)
    const [first, second] = await receiver.getsMany(2, isEvent)
    expect([second!.id, second!.text]).toEqual([first!.id, first!.text])
    await deliveries(1, ({ status }) => status === 'delivered')
    expect((await list('status=delivered&event_type=project.updated')).body.meta.total).toBe(1)
    expect((await list('status=dead')).body.meta.total).toBe(0)
    expect((await list('since=2099-01-01T00:00:00Z')).body.meta.total).toBe(0)
  })

  it('pages by cursor without skipping or repeating', async () => {
    await created()
    await publish(...[1, 2, 3, 4, 5].map((id) => draft('project.updated', id)))
    await receiver.getsMany(6)
    await deliveries(5, ({ status }) => status === 'delivered')
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await server.get(`/api/v1/webhooks/deliveries?limit=2${cursor && `&cursor=${cursor}`}`, key)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      if (body.meta.next_cursor === null) break
      cursor = body.meta.next_cursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([6, 6])
  })
})

describe('the event types', () => {
  it('have a schema and an example that deliveries match', async () => {
    const { body } = await server.get('/api/v1/webhooks/event-types', key)
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(WEBHOOK_TYPES)
    for (const item of body.data) EventTypeSchema.strict().parse(item)
    await created()
    const project = (await server.get('/api/v1/projects?limit=1', key)).body.data[0]
    const media = (await server.get(`/api/v1/projects/${project.id}/media`, key)).body.data[0]
    const about = { project_id: project.id }
    await publish(draft('project.updated', project.id), draft('media.added', media.id, about))
    for (const received of await receiver.getsMany(3)) eventSchema(received.body.type).parse(received.body)
  })
})

describe('permissions', () => {
  it('keep the endpoints of test and live keys apart, with the limits of their plans', async () => {
    const test = (await post('/api/v1/api-keys', { mode: 'test' })).body.data.key
    const live = await created()
    expect(live.dataset).toBe('production')
    const made = await post(PATH, { url: receiver.url }, test)
    expect(made.body.data.dataset).toBe('sandbox')
    expect((await post(PATH, { url: receiver.url }, test)).status).toBe(201)
    const third = await post(PATH, { url: receiver.url }, test)
    expect([third.body.code, third.body.detail]).toEqual([
      'state_conflict',
      expect.stringContaining('allows 2 webhook'),
    ])
    const idsOf = async (by: string) => (await server.get(PATH, by)).body.data.map(({ id }: { id: string }) => id)
    expect(await idsOf(key)).toEqual([live.id])
    expect(await idsOf(test)).not.toContain(live.id)
    expect((await server.get(`${PATH}/${live.id}`, test)).body.code).toBe('endpoint_not_found')
    expect((await server.send('DELETE', `${PATH}/${made.body.data.id}`, {}, key)).status).toBe(404)
    const log = (await server.get('/api/v1/webhooks/deliveries', key)).body.data
    expect(log.map(({ endpoint_id }: { endpoint_id: string }) => endpoint_id)).toEqual([live.id])
    const hidden = `/api/v1/webhooks/deliveries/${log[0].id}`
    expect((await server.get(hidden, test)).body.code).toBe('delivery_not_found')
    expect((await post(`${hidden}/redeliver`, {}, test)).body.code).toBe('delivery_not_found')
  })

  it('limit the number of endpoints, also for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(PATH, { url: receiver.url })))
    const codes = answers.map(({ status, body }) => body.code ?? status).sort()
    expect(codes).toEqual([...Array(5).fill(201), ...Array(3).fill('state_conflict')])
  })

  it('stop deliveries when the plan ends, and show the gap when it returns', async () => {
    const endpoint = await created()
    const { account_id } = await state(endpoint.id, () => true)
    await server.app.foundation.db.tx((tx) => changeAccount(tx, account_id, { plan: 'starter' }))
    const missed = await publish(draft('project.updated', 1))
    await fannedOut(missed)
    await server.app.foundation.db.tx((tx) => changeAccount(tx, account_id, { plan: 'pro' }))
    const seen = await publish(draft('project.updated', 2))
    const next = await receiver.gets(isEvent)
    expect(next.body).toMatchObject({ sequence: seen, previous_sequence: missed })
  })

  it('create one endpoint and one ping for a repeated Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'hook-1' }
    const send = () => server.send('POST', PATH, { url: receiver.url }, key, headers)
    const [a, b] = await Promise.all([send(), send()])
    expect(a.body).toEqual(b.body)
    expect((await server.get(PATH, key)).body.meta.total).toBe(1)
  })
})

describe('errors', () => {
  it.each(fromCases<[object, number, string][]>('webhooks/rest', 'refused endpoints'))(
    '%j returns %i at %s',
    async (body, status, pointer) => {
      const answer = await post(PATH, { url: receiver.url, ...body })
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([status, pointer])
    },
  )

  it('reject forbidden URLs with the same text on create and update', async () => {
    const endpoint = await created()
    const details = new Set<string>()
    for (const url of [
      'http://169.254.169.254/',
      'https://localhost/',
      'https://u:p@example.com/',
      'gopher://x/',
      'x',
    ]) {
      const answers = [await post(PATH, { url }), await server.send('PATCH', `${PATH}/${endpoint.id}`, { url }, key)]
      for (const { body } of answers) {
        expect(body.code).toBe('webhook_url_rejected')
        details.add(body.detail)
      }
    }
    expect(details.size).toBe(1)
  })

  it('reject a replay of future or expired events', async () => {
    const endpoint = await created()
    const last = await publish(draft('project.updated', 1))
    const replay = (since_sequence: number) => post(`${PATH}/${endpoint.id}/replay`, { since_sequence })
    expect((await replay(last + 1000)).body.code).toBe('invalid_parameter')
    const { db } = server.app.foundation
    await db.query
      .updateTable('events')
      .set({ occurred_at: '2020-01-01T00:00:00Z' })
      .where('dataset', '=', 'production')
      .execute()
    expect((await replay(0)).body.code).toBe('sync_token_expired')
  })
})
