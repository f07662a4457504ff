// Sends a response or an error: headers, ETag, usage and log.
import { Readable } from 'node:stream'
import { gzip } from 'node:zlib'
import type { Fault } from '../../kernel/fault.ts'
import { rangeOfBytes, rangeOfFile } from './byte-range.ts'
import { chooseEncoding, etagFor } from './content-encoding.ts'
import { etagMatches, etagOf } from './etag.ts'
import type { Exchange } from './exchange.ts'
import { nextPageOf, setNextLink } from './link-headers.ts'
import {
  addVary,
  anonymousPageLanguage,
  hasSessionCookie,
  languageOf,
  setPageLanguageHeaders,
} from './page-language.ts'
import { faultOf, problemOf } from './problem.ts'
import { setRateHeaders } from './rate-headers.ts'
import type { SerializedResponse } from './response-cache.ts'
import type { OperationResponse } from './route.ts'
import { GEOJSON_TYPE, JSON_TYPE } from './route.ts'
import type { CoreServices } from './services.ts'

/** One second more than the timeout of a stalled body, so that the sender gets its error first. */
const STREAM_IDLE_MS = 31_000

export function sendResponse(response: OperationResponse, exchange: Exchange, services: CoreServices): void {
  const status = response.status ?? 200
  exchange.status = status
  if (response.headers) exchange.setHeaders(response.headers)
  setPageLanguageHeaders(exchange, services.baseUrl)
  const next = (response as SerializedResponse).next ?? nextPageOf(response)
  if (next) setNextLink(exchange, next)
  const body = response.type ? response.body : response.body === undefined ? '' : JSON.stringify(response.body)
  const isEmpty = status === 204 || (response.type === undefined && response.body === undefined)
  if (!isEmpty) exchange.setHeader('content-type', response.type ?? JSON_TYPE)
  const isRead = exchange.method === 'GET' || exchange.method === 'HEAD'
  const etag = isRead && status === 200 ? (response.etag ?? bodyEtag(body)) : undefined
  if (etag) {
    exchange.setHeader('etag', etag)
    if (exchange.header('cache-control') === undefined) exchange.setHeader('cache-control', 'private, no-cache')
    if (etagMatches(exchange.headers['if-none-match'], etag)) {
      if (body instanceof Readable) body.destroy()
      sendNotModified(exchange, services)
      return
    }
  } else exchange.setHeader('cache-control', 'no-store')
  countUsage(exchange, services, response)
  setRateHeaders(exchange, services)
  // Closes the connection if the client neither reads nor sends for that long.
  if (body instanceof Readable || response.file || isLong(body)) exchange.response.setTimeout(STREAM_IDLE_MS)
  if (response.file) sendBody(rangeOfFile(response.file, exchange), exchange, services)
  else if (response.ranges && status === 200) exchange.send(rangeOfBytes(body as Buffer, exchange))
  else if (mayCompress(response, body, exchange)) sendCompressed(body, response, exchange, etag)
  else sendBody(isEmpty ? undefined : (body as Body), exchange, services)
}

type Body = string | Buffer | Readable

function sendBody(body: Body | undefined, exchange: Exchange, services: CoreServices): void {
  if (body instanceof Readable) exchange.sendStream(body, (error) => sendFault(error, exchange, services))
  else exchange.send(body)
}

function sendNotModified(exchange: Exchange, services: CoreServices): void {
  for (const name of ['content-type', 'content-length', 'content-encoding']) exchange.removeHeader(name)
  exchange.status = 304
  setRateHeaders(exchange, services)
  exchange.send()
}

/** Shorter bodies fit into the network's buffers and take no memory of this process. */
const MIN_LONG_LENGTH = 64 * 1024

function isLong(body: unknown): boolean {
  return (typeof body === 'string' || Buffer.isBuffer(body)) && body.length >= MIN_LONG_LENGTH
}

/**
 * Measured at level 1 on JSON of projects: 75 µs for 4 kB, 110 µs for 12 kB and 0.4 ms for 115 kB, a tenth of which is
 * left. A request costs about 100 µs, so shorter bodies do not pay.
 */
const MIN_COMPRESSED_LENGTH = 8192

function mayCompress(response: OperationResponse, body: unknown, { route }: Exchange): body is string | Buffer {
  const { type } = response
  if ((response as SerializedResponse).gzipped) return true
  return (
    (type === undefined || type === JSON_TYPE || type === GEOJSON_TYPE) &&
    (typeof body === 'string' || Buffer.isBuffer(body)) &&
    body.length >= MIN_COMPRESSED_LENGTH &&
    route?.operation.compressed === true
  )
}

/** In a thread of the pool, so that other requests go on. */
function sendCompressed(
  body: string | Buffer,
  response: OperationResponse,
  exchange: Exchange,
  etag: string | undefined,
): void {
  addVary(exchange, 'Accept-Encoding')
  const { gzipped, brotli } = response as SerializedResponse
  const encoding = chooseEncoding(exchange.headers['accept-encoding'], brotli ? ['br', 'gzip'] : ['gzip'])
  if (encoding === 'identity') {
    exchange.send(body)
    return
  }
  const send = (bytes: Buffer) => {
    exchange.setHeader('content-encoding', encoding)
    if (etag) exchange.setHeader('etag', etagFor(etag, encoding))
    exchange.send(bytes)
  }
  const ready = encoding === 'br' ? brotli : gzipped
  if (ready) send(ready)
  else gzip(body, { level: 1 }, (error, bytes) => (error ? exchange.send(body) : send(bytes)))
}

export function serialize(response: OperationResponse): SerializedResponse {
  const body = response.type ? (response.body as string | Buffer) : JSON.stringify(response.body)
  const etag = response.etag ?? etagOf(body)
  return { ...response, body, type: response.type ?? JSON_TYPE, etag, next: nextPageOf(response) }
}

/** A stream has an ETag only if the operation sets one. */
function bodyEtag(body: unknown): string | undefined {
  return typeof body === 'string' || Buffer.isBuffer(body) ? etagOf(body) : undefined
}

/** Errors and 304 responses are not counted, and pages of the portal send requests that the customer did not make. */
function countUsage(exchange: Exchange, services: CoreServices, { lookups = 0, countAs }: OperationResponse): void {
  const { principal, route } = exchange
  if (!principal || !route || countAs === null) return
  if (lookups > 1) exchange.setHeader('x-lookups', String(lookups))
  const requests = principal.credential.kind === 'session' ? 0 : 1
  if (requests + lookups > 0) services.access.usage.count(principal, countAs ?? route.operation.id, requests, lookups)
}

/** Without a stack if the database is unavailable: many requests fail then, all for the same known reason. */
function logFault(fault: Fault, requestId: string, { log }: CoreServices): void {
  const { code, cause, message } = fault
  if (code === 'temporarily_unavailable')
    log.warn({ requestId, reason: cause instanceof Error ? cause.message : message }, code)
  else log.error({ requestId, err: cause ?? fault }, code)
}

/** An error as a problem or a page. After the first byte of a response it can only be cut off. */
export function sendFault(error: unknown, exchange: Exchange, services: CoreServices): void {
  const fault = faultOf(error)
  const { principal } = exchange
  const send = (lost?: Fault) => sendKnownFault(lost ?? fault, exchange, services)
  if (fault.code !== 'internal_error' || !principal) send()
  else services.access.findLost(principal).then(send, () => send())
}

function sendKnownFault(fault: Fault, exchange: Exchange, services: CoreServices): void {
  // Refusals are in metrics and in the access log. A stack trace for each would cost more than the request.
  if (fault.status >= 500 && fault.code !== 'overloaded') logFault(fault, exchange.id, services)
  const { response, headers } = exchange
  if (response.headersSent) {
    if (!response.writableEnded) response.destroy()
    return
  }
  setRateHeaders(exchange, services, fault)
  const path = exchange.url.split('?')[0]!.slice(0, 500)
  const isPage = wantsHtml(exchange)
  const language = isPage ? anonymousPageLanguage(headers, exchange.languageChoice) : languageOf(exchange)
  const problem = problemOf(fault, exchange.id, path, services.baseUrl, language)
  exchange.status = problem.status
  exchange.setHeaders(problem.headers)
  addVary(exchange, isPage ? 'Accept-Language, Cookie' : 'Accept-Language')
  const page = isPage
    ? exchange.options.problemPage(fault, exchange.id, language, hasSessionCookie(headers), services.baseUrl)
    : undefined
  if (page) exchange.setHeaders(page.headers)
  recordRequest(exchange, problem.status, services, fault)
  exchange.send(page?.body ?? problem.body)
}

const PRIVATE_PARAMS = /\{(token|key)\}/

/** Errors of pages, and of unknown paths outside the API that a browser opens. */
function wantsHtml({ route, headers, url }: Exchange): boolean {
  if (route) return route.operation.page === true
  return (headers.accept ?? '').includes('text/html') && !url.startsWith('/api/')
}

/** What the request log needs to know of a response or a fault. */
type Outcome = Pick<OperationResponse, 'tool' | 'code'>

export function recordRequest(exchange: Exchange, status: number, services: CoreServices, outcome: Outcome = {}): void {
  const { route, mount, principal, url } = exchange
  const ms = performance.now() - exchange.startedMs
  services.metrics.request(route?.name ?? mount?.name ?? 'unknown', status, ms, outcome.code)
  logRequest(exchange, status, ms, services, outcome)
  const cut = url.indexOf('?')
  // A path that may contain a secret or a listing's key is logged as its route pattern; escapes would hide the secret
  // from redaction.
  const pattern = mount?.path ?? (route && PRIVATE_PARAMS.test(route.path) ? route.path : undefined)
  services.accessLog({
    requestId: exchange.id,
    method: exchange.method,
    path: pattern ?? (cut < 0 ? url : url.slice(0, cut)).slice(0, 500),
    status,
    ms,
    account: principal?.account.id,
    credential: principal?.credential.id,
    address: exchange.address,
  })
}

/** A refused request may have a key that was revoked, or a path that does not exist: the log shows it to its account. */
function logRequest(
  exchange: Exchange,
  status: number,
  ms: number,
  { access, requestLog }: CoreServices,
  { tool, code }: Outcome,
): void {
  const { headers, route, id } = exchange
  const principal = exchange.principal ?? (code ? access.authenticator.ownerOf(headers.authorization) : undefined)
  if (!principal) return
  const name = route?.name ?? ''
  requestLog.record(principal, tool ? `${name}#${tool}` : name, status, code, ms, id)
  if (code) access.usage.countError(principal, status)
}
