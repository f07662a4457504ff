// The REST door: takes the route table, and gives every row the same journey from socket to answer.
import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fastify } from 'fastify'
import type { Principal, Session } from '../../access/principal.ts'
import type { Actor } from '../../access/roles.ts'
import { Fault } from '../../kernel/fault.ts'
import { newRequestId } from '../../kernel/ids.ts'
import { authorize } from './authenticate.ts'
import { answerPreflight, browserMethods, setCorsHeaders } from './cors.ts'
import { editionOf } from './data-edition.ts'
import { BodySource, OCTETS } from './input/body-source.ts'
import { FORM, parseForm } from './input/form-body.ts'
import { parseJson } from './input/json-body.ts'
import { LineSource, NDJSON } from './input/line-source.ts'
import type { QueryValues } from './input/query-string.ts'
import { validateBody, validateQuery } from './input/validate.ts'
import { rejectMalformedRequest, rejectTunnel } from './malformed-request.ts'
import type { RequestSteps } from './micro-batch.ts'
import { MicroBatch } from './micro-batch.ts'
import type { Mount } from './mount.ts'
import { addMounts } from './mount.ts'
import { idempotencyKeyOf, inspectUrl, limitBodyTime, refuseQuery, validateParams } from './request-checks.ts'
import type { HttpServerOptions } from './request-context.ts'
import { startRequest } from './request-context.ts'
import { ResponseCache } from './response-cache.ts'
import type { Call, Operation, OperationResponse, Route } from './route.ts'
import { sendFault, sendResponse, serialize } from './send-response.ts'
import type { Services } from './services.ts'

const BODY_LIMIT = 64 * 1024
const NO_PARAMS = {}
const JSON_BODY = 'application/json'
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']

export function createHttpServer(
  routes: readonly Route[],
  mounts: readonly Mount[],
  services: Services,
  options: HttpServerOptions,
): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy > 0 && ((_address: string, hop: number) => hop < options.trustProxy),
    genReqId: newRequestId,
    requestIdHeader: false,
    logger: false,
    // The query string is read strictly by us, on the way.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true, querystringParser: () => ({}) },
    // Our own body timer takes the place of requestTimeout, which would cut healthy streams.
    requestTimeout: 0,
    // While it closes, the rooms are still there: a request on an open connection gets its answer.
    return503OnClosing: false,
    serverFactory: (handler) => listenerFor(handler, services),
    frameworkErrors: (error, request, reply) => {
      startRequest(request, reply, undefined, options)
      sendFault(error, request, reply, services, options)
    },
  })
  app.decorateRequest('requestContext', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_BODY, { parseAs: 'buffer' }, (request, body, done) => {
    attempt(done, () => (request.requestContext?.route?.operation.page ? refuseType(FORM) : parseJson(body as Buffer)))
  })
  // Only pages take forms: any site can make a browser send one.
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, (request, body, done) => {
    attempt(done, () =>
      request.requestContext?.route?.operation.page ? parseForm(body as Buffer) : refuseType(JSON_BODY),
    )
  })
  // Lines are handed over as they come in; how many there may be is the operation's affair.
  app.addContentTypeParser(NDJSON, (request, payload, done) => {
    if (request.requestContext?.route?.operation.stream) return done(null, new LineSource(payload))
    attempt(done, () => refuseType(JSON_BODY))
  })
  app.addContentTypeParser(OCTETS, (request, payload, done) => {
    if (request.requestContext?.route?.operation.upload) return done(null, new BodySource(payload))
    attempt(done, () => refuseType(JSON_BODY))
  })
  app.setErrorHandler((error, request, reply) => sendFault(error, request, reply, services, options))
  app.setNotFoundHandler((request, reply) => {
    startRequest(request, reply, undefined, options)
    throw new Fault('route_not_found', { detail: `There is nothing at ${request.url.split('?')[0]}; see /docs.` })
  })
  const shared = { cache: new ResponseCache(), cohort: new MicroBatch() }
  for (const row of routes) addRoute(app, row, services, options, shared)
  addMounts(app, mounts, services, options)
  for (const [path, allowed] of methodsByPath(routes, mounts))
    refuseOtherMethods(app, path, allowed, browserMethods(routes, path), options)
  return app
}

const LISTENER = {
  headersTimeout: 10_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
}

/** Every answer is ours: those that Node would give by itself have neither a body nor our headers. */
function listenerFor(handler: RequestListener, services: Services): Server {
  const server = createServer({ ...LISTENER, requireHostHeader: false }, handler)
  server.on('clientError', (error, socket) => rejectMalformedRequest(error, socket, services))
  server.on('connect', (_request, socket) => rejectTunnel(socket, services))
  // Expectations that we do not know may be left unmet.
  return server.on('checkExpectation', handler)
}

function attempt(done: (error: Error | null, body?: unknown) => void, read: () => unknown): void {
  try {
    done(null, read())
  } catch (error) {
    done(error as Error)
  }
}

function refuseType(taken: string): never {
  throw new Fault('unsupported_media_type', { detail: `Send ${taken}.` })
}

/** Requests of a route that wait for something; those answered from memory never do. */
interface PendingCount {
  count: number
}

interface Shared {
  readonly cache: ResponseCache
  readonly cohort: MicroBatch
}

function addRoute(
  app: FastifyInstance,
  row: Route,
  services: Services,
  options: HttpServerOptions,
  { cache, cohort }: Shared,
): void {
  const { method, path, operation } = row
  const bodyLimit = operation.bodyLimit ?? BODY_LIMIT
  const waiting: PendingCount = { count: 0 }
  const steps = stepsFor(row, services, cache, waiting)
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit,
    // Route and size and encoding, then credentials, rate, plan and scope: all before a byte of the body is read.
    // Without a promise where none is needed: a key in memory is let in within one turn of the event loop.
    onRequest: (request, reply, done) => {
      try {
        const passage = startRequest(request, reply, row, options)
        setCorsHeaders(request, reply, row)
        if (!operation.exemptFromLoadShedding) options.overload.enter(waiting.count)
        passage.queryValues = inspectUrl(request, mostBytes(request, row) ?? bodyLimit)
        const admitted = authorize(request, passage, operation.policy, services)
        if (admitted instanceof Promise) admitted.then(() => done(), done)
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
      if (!(request.body instanceof BodySource)) return cohort.add(steps, request, reply)
      // What is still coming in is read from its start.
      const answer = steps.run(request, reply)
      if (answer) steps.send(answer, request, reply)
    },
  })
}

/** From the request that was let in to its answer. */
function stepsFor(row: Route, services: Services, cache: ResponseCache, waiting: PendingCount): RequestSteps {
  const { method, operation } = row
  return {
    run(request, reply) {
      const passage = request.requestContext!
      // With the plan: what is kept is given without asking again whether every part of it is allowed.
      const edition = operation.cacheable ? `${passage.principal!.plan} ${editionOf(services, passage.principal!)}` : ''
      const question = operation.cacheable ? `${passage.principal!.credential.id} ${request.url}` : ''
      const kept = operation.cacheable && cache.get(question, edition)
      if (kept) return kept
      const { body } = request
      const source = body instanceof BodySource ? body : undefined
      // Written out in one piece: a copy with one more field costs as much as the rest of the way in.
      const call = {
        services,
        principal: passage.principal as Principal,
        actor: passage.actor as Actor,
        session: passage.session as Session,
        credentials: passage.credentials!,
        query: queryOf(operation, passage.queryValues),
        params: operation.params ? validateParams(operation.params, request.params) : NO_PARAMS,
        body: source ?? (operation.body ? validateBody(operation.body, body ?? {}) : undefined),
        requestId: request.id,
        address: request.ip,
        idempotencyKey: idempotencyKeyOf(request),
        ifMatch: request.headers['if-match'],
        accept: request.headers.accept,
        headers: request.headers,
        countAs: operation.id,
      }
      const answer = source ? takeSource(operation, { ...call, body: source }) : operation.handle(call)
      if (answer instanceof Promise) {
        waiting.count += 1
        answer
          .finally(() => {
            waiting.count -= 1
          })
          .then((late) => this.send(late, request, reply))
          .catch((error: unknown) => reply.send(error))
        return undefined
      }
      if (!operation.cacheable) return answer
      const fixed = serialize(answer)
      cache.put(question, edition, fixed)
      return fixed
    },
    send(answer, request, reply) {
      sendResponse(answer, method, request, reply, request.requestContext!, services)
    },
  }
}

function queryOf({ query, ignoresQuery }: Operation, values: QueryValues): Record<string, unknown> {
  if (query) return validateQuery(query, values)
  return ignoresQuery ? NO_PARAMS : refuseQuery(values)
}

function isOfType(request: FastifyRequest, type: string): boolean {
  return (request.headers['content-type'] ?? '').toLowerCase().startsWith(type)
}

function isStream(request: FastifyRequest, { operation }: Route): boolean {
  return operation.stream !== undefined && isOfType(request, NDJSON)
}

/** Of a body that is not held in memory. */
function mostBytes(request: FastifyRequest, row: Route): number | undefined {
  if (isStream(request, row)) return Number.POSITIVE_INFINITY
  return isOfType(request, OCTETS) ? row.operation.upload?.mostBytes : undefined
}

type SourceCall = Call<Record<string, unknown>, BodySource, Record<string, unknown>>

function takeSource({ stream, upload }: Operation, call: SourceCall): OperationResponse | Promise<OperationResponse> {
  return call.body instanceof LineSource ? stream!({ ...call, body: call.body }) : upload!.take(call)
}

function methodsByPath(routes: readonly Route[], mounts: readonly Mount[]): Map<string, Set<string>> {
  const paths = new Map<string, Set<string>>()
  const add = (path: string, method: string) => paths.set(path, (paths.get(path) ?? new Set()).add(method))
  for (const { path, method } of routes) add(path, method)
  for (const { path, methods } of mounts) for (const method of methods) add(path, method)
  return paths
}

function refuseOtherMethods(
  app: FastifyInstance,
  path: string,
  allowed: Set<string>,
  forBrowsers: string,
  options: HttpServerOptions,
): void {
  const names = [...allowed].sort().join(', ')
  app.route({
    method: METHODS.filter((method) => !allowed.has(method)),
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: async (request, reply) => {
      startRequest(request, reply, undefined, options)
      if (request.method === 'OPTIONS' && forBrowsers !== '' && answerPreflight(request, reply, forBrowsers))
        return reply
      reply.header('allow', names)
      throw new Fault('method_not_allowed', { detail: `This path takes ${names}.` })
    },
    handler: async () => undefined,
  })
}
