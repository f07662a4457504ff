// Building links over HTTP: single lookups, batches, streams and metering.
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { BatchResponseSchema } from '../../src/http/links/link-batch-schemas.ts'
import { LinkResponseSchema } from '../../src/http/links/link-schemas.ts'
import { isCleanText } from '../../src/kernel/text.ts'
import { HOSTILE } from '../matcher/hostile.ts'
import { fromCases } from '../support/cases.ts'
import { jsonLines } from '../support/json-lines.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { projects } = server.app.services.catalog.snapshot('production')
const addresses = projects
  .toArray()
  .filter((project) => project.buildings.length === 1)
  .map((project) => project.address)
afterAll(() => server.stop())

const LINKS = '/api/v1/building-links'
const BATCH = '/api/v1/building-links/batch'
/** Long enough for a busy machine, well below the 30 s stream timeout. */
const SOON = { timeout: 10_000 }
const NOWHERE = '99999 Nowhere Blvd, Toronto, ON'

const lookUp = (body: unknown, key: string) => server.send('POST', LINKS, body, key)
const batch = (queries: unknown, key: string) => server.send('POST', BATCH, { queries }, key)

async function usageOf(key: string): Promise<{ requests: number; lookups: number }> {
  const principal = await server.app.services.access.directory.authenticate(key)
  return { ...server.app.services.access.usage.month(principal.account.id, principal.credential.mode) }
}

async function stream(lines: Iterable<string> | AsyncIterable<string>, key: string): Promise<Response> {
  return fetch(server.url + BATCH, {
    method: 'POST',
    body: Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    duplex: 'half',
  } as RequestInit)
}

describe('one address', () => {
  it('returns the same data by POST and by GET', async () => {
    const address = addresses[0]!
    const got = await server.get(
      `${LINKS}?address=${encodeURIComponent(address)}&include=evidence,parsed`,
      server.keys.pro,
    )
    const posted = await lookUp({ address, include: ['evidence', 'parsed'] }, server.keys.pro)
    expect([got.status, posted.status]).toEqual([200, 200])
    expect(posted.text).toBe(got.text)
    const { data, meta } = LinkResponseSchema.parse(posted.body)
    expect(data[0]).toMatchObject({ canonical_mls_address: address, match_method: 'auto' })
    expect(data[0]).toHaveProperty('latitude')
    expect(data[0]!.evidence!.length).toBeGreaterThan(5)
    expect(data[0]!.summary).toEqual({
      en: expect.stringMatching(/^Same number, street.*\.$/),
      fr: expect.stringMatching(/^Même numéro, même rue.*\.$/),
    })
    expect(meta.parsed).not.toBeNull()
  })

  it('returns every reading considered when `include` has `readings`', async () => {
    const address = '7313-106 Street'
    const { body } = await lookUp({ address, include: ['parsed', 'readings'] }, server.keys.sandbox)
    const { data, meta } = LinkResponseSchema.parse(body)
    const read = meta.readings!.map(({ unit, civic_number, street_name }) => [unit, civic_number, street_name])
    expect(read).toEqual([
      [null, '7313', '106'],
      ['7313', '106', 'Street'],
    ])
    expect(meta.readings).toContainEqual(meta.parsed)
    expect(data).toEqual([])
    expect((await lookUp({ address }, server.keys.sandbox)).body.meta).not.toHaveProperty('readings')
  })

  it('accepts JSON numbers, and treats null as absent', async () => {
    const { status, body } = await lookUp(
      {
        address: addresses[0],
        city: null,
        latitude: 43.6,
        longitude: -79.4,
        limit: 1,
        min_confidence: 0,
        mls_number: 'C1',
      },
      server.keys.pro,
    )
    expect([status, body.data.length, body.meta.mls_number]).toEqual([200, 1, 'C1'])
  })

  it.each([
    ...fromCases<[object, string, string][]>('http/links', 'refused queries'),
    [{ address: 'x'.repeat(8001) }, 'address_too_long', '/address'],
  ])('%j returns 400 %s', async (body, code, pointer) => {
    const response = await lookUp(body, server.keys.pro)
    expect([response.status, response.body.code, response.body.errors[0].pointer]).toEqual([400, code, pointer])
  })

  it('reads the title and the post of docs/links.md', async () => {
    const guide = readFileSync('docs/links.md', 'utf8')
    const title = JSON.parse(/-d '(\{"address": "Rare.*\})'/.exec(guide)![1]!)
    const post = { address: /<<'END'\n(.*)\nEND/s.exec(guide)![1]! }
    for (const query of [title, post]) {
      const { data, meta } = (await lookUp(query, server.keys.sandbox)).body
      expect(data[0]).toMatchObject({ canonical_mls_address: '77 Huntley St, Toronto, ON', unit: '1203' })
      expect(meta.recommended_action).toBe('accept')
    }
  })

  it('reads an address at the end of 8,000 characters, by POST, in a batch and in a stream', async () => {
    const key = await server.newKey('pro')
    const post = (length: number) => `${'='.repeat(length - addresses[0]!.length - 1)}\n${addresses[0]}`
    const [longest, tooLong] = [post(8000), post(8001)]
    const short = (await lookUp({ address: addresses[0] }, key)).body.data[0]
    const answer = (await lookUp({ address: longest }, key)).body
    expect(answer.data[0]).toMatchObject({ project_id: short.project_id, building_id: short.building_id })
    const queries = [{ address: longest }, { address: tooLong }]
    const batched = (await batch(queries, key)).body.data
    expect(batched[0].data).toEqual(answer.data)
    expect(batched[1].error).toMatchObject({ code: 'address_too_long', pointer: '/address' })
    expect(batched[1].error.message).toContain('at most 8000 characters; got 8001')
    const lines = jsonLines(
      await (await stream([queries.map((query) => `${JSON.stringify(query)}\n`).join('')], key)).text(),
    )
    expect([lines[0].data, lines[1].error.code]).toEqual([answer.data, 'address_too_long'])
  })

  it('refuses more than 512 characters by GET and names POST', async () => {
    const { status, body } = await server.get(`${LINKS}?address=${'x'.repeat(513)}`, server.keys.pro)
    expect([status, body.code]).toEqual([400, 'address_too_long'])
    expect(body.detail).toContain('at most 512 characters; got 513. Use POST for up to 8000')
  })

  it('accepts the listing date in GET, POST, batch and stream', async () => {
    const address = '1288 Rue De La Gauchetière O, Montréal'
    const key = await server.newKey('sandbox')
    const earlier = { address, listed_on: '2001-05-01', include: ['evidence'] }
    const later = { ...earlier, listed_on: '2015-05-01' }
    const got = await server.get(
      `${LINKS}?address=${encodeURIComponent(address)}&listed_on=2015-05-01&include=evidence`,
      key,
    )
    const [early, late] = [await lookUp(earlier, key), await lookUp(later, key)]
    expect(got.text).toBe(late.text)
    expect(late.body.data[0].match_confidence).toBeLessThan(early.body.data[0].match_confidence)
    expect(late.body.data[0].evidence.at(-1)).toMatchObject({ component: 'address_dates', level: 'after' })
    expect((await batch([later], key)).body.data[0].data).toEqual(late.body.data)
    const lines = jsonLines(await (await stream([`${JSON.stringify(later)}\n`], key)).text())
    expect(lines[0].data).toEqual(late.body.data)
    const wrong = await lookUp({ address, listed_on: '2015-02-30' }, key)
    expect([wrong.status, wrong.body.errors[0]]).toMatchObject([400, { pointer: '/listed_on' }])
  })

  it('outside the sandbox counts as a lookup, and no match does not', async () => {
    const key = await server.newKey('sandbox')
    const outside = await lookUp({ address: addresses[0] }, key)
    expect(outside.body).toMatchObject({ data: [], meta: { outcome: 'no_match', reason: 'outside_sandbox' } })
    await lookUp({ address: NOWHERE }, key)
    expect(await usageOf(key)).toEqual({ requests: 2, lookups: 1 })
  })
})

it('the sandbox has a verified address', async () => {
  const query = { address: '#4, 6 Old Wharf Ln, Toronto', include: ['evidence'] }
  const { body } = await lookUp(query, await server.newKey('sandbox'))
  expect(body.data).toMatchObject([{ project_id: 7, match_method: 'verified', match_confidence: 1, unit: '4' }])
  expect(body.data[0].summary).toEqual({
    en: 'A person verified this address.',
    fr: 'Une personne a vérifié cette adresse.',
  })
})

describe('a batch of addresses', () => {
  it('returns results in order with an error per invalid item, and counts one request and its matches', async () => {
    const key = await server.newKey('pro')
    const { status, body } = await batch(
      [
        { query_id: 'a', address: addresses[0] },
        { query_id: 'b', address: '' },
        { query_id: 3, address: NOWHERE },
        'not an object',
        { query_id: 'e', address: addresses[1], color: 'red' },
        { address: addresses[1] },
      ],
      key,
    )
    expect(status).toBe(200)
    const { data, meta } = BatchResponseSchema.parse(body)
    expect(data.map(({ query_id }) => query_id)).toEqual(['a', 'b', 3, null, 'e', null])
    expect(data.map((item) => item.error?.code ?? item.meta!.outcome)).toEqual([
      'matched',
      'invalid_parameter',
      'no_match',
      'invalid_parameter',
      'unknown_parameter',
      'matched',
    ])
    expect(data[4]!.error).toMatchObject({ pointer: '/color' })
    expect(meta).toEqual({ count: 6, errors: 3, lookups: 2 })
    expect(await usageOf(key)).toEqual({ requests: 1, lookups: 2 })
  })

  it('is rate limited even when nothing matches, and a stream then slows down', async () => {
    const key = await server.newKey('sandbox')
    const misses = Array.from({ length: 1000 }, () => ({ address: NOWHERE }))
    const { access } = server.app.services
    const principal = await access.directory.authenticate(key)
    const exhaust = async () => {
      while (access.rates.takeBatchAddresses(principal, 1000).allowed);
      return batch(misses, key)
    }
    let refused = await exhaust()
    // The limit refills by 1,000 a second, so a slow machine may need several attempts.
    while (refused.status === 200) refused = await exhaust()
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.detail).toContain('60,000 addresses in batches per minute')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await usageOf(key)).lookups).toBe(0)
    const slow = await stream([`${JSON.stringify(misses[0])}\n`.repeat(150)], key)
    expect(jsonLines(await slow.text())).toHaveLength(150)
  })

  it('has at most 1,000 items and 4 MiB', async () => {
    const key = await server.newKey('pro')
    const many = Array.from({ length: 1001 }, (_, i) => ({ query_id: i, address: addresses[i % addresses.length] }))
    expect((await batch(many, key)).status).toBe(400)
    const { status, body } = await batch(many.slice(0, 1000), key)
    expect([status, body.data.length, body.data[999].query_id]).toEqual([200, 1000, 999])
    const posts = Array.from({ length: 1000 }, () => ({ address: 'x'.repeat(8000) }))
    const refused = await batch(posts, key)
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      413,
      'payload_too_large',
      'The body must be at most 4194304 bytes.',
    ])
    expect((await batch(posts.slice(0, 500), key)).status).toBe(200)
    expect((await batch([], key)).status).toBe(400)
  })

  it('without a key has at most 200 items, and a network may send ten a minute', async () => {
    const sendAsVisitor = (count: number) =>
      server.send('POST', BATCH, { queries: Array.from({ length: count }, () => ({ address: NOWHERE })) }, undefined, {
        authorization: 'Visitor',
      })
    expect((await sendAsVisitor(201)).body.code).toBe('payload_too_large')
    const responses = await Promise.all(Array.from({ length: 30 }, () => sendAsVisitor(1)))
    const refused = responses.filter(({ status }) => status === 429)
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10)
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('returns quota_exceeded for the items after the quota ends', async () => {
    const key = await server.newKey('sandbox')
    const { services } = server.app
    const known = services.catalog.snapshot('sandbox').projects.toArray()[0]!.address
    const principal = await services.access.directory.authenticate(key)
    services.access.usage.count(principal, 'test', 0, 4_998)
    const { body } = await batch(Array(4).fill({ address: known }), key)
    expect(body.data.map((item: { error?: { code: string } }) => item.error?.code ?? 'ok')).toEqual([
      'ok',
      'ok',
      'quota_exceeded',
      'quota_exceeded',
    ])
    expect((await usageOf(key)).lookups).toBe(5_000)
  })

  it('grants not one more to batches at the same time', async () => {
    const { services } = server.app
    const known = services.catalog.snapshot('sandbox').projects.toArray()[0]!.address
    for (let tries = 0; tries < 5; tries++) {
      const key = await server.newKey('sandbox')
      const principal = await services.access.directory.authenticate(key)
      services.access.usage.count(principal, 'test', 0, 4_980)
      const answers = await Promise.all(Array.from({ length: 12 }, () => batch(Array(5).fill({ address: known }), key)))
      const items = answers.flatMap(({ body }) => body.data as { error?: { code: string } }[])
      expect(items.filter(({ error }) => error === undefined)).toHaveLength(20)
    }
  })
})

describe('a stream of lines', () => {
  it('returns 5,000 results in order, each with its id', async () => {
    const key = await server.newKey('elite')
    const count = 5000
    function* queries() {
      for (let i = 0; i < count; i += 100) {
        let text = ''
        for (let k = i; k < i + 100; k++)
          text += `${JSON.stringify({ query_id: k, address: addresses[k % addresses.length] })}\n`
        yield text
      }
    }
    const response = await stream(queries(), key)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
    ])
    const results = jsonLines(await response.text())
    expect(results.length).toBe(count)
    expect(results.every((item, i) => item.query_id === i)).toBe(true)
    const matched = results.filter((item) => item.data.length > 0).length
    expect(matched).toBeGreaterThan(count * 0.99)
    expect(await usageOf(key)).toEqual({ requests: 1, lookups: matched })
  })

  it('returns a result before the next line is sent', async () => {
    let resolveFirst = () => {}
    const firstResult = new Promise<void>((resolve) => {
      resolveFirst = resolve
    })
    const key = await server.newKey('pro')
    const options = {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    }
    const call = request(server.url + BATCH, options)
    call.write(`${JSON.stringify({ query_id: 1, address: addresses[0] })}\n`)
    const received: string[] = []
    const done = new Promise<void>((resolve, reject) => {
      call.on('error', reject)
      call.on('response', (response) => {
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          received.push(text)
          resolveFirst()
        })
        response.on('end', resolve)
      })
    })
    await firstResult
    expect(jsonLines(received.join(''))[0]).toMatchObject({ query_id: 1, meta: { outcome: 'matched' } })
    call.end(JSON.stringify({ query_id: 2, address: addresses[1] }))
    await done
    expect(jsonLines(received.join('')).map((item) => item.query_id)).toEqual([1, 2])
  })

  it('returns an error line for an invalid line, continues, and skips blank lines', async () => {
    const key = await server.newKey('pro')
    const good = JSON.stringify({ query_id: 'ok', address: addresses[0] })
    const lines = [
      good,
      '{',
      '',
      '[]',
      '{"address":"1\\u0000"}',
      '{"query_id":"q","address":"1","address":"2"}',
      JSON.stringify({ address: 'x'.repeat(70_000) }),
      '  \r',
      good,
    ]
    const results = jsonLines(await (await stream([lines.join('\n')], key)).text())
    expect(results.map((item) => [item.line, item.error?.code ?? item.query_id])).toEqual([
      [undefined, 'ok'],
      [2, 'malformed_json'],
      [3, 'invalid_parameter'],
      [4, 'invalid_encoding'],
      [5, 'malformed_json'],
      [6, 'payload_too_large'],
      [undefined, 'ok'],
    ])
    expect((await usageOf(key)).lookups).toBe(2)
  })

  it('ends with an error line after line 100,000', async () => {
    const key = await server.newKey('elite')
    function* queries() {
      for (let i = 0; i < 1_001; i++) yield '{"address":"-"}\n'.repeat(100)
    }
    const results = (await (await stream(queries(), key)).text()).trimEnd().split('\n')
    expect(results.length).toBe(100_001)
    expect(JSON.parse(results.at(-1)!)).toMatchObject({ line: 100_001, error: { code: 'payload_too_large' } })
  })

  it('is limited to one per account until it ends or the client disconnects', async () => {
    const key = await server.newKey('pro')
    const stop = new AbortController()
    const { linkStreams } = server.app.services
    const options = {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      signal: stop.signal,
    }
    const first = request(server.url + BATCH, options)
    first.on('error', () => {})
    const responded = new Promise((resolve) => first.once('response', (response) => response.once('data', resolve)))
    first.write(`${JSON.stringify({ address: addresses[0] })}\n`)
    await responded
    const second = await stream([], key)
    expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([429, 'rate_limited'])
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await stream([], await server.newKey('pro'))).status).toBe(200)
    stop.abort()
    await vi.waitFor(() => expect(linkStreams.size).toBe(0), SOON)
    expect((await stream([], key)).status).toBe(200)
  })

  it('that its client does not read blocks no other request', async () => {
    const key = await server.newKey('pro')
    const stop = new AbortController()
    const options = {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      signal: stop.signal,
    }
    const call = request(server.url + BATCH, options)
    call.on('error', () => {})
    const responded = new Promise<IncomingMessage>((resolve) => call.once('response', resolve))
    const text = `${JSON.stringify({ address: addresses[0] })}\n`.repeat(1000)
    // Send until back-pressure: the server reads no faster than the client reads the results.
    let sent = 0
    while (sent < 100 && call.write(text)) sent += 1
    const response = await responded
    response.pause()
    for (; sent < 60; sent += 1) call.write(text)
    const before = (await usageOf(key)).lookups
    for (let i = 0; i < 20; i++) expect((await lookUp({ address: addresses[1] }, server.keys.elite)).status).toBe(200)
    expect(before).toBeLessThan(60_000)
    stop.abort()
    await vi.waitFor(() => expect(server.app.services.linkStreams.size).toBe(0), SOON)
  })

  it('is rejected with 415 on the single-lookup route', async () => {
    const response = await fetch(server.url + LINKS, {
      method: 'POST',
      body: '{}\n',
      headers: { authorization: `Bearer ${server.keys.pro}`, 'content-type': 'application/x-ndjson' },
    })
    expect(response.status).toBe(415)
  })
})

describe('hostile text as an address', () => {
  it('never causes a server error, in a lookup, a batch or a stream', async () => {
    const key = await server.newKey('elite')
    for (const text of HOSTILE) {
      const url = `${LINKS}?address=${text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'}`
      if (url.length < 8000) expect((await server.get(url, key)).status, JSON.stringify(text)).toBeLessThan(500)
      expect((await lookUp({ address: text }, key)).status, JSON.stringify(text.slice(0, 60))).toBeLessThan(500)
    }
    const clean = HOSTILE.filter((text) => isCleanText(text, '\r\n'))
    const batched = await batch(
      clean.map((address) => ({ address })),
      key,
    )
    expect([batched.status, batched.body.data.length]).toEqual([200, clean.length])
    const lines = HOSTILE.map((address) => `${JSON.stringify({ address })}\n`)
    const response = await stream(lines, key)
    expect(jsonLines(await response.text()).length).toBe(HOSTILE.length)
  })
})
