// The REST door: takes the route table, and gives every row the same journey from socket to answer.
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { fastify } from 'fastify'
import type { Principal } from '../access/principal.ts'
import type { RateState } from '../access/rate.ts'
import { Fault } from '../kernel/fault.ts'
import { newRequestId } from '../kernel/ids.ts'
import { refuseBrokenRequest } from './broken-request.ts'
import { sendBytes } from './byte-range.ts'
import { etagMatches, etagOf } from './etag.ts'
import { parseJson } from './json-body.ts'
import { faultOf, problemOf } from './problem.ts'
import type { QueryValues } from './query-string.ts'
import { decodeStrict, parseQuery } from './query-string.ts'
import type { Method, Reply, Route } from './route.ts'
import type { Services } from './services.ts'
import { validateBody, validateQuery } from './validate.ts'

const BODY_LIMIT = 64 * 1024
const URI_LIMIT = 8 * 1024
const BODY_TIMEOUT_MS = 30_000
const METHODS: readonly Method[] = ['GET', 'POST', 'PATCH', 'DELETE']

export interface DoorOptions {
  readonly trustProxy: boolean
  /** True once the process is to stop: connections are then closed after each answer. */
  draining(): boolean
}

/** What the door learns about a request on its way, kept beside it for the log and the meter. */
interface Passage {
  readonly route: Route | undefined
  readonly startedMs: number
  queryValues: QueryValues
  principal: Principal | undefined
  rate: RateState | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    passage: Passage | null
  }
}

export function createDoor(routes: readonly Route[], services: Services, options: DoorOptions): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy,
    genReqId: newRequestId,
    requestIdHeader: false,
    logger: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // Our own body timer takes the place of requestTimeout, which would cut healthy streams.
    requestTimeout: 0,
    serverFactory: (handler) =>
      createServer(
        { headersTimeout: 10_000, requestTimeout: 0, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
        handler,
      ).on('clientError', refuseBrokenRequest),
    frameworkErrors: (error, request, reply) => fail(error, request, reply, services),
    // The query string is read strictly by us, on the way.
    querystringParser: () => ({}),
  })
  app.decorateRequest('passage', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    try {
      done(null, parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  app.setErrorHandler((error, request, reply) => fail(error, request, reply, services))
  app.setNotFoundHandler((request, reply) => {
    begin(request, reply, undefined, options)
    throw new Fault('route_not_found', { detail: `There is nothing at ${request.url.split('?')[0]}; see /docs.` })
  })
  app.addHook('onResponse', (request, reply, done) => {
    record(request, reply, services)
    done()
  })
  for (const row of routes) addRoute(app, row, services, options)
  for (const [path, allowed] of methodsByPath(routes)) refuseOtherMethods(app, path, allowed, options)
  return app
}

function begin(request: FastifyRequest, reply: FastifyReply, route: Route | undefined, options: DoorOptions): Passage {
  const passage: Passage = {
    route,
    startedMs: performance.now(),
    queryValues: {},
    principal: undefined,
    rate: undefined,
  }
  request.passage = passage
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  if (options.draining()) reply.header('connection', 'close')
  return passage
}

function addRoute(app: FastifyInstance, row: Route, services: Services, options: DoorOptions): void {
  const { method, path, operation, policy } = row
  const bodyLimit = operation.bodyLimit ?? BODY_LIMIT
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit,
    // Route and size and encoding, then credentials, rate, plan and scope: all before a byte of the body is read.
    // Without a promise where none is needed: a key in memory is let in within one turn of the event loop.
    onRequest: (request, reply, done) => {
      try {
        const passage = begin(request, reply, row, options)
        passage.queryValues = inspectUrl(request, bodyLimit)
        if (policy.who === 'operator') services.access.requireOperator(request.headers.authorization, request.ip)
        if (policy.who !== 'key') return done()
        const admit = (principal: Principal) => {
          passage.principal = principal
          passage.rate = services.access.rate(principal)
          services.access.requireRate(passage.rate)
          services.access.requirePlan(principal, policy.feature)
          services.access.requireScope(principal, policy.scope)
          services.access.requireQuota(principal, policy.feature)
        }
        const found = services.access.authenticate(request.headers.authorization, request.ip)
        if (found instanceof Promise) found.then(admit).then(() => done(), done)
        else {
          admit(found)
          done()
        }
      } catch (error) {
        done(error as Error)
      }
    },
    ...(operation.body ? { preParsing: limitBodyTime } : {}),
    handler: (request, reply) => {
      const passage = request.passage!
      const answer = operation.handle({
        services,
        principal: passage.principal as Principal,
        query: operation.query ? validateQuery(operation.query, passage.queryValues) : refuseQuery(passage.queryValues),
        body: operation.body ? validateBody(operation.body, request.body ?? {}) : undefined,
        params: operation.params ? validateParams(operation.params, request.params) : {},
        requestId: request.id,
        address: request.ip,
        idempotencyKey: idempotencyKeyOf(request),
        accept: request.headers.accept,
      })
      if (answer instanceof Promise) return answer.then((late) => send(late, method, request, reply, passage, services))
      return send(answer, method, request, reply, passage, services)
    },
  })
}

const NO_QUERY: QueryValues = {}

function refuseQuery(values: QueryValues): QueryValues {
  const first = Object.keys(values)[0]
  if (first === undefined) return NO_QUERY
  throw new Fault('unknown_parameter', {
    detail: `This path takes no parameters, but got "${first.slice(0, 60)}".`,
    errors: [{ parameter: first.slice(0, 60), code: 'unknown_parameter', message: 'This path takes no parameters.' }],
  })
}

function validateParams(schema: NonNullable<Route['operation']['params']>, raw: unknown): Record<string, unknown> {
  const values: QueryValues = {}
  for (const [name, value] of Object.entries(raw as Record<string, string>)) values[name] = value
  return validateQuery(schema, values)
}

function inspectUrl(request: FastifyRequest, bodyLimit: number): QueryValues {
  const { url } = request
  if (url.length > URI_LIMIT)
    throw new Fault('uri_too_long', { detail: `A URL may have ${URI_LIMIT} bytes; send long input by POST.` })
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit)
    throw new Fault('payload_too_large', { detail: `The body may have ${bodyLimit} bytes.` })
  const cut = url.indexOf('?')
  if (url.includes('%')) decodeStrict(cut < 0 ? url : url.slice(0, cut), 'The path')
  return cut < 0 ? NO_QUERY : parseQuery(url.slice(cut + 1))
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Fault('invalid_parameter', { detail: 'Idempotency-Key must have 1 to 200 visible ASCII characters.' })
  return key
}

/** A body that trickles in is cut off after a while; on an answered or finished request the timer is gone. */
function limitBodyTime(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: RequestPayload,
  done: (error: null, payload: RequestPayload) => void,
): void {
  const timer = setTimeout(() => {
    reply.header('connection', 'close')
    payload.emit('error', new Fault('request_timeout', { detail: 'The body took more than 30 s to arrive.' }))
  }, BODY_TIMEOUT_MS)
  timer.unref()
  payload.once('end', () => clearTimeout(timer))
  payload.once('close', () => clearTimeout(timer))
  request.raw.once('close', () => clearTimeout(timer))
  done(null, payload)
}

function rateHeaders(reply: FastifyReply, { rate }: Passage): void {
  if (!rate) return
  reply.header('ratelimit-policy', `"minute";q=${rate.limit};w=60`)
  reply.header('ratelimit', `"minute";r=${rate.remaining};t=${rate.waitSeconds}`)
}

function send(
  answer: Reply,
  method: Method,
  request: FastifyRequest,
  reply: FastifyReply,
  passage: Passage,
  services: Services,
): FastifyReply {
  const status = answer.status ?? 200
  rateHeaders(reply, passage)
  if (answer.headers) reply.headers(answer.headers)
  const body = answer.type ? answer.body : answer.body === undefined ? '' : JSON.stringify(answer.body)
  if (status !== 204) reply.header('content-type', answer.type ?? 'application/json; charset=utf-8')
  const etag = method === 'GET' && status === 200 ? (answer.etag ?? bodyEtag(body)) : undefined
  if (etag) {
    reply.header('etag', etag)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    if (etagMatches(request.headers['if-none-match'], etag)) {
      if (body instanceof Readable) body.destroy()
      reply.removeHeader('content-type').removeHeader('content-length')
      return reply.code(304).send()
    }
  } else reply.header('cache-control', 'no-store')
  count(passage, services, answer.lookups ?? 0)
  if (answer.ranges && status === 200) return sendBytes(body as Buffer, request, reply)
  return reply.code(status).send(status === 204 ? undefined : body)
}

/** A stream has no tag but the one it came with. */
function bodyEtag(body: unknown): string | undefined {
  return typeof body === 'string' || Buffer.isBuffer(body) ? etagOf(body) : undefined
}

/** Answers are counted; refusals and 304 cost nothing. */
function count({ principal, route }: Passage, services: Services, lookups: number): void {
  if (principal && route) services.access.usage.count(principal, route.operation.id, 1, lookups)
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply, services: Services): FastifyReply {
  const fault = faultOf(error)
  if (fault.status >= 500) services.log.error({ requestId: request.id, err: fault.options.cause ?? fault }, fault.code)
  const { passage } = request
  if (passage) rateHeaders(reply, passage)
  else reply.header('x-request-id', request.id)
  const path = request.url.split('?')[0]!.slice(0, 500)
  const problem = problemOf(fault, request.id, path, services.baseUrl)
  return reply.code(problem.status).headers(problem.headers).send(problem.body)
}

function record(request: FastifyRequest, reply: FastifyReply, services: Services): void {
  const { passage } = request
  const ms = passage ? performance.now() - passage.startedMs : 0
  const route = passage?.route ? `${request.method} ${passage.route.path}` : 'unknown'
  services.metrics.request(route, reply.statusCode, ms)
  services.log.info({
    requestId: request.id,
    method: request.method,
    path: request.url.split('?')[0]!.slice(0, 500),
    status: reply.statusCode,
    ms: Math.round(ms * 100) / 100,
    account: passage?.principal?.account.id,
    key: passage?.principal?.key.id,
    address: request.ip,
  })
}

function methodsByPath(routes: readonly Route[]): Map<string, Set<Method>> {
  const paths = new Map<string, Set<Method>>()
  for (const { path, method } of routes) paths.set(path, (paths.get(path) ?? new Set()).add(method))
  return paths
}

function refuseOtherMethods(app: FastifyInstance, path: string, allowed: Set<Method>, options: DoorOptions): void {
  const names = [...allowed].sort().join(', ')
  app.route({
    method: [...METHODS.filter((method) => !allowed.has(method)), 'PUT', 'OPTIONS'],
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: async (request, reply) => {
      begin(request, reply, undefined, options)
      reply.header('allow', names)
      throw new Fault('method_not_allowed', { detail: `This path takes ${names}.` })
    },
    handler: async () => undefined,
  })
}
