// Building links over HTTP: one, many, and lines without end; metered exactly, and no text breaks them.
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BatchResponseSchema } from '../../src/contract/link-batch-schemas.ts'
import { LinkResponseSchema } from '../../src/contract/link-schemas.ts'
import { isCleanText } from '../../src/kernel/text.ts'
import { HOSTILE } from '../matcher/hostile.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
let addresses: string[]
beforeAll(async () => {
  server = await startServer()
  const { records } = server.app.services.catalog.snapshot('production').projects
  addresses = records.filter((project) => project.buildings.length === 1).map((project) => project.address)
})
afterAll(() => server.stop())

const LINKS = '/api/v1/building-links'
const BATCH = '/api/v1/building-links/batch'
/** Long enough for a busy machine, far below the 30 s after which any stream would end. */
const SOON = { timeout: 10_000 }
const NOWHERE = '99999 Nowhere Blvd, Toronto, ON'

const ask = (body: unknown, key: string) => server.send('POST', LINKS, body, key)
const batch = (queries: unknown, key: string) => server.send('POST', BATCH, { queries }, key)

async function used(key: string): Promise<{ requests: number; lookups: number }> {
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

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
const linesOf = (text: string): any[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('one address', () => {
  it('by POST gets the same data as by GET', async () => {
    const address = addresses[0]!
    const got = await server.get(
      `${LINKS}?address=${encodeURIComponent(address)}&include=evidence,parsed`,
      server.keys.pro,
    )
    const posted = await ask({ address, include: ['evidence', 'parsed'] }, server.keys.pro)
    expect([got.status, posted.status]).toEqual([200, 200])
    expect(posted.text).toBe(got.text)
    const { data, meta } = LinkResponseSchema.parse(posted.body)
    expect(data[0]).toMatchObject({ canonical_mls_address: address, match_method: 'auto' })
    expect(data[0]).toHaveProperty('latitude')
    expect(data[0]!.evidence!.length).toBeGreaterThan(5)
    expect(meta.parsed).not.toBeNull()
  })

  it('shows every reading that was considered, the one that won among them, when asked to', async () => {
    const address = '7313-106 Street'
    const { body } = await ask({ address, include: ['parsed', 'readings'] }, server.keys.sandbox)
    const { data, meta } = LinkResponseSchema.parse(body)
    const read = meta.readings!.map(({ unit, civic_number, street_name }) => [unit, civic_number, street_name])
    expect(read).toEqual([
      [null, '7313', '106'],
      ['7313', '106', 'Street'],
    ])
    expect(meta.readings).toContainEqual(meta.parsed)
    expect(data).toEqual([])
    expect((await ask({ address }, server.keys.sandbox)).body.meta).not.toHaveProperty('readings')
  })

  it('takes numbers as numbers, and null as nothing', async () => {
    const { status, body } = await ask(
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
    [{}, 'missing_parameter', '/address'],
    [{ address: '1 Main', adress: 'x' }, 'unknown_parameter', '/adress'],
    [{ address: 5 }, 'invalid_parameter', '/address'],
    [{ address: '1 Main', latitude: '43' }, 'invalid_parameter', '/latitude'],
    [{ address: '1 Main', latitude: 43 }, 'missing_parameter', '/longitude'],
    [{ address: '1 Main', limit: 2.5 }, 'invalid_parameter', '/limit'],
    [{ address: '1 Main', include: ['evidense'] }, 'invalid_parameter', '/include'],
    [{ address: 'x'.repeat(513) }, 'address_too_long', '/address'],
  ])('%j: 400 %s', async (body, code, pointer) => {
    const answer = await ask(body, server.keys.pro)
    expect([answer.status, answer.body.code, answer.body.errors[0].pointer]).toEqual([400, code, pointer])
  })

  it('takes the day of the listing in every form of the question', async () => {
    const address = '1288 Rue De La Gauchetière O, Montréal'
    const key = await server.newKey('sandbox')
    const then = { address, listed_on: '2001-05-01', include: ['evidence'] }
    const later = { ...then, listed_on: '2015-05-01' }
    const got = await server.get(
      `${LINKS}?address=${encodeURIComponent(address)}&listed_on=2015-05-01&include=evidence`,
      key,
    )
    const [early, late] = [await ask(then, key), await ask(later, key)]
    expect(got.text).toBe(late.text)
    expect(late.body.data[0].match_confidence).toBeLessThan(early.body.data[0].match_confidence)
    expect(late.body.data[0].evidence.at(-1)).toMatchObject({ component: 'address_dates', level: 'after' })
    expect((await batch([later], key)).body.data[0].data).toEqual(late.body.data)
    const lines = linesOf(await (await stream([`${JSON.stringify(later)}\n`], key)).text())
    expect(lines[0].data).toEqual(late.body.data)
    const wrong = await ask({ address, listed_on: '2015-02-30' }, key)
    expect([wrong.status, wrong.body.errors[0]]).toMatchObject([400, { pointer: '/listed_on' }])
  })

  it('outside the sandbox costs a lookup, and no match costs none', async () => {
    const key = await server.newKey('sandbox')
    const outside = await ask({ address: addresses[0] }, key)
    expect(outside.body).toMatchObject({ data: [], meta: { outcome: 'no_match', reason: 'outside_sandbox' } })
    await ask({ address: NOWHERE }, key)
    expect(await used(key)).toEqual({ requests: 2, lookups: 1 })
  })
})

it('the sandbox has a verified address to try', async () => {
  const { body } = await ask({ address: '#4, 6 Old Wharf Ln, Toronto' }, await server.newKey('sandbox'))
  expect(body.data).toMatchObject([{ project_id: 7, match_method: 'verified', match_confidence: 1, unit: '4' }])
})

describe('a list of addresses', () => {
  it('is answered in order; a bad item gets its own error; each match costs a lookup, the call one request', async () => {
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
    expect(await used(key)).toEqual({ requests: 1, lookups: 2 })
  })

  it('of addresses that nothing is found for is no free work: the minute has an end, and a stream then goes on slowly', async () => {
    const key = await server.newKey('sandbox')
    const misses = Array.from({ length: 1000 }, () => ({ address: NOWHERE }))
    const { access } = server.app.services
    const principal = await access.directory.authenticate(key)
    const useUp = async () => {
      while (access.rates.takeBatchAddresses(principal, 1000).allowed);
      return batch(misses, key)
    }
    let refused = await useUp()
    // A second gives a thousand back, and this machine may be slow.
    while (refused.status === 200) refused = await useUp()
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.detail).toContain('60000 addresses a minute')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await used(key)).lookups).toBe(0)
    const slow = await stream([`${JSON.stringify(misses[0])}\n`.repeat(150)], key)
    expect(linesOf(await slow.text())).toHaveLength(150)
  })

  it('may have 1,000 items and 4 MiB, no more', async () => {
    const key = await server.newKey('pro')
    const many = Array.from({ length: 1001 }, (_, i) => ({ query_id: i, address: addresses[i % addresses.length] }))
    expect((await batch(many, key)).status).toBe(400)
    const { status, body } = await batch(many.slice(0, 1000), key)
    expect([status, body.data.length, body.data[999].query_id]).toEqual([200, 1000, 999])
    expect((await batch([{ address: 'x'.repeat(5_000_000) }], key)).status).toBe(413)
    expect((await batch([], key)).status).toBe(400)
  })

  it('without a key has 200 items, and one network sends ten of them in a minute', async () => {
    const visit = (count: number) =>
      server.send('POST', BATCH, { queries: Array.from({ length: count }, () => ({ address: NOWHERE })) }, undefined, {
        authorization: 'Visitor',
      })
    expect((await visit(201)).body.code).toBe('payload_too_large')
    const answers = await Promise.all(Array.from({ length: 30 }, () => visit(1)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10)
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('stops being answered where the quota ends', async () => {
    const key = await server.newKey('sandbox')
    const { services } = server.app
    const known = services.catalog.snapshot('sandbox').projects.records[0]!.address
    const principal = await services.access.directory.authenticate(key)
    services.access.usage.count(principal, 'test', 0, 4_998)
    const { body } = await batch(Array(4).fill({ address: known }), key)
    expect(body.data.map((item: { error?: { code: string } }) => item.error?.code ?? 'answered')).toEqual([
      'answered',
      'answered',
      'quota_exceeded',
      'quota_exceeded',
    ])
    expect((await used(key)).lookups).toBe(5_000)
  })
})

describe('a stream of lines', () => {
  it('is answered line by line in order, 20,000 of them, each with its id', async () => {
    const key = await server.newKey('elite')
    const count = 20_000
    function* questions() {
      for (let i = 0; i < count; i += 100) {
        let text = ''
        for (let k = i; k < i + 100; k++)
          text += `${JSON.stringify({ query_id: k, address: addresses[k % addresses.length] })}\n`
        yield text
      }
    }
    const answer = await stream(questions(), key)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
    const answers = linesOf(await answer.text())
    expect(answers.length).toBe(count)
    expect(answers.every((item, i) => item.query_id === i)).toBe(true)
    const matched = answers.filter((item) => item.data.length > 0).length
    expect(matched).toBeGreaterThan(count * 0.99)
    expect(await used(key)).toEqual({ requests: 1, lookups: matched })
  })

  it('answers a line before the next one is sent', async () => {
    let more = () => {}
    const asked = new Promise<void>((resolve) => {
      more = resolve
    })
    const key = await server.newKey('pro')
    const options = {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    }
    const call = request(server.url + BATCH, options)
    call.write(`${JSON.stringify({ query_id: 1, address: addresses[0] })}\n`)
    const seen: string[] = []
    const done = new Promise<void>((resolve, reject) => {
      call.on('error', reject)
      call.on('response', (response) => {
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          seen.push(text)
          more()
        })
        response.on('end', resolve)
      })
    })
    await asked
    expect(linesOf(seen.join(''))[0]).toMatchObject({ query_id: 1, meta: { outcome: 'matched' } })
    call.end(JSON.stringify({ query_id: 2, address: addresses[1] }))
    await done
    expect(linesOf(seen.join('')).map((item) => item.query_id)).toEqual([1, 2])
  })

  it('gives a bad line an error line and goes on; blank lines are nothing', async () => {
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
    const answers = linesOf(await (await stream([lines.join('\n')], key)).text())
    expect(answers.map((item) => [item.line, item.error?.code ?? item.query_id])).toEqual([
      [undefined, 'ok'],
      [2, 'malformed_json'],
      [3, 'invalid_parameter'],
      [4, 'invalid_encoding'],
      [5, 'malformed_json'],
      [6, 'payload_too_large'],
      [undefined, 'ok'],
    ])
    expect((await used(key)).lookups).toBe(2)
  })

  it('ends with an error line behind line 100,000', async () => {
    const key = await server.newKey('elite')
    function* questions() {
      for (let i = 0; i < 1_001; i++) yield '{"address":"-"}\n'.repeat(100)
    }
    const answers = (await (await stream(questions(), key)).text()).trimEnd().split('\n')
    expect(answers.length).toBe(100_001)
    expect(JSON.parse(answers.at(-1)!)).toMatchObject({ line: 100_001, error: { code: 'payload_too_large' } })
  })

  it('is one at a time for an account: a second gets 429 with Retry-After; a client that leaves frees its place', async () => {
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
    const answered = new Promise((resolve) => first.once('response', (response) => response.once('data', resolve)))
    first.write(`${JSON.stringify({ address: addresses[0] })}\n`)
    await answered
    const second = await stream([], key)
    expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([429, 'rate_limited'])
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await stream([], await server.newKey('pro'))).status).toBe(200)
    stop.abort()
    await vi.waitFor(() => expect(linkStreams.size).toBe(0), SOON)
    expect((await stream([], key)).status).toBe(200)
  })

  it('that nobody reads holds nobody up', async () => {
    const key = await server.newKey('pro')
    const stop = new AbortController()
    const options = {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      signal: stop.signal,
    }
    const call = request(server.url + BATCH, options)
    call.on('error', () => {})
    const answered = new Promise<IncomingMessage>((resolve) => call.once('response', resolve))
    const text = `${JSON.stringify({ address: addresses[0] })}\n`.repeat(1000)
    // Sent until the server takes no more: it reads no faster than its answers are read.
    let sent = 0
    while (sent < 100 && call.write(text)) sent += 1
    const response = await answered
    response.pause()
    for (; sent < 60; sent += 1) call.write(text)
    const before = (await used(key)).lookups
    for (let i = 0; i < 20; i++) expect((await ask({ address: addresses[1] }, server.keys.elite)).status).toBe(200)
    expect(before).toBeLessThan(60_000)
    stop.abort()
    await vi.waitFor(() => expect(server.app.services.linkStreams.size).toBe(0), SOON)
  })

  it('ends with an error line when its key is revoked on the way', async () => {
    const key = await server.newKey('pro')
    const made = await server.send('POST', '/api/v1/api-keys', {}, key)
    async function* questions() {
      yield `${JSON.stringify({ address: addresses[0] })}\n`
      await server.send('DELETE', `/api/v1/api-keys/${made.body.data.id}`, {}, key)
      yield `${JSON.stringify({ address: addresses[1] })}\n`
    }
    const answers = linesOf(await (await stream(questions(), made.body.data.key)).text())
    expect(answers.map((item) => item.error?.code ?? 'answered')).toEqual(['answered', 'revoked_credentials'])
  })

  it('is not taken where lists of lines make no sense: 415', async () => {
    const answer = await fetch(server.url + LINKS, {
      method: 'POST',
      body: '{}\n',
      headers: { authorization: `Bearer ${server.keys.pro}`, 'content-type': 'application/x-ndjson' },
    })
    expect(answer.status).toBe(415)
  })
})

describe('hostile text as an address', () => {
  it('never breaks anything, one by one, in a list and in a stream', async () => {
    const key = await server.newKey('elite')
    for (const text of HOSTILE) {
      const url = `${LINKS}?address=${text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'}`
      if (url.length < 8000) expect((await server.get(url, key)).status, JSON.stringify(text)).toBeLessThan(500)
      expect((await ask({ address: text }, key)).status, JSON.stringify(text.slice(0, 60))).toBeLessThan(500)
    }
    const clean = HOSTILE.filter((text) => isCleanText(text, '\r\n'))
    const listed = await batch(
      clean.map((address) => ({ address })),
      key,
    )
    expect([listed.status, listed.body.data.length]).toEqual([200, clean.length])
    const lines = HOSTILE.map((address) => `${JSON.stringify({ address })}\n`)
    const answer = await stream(lines, key)
    expect(linesOf(await answer.text()).length).toBe(HOSTILE.length)
  })
})
