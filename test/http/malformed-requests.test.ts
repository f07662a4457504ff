// Malformed requests: every error response has the standard headers and a problem body.
import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { Problem } from '../../src/http/rest/envelope.ts'
import { rejectMalformedRequest } from '../../src/http/server/malformed-request.ts'
import type { RawAnswer } from '../support/raw-http.ts'
import { exchange, readAnswer } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
afterAll(() => server.stop())

const send = async (text: string) => readAnswer(await exchange(server.url, text))
const CLOSE = 'Host: x\r\nConnection: close\r\n'

function expectStandardHeaders({ headers }: RawAnswer): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-request-id')).toMatch(/^req_/)
  expect(headers.get('ratelimit')).toMatch(/^"failures";r=\d+;t=\d+$/)
  expect(headers.get('ratelimit-policy')).toBe('"failures";q=10;w=60')
  expect(headers.get('cache-control')).toBe('no-store')
}

function expectProblem(response: RawAnswer, status: number, code: string): void {
  expectStandardHeaders(response)
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  const problem = Problem.parse(JSON.parse(response.body))
  expect([response.status, problem.code]).toEqual([status, code])
  expect(problem.type).toBe(`${server.url}/docs/errors/${code}`)
  expect(problem.request_id).toBe(response.headers.get('x-request-id'))
}

const MALFORMED: readonly (readonly [name: string, bytes: string, status: number, code: string])[] = [
  ['a fragment in the path', `GET /api/v1/listings/#/history HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'invalid_encoding'],
  ['a broken escape in the path', `GET /api/v1/%zz HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'invalid_encoding'],
  ['a broken escape in a page’s path', `GET /explore/%ff HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'invalid_encoding'],
  [
    'a path segment that is too long',
    `GET /explore/${'a'.repeat(300)} HTTP/1.1\r\n${CLOSE}\r\n`,
    404,
    'route_not_found',
  ],
  [
    'headers that are too long',
    `GET /healthz HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n${CLOSE}\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'two Content-Length headers',
    `POST /mcp HTTP/1.1\r\n${CLOSE}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
    'invalid_encoding',
  ],
  [
    'Content-Length with chunked encoding',
    `POST /mcp HTTP/1.1\r\n${CLOSE}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'invalid_encoding',
  ],
  [
    'a body that is too large',
    `POST /api/v1/accounts HTTP/1.1\r\n${CLOSE}Content-Length: 70000\r\n\r\n`,
    413,
    'payload_too_large',
  ],
  ['bytes that are not HTTP', 'hello\r\n\r\n', 400, 'invalid_encoding'],
  ['a space before the colon', 'GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n', 400, 'invalid_encoding'],
  ['no Host header', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_encoding'],
  ['two Host headers', `GET /healthz HTTP/1.1\r\nhost: x\r\n${CLOSE}\r\n`, 400, 'invalid_encoding'],
  ['CONNECT', `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${CLOSE}\r\n`, 405, 'method_not_allowed'],
  ['an unsupported method', `PROPFIND /api/v1/me HTTP/1.1\r\n${CLOSE}\r\n`, 404, 'route_not_found'],
  ['TRACE', `TRACE / HTTP/1.1\r\n${CLOSE}\r\n`, 404, 'route_not_found'],
  ['a method the route does not have', `DELETE /healthz HTTP/1.1\r\n${CLOSE}\r\n`, 405, 'method_not_allowed'],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${CLOSE}\r\n`, 405, 'method_not_allowed'],
  ['a target that is not a path', `GET x HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'invalid_encoding'],
]

describe('a malformed request', () => {
  it.each(MALFORMED)('with %s returns a problem with the standard headers', async (_, bytes, status, code) => {
    expectProblem(await send(bytes), status, code)
  })

  it('from a browser returns an HTML page', async () => {
    const response = await send(`GET /explore/%ff HTTP/1.1\r\n${CLOSE}Accept: text/html\r\n\r\n`)
    expectStandardHeaders(response)
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(response.body).toContain('invalid percent escape')
  })

  it('with an unknown Expect header is served normally', async () => {
    const response = await send(`GET /healthz HTTP/1.1\r\n${CLOSE}Expect: a-miracle\r\n\r\n`)
    expectStandardHeaders(response)
    expect(response.status).toBe(200)
  })

  it('whose headers time out returns 408', async () => {
    const socket = new PassThrough()
    rejectMalformedRequest(
      Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
      server.app.services,
    )
    expectProblem(readAnswer(String(socket.read())), 408, 'request_timeout')
  })

  it('that breaks during its response cannot inject a second response', async () => {
    const key = await server.newKey('pro')
    const line = '{"address":"1480 Howe St, Vancouver"}\n'
    const head = `POST /api/v1/building-links/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n`
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`${head}${line.length.toString(16)}\r\n${line}\r\n`)
    let received = String((await once(socket, 'data'))[0])
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', () => undefined)
    socket.write('no chunk\r\n')
    await once(socket, 'close')
    expect(received).toMatch(/^HTTP\/1\.1 200 /)
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})
