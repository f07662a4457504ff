// Byte-level inputs: requests that no HTTP client would send.
import type { Random } from '../../shared/random.ts'
import type { ByteInput } from './input.ts'
import { BAD_UTF8 } from './mutate.ts'
import type { Surroundings } from './surroundings.ts'

type Line = (dice: Random) => string

const PATHS = ['/healthz', '/api/v1/projects', '/mcp', '/oauth/token', '/', '/docs', '/api/v1/accounts', '*', 'x', '//']

const REQUEST_LINES: readonly Line[] = [
  (dice) => `GET ${dice.pick(PATHS)} HTTP/1.1`,
  (dice) => `POST ${dice.pick(PATHS)} HTTP/1.1`,
  (dice) => `GET ${dice.pick(PATHS)} HTTP/1.0`,
  (dice) => `GET ${dice.pick(PATHS)} HTTP/${dice.pick(['0.9', '2.0', '1.2', '9.9', '1.', 'x', '1.1.1', '11'])}`,
  (dice) => `GET  ${dice.pick(PATHS)}  HTTP/1.1`,
  (dice) => `GET\t${dice.pick(PATHS)}\tHTTP/1.1`,
  (dice) =>
    `${dice.pick(['get', 'BREW', 'PRI', 'TRACE', 'CONNECT', 'M-SEARCH', 'G\u0000T', 'A'.repeat(300), ''])} / HTTP/1.1`,
  () => 'GET /',
  () => 'GET',
  () => '',
  () => 'GET http://localhost/healthz HTTP/1.1',
  () => 'GET http://evil.example:80/healthz HTTP/1.1',
  () => 'GET https://user:pw@localhost/ HTTP/1.1',
  () => 'CONNECT localhost:22 HTTP/1.1',
  () => 'OPTIONS * HTTP/1.1',
  () => 'PRI * HTTP/2.0',
  (dice) => `GET /${'a'.repeat(dice.pick([8000, 9000, 16_000, 70_000]))} HTTP/1.1`,
  (dice) =>
    `GET /${dice.pick(['%00', '%', '%zz', '%c0%ae%c0%ae/', '..', '../../x', '..%2f..%2fx', './././', '\\..\\x'])} HTTP/1.1`,
  (dice) =>
    `GET /api/v1/${dice.pick(['..', '%2e%2e', '.', '%2f', '%5c', ';', '?', '#a', '\u00ff\u00fe'])}/projects HTTP/1.1`,
  () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  () => 'SSH-2.0-x',
]

const HEADERS: readonly Line[] = [
  () => 'Host: localhost',
  () => 'Host: localhost',
  () => 'Host: a\r\nHost: b',
  () => 'Host : x',
  () => ' Host: x',
  () => 'Connection: close',
  () => 'Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13',
  () => 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  () => 'Upgrade: x',
  () => 'Expect: 100-continue',
  () => 'Expect: x',
  () => 'Content-Length: 2',
  () => 'Content-Length: 2\r\nContent-Length: 2',
  () => 'Content-Length: 2\r\nContent-Length: 3',
  (dice) =>
    `Content-Length: ${dice.pick(['-1', '+2', '0x2', '2, 2', '1e1', '', ' ', '99999999999999999999', '70000', '\u0000'])}`,
  () => 'Transfer-Encoding: chunked',
  (dice) =>
    `Transfer-Encoding: ${dice.pick(['identity', 'gzip, chunked', 'chunked, chunked', 'xchunked', 'Chunked ', '\tchunked', 'chunked\u000b'])}`,
  () => 'Transfer-Encoding: chunked\r\nContent-Length: 5',
  () => 'X: a\r\n folded\r\n\tagain',
  () => 'X\u0000Y: z',
  () => 'X: a\u0000b',
  () => 'X: a\rY: b',
  () => 'no colon at all',
  () => ': no name',
  (dice) => `X: ${'a'.repeat(dice.pick([1000, 15_000, 20_000, 100_000]))}`,
  (dice) => Array.from({ length: dice.pick([50, 500, 3000]) }, (_, i) => `X-${i}: ${i}`).join('\r\n'),
  (dice) => `Cookie: ${dice.pick(['a=\u00ff', ';;;;', 'a="b', '\u0001'])}`,
  () => 'Content-Type: application/json',
  () => 'Content-Type: application/x-www-form-urlencoded',
  () => 'Authorization: Bearer',
  () => 'Authorization: Basic ====',
  () => `Authorization: ${'Bearer '.repeat(500)}`,
]

const BODIES: readonly Line[] = [
  () => '',
  () => '{}',
  () => '2\r\n{}\r\n0\r\n\r\n',
  () => 'zz\r\n{}\r\n0\r\n\r\n',
  () => '-1\r\n{}\r\n0\r\n\r\n',
  () => 'ffffffffffffffffff\r\n{}\r\n',
  () => '2;ext=1;ext=2\r\n{}\r\n0\r\nTrailer: x\r\n\r\n',
  (dice) => `2;${'a'.repeat(dice.pick([100, 20_000]))}\r\n{}\r\n0\r\n\r\n`,
  () => '2\r\n{}',
  () => '2\n{}\n0\n\n',
  () => '0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
  () => '{}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
  () => 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20),
  () => 'garbage\r\n\r\n\u0000\u0001\u0002',
  (dice) => 'a'.repeat(dice.pick([100, 5000, 70_000])),
]

export function byteInput(dice: Random, world: Surroundings): ByteInput {
  const end = dice.chance(0.85) ? '\r\n' : dice.pick(['\n', '\r', '\n\r', '\r\r\n', ''])
  const lines = [dice.pick(REQUEST_LINES)(dice)]
  if (dice.chance(0.8)) lines.push('Host: localhost')
  if (dice.chance(0.3)) lines.push(...world.authorization('elite', dice).map((pair) => pair.join(': ')))
  for (let i = dice.below(4); i > 0; i--) lines.push(dice.pick(HEADERS)(dice))
  let text = `${lines.join(end)}${end}${end}${dice.chance(0.5) ? dice.pick(BODIES)(dice) : ''}`
  if (dice.chance(0.15)) text = text.slice(0, dice.below(text.length + 1))
  let bytes = Buffer.from(text, 'latin1')
  if (dice.chance(0.2)) bytes = flip(bytes, dice)
  if (dice.chance(0.1)) {
    const at = dice.below(bytes.length + 1)
    bytes = Buffer.concat([bytes.subarray(0, at), dice.pick(BAD_UTF8), bytes.subarray(at)])
  }
  return { kind: 'bytes', bytes }
}

function flip(bytes: Buffer, dice: Random): Buffer<ArrayBuffer> {
  const changed = Buffer.from(bytes)
  for (let i = dice.between(1, 5); i > 0 && changed.length > 0; i--)
    changed[dice.below(changed.length)] = dice.below(256)
  return changed
}
