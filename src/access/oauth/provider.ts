// The authorization server's rules in one place: what it grants, to whom, for how long, and what it refuses.
import type { EventEmitter } from 'node:events'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { newId } from '../../kernel/ids.ts'
import { newToken } from '../credentials/api-key.ts'
import type { RateState } from '../limits/rate-limit.ts'
import type { Scope } from '../plans.ts'
import { SCOPES } from '../plans.ts'
import { isClientActive, isPersonActive } from './active-parties.ts'
import { clientStore } from './client-store.ts'
import { clientNameProblem, secretHash } from './clients.ts'
import { grantStore } from './grant-store.ts'
import { findActiveGrant } from './grants.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { audienceOf } from './oauth-deps.ts'
import { errors, interactionPolicy, Provider } from './oidc-provider.ts'
import { recordStore } from './record-store.ts'
import { redirectUriProblem } from './redirect-uri.ts'
import type { SigningKey } from './signing-keys.ts'
import { tokenStore } from './token-store.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Seconds. */
const LIFETIMES = {
  AccessToken: HOUR,
  ClientCredentials: HOUR,
  AuthorizationCode: 60,
  RefreshToken: 30 * DAY,
  Grant: 365 * DAY,
  Interaction: HOUR,
  Session: DAY,
  IdToken: HOUR,
} as const

/** What it makes bears our marks: seen in a log or a repository, it is known for what it is. */
const TOKEN_PREFIXES = [
  ['AccessToken', 'pl_at_'],
  ['ClientCredentials', 'pl_at_'],
  ['RefreshToken', 'pl_rt_'],
  ['AuthorizationCode', 'pl_ac_'],
] as const

/** What a client gets that names no scope: reading, and nothing that changes or manages. */
const DEFAULT_SCOPES: readonly Scope[] = [
  'projects:read',
  'floor_plans:read',
  'media:read',
  'building_links:read',
  'history:read',
]

/** What tells whose a token is, in the server's words: its `accountId` is a person of ours. */
interface OwnedToken {
  readonly clientId?: string | undefined
  readonly accountId?: string | undefined
}

/** Who is signed in with us, for the browser behind a request. */
export interface SignedInPerson {
  readonly personId: string
  readonly accountId: string
}

export interface ProviderDeps {
  readonly deps: OAuthDeps
  readonly keys: readonly SigningKey[]
  signedIn(cookieHeader: string | undefined): Promise<SignedInPerson | undefined>
  /** The only way out: a JSON document from a public address, such as what a client says of itself. */
  fetchDocument(url: string): Promise<unknown>
  /** A client's secret was wrong: how many more may be, from that address. */
  countWrongSecret(address: string): RateState
  /** Whether the database answered when we last asked. */
  isDatabaseReachable(): boolean
  /** Something of ours went wrong. */
  onError(error: unknown): void
  /** The page for somebody whose request cannot be answered by a redirect. */
  errorPage(ctx: KoaContextWithOIDC, error: { error: string; error_description?: string | undefined }): void
}

export function createProvider(parts: ProviderDeps): Provider {
  const { deps: world } = parts
  const issuer = world.baseUrl()
  const provider = new Provider(issuer, configurationOf(parts))
  for (const [model, prefix] of TOKEN_PREFIXES)
    Object.assign(provider[model].prototype, {
      generateTokenId(this: { format?: string }) {
        this.format = 'opaque'
        return newToken(prefix)
      },
    })
  // Keyed hashes are compared, so how long it takes says nothing about the secret.
  provider.Client.prototype.compareClientSecret = function (shown: string) {
    return this.clientSecret === secretHash(world.secrets, shown)
  }
  provider.on('server_error', (_, error) => parts.onError(error))
  ;(provider as EventEmitter).on('error', (error) => parts.onError(error))
  // Its address is ours, whatever a request says that it came to; the door has put that into the headers.
  provider.proxy = true
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith(ROUTES.authorization)) await endForeignSession(provider, ctx, parts)
    await next()
    if (ctx.status === 500 && !parts.isDatabaseReachable()) sayLater(ctx)
    if (ctx.status === 401) slowDown(ctx, parts.countWrongSecret(world.cause().address ?? ''))
    if (ctx.path.startsWith('/.well-known/')) ctx.body = describedServer(ctx.body as Record<string, unknown>)
  })
  return provider
}

/** Being signed in is our sessions' affair: the server's own memory of it is good only while they agree. */
async function endForeignSession(
  provider: Provider,
  ctx: Parameters<typeof provider.Session.get>[0],
  { signedIn }: ProviderDeps,
): Promise<void> {
  const session = await provider.Session.get(ctx)
  if (!session.accountId) return
  const person = await signedIn(ctx.headers.cookie)
  if (person?.personId !== session.accountId) await session.destroy()
}

type Answer = { status: number; body: unknown; set(name: string, value: string): void }

function sayLater(ctx: Answer): void {
  ctx.status = 503
  ctx.set('retry-after', '2')
  ctx.body = { error: 'temporarily_unavailable', error_description: 'the database does not answer; try again' }
}

/** Whoever guesses secrets has to wait; a right one is never refused for it. */
function slowDown(ctx: Answer, rate: RateState): void {
  if (rate.allowed) return
  ctx.status = 429
  ctx.set('retry-after', String(rate.waitSeconds))
  ctx.body = { error: 'slow_down', error_description: 'too many wrong credentials from this address' }
}

export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  registration: '/oauth/register',
  jwks: '/oauth/jwks',
} as const

function configurationOf({ deps: world, keys, signedIn, fetchDocument, errorPage }: ProviderDeps): Configuration {
  const { secrets, db, clock } = world
  const own = async (_: unknown, client: { clientId: string }, token: OwnedToken) => token.clientId === client.clientId
  const ownAndGood = async (_: unknown, client: { clientId: string }, token: OwnedToken) =>
    token.clientId === client.clientId &&
    (token.accountId ? isPersonActive(db, token.accountId) : isClientActive(db, client.clientId))
  return {
    adapter: (model: string) => {
      if (model === 'Client') return clientStore(world)
      if (model === 'Grant') return grantStore(world)
      if (model === 'AccessToken' || model === 'ClientCredentials') return tokenStore(world, model)
      return recordStore(world, model)
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
      // Loopback addresses with any port, https, and schemes of an app's own; plain http to anywhere else is refused.
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
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    // Tokens that a client gives back end together; only something used twice ends the consent.
    revokeGrantPolicy: (ctx) => ctx.oidc.route === 'token',
    clientBasedCORS: (_, origin, client) =>
      client.clientAuthMethod === 'none' &&
      (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
    ttl: LIFETIMES,
    fetch: async (url) => Response.json(await fetchDocument(String(url))),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // A token is checked by who shows it at our doors; bound to a key it would look safer than it is there.
      dPoP: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: own },
      introspection: { enabled: true, allowedPolicy: ownAndGood },
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
          if (!audienceOf(world.baseUrl(), resource)) throw new errors.InvalidTarget()
          const allowed = client.scope?.split(' ') ?? SCOPES
          settleScope(ctx, allowed)
          return { scope: allowed.join(' '), accessTokenFormat: 'opaque' }
        },
      },
    },
    interactions: { policy: questions(), url: (_, interaction) => `/oauth/consent/${interaction.uid}` },
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

/** Scopes we know and the client may have; where none is named, those for reading. A refresh takes what it had. */
function settleScope(ctx: KoaContextWithOIDC, allowed: readonly string[]): void {
  const { params, route } = ctx.oidc
  if (!params || (route !== 'authorization' && params.grant_type !== 'client_credentials')) return
  const asked = params.scope === undefined ? DEFAULT_SCOPES : String(params.scope).split(' ')
  const settled = asked.filter((scope) => allowed.includes(scope) && SCOPES.includes(scope as Scope))
  if (settled.length === 0) throw new errors.InvalidScope('none of the scopes can be given', String(params.scope ?? ''))
  params.scope = settled.join(' ')
}

/** Sign in, then consent. A consent is remembered, but for a program that anybody could pretend to be. */
function questions(): ReturnType<typeof interactionPolicy.base> {
  const policy = interactionPolicy.base()
  const { checks } = policy.get('consent')!
  // Every scope of ours belongs to a resource; and our own rule takes the place of the one for native programs.
  for (const reason of ['native_client_prompt', 'op_scopes_missing', 'op_claims_missing', 'rar_prompt'])
    checks.remove(reason)
  checks.add(
    new interactionPolicy.Check('unproven_client', 'this client must be allowed every time', ({ oidc }) => {
      const proven =
        oidc.client!.clientAuthMethod !== 'none' || String(oidc.params!.redirect_uri).startsWith('https://')
      return !proven && !oidc.result?.consent
    }),
  )
  return policy
}

/** What is left of the server's self-description when everything we do not do is taken out. */
function describedServer(body: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(body).filter(([name]) => !/^(claim|id_token|subject_types|request_|acr_)/.test(name))
  return {
    ...Object.fromEntries(kept),
    scopes_supported: [...SCOPES],
    response_modes_supported: ['query'],
    // Asked for by readers of OpenID metadata; no identity is handed out here.
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    service_documentation: `${String(body.issuer)}/docs`,
  }
}
