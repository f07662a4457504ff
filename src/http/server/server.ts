// The HTTP server: runs every route through the same steps from socket to response.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fastify } from 'fastify'
import type { Principal, Session } from '../../access/rights/principal.ts'
import type { Actor } from '../../access/rights/roles.ts'
import { Fault } from '../../kernel/fault.ts'
import { newRequestId } from '../../kernel/ids.ts'
import { say } from '../../kernel/phrase.ts'
import { nextTurn } from '../../kernel/turns.ts'
import { authorize } from './authenticate.ts'
import { answerPreflight, browserMethods, setCorsHeaders } from './cors.ts'
import { editionOf } from './data-edition.ts'
import { deprecationHeaders } from './deprecation.ts'
import { BodySource, OCTETS } from './input/body-source.ts'
import { FORM, parseForm } from './input/form-body.ts'
import { parseJson } from './input/json-body.ts'
import { LineSource, NDJSON } from './input/line-source.ts'
import type { QueryValues } from './input/query-string.ts'
import { validateBody, validateQuery } from './input/validate.ts'
import { listenerFor } from './listener.ts'
import { BodyMemory, reserveBody } from './load/body-memory.ts'
import type { RequestSteps } from './load/micro-batch.ts'
import { MicroBatch, sendLate } from './load/micro-batch.ts'
import type { Overload } from './load/overload.ts'
import { PendingRequests } from './load/pending-requests.ts'
import type { Mount } from './mount.ts'
import { addMounts } from './mount.ts'
import { takeLanguage } from './page-language.ts'
import { idempotencyKeyOf, inspectUrl, limitBodyTime, refuseQuery, validateParams } from './request-checks.ts'
import type { HttpServerOptions, RequestContext } from './request-context.ts'
import { startRequest } from './request-context.ts'
import { ResponseCache } from './response-cache.ts'
import type { Call, Operation, OperationResponse, Route } from './route.ts'
import { sendFault, sendResponse, serialize } from './send-response.ts'
import type { Services } from './services.ts'

const BODY_LIMIT = 64 * 1024
const NO_PARAMS = {}
const JSON_BODY = 'application/json'
type Steps = RequestSteps<OperationResponse>
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
    // parseQueryString validates the query string strictly instead.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true, querystringParser: () => ({}) },
    // limitBodyTime replaces requestTimeout, which would cut healthy streams.
    requestTimeout: 0,
    // A request on an open connection is still served while the server closes.
    return503OnClosing: false,
    serverFactory: (handler) => listenerFor(handler, services, routes),
    frameworkErrors: (error, request, reply) => {
      startRequest(request, reply, undefined, options)
      sendFault(error, request, reply, services, options)
    },
  })
  app.decorateRequest('requestContext', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_BODY, { parseAs: 'buffer' }, (request, body, done) => {
    const parse = () => (request.requestContext?.route?.operation.page ? refuseType(FORM) : parseJson(body as Buffer))
    if (body.length <= BODY_LIMIT) attempt(done, parse)
    // 4 MiB take 0.1 s. Many that end in one turn would keep other requests waiting for their sum.
    else nextTurn().then(() => attempt(done, parse))
  })
  // Only pages accept forms, because any site can make a browser send one.
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, (request, body, done) => {
    attempt(done, () =>
      request.requestContext?.route?.operation.page ? parseForm(body as Buffer) : refuseType(JSON_BODY),
    )
  })
  // The operation reads the lines as they arrive and limits their number.
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
    throw new Fault('route_not_found', {
      detail: say`No route matches ${request.url.split('?')[0]!}. See /docs for all routes.`,
    })
  })
  const shared: Shared = { cache: new ResponseCache(), microBatch: new MicroBatch(), bodyMemory: new BodyMemory() }
  for (const row of routes) addRoute(app, row, services, options, shared)
  addMounts(app, mounts, services, options)
  for (const [path, allowed] of methodsByPath(routes, mounts))
    refuseOtherMethods(app, path, allowed, browserMethods(routes, path), options)
  return app
}

function attempt(done: (error: Error | null, body?: unknown) => void, read: () => unknown): void {
  try {
    done(null, read())
  } catch (error) {
    done(error as Error)
  }
}

function refuseType(accepted: string): never {
  throw new Fault('unsupported_media_type', { detail: say`Send the body as ${accepted}.` })
}

interface Shared {
  readonly cache: ResponseCache
  readonly microBatch: MicroBatch<OperationResponse>
  readonly bodyMemory: BodyMemory
}

function addRoute(
  app: FastifyInstance,
  row: Route,
  services: Services,
  options: HttpServerOptions,
  { cache, microBatch, bodyMemory }: Shared,
): void {
  const { method, path, operation } = row
  const bodyLimit = operation.bodyLimit ?? BODY_LIMIT
  const pending = new PendingRequests()
  const steps = stepsFor(row, services, { cache, pending, overload: options.overload })
  const deprecation = operation.deprecated && deprecationHeaders(operation.deprecated)
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit,
    // All checks run before the body is read: route, size, encoding, credentials, rate, plan and scope.
    // They are synchronous if the key is in memory, so that requests of one event loop turn stay together.
    onRequest: (request, reply, done) => {
      const accept = () => {
        try {
          if (bodyLimit > BODY_LIMIT && !maxBodyBytes(request, row)) reserveBody(bodyMemory, request, reply, bodyLimit)
          done()
        } catch (error) {
          done(error as Error)
        }
      }
      try {
        const context = startRequest(request, reply, row, options)
        setCorsHeaders(request, reply, row)
        if (deprecation) reply.headers(deprecation)
        if (!operation.exemptFromLoadShedding) options.overload.enter(pending)
        context.queryValues = inspectUrl(request, maxBodyBytes(request, row) ?? bodyLimit)
        if (operation.page) takePageLanguage(context)
        const authorized = authorize(request, context, operation.policy, services)
        if (authorized instanceof Promise) authorized.then(accept, done)
        else accept()
      } catch (error) {
        done(error as Error)
      }
    },
    // A stream has no time limit while data arrives; its source ends it when it stalls.
    ...(operation.body
      ? {
          preParsing: (request, reply, payload, done) =>
            isStream(request, row) ? done(null, payload) : limitBodyTime(request, reply, payload, done),
        }
      : {}),
    handler: (request, reply) => {
      if (!(request.body instanceof BodySource)) return microBatch.add(steps, request, reply)
      // A streamed body must be read from its start, so it cannot wait for a batch.
      const response = steps.run(request, reply)
      if (response) steps.send(response, request, reply)
    },
  })
}

interface Waiting {
  readonly cache: ResponseCache
  readonly pending: PendingRequests
  readonly overload: Overload
}

function stepsFor(row: Route, services: Services, { cache, pending, overload }: Waiting): Steps {
  const { method, operation } = row
  const mayWait = !operation.exemptFromLoadShedding && !operation.hasOwnQueue
  return {
    run(request, reply) {
      const context = request.requestContext!
      // The key includes the plan, because a cached response skips the permission checks.
      const edition = operation.cacheable ? `${context.principal!.plan} ${editionOf(services, context.principal!)}` : ''
      const cacheKey = operation.cacheable ? `${context.principal!.credential.id} ${request.url}` : ''
      const cached = operation.cacheable && cache.get(cacheKey, edition)
      if (cached) return cached
      if (!operation.exemptFromLoadShedding) overload.requireRoom(pending)
      const { body } = request
      const source = body instanceof BodySource ? body : undefined
      // One object literal: spreading a copy costs as much as all steps before it.
      const call = {
        services,
        principal: context.principal as Principal,
        actor: context.actor as Actor,
        session: context.session as Session,
        credentials: context.credentials!,
        query: queryOf(operation, context.queryValues),
        params: operation.params ? validateParams(operation.params, request.params) : NO_PARAMS,
        body: source ?? (operation.body ? validateBody(operation.body, body ?? {}) : undefined),
        requestId: request.id,
        address: request.ip,
        idempotencyKey: idempotencyKeyOf(request),
        ifMatch: request.headers['if-match'],
        accept: request.headers.accept,
        languageChoice: context.languageChoice,
        headers: request.headers,
        countAs: operation.id,
      }
      // A source reads its body as it arrives: it cannot wait, and others do not wait for it.
      const takesTurn = mayWait && !source
      if (takesTurn && pending.isBusy) {
        const late = pending.startInTurn(reply.raw, () => operation.handle(call))
        return sendLate(this, late, request, reply)
      }
      const response = source ? runSource(operation, { ...call, body: source }) : operation.handle(call)
      if (response instanceof Promise) return sendLate(this, response.finally(pending.start(takesTurn)), request, reply)
      if (!operation.cacheable) return response
      const serialized = serialize(response)
      cache.put(cacheKey, edition, serialized)
      return serialized
    },
    send(response, request, reply) {
      sendResponse(response, method, request, reply, request.requestContext!, services)
    },
  }
}

function takePageLanguage(context: RequestContext): void {
  const { values, choice } = takeLanguage(context.queryValues)
  context.queryValues = values
  context.languageChoice = choice
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

/** The limit for a streamed body. */
function maxBodyBytes(request: FastifyRequest, row: Route): number | undefined {
  if (isStream(request, row)) return Number.POSITIVE_INFINITY
  return isOfType(request, OCTETS) ? row.operation.upload?.mostBytes : undefined
}

type SourceCall = Call<Record<string, unknown>, BodySource, Record<string, unknown>>

function runSource({ stream, upload }: Operation, call: SourceCall): OperationResponse | Promise<OperationResponse> {
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
      throw new Fault('method_not_allowed', { detail: say`This path accepts ${names}.` })
    },
    handler: async () => undefined,
  })
}
