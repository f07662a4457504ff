// Sample events: every type, delivered for real, to the caller's endpoints only.

import { createClient, verifyWebhook } from '@plinth/client'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { CHANGE_TYPES } from '../../src/events/event-patterns.ts'
import type { EventType } from '../../src/events/event-types.ts'
import { eventSchema } from '../../src/http/webhooks/event-schemas.ts'
import { jsonLines } from '../support/json-lines.ts'
import { startServer } from '../support/server.ts'
import { startReceiver } from './receiver.ts'

const server = await startServer({ ALLOW_PRIVATE_WEBHOOKS: '1' })
const receiver = await startReceiver()
let key: string
afterAll(async () => {
  await server.stop()
  await receiver.stop()
})
beforeEach(async () => {
  key = await server.newKey('sandbox')
})

const send = (type: unknown, by = key) => server.send('POST', '/api/v1/sandbox/events', { type }, by)
const endpoint = async (by: string, more: object = {}) => {
  const { body } = await server.send('POST', '/api/v1/webhooks/endpoints', { url: receiver.url, ...more }, by)
  const path = `/api/v1/webhooks/endpoints/${body.data.id}/enable`
  expect((await server.send('POST', path, {}, by)).body.data.status).toBe('enabled')
  return body.data as { id: string; secret: string }
}

it('delivers every event type as its schema says, signed and marked as a sample', async () => {
  const { id, secret } = await endpoint(key)
  const sent = new Map<string, EventType>()
  for (const type of CHANGE_TYPES) {
    const { status, body, text } = await send(type)
    expect(status, text).toBe(202)
    expect(body.data).toMatchObject({ type, deliveries: 1, endpoints: [{ endpoint_id: id, result: 'queued' }] })
    expect(body.data.note).toBeNull()
    sent.set(body.data.event_id, type)
  }
  for (const [eventId, type] of sent) {
    const received = await receiver.gets(({ id }) => id === eventId)
    const message = await verifyWebhook(received.text, received.headers, secret)
    expect(eventSchema(type).strict().parse(message).data.sample, type).toBe(true)
    const { object } = received.body.data
    if (type.endsWith('.removed')) expect(object, type).toBeNull()
    else expect(object, type).not.toBeNull()
    for (const { field, to } of received.body.data.changes)
      if (object && field in object && type !== 'building_link.revoked')
        expect(object[field], `${type} ${field}`).toEqual(to)
  }
})

it('is logged and can be sent again', async () => {
  const { id } = await endpoint(key)
  const { data } = (await send('project.updated')).body
  await receiver.gets(({ id }) => id === data.event_id)
  const log = await server.get(`/api/v1/webhooks/deliveries?endpoint_id=${id}&event_type=project.updated`, key)
  expect(log.body.data).toMatchObject([{ event_id: data.event_id, sequence: data.sequence }])
  await server.send('POST', `/api/v1/webhooks/endpoints/${id}/replay`, { since_sequence: data.sequence - 1 }, key)
  const twice = await receiver.getsMany(2, ({ id }) => id === data.event_id)
  expect(twice[0]!.text).toBe(twice[1]!.text)
})

it('reaches no other account: neither its endpoints nor its change feed', async () => {
  const other = await server.newKey('sandbox')
  const stranger = await endpoint(other)
  const before = await server.get('/api/v1/dataset', key)
  const { data } = (await send('project.price_changed')).body
  const since = before.body.data.sequence ?? 0
  const feed = async (by: string) =>
    (await server.get(`/api/v1/changes?since=${since}&limit=1000`, by)).body.data.map(
      ({ event_id, is_sample }: { event_id: string; is_sample: boolean }) => is_sample && event_id,
    )
  expect(await feed(key)).toContain(data.event_id)
  expect(await feed(other)).not.toContain(data.event_id)
  expect(await feed(other)).not.toContain(true)
  // Fan-out is in order, so the stranger's own event comes after anything meant for it.
  const own = (await send('project.updated', other)).body.data
  await receiver.gets(({ id }) => id === own.event_id)
  const log = await server.get(`/api/v1/webhooks/deliveries?endpoint_id=${stranger.id}`, other)
  const types = log.body.data.map(({ event_type }: { event_type: string }) => event_type)
  expect(new Set(types)).toEqual(new Set(['ping', 'project.updated']))
})

it('says why no endpoint receives it', async () => {
  const none = await send('unit.status_changed')
  expect(none.body.data).toMatchObject({ deliveries: 0, endpoints: [], note: expect.stringContaining('Create one') })
  const { id } = await endpoint(key, { event_types: ['project.*'] })
  const unsubscribed = await send('unit.status_changed')
  expect(unsubscribed.body.data).toMatchObject({
    deliveries: 0,
    endpoints: [{ endpoint_id: id, result: 'skipped', reason: expect.stringContaining('unit.status_changed') }],
    note: expect.stringContaining('endpoints'),
  })
})

it('is about a project that the endpoint’s filters match', async () => {
  const projects = (await server.get('/api/v1/projects?limit=15', key)).body.data
  const { city_name, province } = projects.at(-1)
  await endpoint(key, { event_types: ['project.created'], filters: { city: [city_name] } })
  const { data } = (await send('project.created')).body
  expect(data.deliveries).toBe(1)
  const received = await receiver.gets(({ id }) => id === data.event_id)
  expect(received.body.data.object).toMatchObject({ city_name, province })
})

it('needs a test key, a known type and patience', async () => {
  expect((await send('project.updated', await server.newKey('pro'))).body.code).toBe('state_conflict')
  const wrong = await send('project.exploded')
  expect(wrong.status).toBe(400)
  expect(wrong.body.errors[0].allowed).toEqual([...CHANGE_TYPES])
  // The limit refills while a slow machine sends.
  let status = 202
  for (let i = 0; i < 120 && status === 202; i++) status = (await send('dataset.published')).status
  expect(status).toBe(429)
})

it('has a method in the client', async () => {
  const client = createClient({ baseUrl: server.url, apiKey: key })
  expect(await client.sandbox.sendEvent({ type: 'media.added' })).toMatchObject({ type: 'media.added', deliveries: 0 })
})

it('exports of a sandbox key are those of the sandbox', async () => {
  const { body } = await server.get('/api/v1/exports', key)
  const rows = body.data.filter(
    ({ name, format }: { name: string; format: string }) => `${name}.${format}` === 'projects.ndjson',
  )
  expect(rows).toMatchObject([{ rows: 15 }])
  expect(new Set(body.data.map(({ name }: { name: string }) => name))).toContain('units')
  const file = await server.get('/api/v1/exports/projects.ndjson', key)
  expect(jsonLines(file.text).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 1710, 1745])
})
