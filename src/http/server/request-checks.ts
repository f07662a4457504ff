// Checks a request before its operation runs: URL, size, parameters, headers.
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import type { Exchange } from './exchange.ts'
import type { QueryValues } from './input/query-string.ts'
import { decodeStrict, parseQuery } from './input/query-string.ts'
import { validateQuery } from './input/validate.ts'
import type { Route } from './route.ts'

const URI_LIMIT = 8 * 1024
const HOST = 'host'

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
  params: Exchange['params'],
): Record<string, unknown> {
  return validateQuery(schema, { ...params })
}

export function inspectUrl({ request, url, headers }: Exchange, bodyLimit: number): QueryValues {
  if (headers.host === undefined && request.httpVersion === '1.1')
    throw new Fault('invalid_encoding', { detail: 'HTTP/1.1 requests must include a Host header.' })
  if (hasTwoHosts(request.rawHeaders))
    throw new Fault('invalid_encoding', { detail: 'Send one Host header. The request has several.' })
  if (url.length > URI_LIMIT)
    throw new Fault('uri_too_long', {
      detail: say`The URL must be at most ${URI_LIMIT} bytes. Send long input with POST.`,
    })
  if (Number(headers['content-length'] ?? 0) > bodyLimit)
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

/** Node keeps the first one; a proxy in front may have used the other. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
  }
  return hosts > 1
}

export function idempotencyKeyOf({ headers }: Exchange): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Fault('invalid_parameter', { detail: 'Idempotency-Key must have 1 to 200 visible ASCII characters.' })
  return key
}
