// What the door learns about a request on its way, kept beside it for the meter and the log.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PresentedCredentials } from '../../access/authenticator.ts'
import type { RateState } from '../../access/limits/rate-limit.ts'
import type { Principal, Session } from '../../access/principal.ts'
import type { Actor } from '../../access/roles.ts'
import type { Fault } from '../../kernel/fault.ts'
import type { QueryValues } from './input/query-string.ts'
import type { Overload } from './overload.ts'
import type { ProblemPage } from './problem.ts'
import type { Route } from './route.ts'

export interface HttpServerOptions {
  /** How many proxies of ours a request comes through: what is left of theirs in X-Forwarded-For anybody may have written. */
  readonly trustProxy: number
  /** True once the process is to stop: connections are then closed after each answer. */
  draining(): boolean
  readonly overload: Overload
  /** Renders an error for people. */
  problemPage(fault: Fault, requestId: string): ProblemPage
}

export interface RequestContext {
  readonly route: Route | undefined
  /** Set where the request is handed on whole; its path may hold what is nobody's business, so this one is logged. */
  mount: { readonly name: string; readonly path: string } | undefined
  readonly startedMs: number
  queryValues: QueryValues
  principal: Principal | undefined
  actor: Actor | undefined
  session: Session | undefined
  credentials: PresentedCredentials | undefined
  rate: RateState | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    requestContext: RequestContext | null
  }
}

export function startRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route | undefined,
  options: HttpServerOptions,
): RequestContext {
  const passage: RequestContext = {
    route,
    mount: undefined,
    startedMs: performance.now(),
    queryValues: {},
    principal: undefined,
    actor: undefined,
    session: undefined,
    credentials: undefined,
    rate: undefined,
  }
  request.requestContext = passage
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  if (options.draining()) reply.header('connection', 'close')
  return passage
}
