// Access token storage for the authorization server.

import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../kernel/ids.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { nextRevision } from '../credentials/access-revision.ts'
import type { Scope } from '../rights/plans.ts'
import { SCOPES } from '../rights/plans.ts'
import { modeOf } from '../rights/principal.ts'
import { lockGrantShared } from './grants.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { audienceOf, resourceUrl, seconds } from './oauth-deps.ts'
import { errors } from './oidc-provider.ts'

/** Minimum interval between updates of a client's last use. */
const LAST_USED_INTERVAL_MS = HOUR_MS

interface Owner {
  readonly account_id: string
  readonly person_id: string | null
}

/** `AccessToken` is for a person who consented, `ClientCredentials` for the application's account. */
export function tokenStore(deps: OAuthDeps, model: 'AccessToken' | 'ClientCredentials'): Adapter {
  const { db, secrets, clock } = deps
  const hashOf = (text: string) => secrets.hashKey(text)

  const revoke = async (by: { hash: string } | { grant_id: string }) => {
    await db.tx(async (tx) => {
      const revision = await nextRevision(tx)
      const [[column, value]] = Object.entries(by) as [['hash' | 'grant_id', string]]
      await tx
        .updateTable('access_tokens')
        .set({ revoked_at: new Date(clock.now()).toISOString(), revision })
        .where(column, '=', value)
        .where('revoked_at', 'is', null)
        .execute()
    })
    await deps.tokensChanged()
  }

  return {
    async upsert(id, payload, expiresIn = 0) {
      const now = clock.now()
      const scopes = (payload.scope ?? '').split(' ').filter((scope) => SCOPES.includes(scope as Scope))
      if (scopes.length === 0)
        throw new errors.InvalidScope('none of the requested scopes can be granted', payload.scope ?? '')
      await db.tx(async (tx) => {
        const owner =
          model === 'AccessToken'
            ? await lockGrantShared(tx, payload.grantId!)
            : await ownerOfClient(tx, payload.clientId!)
        if (!owner) throw new errors.InvalidGrant('the consent was revoked')
        const account = await tx
          .selectFrom('accounts')
          .select(['plan', 'status'])
          .where('id', '=', owner.account_id)
          .executeTakeFirstOrThrow()
        if (account.status === 'suspended') throw new errors.InvalidGrant('the account is suspended')
        await updateLastUsed(tx, payload.clientId!, now)
        await tx
          .insertInto('access_tokens')
          .values({
            ...owner,
            hash: hashOf(id),
            id: newId('tok'),
            client_id: payload.clientId!,
            grant_id: payload.grantId ?? null,
            mode: modeOf(account),
            scopes: JSON.stringify(scopes),
            audience: audienceOf(deps.baseUrl(), String(payload.aud)) ?? 'any',
            created_at: new Date(now).toISOString(),
            expires_at: new Date(now + expiresIn * 1000).toISOString(),
            revision: await nextRevision(tx),
          })
          .execute()
      })
    },

    async find(id): Promise<AdapterPayload | undefined> {
      const row = await db.query
        .selectFrom('access_tokens')
        .selectAll()
        .where('hash', '=', hashOf(id))
        .where('grant_id', model === 'AccessToken' ? 'is not' : 'is', null)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      if (!row) return undefined
      return {
        kind: model,
        jti: id,
        iat: seconds(row.created_at),
        exp: seconds(row.expires_at),
        clientId: row.client_id,
        scope: row.scopes.join(' '),
        aud: resourceUrl(deps.baseUrl(), row.audience),
        ...(row.grant_id && row.person_id ? { grantId: row.grant_id, accountId: row.person_id } : {}),
      }
    },

    destroy: (id) => revoke({ hash: hashOf(id) }),
    revokeByGrantId: (grantId) => revoke({ grant_id: grantId }),
    async findByUid() {},
    async findByUserCode() {},
    async consume() {},
  }
}

async function ownerOfClient(tx: Tx, clientId: string): Promise<Owner> {
  const client = await tx.selectFrom('oauth_clients').select('account_id').where('id', '=', clientId).executeTakeFirst()
  if (!client?.account_id) throw new errors.UnauthorizedClient('this client has no account')
  return { account_id: client.account_id, person_id: null }
}

async function updateLastUsed(tx: Tx, clientId: string, now: number): Promise<void> {
  const before = new Date(now - LAST_USED_INTERVAL_MS).toISOString()
  await tx
    .updateTable('oauth_clients')
    .set({ last_used_at: new Date(now).toISOString() })
    .where('id', '=', clientId)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', before)]))
    .execute()
}
