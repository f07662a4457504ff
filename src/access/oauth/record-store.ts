// Storage of codes, refresh tokens, sessions and interactions, encrypted and found by keyed hash.
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Tx } from '../../db/database.ts'
import { audit } from '../../events/audit-log.ts'
import { lockGrantShared, revokeGrants } from './grants.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { seconds } from './oauth-deps.ts'
import { errors } from './oidc-provider.ts'

/** Records that are deleted with their grant. */
const GRANT_MODELS = new Set(['AuthorizationCode', 'RefreshToken'])

export function recordStore(deps: OAuthDeps, model: string): Adapter {
  const { db, secrets, clock } = deps
  const hashOf = (text: string) => secrets.hashKey(`oauth ${model} ${text}`)

  const read = async (column: 'id_hash' | 'uid_hash', text: string): Promise<AdapterPayload | undefined> => {
    const row = await db.query
      .selectFrom('oauth_records')
      .select(['payload', 'consumed_at'])
      .where('model', '=', model)
      .where(column, '=', hashOf(text))
      .executeTakeFirst()
    if (!row) return undefined
    const payload = JSON.parse(secrets.decrypt(row.payload)) as AdapterPayload
    return row.consumed_at ? { ...payload, consumed: seconds(row.consumed_at) } : payload
  }

  return {
    async upsert(id, payload, expiresIn = 0) {
      const row = {
        uid_hash: payload.uid ? hashOf(payload.uid) : null,
        payload: secrets.encrypt(JSON.stringify(payload)),
        expires_at: new Date(clock.now() + expiresIn * 1000).toISOString(),
      }
      const grant_id = GRANT_MODELS.has(model) ? payload.grantId! : null
      await db.tx(async (tx) => {
        if (grant_id && !(await lockGrantShared(tx, grant_id))) throw new errors.InvalidGrant('the consent was revoked')
        await tx
          .insertInto('oauth_records')
          .values({ ...row, model, id_hash: hashOf(id), grant_id })
          .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(row))
          .execute()
      })
    },

    find: (id) => read('id_hash', id),
    findByUid: (uid) => read('uid_hash', uid),
    async findByUserCode() {},

    /** Only the first call succeeds. A second use means that a copy exists: revokes the consent with its tokens. */
    async consume(id) {
      const isFirst = await db.tx(async (tx) => {
        const used = await tx
          .updateTable('oauth_records')
          .set({ consumed_at: new Date(clock.now()).toISOString() })
          .where('model', '=', model)
          .where('id_hash', '=', hashOf(id))
          .where('consumed_at', 'is', null)
          .returning('id_hash')
          .executeTakeFirst()
        return used !== undefined
      })
      if (isFirst) return
      const row = await db.query
        .selectFrom('oauth_records')
        .select('grant_id')
        .where('model', '=', model)
        .where('id_hash', '=', hashOf(id))
        .executeTakeFirst()
      if (row?.grant_id) await revokeReusedGrant(deps, row.grant_id)
      throw new errors.InvalidGrant('already used')
    },

    async destroy(id) {
      await db.query.deleteFrom('oauth_records').where('model', '=', model).where('id_hash', '=', hashOf(id)).execute()
    },

    async revokeByGrantId(grantId) {
      await db.query.deleteFrom('oauth_records').where('model', '=', model).where('grant_id', '=', grantId).execute()
    },
  }
}

/** A code or refresh token was used twice, so one holder may be an attacker: revokes it for both. */
export async function revokeReusedGrant(deps: OAuthDeps, grantId: string): Promise<void> {
  const at = new Date(deps.clock.now())
  await deps.db.tx(async (tx) => {
    const grant = await lockGrant(tx, grantId)
    if (!grant) return
    await revokeGrants(tx, [grantId], at)
    await audit(tx, deps.cause(), {
      action: 'oauth_refresh.reused',
      accountId: grant.account_id,
      target: grantId,
      details: { client_id: grant.client_id },
    })
  })
  await deps.tokensChanged()
}

async function lockGrant(tx: Tx, id: string) {
  return tx
    .selectFrom('oauth_grants')
    .select(['account_id', 'client_id'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}
