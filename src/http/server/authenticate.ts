// Authenticates a request and checks the policy of its operation.
import type { PresentedCredentials } from '../../access/authenticator.ts'
import { requireAccountRole } from '../../access/permissions.ts'
import type { AccountRole } from '../../access/rights/account-roles.ts'
import type { CredentialPolicy, Policy } from '../../access/rights/policies.ts'
import { leastAccountRole } from '../../access/rights/policies.ts'
import type { Principal } from '../../access/rights/principal.ts'
import type { Cause } from '../../events/audit-log.ts'
import type { Language } from '../../kernel/language.ts'
import type { Exchange } from './exchange.ts'
import { anonymousPageLanguage } from './page-language.ts'
import { requireDataset } from './require-dataset.ts'
import type { AnyCall } from './route.ts'
import type { CoreServices } from './services.ts'

/** Synchronous if the credential is in memory, so that micro-batches stay together: 4 % of a request. */
export function authorize(exchange: Exchange, policy: Policy, services: CoreServices): void | Promise<void> {
  const { access } = services
  const presented = credentialsOf(exchange, services.baseUrl)
  exchange.credentials = presented
  if (policy.who === 'anyone') return
  if (policy.who === 'person')
    return access.authenticator.requirePerson(presented).then((session) => {
      exchange.session = session
      requireAccountRole(session, policy.accountRole)
    })
  if (policy.who === 'role')
    return after(access.authenticator.requireRole(presented, policy.role), (actor) => {
      exchange.actor = actor
      // The desk works on production data.
      if (policy.role === 'curator') services.loading.requireReady('production')
    })
  const authenticated = access.authenticator.authenticate(presented, policy.api)
  const check = { policy, presented, least: leastAccountRole(policy, exchange.method) }
  return after(authenticated, (principal) => checkLimits(principal, exchange, check, services))
}

interface Check {
  readonly policy: CredentialPolicy
  readonly presented: PresentedCredentials
  /** For sessions. */
  readonly least: AccountRole
}

/** Asynchronous only when the quota must be read from the database. */
function checkLimits(
  principal: Principal,
  exchange: Exchange,
  { policy, presented: { address }, least }: Check,
  { access, loading }: CoreServices,
): void | Promise<void> {
  exchange.principal = principal
  exchange.rate =
    policy.rate === 'suggestions'
      ? access.rates.takeSuggestion(principal, address)
      : access.rates.takeRequest(principal, address)
  if (!exchange.rate.allowed)
    throw access.limitFaults.perMinute(principal, exchange.rate.name ?? 'minute', exchange.rate)
  access.permissions.requirePlan(principal, policy.feature)
  access.permissions.requireScope(principal, policy.scope)
  if (policy.needsAccount) access.permissions.requireAccount(principal)
  access.permissions.requireRoleOfSession(principal, least)
  requireDataset(loading, policy, principal)
  return access.monthly.require(principal, policy.cost)
}

function after<T>(value: T | Promise<T>, then: (value: T) => void | Promise<void>): void | Promise<void> {
  return value instanceof Promise ? value.then(then) : then(value)
}

function credentialsOf({ method, headers, address }: Exchange, baseUrl: string): PresentedCredentials {
  const csrfToken = headers['x-csrf-token']
  const changes = method !== 'GET' && method !== 'HEAD'
  return {
    authorization: headers.authorization,
    cookie: headers.cookie,
    origin:
      changes && headers.cookie !== undefined
        ? { ours: isSameOrigin(headers, baseUrl), csrfToken: typeof csrfToken === 'string' ? csrfToken : undefined }
        : undefined,
    address,
    testMode: headers['x-plinth-mode'] === 'test',
  }
}

/** Browsers send Origin or Sec-Fetch-Site with every changing request, so a request without both is not from a page. */
export function isSameOrigin(headers: Exchange['headers'], baseUrl: string): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (origin === undefined && site === undefined) return false
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined || origin === new URL(baseUrl).origin) return true
  // Behind a proxy, or on an address other than BASE_URL. A page on another host has no session cookie.
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}

export function causeOf(call: CauseInput): Cause {
  const { principal, actor, session, requestId, address, headers, languageChoice } = call
  const language = anonymousPageLanguage(headers, languageChoice)
  return { actor: actorOf(principal, actor, session), requestId, address, language }
}

interface CauseInput extends Partial<Pick<Exchange, 'principal' | 'actor' | 'session'>> {
  readonly requestId: string
  readonly address: string
  readonly headers: AnyCall['headers']
  readonly languageChoice: Language | undefined
}

function actorOf(principal: Exchange['principal'], actor: Exchange['actor'], session: Exchange['session']): string {
  if (actor) return actor.id
  if (session) return session.person.id
  if (!principal) return 'visitor'
  const { credential } = principal
  return credential.kind === 'session' ? credential.session.person.id : credential.id
}
