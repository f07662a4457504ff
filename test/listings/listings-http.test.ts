// Listings over HTTP: one by one, in batches and streams, with plans, limits and tenancy.
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { ListingChangesSchema } from '../../src/http/listings/listing-change-schemas.ts'
import {
  ListingBatchResponse,
  ListingBatchResultSchema,
  ListingSchema,
} from '../../src/http/listings/listing-schemas.ts'
import {
  DuplicatesPage,
  ListingCountsSchema,
  ListingHistorySchema,
  ProjectListingsResponse,
} from '../../src/http/listings/listing-view-schemas.ts'
import { fromCases } from '../support/cases.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const [first] = server.app.services.catalog
  .snapshot('production')
  .projects.toArray()
  .filter(({ buildings }) => buildings.length === 1)
const project = { id: first!.id, address: first!.address }
const key = await server.newKey('pro')
afterAll(() => server.stop())

const LISTINGS = '/api/v1/listings'
const NOWHERE = '77 Forgotten Lane, Toronto, ON'
const put = (id: string, body: object, as = key) => server.send('PUT', `${LISTINGS}/${id}`, body, as)
const get = (path: string, as = key) => server.get(`${LISTINGS}${path}`, as)
const remove = (path: string, as = key) => server.send('DELETE', `${LISTINGS}${path}`, {}, as)

async function stream(text: string, as: string) {
  const answer = await fetch(`${server.url}${LISTINGS}/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/x-ndjson' },
    body: text,
  })
  const lines = answer.ok ? (await answer.text()).trim().split('\n') : []
  return { status: answer.status, lines: lines.map((line) => ListingBatchResultSchema.parse(JSON.parse(line))) }
}

describe('a listing', () => {
  it('is stored, read and deleted under its key', async () => {
    const body = {
      address: `1203 - ${project.address}`,
      status: 'active',
      feed: 'mine',
      unit: '1203',
      latitude: 43.6,
      longitude: -79.4,
      attributes: { price: 1, tags: ['a'], nested: { x: null } },
    }
    const stored = await put('MLS:C-1._x', body)
    expect(stored.status).toBe(200)
    const data = ListingSchema.parse(stored.body.data)
    expect(data).toMatchObject({ key: 'MLS:C-1._x', ...body, decision: null, gone_at: null })
    expect(data.link.match).toMatchObject({ project_id: project.id, unit: '1203' })
    expect((await get('/MLS:C-1._x')).body).toEqual(stored.body)
    expect((await remove('/MLS:C-1._x')).status).toBe(204)
    for (const answer of [await get('/MLS:C-1._x'), await remove('/MLS:C-1._x')])
      expect([answer.status, answer.body.code]).toEqual([404, 'listing_not_found'])
  })

  it.each([
    ['a reserved key', 'batch', { address: 'x' }],
    ['a key with a space', 'a%20b', { address: 'x' }],
    ['a key that is too long', 'k'.repeat(129), { address: 'x' }],
    ['large attributes', 'a', { address: 'x', attributes: { text: 'x'.repeat(2100) } }],
    ['attributes that are a list', 'a', { address: 'x', attributes: [] }],
    ['half a position', 'a', { address: 'x', latitude: 1 }],
    ['an unknown field', 'a', { address: 'x', colour: 'red' }],
    ['the label of a feed', 'a', { address: 'x', feed: 'feed_1' }],
    ['no address', 'a', {}],
  ])('with %s is refused', async (_, id, body) => {
    const answer = await put(id, body)
    expect([400, 405]).toContain(answer.status)
  })
})

describe('a batch', () => {
  it('stores, deletes and reports errors in order', async () => {
    const listings = [
      { key: 'b1', address: project.address },
      { key: 'b2', address: 7 },
      { key: 'b1', delete: true },
      { key: 'b1', delete: false },
      { key: 'b3', address: NOWHERE },
      { key: '..', address: NOWHERE },
      { address: NOWHERE },
      'text',
    ]
    const answer = await server.send('POST', `${LISTINGS}/batch`, { listings }, key)
    const { data, meta } = ListingBatchResponse.parse(answer.body)
    expect(data.map(({ key, result, error }) => [key, result ?? error!.code])).toEqual(
      fromCases<[string | null, string][]>('listings/listings-http', 'batch results'),
    )
    expect(meta).toEqual({ count: 8, errors: 5, lookups: 0 })
    expect(data[0]!.link!.match).toMatchObject({ project_id: project.id })
  })

  it('streams many listings and answers each line in order', async () => {
    const one = await server.newKey('elite')
    const lines = Array.from({ length: 1300 }, (_, i) =>
      JSON.stringify(
        i % 100 === 99 ? { key: `k${i - 1}`, delete: true } : { key: `k${i}`, address: `${i} - ${project.address}` },
      ),
    )
    lines[5] = '{"key":'
    const { status, lines: results } = await stream(lines.join('\n'), one)
    expect([status, results.length]).toEqual([200, 1300])
    expect(results[5]).toMatchObject({ key: null, line: 6, error: { code: 'malformed_json' } })
    for (const [i, { key, result }] of results.entries())
      if (i !== 5) expect([key, result]).toEqual(i % 100 === 99 ? [`k${i - 1}`, 'deleted'] : [`k${i}`, 'created'])
    const counts = ListingCountsSchema.parse((await get('/counts', one)).body.data)
    expect(counts).toMatchObject({ total: 1300 - 13 - 13 - 1, limit: 2_000_000 })
    const again = await stream(lines.slice(10, 20).join('\n'), one)
    expect(new Set(again.lines.map(({ result }) => result))).toEqual(new Set(['unchanged']))
  })

  it('applies the lines of a key in order, also in two groups', async () => {
    const one = await server.newKey('elite')
    // An odd line first, so that groups end between the two lines of a key.
    const lines = ['{"key":"first","delete":true}']
    for (let i = 0; i < 300; i++) lines.push(`{"key":"k${i}","address":"${NOWHERE}"}`, `{"key":"k${i}","delete":true}`)
    const { lines: results } = await stream(lines.join('\n'), one)
    const changes = results.slice(1).map(({ result }, i) => (i % 2 === 0 ? result === 'created' : result === 'deleted'))
    expect([changes.length, changes.indexOf(false)]).toEqual([600, -1])
  })

  it('answers a line before the next one is sent', async () => {
    const one = await server.newKey('pro')
    let send!: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = controller
      },
    })
    const line = (id: string) => new TextEncoder().encode(`{"key":"${id}","address":"${NOWHERE}"}\n`)
    send.enqueue(line('a'))
    const answer = await fetch(`${server.url}${LISTINGS}/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one}`, 'content-type': 'application/x-ndjson' },
      body,
      duplex: 'half',
    } as RequestInit)
    const reader = answer.body!.getReader()
    const read = async () => JSON.parse(new TextDecoder().decode((await reader.read()).value)).key
    expect(await read()).toBe('a')
    send.enqueue(line('b'))
    expect(await read()).toBe('b')
    send.close()
    expect((await reader.read()).done).toBe(true)
  })
})

describe('views', () => {
  it('show duplicates, counts, the listings of a project, and the history of a link', async () => {
    const one = await server.newKey('pro')
    for (const id of ['a', 'b']) await put(id, { address: `1203 - ${project.address}` }, one)
    const [group] = DuplicatesPage.parse((await get('/duplicates', one)).body).data
    expect(group).toMatchObject({ reason: 'same_unit', unit: '1203', count: 2, project_id: project.id })
    expect(group!.listings.map((item) => item.key)).toEqual(['a', 'b'])
    const page = await server.get(`/api/v1/projects/${project.id}/listings`, one)
    const { data, meta } = ProjectListingsResponse.parse(page.body)
    expect(meta).toEqual({ count: 2, has_more: false })
    expect(data.buildings[0]!.units).toMatchObject([{ unit: '1203', listings: [{ key: 'a' }, { key: 'b' }] }])
    await server.send('POST', `${LISTINGS}/a/decision`, { verdict: 'reject' }, one)
    const history = ListingHistorySchema.parse((await get('/a/history', one)).body)
    expect(history.data).toMatchObject([{ key: 'a', why: 'listing', after: { project_id: null } }])
    const undone = await remove('/a/decision', one)
    expect(undone.body.data).toMatchObject({ decision: null, link: { match: { project_id: project.id } } })
    expect(ListingCountsSchema.parse((await get('/counts', one)).body.data)).toMatchObject({ total: 2, decided: 0 })
  })

  it('list the changes of an account’s own links in order, and forget them with the listing', async () => {
    const [one, other] = [await server.newKey('pro'), await server.newKey('pro')]
    for (const id of ['a', 'b']) {
      await put(id, { address: NOWHERE }, one)
      await put(id, { address: project.address }, one)
    }
    const read = async (query: string, as = one) => ListingChangesSchema.parse((await get(`/changes${query}`, as)).body)
    const first = await read('?since=0&limit=1')
    expect(first.data).toMatchObject([{ key: 'a', why: 'listing', after: { project_id: project.id } }])
    expect(first.meta).toEqual({ count: 1, next_since: first.data[0]!.sequence, has_more: true })
    const second = await read(`?since=${first.meta.next_since}`)
    expect(second.data.map((change) => change.key)).toEqual(['b'])
    expect(second.meta.has_more).toBe(false)
    expect((await read('?since=0', other)).data).toEqual([])
    await remove('/a', one)
    expect((await read('?since=0')).data.map((change) => change.key)).toEqual(['b'])
  })

  it('return 410 when the next change is older than the plan stores', async () => {
    const one = await server.newKey('pro')
    await put('a', { address: NOWHERE }, one)
    await put('a', { address: project.address }, one)
    const { db } = server.app.foundation
    await sql`update events set occurred_at = occurred_at - interval '400 days'
      where resource_type = 'listing' and resource_id = 'a' and sequence = (select max(sequence) from events)`.execute(
      db.query,
    )
    const { status, body } = await get('/changes?since=0', one)
    expect([status, body.code]).toEqual([410, 'sync_token_expired'])
  })

  it('return 410 for a position after the last change', async () => {
    const one = await server.newKey('pro')
    const { next_since } = (await get('/changes?since=0', one)).body.meta
    expect((await get(`/changes?since=${next_since}`, one)).status).toBe(200)
    const { status, body } = await get(`/changes?since=${next_since + 1000}`, one)
    expect([status, body.code]).toEqual([410, 'sync_token_expired'])
    expect(body.detail).toContain('/api/v1/listings')
  })

  it('hide the changes of listings from a key without the scope', async () => {
    const one = await server.newKey('pro')
    await put('a', { address: NOWHERE }, one)
    await put('a', { address: project.address }, one)
    const { body } = await server.send('POST', '/api/v1/api-keys', { name: 'x', scopes: ['projects:read'] }, one)
    const changes = (path: string, as: string) => server.get(`/api/v1/changes?since=0&limit=1000${path}`, as)
    const types = async (as: string) =>
      new Set((await changes('&types=listing.link_changed', as)).body.data?.map(({ type }: { type: string }) => type))
    expect(await types(one)).toEqual(new Set(['listing.link_changed']))
    expect((await changes('&types=listing.link_changed', body.data.key)).body.code).toBe('insufficient_scope')
  })
})
