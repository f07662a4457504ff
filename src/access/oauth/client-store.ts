// Client storage for the authorization server; writes only self-registered clients.
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { ClientMetadata } from './clients.ts'
import { activeSecretHashes, clientNameProblem, secretHash } from './clients.ts'
import { never } from './grant-store.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { errors } from './oidc-provider.ts'
import { MAX_REDIRECT_URIS, redirectUriProblem } from './redirect-uri.ts'

export function clientStore({ db, secrets, clock }: OAuthDeps): Adapter {
  return {
    async find(id): Promise<AdapterPayload | undefined> {
      // PostgreSQL refuses text with a NUL, so no client has such an id.
      if (id.includes('\0')) return undefined
      const row = await db.query.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return undefined
      // Keyed hashes replace the secret; compareClientSecret hashes the presented one.
      const hashes = activeSecretHashes(row, clock.now())
      const { old_secret: _, ...metadata } = row.metadata
      const secret = hashes.length > 0 ? { client_secret: hashes.join(' ') } : {}
      return { ...metadata, client_id: id, ...secret } as AdapterPayload
    },
    /** Called only for dynamic registration: these clients belong to no account. */
    async upsert(id, payload) {
      const metadata = checkedMetadata(payload)
      const secret = payload.client_secret
      await db.query
        .insertInto('oauth_clients')
        .values({
          id,
          account_id: null,
          metadata: JSON.stringify(metadata),
          secret_hash: secret === undefined ? null : secretHash(secrets, secret),
          created_at: new Date(clock.now()).toISOString(),
        })
        .execute()
    },
    destroy: never,
    consume: never,
    revokeByGrantId: never,
    findByUid: never,
    findByUserCode: never,
  }
}

const SELF_REGISTERED_GRANT_TYPES = ['authorization_code', 'refresh_token']

/** oidc-provider has checked the format; these are our limits for self-registered clients. */
function checkedMetadata(payload: AdapterPayload): ClientMetadata {
  const { client_name, client_uri, redirect_uris = [], grant_types = [], response_types = [], scope } = payload
  const refuse = (text: string) => {
    throw new errors.InvalidClientMetadata(text)
  }
  if (grant_types.some((type) => !SELF_REGISTERED_GRANT_TYPES.includes(type)))
    refuse(`grant_types can only contain ${SELF_REGISTERED_GRANT_TYPES.join(', ')} for a client that registers itself`)
  if (redirect_uris.length > MAX_REDIRECT_URIS) refuse(`redirect_uris must have at most ${MAX_REDIRECT_URIS} items`)
  for (const uri of redirect_uris) {
    const problem = redirectUriProblem(uri)
    if (problem) refuse(`redirect_uris: ${uri.slice(0, 100)} ${problem}`)
  }
  const nameProblem = client_name === undefined ? null : clientNameProblem(client_name)
  if (nameProblem) refuse(`client_name ${nameProblem}`)
  if (client_uri !== undefined && redirectUriProblem(client_uri)) refuse('client_uri must be an https URL')
  return {
    ...(client_name ? { client_name } : {}),
    ...(client_uri ? { client_uri } : {}),
    ...(scope ? { scope } : {}),
    redirect_uris,
    grant_types,
    response_types,
    token_endpoint_auth_method: payload.token_endpoint_auth_method ?? 'client_secret_basic',
    application_type: payload.application_type ?? 'native',
  }
}
