// What the client does when the way to the server, or the server, fails.
import { afterEach, describe, expect, it } from 'vitest'
import type { PlinthError } from '../../src/client/client.ts'
import { createClient } from '../../src/client/client.ts'
import { retryAfterSeconds } from '../../src/client/errors.ts'
import { queryString, retryDelayMs } from '../../src/client/transport.ts'
import type { FlakyServer, Script } from './flaky-server.ts'
import { answer, hangUp, problem, startFlakyServer } from './flaky-server.ts'

let server: FlakyServer | undefined
afterEach(() => server?.stop())

async function clientOf(...script: readonly Script[]) {
  server = await startFlakyServer(...script)
  return createClient({ baseUrl: `${server.url}/`, apiKey: 'pl_test_x' })
}

const atOnce = { 'retry-after': '0' }

async function refusalOf(promise: Promise<unknown>): Promise<PlinthError> {
  return promise.then(
    () => expect.unreachable('it was not refused'),
    (error: PlinthError) => error,
  )
}

describe('an attempt that failed in passing', () => {
  it.each([
    ['429 rate_limited', problem(429, 'rate_limited', atOnce)],
    ['503', problem(503, 'overloaded', atOnce)],
    ['a lost connection', hangUp],
  ])('is repeated: %s', async (_, failure) => {
    const client = await clientOf(failure, failure, answer({ data: { plan: 'pro' } }))
    expect(await client.me()).toEqual({ plan: 'pro' })
    expect(server!.seen).toHaveLength(3)
  })

  it('is repeated with the same Idempotency-Key when it makes something', async () => {
    const client = await clientOf(hangUp, answer({ data: { id: 'key_1' } }))
    await client.apiKeys.create({ name: 'x' })
    const [first, second] = server!.seen.map((headers) => headers['idempotency-key'])
    expect(first).toMatch(/^[\w-]{36}$/)
    expect(second).toBe(first)
  })

  it('is told in the end, with status, code, request id and what to wait', async () => {
    const client = await clientOf(problem(503, 'overloaded', atOnce))
    const error = await refusalOf(client.me({ retries: 2 }))
    expect(error).toMatchObject({ status: 503, code: 'overloaded', requestId: 'req_1', retryAfter: 0 })
    expect(error.message).toBe('overloaded: It is overloaded.')
    expect(server!.seen).toHaveLength(3)
  })
})

describe('an attempt that another one would not help', () => {
  it.each([
    ['a used-up month', problem(429, 'quota_exceeded', atOnce)],
    ['a long wait', problem(429, 'rate_limited', { 'retry-after': '3600' })],
    ['a wrong key', problem(401, 'invalid_api_key')],
    ['a mistake of the server', problem(500, 'internal_error')],
  ])('is told at once: %s', async (_, failure) => {
    const client = await clientOf(failure)
    await refusalOf(client.me())
    expect(server!.seen).toHaveLength(1)
  })

  it('a stranger’s answer says that there is no Plinth there', async () => {
    const client = await clientOf((request, response) => {
      request.resume()
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
    })
    const error = await refusalOf(client.me())
    expect(error).toMatchObject({ status: 404, code: 'unexpected_answer' })
    expect(error.detail).toContain(server!.url)
  })

  it('a redirect is not followed: the key would go elsewhere', async () => {
    const elsewhere = await startFlakyServer(answer({ data: {} }))
    const client = await clientOf((request, response) => {
      request.resume()
      response.writeHead(307, { location: `${elsewhere.url}/api/v1/me` }).end()
    })
    expect((await refusalOf(client.me({ retries: 0 }))).code).toBe('network_error')
    expect(elsewhere.seen).toEqual([])
    await elsewhere.stop()
  })
})

describe('a caller', () => {
  it('who gives up ends the request with the reason given', async () => {
    const giveUp = new AbortController()
    const client = await clientOf((request) => {
      request.resume()
      giveUp.abort(new Error('enough'))
    })
    await expect(client.me({ signal: giveUp.signal })).rejects.toThrow('enough')
  })

  it('who gives up while the client waits does not wait', async () => {
    const giveUp = new AbortController()
    const client = await clientOf((request, response) => {
      problem(429, 'rate_limited', { 'retry-after': '50' })(request, response)
      response.once('close', () => giveUp.abort(new Error('enough')))
    })
    await expect(client.me({ signal: giveUp.signal })).rejects.toThrow('enough')
  })

  it('is told when no answer begins in time', async () => {
    const client = await clientOf((request) => {
      request.resume()
    })
    expect(await refusalOf(client.me({ timeoutMs: 50, retries: 0 }))).toMatchObject({ status: 0, code: 'timeout' })
  })

  it('is asked for a token before every attempt', async () => {
    server = await startFlakyServer(problem(503, 'overloaded', atOnce), answer({ data: {} }))
    let n = 0
    const client = createClient({ baseUrl: server.url, getToken: async () => `token-${++n}` })
    await client.me()
    expect(server.seen.map(({ authorization }) => authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
  })
})

describe('a stream of links', () => {
  /** Answers a line for a line, until `lines` are answered; then ends as `end` says. */
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
    const error = { code: 'temporarily_unavailable', message: 'This node is going down; send the rest again.' }
    response.end(`${JSON.stringify({ query_id: null, line: 1, error })}\n`)
  }
  async function* questions(count: number) {
    for (let i = 0; i < count; i++) yield { query_id: i, address: `${i} Main St` }
  }
  const idsOf = async (answers: AsyncIterable<{ query_id: string | number | null }>) => {
    const ids: unknown[] = []
    for await (const { query_id } of answers) ids.push(query_id)
    return ids
  }
  const all = (count: number) => Array.from({ length: count }, (_, i) => i)

  it.each([
    ['a node that restarts', restart],
    ['a connection that is lost', hangUp],
  ])('survives %s: every question has one answer, in order', async (_, end) => {
    const client = await clientOf(answering(3, end), answering(0, end), answering(1000, end))
    expect(await idsOf(client.buildingLinks.stream(questions(40)))).toEqual(all(40))
    expect(server!.seen).toHaveLength(3)
  })

  it('that gets nowhere says why', async () => {
    const client = await clientOf(answering(0, hangUp))
    const answers = client.buildingLinks.stream(questions(3), { retries: 1 })
    expect((await refusalOf(idsOf(answers))).code).toBe('network_error')
    expect(server!.seen).toHaveLength(2)
  })

  it('whose key was revoked meanwhile ends with that', async () => {
    const client = await clientOf(
      answering(2, (_, response) => {
        response.end(
          `${JSON.stringify({ query_id: null, error: { code: 'revoked_credentials', message: 'Gone.' } })}\n`,
        )
      }),
    )
    expect((await refusalOf(idsOf(client.buildingLinks.stream(questions(9))))).code).toBe('revoked_credentials')
    expect(server!.seen).toHaveLength(1)
  })

  it('that is left closes its source', async () => {
    const client = await clientOf(answering(1000, hangUp))
    let closed = false
    async function* source() {
      try {
        yield* questions(1_000_000)
      } finally {
        closed = true
      }
    }
    for await (const { query_id } of client.buildingLinks.stream(source())) if (query_id === 5) break
    expect(closed).toBe(true)
  })
})

it('a change log is read to its end, and gone on with from any checkpoint it misses nothing and repeats nothing', async () => {
  // Sequence 5 and 8 are changes that this caller may not see: a page can end behind its last change, and be empty.
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

it('a wait is as long as the server says, else it doubles, and no two callers wait alike', () => {
  const error = (retryAfter: number | null) => ({ status: 503, code: 'overloaded', retryAfter }) as PlinthError
  expect(retryDelayMs(error(7), 0, 0)).toBe(7000)
  expect([0, 1, 2].map((attempt) => retryDelayMs(error(null), attempt, 1))).toEqual([250, 500, 1000])
  expect(retryDelayMs(error(null), 0, 0)).toBe(125)
  expect(retryDelayMs(error(null), 30, 1)).toBe(20_000)
  const soon = new Headers({ 'retry-after': new Date(11_000).toUTCString() })
  expect(retryAfterSeconds(soon, 1000)).toBe(10)
})

it('a question becomes a query string that the service reads back', () => {
  expect(queryString({ city: ['Toronto', 'St. John’s'], limit: 5, bbox: [-80, 43, -79, 44], q: undefined })).toBe(
    '?city=Toronto&city=St.+John%E2%80%99s&limit=5&bbox=-80%2C43%2C-79%2C44',
  )
  expect(queryString({})).toBe('')
})
