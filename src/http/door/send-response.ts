// How an operation's answer, or what went wrong, goes out: headers, validators, usage, log.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendBytes } from './byte-range.ts'
import { etagMatches, etagOf } from './etag.ts'
import { faultOf, problemOf } from './problem.ts'
import { rateHeaders } from './rate-headers.ts'
import type { HttpServerOptions, RequestContext } from './request-context.ts'
import type { SerializedResponse } from './response-cache.ts'
import type { Method, OperationResponse } from './route.ts'
import { JSON_TYPE } from './route.ts'
import type { Services } from './services.ts'

/** A second more than what a body that stands still is given, so that its sender is told first. */
const STREAM_IDLE_MS = 31_000

export function sendResponse(
  answer: OperationResponse,
  method: Method,
  request: FastifyRequest,
  reply: FastifyReply,
  passage: RequestContext,
  services: Services,
): FastifyReply {
  const status = answer.status ?? 200
  if (answer.headers) reply.headers(answer.headers)
  const body = answer.type ? answer.body : answer.body === undefined ? '' : JSON.stringify(answer.body)
  if (status !== 204) reply.header('content-type', answer.type ?? JSON_TYPE)
  const etag = method === 'GET' && status === 200 ? (answer.etag ?? bodyEtag(body)) : undefined
  if (etag) {
    reply.header('etag', etag)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    if (etagMatches(request.headers['if-none-match'], etag)) {
      if (body instanceof Readable) body.destroy()
      reply.removeHeader('content-type').removeHeader('content-length').code(304)
      reply.headers(rateHeaders(request, services))
      recordRequest(request, reply.statusCode, services)
      return reply.send()
    }
  } else reply.header('cache-control', 'no-store')
  count(passage, services, answer)
  reply.headers(rateHeaders(request, services))
  // A reader who takes nothing for that long, and sends nothing, is gone; Node's own timer closes the connection.
  if (body instanceof Readable) reply.raw.setTimeout(STREAM_IDLE_MS)
  reply.code(status)
  recordRequest(request, status, services)
  const { gzipped } = answer as SerializedResponse
  if (gzipped) {
    reply.header('vary', 'Accept-Encoding')
    if (takesGzip(request.headers['accept-encoding'])) {
      // Other bytes, another strong validator; whoever sends either back gets its 304.
      reply.header('content-encoding', 'gzip').header('etag', `${etag!.slice(0, -1)}-gz"`)
      return reply.send(gzipped)
    }
  }
  if (answer.ranges && status === 200) return sendBytes(body as Buffer, request, reply)
  return reply.send(status === 204 ? undefined : body)
}

/** The answer as the bytes that go out, with its validator. */
export function serialize(answer: OperationResponse): SerializedResponse {
  const body = answer.type ? (answer.body as string | Buffer) : JSON.stringify(answer.body)
  return { ...answer, body, type: answer.type ?? JSON_TYPE, etag: answer.etag ?? etagOf(body) }
}

/** A stream has no tag but the one it came with. */
function bodyEtag(body: unknown): string | undefined {
  return typeof body === 'string' || Buffer.isBuffer(body) ? etagOf(body) : undefined
}

/** Answers are counted; refusals and 304 cost nothing. */
function count(
  { principal, route }: RequestContext,
  services: Services,
  { lookups = 0, countAs }: OperationResponse,
): void {
  if (principal && route && countAs !== null)
    services.access.usage.count(principal, countAs ?? route.operation.id, 1, lookups)
}

export function sendFault(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  options: HttpServerOptions,
): FastifyReply {
  const fault = faultOf(error)
  if (fault.status >= 500) services.log.error({ requestId: request.id, err: fault.options.cause ?? fault }, fault.code)
  reply.headers(rateHeaders(request, services, fault))
  const path = request.url.split('?')[0]!.slice(0, 500)
  const problem = problemOf(fault, request.id, path, services.baseUrl)
  reply.code(problem.status).headers(problem.headers)
  const page = isForPeople(request) ? options.problemPage(fault, request.id) : undefined
  if (page) reply.headers(page.headers)
  recordRequest(request, problem.status, services)
  return reply.send(page?.body ?? problem.body)
}

/** Refusals of pages, and of whatever else a browser goes to outside the API; programs are told in their own language. */
function isForPeople({ requestContext: passage, headers, url }: FastifyRequest): boolean {
  if (passage?.route) return passage.route.operation.page === true
  return (headers.accept ?? '').includes('text/html') && !url.startsWith('/api/')
}

/** One line a request, when its answer is ready to go. */
export function recordRequest(request: FastifyRequest, status: number, services: Services): void {
  const { requestContext: passage } = request
  const ms = passage ? performance.now() - passage.startedMs : 0
  const route = passage?.route?.name ?? passage?.mount?.name ?? 'unknown'
  services.metrics.request(route, status, ms)
  const { url } = request
  const cut = url.indexOf('?')
  // A path that holds a secret, or may, is written as the table of routes has it: escapes would hide it from redaction.
  const pattern = passage?.mount?.path ?? (passage?.route?.path.endsWith('{token}') ? passage.route.path : undefined)
  services.accessLog({
    requestId: request.id,
    method: request.method,
    path: pattern ?? (cut < 0 ? url : url.slice(0, cut)).slice(0, 500),
    status,
    ms,
    account: passage?.principal?.account.id,
    credential: passage?.principal?.credential.id,
    address: request.ip,
  })
}

function takesGzip(header: string | string[] | undefined): boolean {
  return typeof header === 'string' && header.includes('gzip') && !/gzip\s*;\s*q=0(?![.\d]*[1-9])/.test(header)
}
