// Sends a response or an error: headers, ETag, usage and log.
import { Readable } from 'node:stream'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../../kernel/fault.ts'
import { sendBytes, sendFile } from './byte-range.ts'
import { chooseEncoding, etagFor } from './content-encoding.ts'
import { etagMatches, etagOf } from './etag.ts'
import {
  addVary,
  anonymousPageLanguage,
  hasSessionCookie,
  languageOf,
  setPageLanguageHeaders,
} from './page-language.ts'
import { faultOf, problemOf } from './problem.ts'
import { rateHeaders } from './rate-headers.ts'
import type { HttpServerOptions, RequestContext } from './request-context.ts'
import type { SerializedResponse } from './response-cache.ts'
import type { Method, OperationResponse } from './route.ts'
import { JSON_TYPE } from './route.ts'
import type { CoreServices } from './services.ts'

/** One second more than the timeout of a stalled body, so that the sender gets its error first. */
const STREAM_IDLE_MS = 31_000

export function sendResponse(
  response: OperationResponse,
  method: Method,
  request: FastifyRequest,
  reply: FastifyReply,
  context: RequestContext,
  services: CoreServices,
): FastifyReply {
  const status = response.status ?? 200
  if (response.headers) reply.headers(response.headers)
  setPageLanguageHeaders(reply, context, request.url, services.baseUrl)
  const body = response.type ? response.body : response.body === undefined ? '' : JSON.stringify(response.body)
  const isEmpty = status === 204 || (response.type === undefined && response.body === undefined)
  if (!isEmpty) reply.header('content-type', response.type ?? JSON_TYPE)
  const etag = method === 'GET' && status === 200 ? (response.etag ?? bodyEtag(body)) : undefined
  if (etag) {
    reply.header('etag', etag)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    if (etagMatches(request.headers['if-none-match'], etag)) {
      if (body instanceof Readable) body.destroy()
      for (const name of ['content-type', 'content-length', 'content-encoding']) reply.removeHeader(name)
      reply.code(304)
      reply.headers(rateHeaders(request, services))
      recordRequest(request, reply.statusCode, services, response)
      return reply.send()
    }
  } else reply.header('cache-control', 'no-store')
  countUsage(context, services, response)
  reply.headers(rateHeaders(request, services))
  // Closes the connection if the client neither reads nor sends for that long.
  if (body instanceof Readable || response.file || isLong(body)) reply.raw.setTimeout(STREAM_IDLE_MS)
  reply.code(status)
  recordRequest(request, status, services, response)
  if (response.file) return sendFile(response.file, request, reply)
  if (response.ranges && status === 200) return sendBytes(body as Buffer, request, reply)
  const { gzipped } = response as SerializedResponse
  if (gzipped || isWorthCompressing(response, body, context))
    return sendCompressed(body as string | Buffer, gzipped, request, reply, etag)
  return reply.send(isEmpty ? undefined : body)
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

function isWorthCompressing({ type }: OperationResponse, body: unknown, { route }: RequestContext): boolean {
  return (
    (type === undefined || type === JSON_TYPE) &&
    (typeof body === 'string' || Buffer.isBuffer(body)) &&
    body.length >= MIN_COMPRESSED_LENGTH &&
    route?.operation.compressed === true
  )
}

/** In a thread of the pool, so that other requests go on. */
function sendCompressed(
  body: string | Buffer,
  gzipped: Buffer | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string | undefined,
): FastifyReply {
  addVary(reply, 'Accept-Encoding')
  if (chooseEncoding(request.headers['accept-encoding'], ['gzip']) !== 'gzip') return reply.send(body)
  reply.header('content-encoding', 'gzip')
  if (etag) reply.header('etag', etagFor(etag, 'gzip'))
  if (gzipped) return reply.send(gzipped)
  gzip(body, { level: 1 }, (error, bytes) => {
    if (error) reply.removeHeader('content-encoding').send(body)
    else reply.send(bytes)
  })
  return reply
}

export function serialize(response: OperationResponse): SerializedResponse {
  const body = response.type ? (response.body as string | Buffer) : JSON.stringify(response.body)
  return { ...response, body, type: response.type ?? JSON_TYPE, etag: response.etag ?? etagOf(body) }
}

/** A stream has an ETag only if the operation sets one. */
function bodyEtag(body: unknown): string | undefined {
  return typeof body === 'string' || Buffer.isBuffer(body) ? etagOf(body) : undefined
}

/** Errors and 304 responses are not counted, and pages of the portal send requests that the customer did not make. */
function countUsage(
  { principal, route }: RequestContext,
  services: CoreServices,
  { lookups = 0, countAs }: OperationResponse,
): void {
  if (!principal || !route || countAs === null) return
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

export function sendFault(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  services: CoreServices,
  options: HttpServerOptions,
): FastifyReply {
  const fault = faultOf(error)
  // Refusals are in metrics and in the access log. A stack trace for each would cost more than the request.
  if (fault.status >= 500 && fault.code !== 'overloaded') logFault(fault, request.id, services)
  reply.headers(rateHeaders(request, services, fault))
  const path = request.url.split('?')[0]!.slice(0, 500)
  const isPage = wantsHtml(request)
  const language = isPage
    ? anonymousPageLanguage(request.headers, request.requestContext?.languageChoice)
    : languageOf(request)
  const problem = problemOf(fault, request.id, path, services.baseUrl, language)
  reply.code(problem.status).headers(problem.headers)
  addVary(reply, isPage ? 'Accept-Language, Cookie' : 'Accept-Language')
  const page = isPage ? options.problemPage(fault, request.id, language, hasSessionCookie(request.headers)) : undefined
  if (page) reply.headers(page.headers)
  recordRequest(request, problem.status, services, fault)
  return reply.send(page?.body ?? problem.body)
}

const PRIVATE_PARAMS = /\{(token|key)\}/

/** Errors of pages, and of unknown paths outside the API that a browser opens. */
function wantsHtml({ requestContext: context, headers, url }: FastifyRequest): boolean {
  if (context?.route) return context.route.operation.page === true
  return (headers.accept ?? '').includes('text/html') && !url.startsWith('/api/')
}

/** What the request log needs to know of a response or a fault. */
type Outcome = Pick<OperationResponse, 'tool' | 'code'>

export function recordRequest(
  request: FastifyRequest,
  status: number,
  services: CoreServices,
  outcome: Outcome = {},
): void {
  const { requestContext: context } = request
  const ms = context ? performance.now() - context.startedMs : 0
  const route = context?.route?.name ?? context?.mount?.name ?? 'unknown'
  services.metrics.request(route, status, ms, outcome.code)
  logRequest(request, status, ms, services, outcome)
  const { url } = request
  const cut = url.indexOf('?')
  // A path that may contain a secret or a listing's key is logged as its route pattern; escapes would hide the secret
  // from redaction.
  const routePath = context?.route?.path
  const pattern = context?.mount?.path ?? (routePath && PRIVATE_PARAMS.test(routePath) ? routePath : undefined)
  services.accessLog({
    requestId: request.id,
    method: request.method,
    path: pattern ?? (cut < 0 ? url : url.slice(0, cut)).slice(0, 500),
    status,
    ms,
    account: context?.principal?.account.id,
    credential: context?.principal?.credential.id,
    address: request.ip,
  })
}

/** A refused request may have a key that was revoked, or a path that does not exist: the log shows it to its account. */
function logRequest(
  { requestContext: context, headers, id }: FastifyRequest,
  status: number,
  ms: number,
  { access, requestLog }: CoreServices,
  { tool, code }: Outcome,
): void {
  const principal = context?.principal ?? (code ? access.authenticator.ownerOf(headers.authorization) : undefined)
  if (!principal) return
  const name = context?.route?.name ?? ''
  requestLog.record(principal, tool ? `${name}#${tool}` : name, status, code, ms, id)
  if (code) access.usage.countError(principal, status)
}
