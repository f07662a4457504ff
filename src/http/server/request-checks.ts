// Checks a request before its operation runs: URL, size, parameters, headers, body time.
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import type { QueryValues } from './input/query-string.ts'
import { decodeStrict, parseQuery } from './input/query-string.ts'
import { validateQuery } from './input/validate.ts'
import type { Route } from './route.ts'

const URI_LIMIT = 8 * 1024
const BODY_TIMEOUT_MS = 30_000

const NO_QUERY: QueryValues = {}

export function refuseQuery(values: QueryValues): QueryValues {
  const first = Object.keys(values)[0]
  if (first === undefined) return NO_QUERY
  throw new Fault('unknown_parameter', {
    detail: say`This path accepts no parameters; got "${first.slice(0, 60)}".`,
    errors: [{ parameter: first.slice(0, 60), code: 'unknown_parameter', message: 'This path accepts no parameters.' }],
  })
}

export function validateParams(
  schema: NonNullable<Route['operation']['params']>,
  raw: unknown,
): Record<string, unknown> {
  const values: QueryValues = {}
  for (const [name, value] of Object.entries(raw as Record<string, string>)) values[name] = value
  return validateQuery(schema, values)
}

export function inspectUrl(request: FastifyRequest, bodyLimit: number): QueryValues {
  const { url } = request
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
    throw new Fault('invalid_encoding', { detail: 'HTTP/1.1 requests must include a Host header.' })
  if (url.length > URI_LIMIT)
    throw new Fault('uri_too_long', {
      detail: say`The URL must be at most ${URI_LIMIT} bytes. Send long input with POST.`,
    })
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit)
    throw new Fault('payload_too_large', { detail: say`The body must be at most ${bodyLimit} bytes.` })
  const cut = url.indexOf('?')
  const fragment = url.indexOf('#')
  // Routes ignore what follows, so that a key with this character would be read as another path.
  if (fragment >= 0 && (cut < 0 || fragment < cut))
    throw new Fault('invalid_encoding', { detail: 'The path must not contain "#". Write it as %23.' })
  const escaped = url.indexOf('%')
  if (escaped >= 0 && (cut < 0 || escaped < cut)) decodeStrict(cut < 0 ? url : url.slice(0, cut), 'The path')
  return cut < 0 ? NO_QUERY : parseQuery(url.slice(cut + 1))
}

export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Fault('invalid_parameter', { detail: 'Idempotency-Key must have 1 to 200 visible ASCII characters.' })
  return key
}

/** Ends a body that arrives too slowly. */
export function limitBodyTime(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: RequestPayload,
  done: (error: null, payload: RequestPayload) => void,
): void {
  const timer = setTimeout(() => {
    // The response was sent without reading the body. An error that nobody handles would end the process.
    if (reply.raw.writableEnded) return void request.raw.destroy()
    reply.header('connection', 'close')
    payload.emit('error', new Fault('request_timeout', { detail: 'The body took more than 30 s to arrive.' }))
  }, BODY_TIMEOUT_MS)
  timer.unref()
  payload.once('end', () => clearTimeout(timer))
  payload.once('close', () => clearTimeout(timer))
  request.raw.once('close', () => clearTimeout(timer))
  done(null, payload)
}
