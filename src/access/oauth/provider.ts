// Configuration of the authorization server: lifetimes, token formats, scopes and policies.
import type { EventEmitter } from 'node:events'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { newId } from '../../kernel/ids.ts'
import { newToken } from '../credentials/api-key.ts'
import type { RateState } from '../limits/rate-limit.ts'
import type { Scope } from '../rights/plans.ts'
import { SCOPES } from '../rights/plans.ts'
import { isClientActive, isPersonActive } from './active-parties.ts'
import { clientStore } from './client-store.ts'
import { clientNameProblem, secretHash } from './clients.ts'
import { grantStore } from './grant-store.ts'
import { findActiveGrant } from './grants.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { audienceOf } from './oauth-deps.ts'
import { errors, interactionPolicy, Provider } from './oidc-provider.ts'
import type { ResponseContext } from './provider-responses.ts'
import { isUnavailable, limitFailures, serverMetadata, setUnavailable, UNAVAILABLE } from './provider-responses.ts'
import { recordStore } from './record-store.ts'
import { redirectUriProblem } from './redirect-uri.ts'
import type { SigningKey } from './signing-keys.ts'
import { tokenStore } from './token-store.ts'

const HOUR = 3600
const DAY = 24 * HOUR

const LIFETIMES_SECONDS = {
  AccessToken: HOUR,
  ClientCredentials: HOUR,
  AuthorizationCode: 60,
  RefreshToken: 30 * DAY,
  Grant: 365 * DAY,
  Interaction: HOUR,
  Session: DAY,
  IdToken: HOUR,
} as const

/** Prefixes make leaked tokens recognizable in logs and repositories. */
const TOKEN_PREFIXES = [
  ['AccessToken', 'pl_at_'],
  ['ClientCredentials', 'pl_at_'],
  ['RefreshToken', 'pl_rt_'],
  ['AuthorizationCode', 'pl_ac_'],
] as const

/** Scopes for requests that name none: read-only. */
const DEFAULT_SCOPES: readonly Scope[] = [
  'projects:read',
  'floor_plans:read',
  'media:read',
  'building_links:read',
  'history:read',
]

/** oidc-provider's `accountId` is the id of one of our people. */
interface OwnedToken {
  readonly clientId?: string | undefined
  readonly accountId?: string | undefined
}

export interface SignedInPerson {
  readonly personId: string
  readonly accountId: string
}

export interface ProviderDeps {
  readonly deps: OAuthDeps
  readonly keys: readonly SigningKey[]
  signedIn(cookieHeader: string | undefined): Promise<SignedInPerson | undefined>
  /** Fetches a JSON document from a public URL, such as client metadata. */
  fetchDocument(url: string): Promise<unknown>
  /** Counts a wrong client secret and returns the remaining attempts of the address. */
  countWrongSecret(address: string): RateState
  onError(error: unknown): void
  /** Renders errors that cannot be sent by redirect. */
  errorPage(ctx: KoaContextWithOIDC, error: { error: string; error_description?: string | undefined }): void
}

export function createProvider(options: ProviderDeps): Provider {
  const { deps } = options
  const issuer = deps.baseUrl()
  const provider = new Provider(issuer, configurationOf(options))
  for (const [model, prefix] of TOKEN_PREFIXES)
    Object.assign(provider[model].prototype, {
      generateTokenId(this: { format?: string }) {
        this.format = 'opaque'
        return newToken(prefix)
      },
    })
  // Comparing keyed hashes leaks no timing information about the secret.
  provider.Client.prototype.compareClientSecret = function (presented: string) {
    return (this.clientSecret ?? '').split(' ').includes(secretHash(deps.secrets, presented))
  }
  /** Requests that failed because of the database; the library answers them with 500. */
  const failed = new WeakSet<object>()
  const onError = (error: unknown) => {
    if (!isUnavailable(error)) options.onError(error)
  }
  provider.on('server_error', (ctx, error) => {
    if (isUnavailable(error)) failed.add(ctx.req)
    onError(error)
  })
  ;(provider as EventEmitter).on('error', onError)
  // Uses the host headers that our HTTP server has set from the base URL.
  provider.proxy = true
  provider.use(async (ctx, next) => {
    try {
      if (ctx.path.startsWith(ROUTES.authorization)) await endStaleSession(provider, ctx, options)
      await next()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      failed.add(ctx.req)
    }
    if (failed.has(ctx.req)) setUnavailable(ctx, () => options.errorPage(ctx as KoaContextWithOIDC, UNAVAILABLE))
    if (ctx.status === 401) limitFailures(ctx, options.countWrongSecret(deps.cause().address ?? ''))
    // oidc-provider responds only to the OPTIONS requests that browsers send.
    if (ctx.method === 'OPTIONS' && ctx.status === 404) allowMethods(ctx)
    else if (ctx.path.startsWith('/.well-known/') && ctx.body)
      ctx.body = serverMetadata(ctx.body as Record<string, unknown>)
  })
  return provider
}

function allowMethods(ctx: ResponseContext & { readonly path: string }): void {
  const isDocument = ctx.path.startsWith('/.well-known/') || ctx.path.startsWith(ROUTES.jwks)
  ctx.status = 204
  ctx.set('allow', isDocument ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS')
}

/** Our sessions decide who is signed in; a session of oidc-provider ends when it disagrees. */
async function endStaleSession(
  provider: Provider,
  ctx: Parameters<typeof provider.Session.get>[0],
  { signedIn }: ProviderDeps,
): Promise<void> {
  const session = await provider.Session.get(ctx)
  if (!session.accountId) return
  const person = await signedIn(ctx.headers.cookie)
  if (person?.personId !== session.accountId) await session.destroy()
}

export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  registration: '/oauth/register',
  jwks: '/oauth/jwks',
} as const

function configurationOf({ deps, keys, signedIn, fetchDocument, errorPage }: ProviderDeps): Configuration {
  const { secrets, db, clock } = deps
  const isOwn = async (_: unknown, client: { clientId: string }, token: OwnedToken) =>
    token.clientId === client.clientId
  const ownAndActive = async (_: unknown, client: { clientId: string }, token: OwnedToken) =>
    token.clientId === client.clientId &&
    (token.accountId ? isPersonActive(db, token.accountId) : isClientActive(db, client.clientId))
  return {
    adapter: (model: string) => {
      if (model === 'Client') return clientStore(deps)
      if (model === 'Grant') return grantStore(deps)
      if (model === 'AccessToken' || model === 'ClientCredentials') return tokenStore(deps, model)
      return recordStore(deps, model)
    },
    routes: ROUTES,
    jwks: { keys: [...keys] },
    cookies: {
      keys: [secrets.derive('oauth cookies', 32).toString('base64url')],
      names: { session: 'plinth_oauth', interaction: 'plinth_oauth_question', resume: 'plinth_oauth_resume' },
    },
    scopes: [...SCOPES, 'offline_access'],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: {
      // Allows loopback URLs with any port, https, and custom schemes, but no other plain http.
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      response_modes: ['query'],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'client_secret_basic',
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: (ctx) => {
      requireGrantedTarget(ctx, deps.baseUrl())
      return true
    },
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    // Revoking a token does not revoke the consent; only reuse of a code or refresh token does.
    revokeGrantPolicy: (ctx) => ctx.oidc.route === 'token',
    clientBasedCORS: (_, origin, client) =>
      client.clientAuthMethod === 'none' &&
      (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
    ttl: LIFETIMES_SECONDS,
    fetch: async (url) => Response.json(await fetchDocument(String(url))),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // Our APIs do not check DPoP proofs, so a bound token would only look safer.
      dPoP: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: isOwn },
      introspection: { enabled: true, allowedPolicy: ownAndActive },
      registration: {
        enabled: true,
        idFactory: () => newId('app'),
        secretFactory: async () => newToken('pl_cs_'),
        issueRegistrationAccessToken: false,
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        cacheDuration: { min: 5 * 60, max: DAY },
        allowClient: async (_, client) =>
          !clientNameProblem(client.clientName ?? '') &&
          (client.redirectUris ?? []).every((uri) => redirectUriProblem(uri) === null),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (ctx, _, oneOf) => oneOf?.[0] ?? ctx.oidc.issuer,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (ctx, resource, client) => {
          if (!audienceOf(deps.baseUrl(), resource)) throw new errors.InvalidTarget()
          const allowed = client.scope?.split(' ') ?? SCOPES
          resolveScope(ctx, allowed)
          return { scope: allowed.join(' '), accessTokenFormat: 'opaque' }
        },
      },
    },
    interactions: { policy: interactionRules(), url: (_, interaction) => `/oauth/consent/${interaction.uid}` },
    findAccount: async (_, personId) => {
      if (!(await isPersonActive(db, personId))) return undefined
      return { accountId: personId, claims: async () => ({ sub: personId }) }
    },
    loadExistingGrant: async (ctx) => {
      const person = await signedIn(ctx.headers.cookie)
      const clientId = ctx.oidc.client!.clientId
      const grant = person && (await findActiveGrant(db.query, { ...person, clientId }, new Date(clock.now())))
      return grant && ctx.oidc.provider.Grant.find(grant.id)
    },
    renderError: (ctx, out) => errorPage(ctx, out),
  }
}

/** Keeps known scopes that the client may have; defaults to read-only. A refresh keeps its scopes. */
function resolveScope(ctx: KoaContextWithOIDC, allowed: readonly string[]): void {
  const { params, route } = ctx.oidc
  if (!params || (route !== 'authorization' && params.grant_type !== 'client_credentials')) return
  const requested = params.scope === undefined ? DEFAULT_SCOPES : String(params.scope).split(' ')
  const granted = requested.filter((scope) => allowed.includes(scope) && SCOPES.includes(scope as Scope))
  if (granted.length === 0)
    throw new errors.InvalidScope('none of the requested scopes can be granted', String(params.scope ?? ''))
  params.scope = granted.join(' ')
}

/** The library uses the refresh token up before it checks the target, so a refused request would end it. */
function requireGrantedTarget(ctx: KoaContextWithOIDC, baseUrl: string): void {
  const { params, entities } = ctx.oidc
  const [resource] = [params?.resource].flat() as (string | undefined)[]
  if (resource === undefined) return
  if (!entities.RefreshToken!.resourceIndicators.has(resource) || !audienceOf(baseUrl, resource))
    throw new errors.InvalidTarget()
}

/** Sign-in, then consent. The consent is not remembered for clients that anyone could impersonate. */
function interactionRules(): ReturnType<typeof interactionPolicy.base> {
  const policy = interactionPolicy.base()
  const { checks } = policy.get('consent')!
  // All our scopes belong to a resource, and our own check below replaces the one for native clients.
  for (const reason of ['native_client_prompt', 'op_scopes_missing', 'op_claims_missing', 'rar_prompt'])
    checks.remove(reason)
  checks.add(
    new interactionPolicy.Check('unproven_client', 'this client requires consent every time', ({ oidc }) => {
      const proven =
        oidc.client!.clientAuthMethod !== 'none' || String(oidc.params!.redirect_uri).startsWith('https://')
      return !proven && !oidc.result?.consent
    }),
  )
  return policy
}
