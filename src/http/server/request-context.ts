// What the server knows about a request: route, caller and limits.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PresentedCredentials } from '../../access/authenticator.ts'
import type { RateState } from '../../access/limits/rate-limit.ts'
import type { Principal, Session } from '../../access/rights/principal.ts'
import type { Actor } from '../../access/rights/roles.ts'
import type { Fault } from '../../kernel/fault.ts'
import type { Language } from '../../kernel/language.ts'
import { requestWaitMs } from '../../kernel/turns.ts'
import type { QueryValues } from './input/query-string.ts'
import type { Overload } from './load/overload.ts'
import type { ProblemPage } from './problem.ts'
import type { Route } from './route.ts'

export interface HttpServerOptions {
  /** Number of trusted proxies. Entries of X-Forwarded-For beyond theirs can be forged. */
  readonly trustProxy: number
  /** While true, every response closes its connection. */
  draining(): boolean
  readonly overload: Overload
  /** Renders an error for people. */
  problemPage(fault: Fault, requestId: string, language: Language, hasSession: boolean): ProblemPage
}

export interface RequestContext {
  readonly route: Route | undefined
  /** Set for a mounted handler. Its path is logged instead of the URL, which may contain a secret. */
  mount: { readonly name: string; readonly path: string } | undefined
  readonly startedMs: number
  queryValues: QueryValues
  /** The `?lang=` of a page. */
  languageChoice: Language | undefined
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
  const context: RequestContext = {
    route,
    mount: undefined,
    startedMs: performance.now() - requestWaitMs(),
    queryValues: {},
    languageChoice: undefined,
    principal: undefined,
    actor: undefined,
    session: undefined,
    credentials: undefined,
    rate: undefined,
  }
  request.requestContext = context
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  if (options.draining()) reply.header('connection', 'close')
  return context
}
