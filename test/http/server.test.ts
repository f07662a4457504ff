// The HTTP server: common headers, credentials, parameters, bodies, routes and the reference.
import { afterAll, describe, expect, it } from 'vitest'
import { Problem } from '../../src/http/rest/envelope.ts'
import type { FAULTS } from '../../src/kernel/fault.ts'
import { fromCases } from '../support/cases.ts'
import { exchange } from '../support/raw-http.ts'
import type { Answer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

function expectProblem(response: Answer, status: number, code: keyof typeof FAULTS): void {
  expect({ status: response.status, code: response.body?.code, text: response.text.slice(0, 300) }).toMatchObject({
    status,
    code,
  })
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(Problem.parse(response.body).request_id).toBe(response.headers.get('x-request-id'))
  expect(response.body.type).toMatch(new RegExp(`/docs/errors/${code}$`))
}

const links = (query: string) => `/api/v1/building-links?${query}`

describe('every response', () => {
  it('has a request id, rate-limit headers and, for GET, a strong ETag that allows 304', async () => {
    const first = await server.get(links('address=1480+howe+st'), server.keys.pro)
    expect(first.status).toBe(200)
    expect(first.headers.get('x-request-id')).toMatch(/^req_\w+$/)
    expect(first.headers.get('ratelimit-policy')).toBe(
      '"minute";q=600;w=60, "month";q=1000000;w=2592000, "lookups";q=250000;w=2592000',
    )
    expect(first.headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+, "month";r=\d+;t=\d+, "lookups";r=\d+;t=\d+$/)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    const second = await server.get(links('address=1480+howe+st'), server.keys.pro, { 'if-none-match': etag })
    expect([second.status, second.text, second.headers.get('etag')]).toEqual([304, '', etag])
  })

  it('to HEAD has no body', async () => {
    const response = await fetch(`${server.url}/healthz`, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it('keeps its connection longer than load balancers do', async () => {
    const response = await fetch(`${server.url}/healthz`)
    expect(response.headers.get('keep-alive')).toBe('timeout=72')
  })
})

describe('credentials', () => {
  it('that are missing return 401 with a challenge', async () => {
    const response = await server.get(links('address=1480+howe'))
    expectProblem(response, 401, 'missing_credentials')
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer realm="plinth", resource_metadata="${server.url}/.well-known/oauth-protected-resource"`,
    )
  })

  it.each(['garbage', 'pl_live_short', `pl_live_${'a'.repeat(38)}`, 'pl_live_é'.normalize('NFD').slice(0, 8)])(
    'that are malformed (%s) return 401',
    async (key) => {
      expectProblem(await server.get('/api/v1/me', key), 401, 'invalid_api_key')
    },
  )

  it.each(['api_key', 'key', 'token', 'access_token', 'q'])(
    'in the URL as %s return 400 and are not logged',
    async (name) => {
      const response = await server.get(`/api/v1/me?${name}=${server.keys.pro}`)
      expectProblem(response, 400, 'credentials_in_url')
      expect(server.log()).not.toContain(server.keys.pro)
    },
  )

  it('of the starter plan return 403 with the required plans on building-links', async () => {
    const response = await server.get(links('address=1480+howe'), server.keys.starter)
    expectProblem(response, 403, 'plan_required')
    expect(response.body).toMatchObject({
      feature: 'building_links',
      current_plan: 'starter',
      required_plans: ['pro', 'elite'],
    })
    expect(response.body.upgrade_url).toMatch(/^http/)
  })
})

describe('parameters', () => {
  it('that are unknown return 400 with a suggestion', async () => {
    const response = await server.get(links('adress=1480+howe'), server.keys.pro)
    expectProblem(response, 400, 'unknown_parameter')
    expect(response.body.errors[0]).toMatchObject({ parameter: 'adress', did_you_mean: 'address' })
  })

  it('that are wrong are all named in one response', async () => {
    const { body } = await server.get(links('adress=1+Main&limit=0&min_confidence=2'), server.keys.pro)
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
      ...['adress', 'limit', 'min_confidence'],
    ])
  })

  it('that are missing return 400 with their name', async () => {
    const response = await server.get(links('city=Toronto'), server.keys.pro)
    expectProblem(response, 400, 'missing_parameter')
    expect(response.body.errors[0].parameter).toBe('address')
  })

  it.each<[string, keyof typeof FAULTS]>([
    ...fromCases<[string, keyof typeof FAULTS][]>('http/server', 'refused parameters'),
    [`address=${'x'.repeat(513)}`, 'address_too_long'],
  ])('%s returns 400 %s', async (query, code) => {
    expectProblem(await server.get(links(query), server.keys.pro), 400, code)
  })

  it('with an unknown enum value return the allowed values and a suggestion', async () => {
    const { body } = await server.get(links('address=1+Main&include=evidense'), server.keys.pro)
    expect(body.errors[0]).toMatchObject({
      allowed: ['evidence', 'parsed', 'readings', 'address'],
      did_you_mean: 'evidence',
    })
  })

  it('on a route without parameters return 400', async () => {
    expectProblem(await server.get('/api/v1/me?x=1', server.keys.pro), 400, 'unknown_parameter')
  })

  it.each(['%00', '%ED%A0%80', '%C3%28', '%', '%zz', '%01', '%EF%BF%BE', '%C2%85'])(
    'with the invalid encoding %s return 400',
    async (text) => {
      expectProblem(await server.get(links(`address=1${text}`), server.keys.pro), 400, 'invalid_encoding')
    },
  )
})

describe('links to records', () => {
  const nextOf = (response: { headers: Headers }) =>
    /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]

  it('lead from page to page of a list to its end, by cursor and by number', async () => {
    for (const start of ['/api/v1/projects?city=Toronto&limit=2', '/api/v1/projects?city=Toronto&per_page=2']) {
      const ids: number[] = []
      for (let path: string | undefined = start; path; ) {
        const response = await server.get(path, server.keys.sandbox)
        ids.push(...response.body.data.map(({ id }: { id: number }) => id))
        expect(response.body.meta.has_more).toBe(nextOf(response) !== undefined)
        path = nextOf(response)
      }
      const all = await server.get('/api/v1/projects?city=Toronto&limit=200', server.keys.sandbox)
      expect(ids).toEqual(all.body.data.map(({ id }: { id: number }) => id))
      expect(ids.length).toBeGreaterThan(2)
    }
  })

  it('lead to what was created, where there is something to read', async () => {
    const create = (path: string, body: object) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.keys.pro}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const feed = await create('/api/v1/feeds', { kind: 'csv', name: 'Ours' })
    expect(feed.status).toBe(201)
    const location = feed.headers.get('location')!
    expect((await server.get(location, server.keys.pro)).body.data.name).toBe('Ours')
    expect((await create('/api/v1/api-keys', { name: 'x' })).headers.has('location')).toBe(false)
  })
})

describe('bodies', () => {
  it('may be missing from a request that says application/json', async () => {
    const headers = { authorization: `Bearer ${server.keys.pro}`, 'content-type': 'application/json' }
    const created = await fetch(`${server.url}/api/v1/api-keys`, { method: 'POST', headers })
    expect(created.status).toBe(201)
    const { data } = (await created.json()) as { data: { id: string } }
    const path = `${server.url}/api/v1/api-keys/${data.id}`
    expect((await fetch(path, { method: 'DELETE', headers })).status).toBeLessThan(300)
  })

  const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/v1/api-keys`, {
      method: 'POST',
      body: body as string,
      headers: { authorization: `Bearer ${server.keys.pro}`, 'content-type': 'application/json', ...headers },
    }).then(async (response) => {
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
    })

  it.each<[string, string, keyof typeof FAULTS]>([
    ...fromCases<[string, string, keyof typeof FAULTS][]>('http/server', 'refused bodies'),
    ['nested too deeply', `${'['.repeat(40)}${']'.repeat(40)}`, 'malformed_json'],
  ])('return 400: %s', async (_, body, code) => {
    expectProblem(await post(body), 400, code)
  })

  it('that are not UTF-8 return 400', async () => {
    expectProblem(await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])), 400, 'invalid_encoding')
  })

  it('over 64 KiB return 413, with or without Content-Length', async () => {
    expectProblem(await post(JSON.stringify({ name: 'x'.repeat(70_000) })), 413, 'payload_too_large')
    const chunks = `POST /api/v1/api-keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.keys.pro}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n11170\r\n${'x'.repeat(0x11170)}\r\n0\r\n\r\n`
    expect(await exchange(server.url, chunks)).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('of another content type return 415', async () => {
    expectProblem(await post('<key/>', { 'content-type': 'text/xml' }), 415, 'unsupported_media_type')
  })
})

describe('routes', () => {
  it('that are unknown return 404', async () => {
    expectProblem(await server.get('/api/v1/nothing', server.keys.pro), 404, 'route_not_found')
  })

  it('return 405 with Allow for another method', async () => {
    const response = await server.send('DELETE', '/api/v1/me', {}, server.keys.pro)
    expectProblem(response, 405, 'method_not_allowed')
    expect(response.headers.get('allow')).toBe('GET')
  })

  it('return 414 for a URL that is too long', async () => {
    expectProblem(await server.get(links(`address=${'a'.repeat(9000)}`), server.keys.pro), 414, 'uri_too_long')
  })
})

describe('wrong API keys', () => {
  it('return 429 after ten a minute, and a valid key still works', async () => {
    const separate = await startServer()
    try {
      const statuses: number[] = []
      for (let i = 0; i < 14; i++) statuses.push((await separate.get('/api/v1/me', 'pl_live_wrong')).status)
      expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
      expect(statuses.slice(-2)).toEqual([429, 429])
      expect((await separate.get('/api/v1/me', separate.keys.pro)).status).toBe(200)
    } finally {
      await separate.stop()
    }
  })
})

describe('the API reference', () => {
  // Runs last: validation blocks this process, and the server in it would then shed other requests.
  it('serves a valid OpenAPI document in which every route has an operation', async () => {
    const { Validator } = await import('@seriousme/openapi-schema-validator')
    const { body } = await server.get('/openapi.json')
    const result = await new Validator().validate(structuredClone(body))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(Object.keys(body.paths)).toContain('/api/v1/building-links')
    expect(Object.keys(body.webhooks)).toContain('project.price_changed')
    const referenced = new Set(
      [...JSON.stringify(body).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((ref) => ref[1]),
    )
    expect([...referenced].filter((name) => !(name! in body.components.schemas))).toEqual([])
  })
})
