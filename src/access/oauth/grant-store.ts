// Consents as the authorization server reads them: they are written where they are given.
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { OAuthDeps } from './oauth-deps.ts'
import { seconds } from './oauth-deps.ts'
import { revokeReusedGrant } from './record-store.ts'

/** For what the authorization server never does with a kind of record. */
export const never = async (): Promise<never> => {
  throw new Error('the authorization server has no business here')
}

/** The server ends one only when a part of it is used twice. */
export function grantStore(world: OAuthDeps): Adapter {
  return {
    async find(id): Promise<AdapterPayload | undefined> {
      const grant = await world.db.query
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
    destroy: (id) => revokeReusedGrant(world, id),
    upsert: never,
    consume: never,
    revokeByGrantId: never,
    findByUid: never,
    findByUserCode: never,
  }
}
