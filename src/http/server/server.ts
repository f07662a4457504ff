// The HTTP server: runs every route through the same steps from socket to response.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import findMyWay from 'find-my-way'
import type { Principal, Session } from '../../access/rights/principal.ts'
import type { Actor } from '../../access/rights/roles.ts'
import { Fault } from '../../kernel/fault.ts'
import { say } from '../../kernel/phrase.ts'
import { authorize } from './authenticate.ts'
import { answerPreflight, browserMethods, setCorsHeaders } from './cors.ts'
import { editionOf } from './data-edition.ts'
import type { HttpServerOptions } from './exchange.ts'
import { Exchange } from './exchange.ts'
import { BodySource } from './input/body-source.ts'
import { LineSource } from './input/line-source.ts'
import type { QueryValues } from './input/query-string.ts'
import { validateBody, validateQuery } from './input/validate.ts'
import { createsRecords, deprecationHeaders, setLocation } from './link-headers.ts'
import { listenerFor } from './listener.ts'
import { BodyMemory } from './load/body-memory.ts'
import type { RequestSteps } from './load/micro-batch.ts'
import { MicroBatch, sendLate } from './load/micro-batch.ts'
import type { Overload } from './load/overload.ts'
import { PendingRequests } from './load/pending-requests.ts'
import type { Mount } from './mount.ts'
import { runMount } from './mount.ts'
import { takeLanguage } from './page-language.ts'
import { BODY_LIMIT, hasBody, readBody, reserveBody, streamLimit } from './read-body.ts'
import { idempotencyKeyOf, inspectUrl, refuseQuery, validateParams } from './request-checks.ts'
import { ResponseCache } from './response-cache.ts'
import type { Call, Operation, OperationResponse, Route } from './route.ts'
import { recordRequest, sendFault, sendResponse, serialize } from './send-response.ts'
import type { Services } from './services.ts'

const MAX_PARAM_LENGTH = 200
const NO_PARAMS = {}
/** Handlers are called here, not by the router. */
const unused = () => undefined
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'] as const

/** Runs a request of a path, or throws. Synchronous where it can be, so that the requests of a turn stay together. */
type Handler = (exchange: Exchange) => void | Promise<void>
type Steps = RequestSteps<Exchange, OperationResponse>

export function createHttpServer(
  routes: readonly Route[],
  mounts: readonly Mount[],
  services: Services,
  options: HttpServerOptions,
): Server {
  const find = routerFor(routes, mounts, services, options)
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const exchange = new Exchange(request, response, options)
    const fail = (error: unknown) => sendFault(error, exchange, services)
    try {
      find(exchange)(exchange)?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
  return listenerFor(handle, services, routes)
}

/** Finds the handler of a request and sets the parameters of its path. */
function routerFor(
  routes: readonly Route[],
  mounts: readonly Mount[],
  services: Services,
  options: HttpServerOptions,
): (exchange: Exchange) => Handler {
  const router = findMyWay({
    maxParamLength: MAX_PARAM_LENGTH,
    ignoreTrailingSlash: true,
    // parseQuery reads the query string, strictly.
    querystringParser: () => NO_PARAMS,
    onBadUrl: unused,
  })
  const add = (methods: readonly string[], path: string, handler: Handler) => {
    const all = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    router.on(all as findMyWay.HTTPMethod[], path.replaceAll(/\{(\w+)\}/g, ':$1'), unused, handler)
  }
  const shared: Omit<Shared, 'creates'> = {
    cache: new ResponseCache(),
    microBatch: new MicroBatch(),
    bodyMemory: new BodyMemory(),
  }
  for (const row of routes) {
    const creates = createsRecords(row, routes)
    add([row.method], row.path, handlerOf(row, services, options, { ...shared, creates }))
  }
  for (const row of mounts) add(row.methods, row.path, (exchange) => runMount(row, exchange, services))
  for (const [path, allowed] of methodsByPath(routes, mounts)) {
    const others = METHODS.filter((method) => !allowed.has(method))
    add(others, path, refuseMethod([...allowed].sort().join(', '), browserMethods(routes, path)))
  }
  return (exchange) => {
    const found = router.find(exchange.method as findMyWay.HTTPMethod, exchange.url)
    if (!found) return refusePath
    exchange.params = found.params as Record<string, string>
    return found.store ?? refuseEscape
  }
}

function refusePath({ url }: Exchange): never {
  throw new Fault('route_not_found', {
    detail: say`There is nothing at ${url.split('?')[0]!}. Check the address, or see /docs for all routes.`,
  })
}

function refuseEscape(): never {
  throw new Fault('invalid_encoding', { detail: 'The path contains an invalid percent escape.' })
}

function refuseMethod(allowed: string, forBrowsers: string): Handler {
  return (exchange) => {
    if (answerPreflight(exchange, forBrowsers)) return
    exchange.setHeader('allow', allowed)
    throw new Fault('method_not_allowed', { detail: say`This path accepts ${allowed}.` })
  }
}

interface Shared {
  readonly cache: ResponseCache
  readonly microBatch: MicroBatch<Exchange, OperationResponse>
  readonly bodyMemory: BodyMemory
  /** Records that can be read by their id. */
  readonly creates: boolean
}

/** All checks run before the body is read: route, size, encoding, credentials, rate, plan and scope. */
function handlerOf(row: Route, services: Services, options: HttpServerOptions, shared: Shared): Handler {
  const { operation } = row
  const { cache, microBatch, bodyMemory, creates } = shared
  const bodyLimit = operation.bodyLimit ?? BODY_LIMIT
  const pending = new PendingRequests()
  const steps = stepsFor(row, services, { cache, pending, overload: options.overload, creates })
  const deprecation = operation.deprecated && deprecationHeaders(operation.deprecated)
  const accept = (exchange: Exchange): void | Promise<void> => {
    if (!hasBody(exchange, operation)) return microBatch.add(steps, exchange)
    if (bodyLimit > BODY_LIMIT && streamLimit(exchange, operation) === undefined)
      reserveBody(bodyMemory, exchange, bodyLimit)
    return readBody(exchange, operation, bodyLimit).then((body) => {
      exchange.body = body
      if (body instanceof BodySource) runAtOnce(steps, exchange)
      else microBatch.add(steps, exchange)
    })
  }
  return (exchange) => {
    exchange.route = row
    setCorsHeaders(exchange, row)
    if (deprecation) exchange.setHeaders(deprecation)
    if (!operation.exemptFromLoadShedding) options.overload.enter(pending)
    exchange.queryValues = inspectUrl(exchange, streamLimit(exchange, operation) ?? bodyLimit)
    if (operation.page) takePageLanguage(exchange)
    const authorized = authorize(exchange, operation.policy, services)
    return authorized instanceof Promise ? authorized.then(() => accept(exchange)) : accept(exchange)
  }
}

/** A streamed body must be read from its start, so it cannot wait for a batch. */
function runAtOnce(steps: Steps, exchange: Exchange): void {
  const response = steps.run(exchange)
  if (!response) return
  steps.send(response, exchange)
  steps.record(response, exchange)
}

interface Waiting {
  readonly cache: ResponseCache
  readonly pending: PendingRequests
  readonly overload: Overload
  readonly creates: boolean
}

function stepsFor(row: Route, services: Services, { cache, pending, overload, creates }: Waiting): Steps {
  const { operation } = row
  const mayWait = !operation.exemptFromLoadShedding && !operation.hasOwnQueue
  return {
    run(exchange) {
      const { principal, url, body, headers } = exchange
      // The key includes the plan, because a cached response skips the permission checks.
      const edition = operation.cacheable ? `${principal!.plan} ${editionOf(services, principal!)}` : ''
      const cacheKey = operation.cacheable ? `${principal!.credential.id} ${url}` : ''
      const cached = operation.cacheable && cache.get(cacheKey, edition)
      if (cached) return cached
      if (!operation.exemptFromLoadShedding) overload.requireRoom(pending)
      const source = body instanceof BodySource ? body : undefined
      // One object literal: spreading a copy costs as much as all steps before it.
      const call = {
        services,
        principal: principal as Principal,
        actor: exchange.actor as Actor,
        session: exchange.session as Session,
        credentials: exchange.credentials!,
        query: queryOf(operation, exchange.queryValues),
        params: operation.params ? validateParams(operation.params, exchange.params) : NO_PARAMS,
        body: source ?? (operation.body ? validateBody(operation.body, body ?? {}) : undefined),
        requestId: exchange.id,
        address: exchange.address,
        idempotencyKey: idempotencyKeyOf(exchange),
        ifMatch: headers['if-match'],
        accept: headers.accept,
        languageChoice: exchange.languageChoice,
        headers,
        countAs: operation.id,
      }
      // A source reads its body as it arrives: it cannot wait, and others do not wait for it.
      const takesTurn = mayWait && !source
      if (takesTurn && pending.isBusy) {
        const late = pending.startInTurn(exchange.response, () => operation.handle(call))
        return sendLate(this, late, exchange)
      }
      const response = source ? runSource(operation, { ...call, body: source }) : operation.handle(call)
      if (response instanceof Promise) return sendLate(this, response.finally(pending.start(takesTurn)), exchange)
      if (!operation.cacheable) return response
      const serialized = serialize(response)
      cache.put(cacheKey, edition, serialized)
      return serialized
    },
    send: (response, exchange) => {
      if (creates) setLocation(exchange, response)
      sendResponse(response, exchange, services)
    },
    record: (response, exchange) => recordRequest(exchange, exchange.status, services, response),
    fail: (error, exchange) => sendFault(error, exchange, services),
  }
}

function takePageLanguage(exchange: Exchange): void {
  const { values, choice } = takeLanguage(exchange.queryValues)
  exchange.queryValues = values
  exchange.languageChoice = choice
}

function queryOf({ query, ignoresQuery }: Operation, values: QueryValues): Record<string, unknown> {
  if (query) return validateQuery(query, values)
  return ignoresQuery ? NO_PARAMS : refuseQuery(values)
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
