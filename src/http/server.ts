// The REST door: takes the route table, and gives every row the same journey from socket to answer.
import { createServer } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fastify } from 'fastify'
import type { Principal } from '../access/principal.ts'
import type { Actor } from '../access/roles.ts'
import { Fault } from '../kernel/fault.ts'
import { newRequestId } from '../kernel/ids.ts'
import { fail, fix, send } from './answer.ts'
import { refuseBrokenRequest } from './broken-request.ts'
import { admitBrowser, answerPreflight } from './cors.ts'
import { parseJson } from './json-body.ts'
import { LineSource, NDJSON } from './line-source.ts'
import type { DoorOptions } from './passage.ts'
import { begin } from './passage.ts'
import { ReplyCache } from './reply-cache.ts'
import { idempotencyKeyOf, inspectUrl, limitBodyTime, refuseQuery, validateParams } from './request-checks.ts'
import type { Method, Route } from './route.ts'
import type { Services } from './services.ts'
import { validateBody, validateQuery } from './validate.ts'
import { editionOf } from './wire.ts'

const BODY_LIMIT = 64 * 1024
const METHODS: readonly Method[] = ['GET', 'POST', 'PATCH', 'DELETE']

export function createDoor(routes: readonly Route[], services: Services, options: DoorOptions): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy,
    genReqId: newRequestId,
    requestIdHeader: false,
    logger: false,
    // The query string is read strictly by us, on the way.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true, querystringParser: () => ({}) },
    // Our own body timer takes the place of requestTimeout, which would cut healthy streams.
    requestTimeout: 0,
    serverFactory: (handler) =>
      createServer(
        { headersTimeout: 10_000, requestTimeout: 0, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
        handler,
      ).on('clientError', refuseBrokenRequest),
    frameworkErrors: (error, request, reply) => fail(error, request, reply, services),
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
  // Lines are handed over as they come in; how many there may be is the operation's affair.
  app.addContentTypeParser(NDJSON, (request, payload, done) => {
    if (request.passage?.route?.operation.stream) return done(null, new LineSource(payload))
    done(new Fault('unsupported_media_type', { detail: 'Send application/json.' }))
  })
  app.setErrorHandler((error, request, reply) => fail(error, request, reply, services))
  app.setNotFoundHandler((request, reply) => {
    begin(request, reply, undefined, options)
    throw new Fault('route_not_found', { detail: `There is nothing at ${request.url.split('?')[0]}; see /docs.` })
  })
  const cache = new ReplyCache()
  for (const row of routes) addRoute(app, row, services, options, cache)
  for (const [path, rows] of rowsByPath(routes)) refuseOtherMethods(app, path, rows, options)
  return app
}

function addRoute(app: FastifyInstance, row: Route, services: Services, options: DoorOptions, cache: ReplyCache): void {
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
        admitBrowser(request, reply, row)
        passage.queryValues = inspectUrl(request, isStream(request, row) ? Number.POSITIVE_INFINITY : bodyLimit)
        if (policy.who === 'operator') services.access.requireOperator(request.headers.authorization, request.ip)
        if (policy.who === 'role')
          passage.actor = services.access.requireRole(request.headers.authorization, request.ip, policy.role)
        if (policy.who !== 'key') return done()
        const admit = (principal: Principal) => {
          passage.principal = principal
          passage.rate = services.access.rate(principal)
          services.access.requireRate(passage.rate)
          services.access.requirePlan(principal, policy.feature)
          services.access.requireScope(principal, policy.scope)
          return services.access.requireQuota(principal, policy.feature)
        }
        const found = services.access.authenticate(request.headers.authorization, request.ip)
        const late = found instanceof Promise ? found.then(admit) : admit(found)
        if (late) late.then(() => done(), done)
        else done()
      } catch (error) {
        done(error as Error)
      }
    },
    // A stream may take as long as it likes while it moves; its source cuts it when it stands still.
    ...(operation.body
      ? {
          preParsing: (request, reply, payload, done) =>
            isStream(request, row) ? done(null, payload) : limitBodyTime(request, reply, payload, done),
        }
      : {}),
    handler: (request, reply) => {
      const passage = request.passage!
      const edition = operation.kept ? editionOf(services, passage.principal!) : ''
      const question = operation.kept ? `${passage.principal!.credential.id} ${request.url}` : ''
      const kept = operation.kept && cache.get(question, edition)
      if (kept) return send(kept, method, request, reply, passage, services)
      const call = {
        services,
        principal: passage.principal as Principal,
        actor: passage.actor as Actor,
        query: operation.query ? validateQuery(operation.query, passage.queryValues) : refuseQuery(passage.queryValues),
        params: operation.params ? validateParams(operation.params, request.params) : {},
        requestId: request.id,
        address: request.ip,
        idempotencyKey: idempotencyKeyOf(request),
        ifMatch: request.headers['if-match'],
        accept: request.headers.accept,
      }
      const { body } = request
      const answer =
        body instanceof LineSource
          ? operation.stream!({ ...call, body })
          : operation.handle({ ...call, body: operation.body ? validateBody(operation.body, body ?? {}) : undefined })
      if (answer instanceof Promise) return answer.then((late) => send(late, method, request, reply, passage, services))
      if (!operation.kept) return send(answer, method, request, reply, passage, services)
      const fixed = fix(answer)
      cache.put(question, edition, fixed)
      return send(fixed, method, request, reply, passage, services)
    },
  })
}

function isStream(request: FastifyRequest, { operation }: Route): boolean {
  return operation.stream !== undefined && (request.headers['content-type'] ?? '').toLowerCase().startsWith(NDJSON)
}

function rowsByPath(routes: readonly Route[]): Map<string, Route[]> {
  const paths = new Map<string, Route[]>()
  for (const row of routes) paths.set(row.path, [...(paths.get(row.path) ?? []), row])
  return paths
}

function refuseOtherMethods(app: FastifyInstance, path: string, rows: readonly Route[], options: DoorOptions): void {
  const allowed = rows.map(({ method }) => method)
  const names = allowed.toSorted().join(', ')
  const forBrowsers = rows.flatMap(({ method, policy }) => (policy.who === 'key' ? [method] : [])).join(', ')
  app.route({
    method: [...METHODS.filter((method) => !allowed.includes(method)), 'PUT', 'OPTIONS'],
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: async (request, reply) => {
      begin(request, reply, undefined, options)
      if (request.method === 'OPTIONS' && forBrowsers !== '' && answerPreflight(request, reply, forBrowsers))
        return reply
      reply.header('allow', names)
      throw new Fault('method_not_allowed', { detail: `This path takes ${names}.` })
    },
    handler: async () => undefined,
  })
}
