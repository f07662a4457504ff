// Who is let in: what a request shows of its sender, and what the policy of the route makes of it.

import type { FastifyRequest } from 'fastify'
import type { Access } from '../../access/access.ts'
import type { PresentedCredentials } from '../../access/authenticator.ts'
import { requireAllowed } from '../../access/limits/rate-limits.ts'
import type { CredentialPolicy, Policy } from '../../access/policies.ts'
import type { Principal } from '../../access/principal.ts'
import type { Cause } from '../../events/audit-log.ts'
import type { RequestContext } from './request-context.ts'
import type { Services } from './services.ts'

/** Settles who is calling, in one turn of the event loop where memory knows it: a promise only where none is to be had without. */
export function authorize(
  request: FastifyRequest,
  passage: RequestContext,
  policy: Policy,
  services: Services,
): void | Promise<void> {
  const { access } = services
  const shown = shownBy(request, services.baseUrl)
  passage.credentials = shown
  if (policy.who === 'anyone') return
  if (policy.who === 'person')
    return access.authenticator.requirePerson(shown).then((session) => {
      passage.session = session
    })
  if (policy.who === 'role')
    return after(access.authenticator.requireRole(shown, policy.role), (actor) => {
      passage.actor = actor
    })
  const found = access.authenticator.authenticate(shown, policy.door)
  return found instanceof Promise
    ? found.then((principal) => letIn(principal, passage, policy, access, shown))
    : letIn(found, passage, policy, access, shown)
}

/** A promise only when the quota has to be asked for elsewhere. */
function letIn(
  principal: Principal,
  passage: RequestContext,
  policy: CredentialPolicy,
  access: Access,
  { address }: PresentedCredentials,
): void | Promise<void> {
  passage.principal = principal
  passage.rate = access.rates.takeRequest(principal, address)
  requireAllowed(passage.rate)
  access.permissions.requirePlan(principal, policy.feature)
  access.permissions.requireScope(principal, policy.scope)
  return access.monthly.require(principal, policy.cost)
}

function after<T>(value: T | Promise<T>, then: (value: T) => void | Promise<void>): void | Promise<void> {
  return value instanceof Promise ? value.then(then) : then(value)
}

function shownBy({ method, headers, ip }: FastifyRequest, baseUrl: string): PresentedCredentials {
  const csrfToken = headers['x-csrf-token']
  const changes = method !== 'GET' && method !== 'HEAD'
  return {
    authorization: headers.authorization,
    cookie: headers.cookie,
    origin:
      changes && headers.cookie !== undefined
        ? { ours: isSameOrigin(headers, baseUrl), csrfToken: typeof csrfToken === 'string' ? csrfToken : undefined }
        : undefined,
    address: ip,
  }
}

/** Browsers say from where a request that changes something was made; one that says neither is not from our pages. */
export function isSameOrigin(headers: FastifyRequest['headers'], baseUrl: string): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (origin === undefined && site === undefined) return false
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined || origin === new URL(baseUrl).origin) return true
  // Behind a proxy, or on an address of this machine that the settings do not name. A page on another host has no cookie of ours.
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}

/** Who is behind a call, for the audit log. */
export function causeOf({ principal, actor, session, requestId, address }: CauseFacts): Cause {
  return { actor: actorOf(principal, actor, session), requestId, address }
}

interface CauseFacts extends Partial<Pick<RequestContext, 'principal' | 'actor' | 'session'>> {
  readonly requestId: string
  readonly address: string
}

function actorOf(
  principal: RequestContext['principal'],
  actor: RequestContext['actor'],
  session: RequestContext['session'],
): string {
  if (actor) return actor.id
  if (session) return session.person.id
  if (!principal) return 'visitor'
  const { credential } = principal
  return credential.kind === 'session' ? credential.session.person.id : credential.id
}
