// Feeds over HTTP: the whole life of a feed, uploads, trials, tenancy and refusals.

import { createClient } from '@plinth/client'
import { afterAll, afterEach, expect, it } from 'vitest'
import { fromCases } from '../support/cases.ts'
import { runCleanups } from '../support/databases.ts'
import { ResoServer } from '../support/reso-server.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ ALLOW_PRIVATE_WEBHOOKS: '1' })
const reso = await ResoServer.start({ rows: 40, bearer: 'sesame-token' })
afterAll(async () => {
  await server.stop()
  await reso.stop()
})
afterEach(runCleanups)

const FEEDS = '/api/v1/feeds'
const request = (more: object = {}) => ({
  kind: 'reso',
  url: reso.url,
  auth: { kind: 'bearer', token: 'sesame-token' },
  ...more,
})

/** Runs the feeds that are due and waits for them. */
async function settle(): Promise<void> {
  await server.app.services.feeds.worker.tick()
  await server.app.services.feeds.worker.settle()
}

it('tries a feed, creates it, reads it, pauses it and deletes it with its listings', async () => {
  const key = await server.newKey('pro')
  const client = createClient({ baseUrl: server.url, apiKey: key })
  const trial = await client.feeds.try(request() as never)
  expect(trial).toMatchObject({
    problem: null,
    fields: { key: ['ListingKey'], unit: ['UnitNumber', 'ApartmentNumber'] },
  })
  expect(trial.rows).toHaveLength(10)
  expect(trial.rows[0]).toMatchObject({ key: 'L0000000', address: '100 Main Street', city: 'Toronto', unit: '1' })
  expect(trial.available_fields).toContain('UnparsedAddress')
  expect((await client.feeds.list()).data).toEqual([])
  const feed = await client.feeds.create(request({ key_prefix: 'mls:' }) as never)
  expect(feed).toMatchObject({
    status: 'active',
    auth: { kind: 'bearer' },
    every_seconds: 30,
    name: new URL(reso.url).host,
  })
  expect(JSON.stringify(feed)).not.toContain('sesame')
  await settle()
  const { data } = await client.listings.list({ feed: feed.id, limit: 200 })
  expect(data).toHaveLength(40)
  expect(data[0]).toMatchObject({ key: 'mls:L0000000', feed: feed.id })
  const conflict = await server.send('PUT', '/api/v1/listings/mls:L0000000', { address: '1 Main' }, key)
  expect(conflict).toMatchObject({ status: 409, body: { code: 'state_conflict' } })
  expect(await client.feeds.runs(feed.id)).toMatchObject({ data: [{ outcome: 'done', counts: { created: 40 } }] })
  expect(await client.feeds.pause(feed.id)).toMatchObject({ status: 'paused', next_run_at: null })
  await expect(client.feeds.run(feed.id)).rejects.toMatchObject({ code: 'state_conflict' })
  expect(await client.feeds.resume(feed.id)).toMatchObject({ status: 'active' })
  await settle()
  expect(await client.feeds.update(feed.id, { every_seconds: 600, name: 'Ours' })).toMatchObject({ name: 'Ours' })
  await expect(client.feeds.update(feed.id, { name: 'x' }, { version: 1 })).rejects.toMatchObject({
    code: 'precondition_failed',
  })
  await expect(client.feeds.approve(feed.id)).rejects.toMatchObject({ code: 'state_conflict' })
  await client.feeds.remove(feed.id)
  await expect(client.feeds.get(feed.id)).rejects.toMatchObject({ code: 'feed_not_found' })
  expect((await client.listings.list()).data).toEqual([])
  expect(server.log()).not.toContain('Main Street')
  expect(server.log()).not.toContain('sesame')
})

it('reads an uploaded file, and marks gone what the next file leaves out', async () => {
  const key = await server.newKey('pro')
  const created = await server.send('POST', FEEDS, { kind: 'csv', name: 'Ours' }, key)
  expect(created).toMatchObject({ status: 201, body: { data: { url: null, next_run_at: null } } })
  const { id } = created.body.data
  const upload = (text: string, type = 'text/csv; charset=utf-8') =>
    fetch(`${server.url}${FEEDS}/${id}/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      body: text,
    })
  const rows = Array.from({ length: 10 }, (_, i) => `k${i},${100 + i} Main St,${i}\n`)
  const first = await upload(`key,address,unit\n${rows.join('')}`)
  expect(await first.json()).toMatchObject({ data: { counts: { created: 10, gone: 0 } } })
  const second = await upload(`key,address,unit\n${rows.slice(1).join('')}`)
  expect(await second.json()).toMatchObject({ data: { counts: { unchanged: 9, gone: 1 } } })
  for (const type of [
    'application/csv',
    'application/vnd.ms-excel',
    'application/x-ndjson',
    'application/octet-stream',
  ])
    expect((await upload(`key,address,unit\n${rows.slice(1).join('')}`, type)).status).toBe(200)
  expect((await upload('key,address\n', 'text/plain')).status).toBe(415)
  const page = await upload('<!doctype html><p>Sign in</p>')
  expect(await page.json()).toMatchObject({ code: 'invalid_parameter', detail: expect.stringContaining('is HTML') })
  const cut = await upload('key,address,unit\nk1,100 Main')
  expect(cut.status).toBe(400)
  expect(await cut.json()).toMatchObject({ code: 'invalid_parameter', detail: expect.stringContaining('Line 2') })
  const other = await upload('a,b\n1,2\n')
  expect(await other.json()).toMatchObject({ detail: expect.stringContaining('The file has: a, b.') })
  const short = await upload(`key,address,unit\n${rows[1]}`)
  expect(await short.json()).toMatchObject({ data: { counts: { gone: 0 } } })
  expect((await server.get(`${FEEDS}/${id}`, key)).body.data).toMatchObject({ held_sweep: { stored: 9, missing: 8 } })
  expect(await server.send('POST', `${FEEDS}/${id}/approve`, {}, key)).toMatchObject({ status: 200 })
  const { body } = await server.get('/api/v1/listings?limit=50', key)
  expect(body.data.filter((listing: { gone_at: string | null }) => listing.gone_at !== null)).toHaveLength(9)
})

it.each(fromCases<[string, object, number, string, string][]>('http/feeds', 'refusals'))(
  'refuses %s',
  async (_, more, status, code, pointer) => {
    const answer = await server.send('POST', FEEDS, request(more), server.keys.pro)
    expect(answer).toMatchObject({ status, body: { errors: [{ pointer: expect.stringContaining(pointer) }] } })
    expect([code, 'unknown_parameter']).toContain(answer.body.code)
  },
)

it('says in plain words why a feed cannot be tried', async () => {
  const wrong = { auth: { kind: 'bearer', token: 'wrong' } }
  const { body } = await server.send('POST', `${FEEDS}/try`, request(wrong), server.keys.pro)
  expect(body.data).toMatchObject({ problem: { code: 'credentials_refused' }, rows: [] })
  const closed = await server.send(
    'POST',
    `${FEEDS}/try`,
    request({ url: 'http://127.0.0.1:1/odata' }),
    server.keys.pro,
  )
  expect(closed.body.data.problem).toMatchObject({ code: 'unreachable' })
})
