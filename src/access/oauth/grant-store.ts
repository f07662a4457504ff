// Read-only consent storage for the authorization server.
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { OAuthDeps } from './oauth-deps.ts'
import { seconds } from './oauth-deps.ts'
import { revokeReusedGrant } from './record-store.ts'

/** For operations that the authorization server never uses on a store. */
export const never = async (): Promise<never> => {
  throw new Error('operation not supported by this store')
}

export function grantStore(deps: OAuthDeps): Adapter {
  return {
    async find(id): Promise<AdapterPayload | undefined> {
      const grant = await deps.db.query
        .selectFrom('oauth_grants')
        .selectAll()
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      if (!grant) return undefined
      return {
        kind: 'Grant',
        jti: id,
        iat: seconds(grant.created_at),
        exp: seconds(grant.expires_at),
        accountId: grant.person_id,
        clientId: grant.client_id,
        resources: grant.resources,
      } as AdapterPayload
    },
    destroy: (id) => revokeReusedGrant(deps, id),
    upsert: never,
    consume: never,
    revokeByGrantId: never,
    findByUid: never,
    findByUserCode: never,
  }
}
