// Retries, timeouts and errors of the client.

import type { PlinthError } from '@plinth/client'
import { createClient } from '@plinth/client'
import { retryAfterSeconds } from '@plinth/client/internal/errors'
import { queryString, retryDelayMs } from '@plinth/client/internal/transport'
import { afterEach, describe, expect, it } from 'vitest'
import type { FlakyServer, Script } from './flaky-server.ts'
import { answer, hangUp, problem, startFlakyServer } from './flaky-server.ts'

let server: FlakyServer | undefined
afterEach(() => server?.stop())

async function clientOf(...script: readonly Script[]) {
  server = await startFlakyServer(...script)
  return createClient({ baseUrl: `${server.url}/`, apiKey: 'pl_test_x' })
}

const retryNow = { 'retry-after': '0' }

async function errorFrom(promise: Promise<unknown>): Promise<PlinthError> {
  return promise.then(
    () => expect.unreachable('expected an error'),
    (error: PlinthError) => error,
  )
}

describe('a temporary failure', () => {
  it.each([
    ['429 rate_limited', problem(429, 'rate_limited', retryNow)],
    ['503', problem(503, 'overloaded', retryNow)],
    ['a lost connection', hangUp],
  ])('is retried: %s', async (_, failure) => {
    const client = await clientOf(failure, failure, answer({ data: { plan: 'pro' } }))
    expect(await client.me()).toEqual({ plan: 'pro' })
    expect(server!.seen).toHaveLength(3)
  })

  it('is retried with the same Idempotency-Key for POST', async () => {
    const client = await clientOf(hangUp, answer({ data: { id: 'key_1' } }))
    await client.apiKeys.create({ name: 'x' })
    const [first, second] = server!.seen.map((headers) => headers['idempotency-key'])
    expect(first).toMatch(/^[\w-]{36}$/)
    expect(second).toBe(first)
  })

  it('is thrown after the last retry, with status, code, request id and retryAfter', async () => {
    const client = await clientOf(problem(503, 'overloaded', retryNow))
    const error = await errorFrom(client.me({ retries: 2 }))
    expect(error).toMatchObject({ status: 503, code: 'overloaded', requestId: 'req_1', retryAfter: 0 })
    expect(error.message).toBe('overloaded: It is overloaded.')
    expect(server!.seen).toHaveLength(3)
  })
})

describe('a permanent failure', () => {
  it.each([
    ['an exceeded quota', problem(429, 'quota_exceeded', retryNow)],
    ['a long wait', problem(429, 'rate_limited', { 'retry-after': '3600' })],
    ['a wrong key', problem(401, 'invalid_api_key')],
    ['a server error', problem(500, 'internal_error')],
  ])('is thrown at once: %s', async (_, failure) => {
    const client = await clientOf(failure)
    await errorFrom(client.me())
    expect(server!.seen).toHaveLength(1)
  })

  it('names the URL if the server is not a Plinth server', async () => {
    const client = await clientOf((request, response) => {
      request.resume()
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
    })
    const error = await errorFrom(client.me())
    expect(error).toMatchObject({ status: 404, code: 'unexpected_answer' })
    expect(error.detail).toContain(server!.url)
  })

  it('is thrown for a redirect, which could leak the key', async () => {
    const elsewhere = await startFlakyServer(answer({ data: {} }))
    const client = await clientOf((request, response) => {
      request.resume()
      response.writeHead(307, { location: `${elsewhere.url}/api/v1/me` }).end()
    })
    expect((await errorFrom(client.me({ retries: 0 }))).code).toBe('network_error')
    expect(elsewhere.seen).toEqual([])
    await elsewhere.stop()
  })
})

describe('a caller', () => {
  it('can abort a request, and gets its own reason', async () => {
    const controller = new AbortController()
    const client = await clientOf((request) => {
      request.resume()
      controller.abort(new Error('enough'))
    })
    await expect(client.me({ signal: controller.signal })).rejects.toThrow('enough')
  })

  it('can abort while the client waits for a retry', async () => {
    const controller = new AbortController()
    const client = await clientOf((request, response) => {
      problem(429, 'rate_limited', { 'retry-after': '50' })(request, response)
      response.once('close', () => controller.abort(new Error('enough')))
    })
    await expect(client.me({ signal: controller.signal })).rejects.toThrow('enough')
  })

  it('gets a timeout error if no response starts in time', async () => {
    const client = await clientOf((request) => {
      request.resume()
    })
    expect(await errorFrom(client.me({ timeoutMs: 50, retries: 0 }))).toMatchObject({ status: 0, code: 'timeout' })
  })

  it('provides a token before every attempt', async () => {
    server = await startFlakyServer(problem(503, 'overloaded', retryNow), answer({ data: {} }))
    let n = 0
    const client = createClient({ baseUrl: server.url, getToken: async () => `token-${++n}` })
    await client.me()
    expect(server.seen.map(({ authorization }) => authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
  })
})

describe('a stream of links', () => {
  /** Writes a result for each line, up to `lines`; then runs `end`. */
  const answering =
    (lines: number, end: Script): Script =>
    async (request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      let n = 0
      let rest = ''
      for await (const chunk of request) {
        const whole = (rest + chunk).split('\n')
        rest = whole.pop()!
        for (const line of whole) {
          if (n++ === lines) return end(request, response)
          response.write(`${JSON.stringify({ query_id: JSON.parse(line).query_id, data: [], meta: {} })}\n`)
        }
      }
      response.end()
    }
  const restart: Script = (_, response) => {
    const error = {
      code: 'temporarily_unavailable',
      message: 'The server is shutting down. Send the remaining lines again.',
    }
    response.end(`${JSON.stringify({ query_id: null, line: 1, error })}\n`)
  }
  async function* queries(count: number) {
    for (let i = 0; i < count; i++) yield { query_id: i, address: `${i} Main St` }
  }
  const idsOf = async (answers: AsyncIterable<{ query_id: string | number | null }>) => {
    const ids: unknown[] = []
    for await (const { query_id } of answers) ids.push(query_id)
    return ids
  }
  const all = (count: number) => Array.from({ length: count }, (_, i) => i)

  it.each([
    ['a server restart', restart],
    ['a lost connection', hangUp],
  ])('survives %s and returns every result once, in order', async (_, end) => {
    const client = await clientOf(answering(3, end), answering(0, end), answering(1000, end))
    expect(await idsOf(client.buildingLinks.stream(queries(40)))).toEqual(all(40))
    expect(server!.seen).toHaveLength(3)
  })

  it('throws if retries make no progress', async () => {
    const client = await clientOf(answering(0, hangUp))
    const answers = client.buildingLinks.stream(queries(3), { retries: 1 })
    expect((await errorFrom(idsOf(answers))).code).toBe('network_error')
    expect(server!.seen).toHaveLength(2)
  })

  it('throws if the key is revoked during the stream', async () => {
    const client = await clientOf(
      answering(2, (_, response) => {
        response.end(
          `${JSON.stringify({ query_id: null, error: { code: 'revoked_credentials', message: 'Gone.' } })}\n`,
        )
      }),
    )
    expect((await errorFrom(idsOf(client.buildingLinks.stream(queries(9))))).code).toBe('revoked_credentials')
    expect(server!.seen).toHaveLength(1)
  })

  it('throws if the server reports an unexpected error on the last line', async () => {
    const error = { code: 'internal_error', message: 'An unexpected error occurred.' }
    const client = await clientOf(
      answering(2, (_, response) => {
        response.end(`${JSON.stringify({ query_id: null, line: 3, error })}\n`)
      }),
    )
    const thrown = await errorFrom(idsOf(client.buildingLinks.stream(queries(9))))
    expect([thrown.status, thrown.code]).toEqual([500, 'internal_error'])
    expect(server!.seen).toHaveLength(1)
  })

  it('closes its source if the caller stops reading', async () => {
    const client = await clientOf(answering(1000, hangUp))
    let closed = false
    async function* source() {
      try {
        yield* queries(1_000_000)
      } finally {
        closed = true
      }
    }
    for await (const { query_id } of client.buildingLinks.stream(source())) if (query_id === 5) break
    expect(closed).toBe(true)
  })
})

it('throws if an export of listings breaks off after complete lines', async () => {
  const client = await clientOf((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write('{"key":"a"}\n', () => response.destroy())
  })
  const keys: string[] = []
  const read = async () => {
    for await (const { key } of client.listings.export()) keys.push(key)
  }
  expect([(await errorFrom(read())).code, keys]).toEqual(['network_error', ['a']])
})

it('reads the change log to the end, and resumes from any checkpoint without gaps or repeats', async () => {
  // The caller may not see sequences 5 and 8, so a page can end after its last change, or be empty.
  const log = [1, 2, 3, 4, 6, 7]
  const client = await clientOf((request, response) => {
    const since = Number(new URL(request.url!, 'http://x').searchParams.get('since'))
    const next_since = Math.min(since + 2, 8)
    const data = log.filter((n) => n > since && n <= next_since).map((sequence) => ({ sequence }))
    answer({ data, meta: { count: data.length, next_since, has_more: next_since < 8 } })(request, response)
  })
  const from = async (since: number) => {
    const seen: number[][] = []
    for await (const { sequence, checkpoint } of client.changes.iterate({ since })) seen.push([sequence, checkpoint])
    return seen
  }
  const whole = await from(0)
  const sequences = (seen: number[][]) => seen.map(([sequence]) => sequence)
  expect(sequences(whole)).toEqual(log)
  expect(whole.at(-1)).toEqual([7, 8])
  for (const [i, [, checkpoint]] of whole.entries())
    expect(sequences(await from(checkpoint!))).toEqual(log.slice(i + 1))
})

it('waits as long as Retry-After says, otherwise backs off exponentially with jitter', () => {
  const error = (retryAfter: number | null) => ({ status: 503, code: 'overloaded', retryAfter }) as PlinthError
  expect(retryDelayMs(error(7), 0, 0)).toBe(7000)
  expect([0, 1, 2].map((attempt) => retryDelayMs(error(null), attempt, 1))).toEqual([250, 500, 1000])
  expect(retryDelayMs(error(null), 0, 0)).toBe(125)
  expect(retryDelayMs(error(null), 30, 1)).toBe(20_000)
  const soon = new Headers({ 'retry-after': new Date(11_000).toUTCString() })
  expect(retryAfterSeconds(soon, 1000)).toBe(10)
})

it('encodes a query string the server can parse', () => {
  expect(queryString({ city: ['Toronto', 'St. John’s'], limit: 5, bbox: [-80, 43, -79, 44], q: undefined })).toBe(
    '?city=Toronto&city=St.+John%E2%80%99s&limit=5&bbox=-80%2C43%2C-79%2C44',
  )
  expect(queryString({})).toBe('')
})
