// What is no good request, or never becomes one: every answer is ours, with our headers and a body that says what was wrong.
import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Problem } from '../../src/contract/envelope.ts'
import { rejectMalformedRequest } from '../../src/http/door/malformed-request.ts'
import type { RawAnswer } from '../support/raw-http.ts'
import { exchange, readAnswer } from '../support/raw-http.ts'
import type { TestServer } from '../support/server.ts'
import { startServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const ask = async (text: string) => readAnswer(await exchange(server.url, text))
const BYE = 'Host: x\r\nConnection: close\r\n'

function expectOurs({ headers }: RawAnswer): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-request-id')).toMatch(/^req_/)
  expect(headers.get('ratelimit')).toMatch(/^"failures";r=\d+;t=\d+$/)
  expect(headers.get('ratelimit-policy')).toBe('"failures";q=10;w=60')
  expect(headers.get('cache-control')).toBe('no-store')
}

function expectProblem(answer: RawAnswer, status: number, code: string): void {
  expectOurs(answer)
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  const problem = Problem.parse(JSON.parse(answer.body))
  expect([answer.status, problem.code]).toEqual([status, code])
  expect(problem.type).toBe(`${server.url}/docs/errors/${code}`)
  expect(problem.request_id).toBe(answer.headers.get('x-request-id'))
}

const SHAPES: readonly (readonly [what: string, bytes: string, status: number, code: string])[] = [
  ['a broken escape in the path', `GET /api/v1/%zz HTTP/1.1\r\n${BYE}\r\n`, 400, 'invalid_encoding'],
  ['a broken escape in a page’s path', `GET /explore/%ff HTTP/1.1\r\n${BYE}\r\n`, 400, 'invalid_encoding'],
  ['a part of the path too long', `GET /explore/${'a'.repeat(300)} HTTP/1.1\r\n${BYE}\r\n`, 404, 'route_not_found'],
  ['long headers', `GET /healthz HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n${BYE}\r\n`, 431, 'headers_too_large'],
  [
    'two lengths',
    `POST /mcp HTTP/1.1\r\n${BYE}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
    'invalid_encoding',
  ],
  [
    'length and chunks',
    `POST /mcp HTTP/1.1\r\n${BYE}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'invalid_encoding',
  ],
  [
    'a body too large',
    `POST /api/v1/accounts HTTP/1.1\r\n${BYE}Content-Length: 70000\r\n\r\n`,
    413,
    'payload_too_large',
  ],
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'invalid_encoding'],
  ['a space before the colon', 'GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n', 400, 'invalid_encoding'],
  ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_encoding'],
  ['a tunnel', `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${BYE}\r\n`, 405, 'method_not_allowed'],
  ['a method nobody has', `PROPFIND /api/v1/me HTTP/1.1\r\n${BYE}\r\n`, 404, 'route_not_found'],
  ['an echo', `TRACE / HTTP/1.1\r\n${BYE}\r\n`, 404, 'route_not_found'],
  ['another method', `DELETE /healthz HTTP/1.1\r\n${BYE}\r\n`, 405, 'method_not_allowed'],
  ['the whole server', `OPTIONS * HTTP/1.1\r\n${BYE}\r\n`, 405, 'method_not_allowed'],
  ['no path', `GET x HTTP/1.1\r\n${BYE}\r\n`, 400, 'invalid_encoding'],
]

describe('a broken request', () => {
  it.each(SHAPES)('%s: a problem with our headers', async (_, bytes, status, code) => {
    expectProblem(await ask(bytes), status, code)
  })

  it('of a browser gets a page', async () => {
    const answer = await ask(`GET /explore/%ff HTTP/1.1\r\n${BYE}Accept: text/html\r\n\r\n`)
    expectOurs(answer)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.body).toContain('invalid percent escape')
  })

  it('that expects what nobody knows is answered all the same', async () => {
    const answer = await ask(`GET /healthz HTTP/1.1\r\n${BYE}Expect: a-miracle\r\n\r\n`)
    expectOurs(answer)
    expect(answer.status).toBe(200)
  })

  it('whose headers do not come: 408', async () => {
    const socket = new PassThrough()
    rejectMalformedRequest(
      Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
      server.app.services,
    )
    expectProblem(readAnswer(String(socket.read())), 408, 'request_timeout')
  })

  it('that breaks off while its answer is under way gets no second answer into the first', async () => {
    const key = await server.newKey('pro')
    const line = '{"address":"1480 Howe St, Vancouver"}\n'
    const head = `POST /api/v1/building-links/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n`
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`${head}${line.length.toString(16)}\r\n${line}\r\n`)
    let got = String((await once(socket, 'data'))[0])
    socket.on('data', (chunk) => {
      got += chunk
    })
    socket.on('error', () => undefined)
    socket.write('no chunk\r\n')
    await once(socket, 'close')
    expect(got).toMatch(/^HTTP\/1\.1 200 /)
    expect(got.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})
