// Codes, refresh tokens, sign-ins and questions under way: found by the keyed hash of their text, sealed at rest, used up once.
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Tx } from '../../db/database.ts'
import { audit } from '../../events/audit-log.ts'
import { lockGrantShared, revokeGrants } from './grants.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { seconds } from './oauth-deps.ts'
import { errors } from './oidc-provider.ts'

/** What ends with the consent that it came of. */
const OF_A_GRANT = new Set(['AuthorizationCode', 'RefreshToken'])

/**
 * A code that comes twice within this time is a client that was sent the same redirect twice: it had to show the PKCE
 * verifier with it. The second is refused and the first has its tokens; later on, a code used again ends them all.
 */
const RUSH_MS = 10_000

export function recordStore(world: OAuthDeps, model: string): Adapter {
  const { db, secrets, clock } = world
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
    if (!row.consumed_at) return payload
    if (model === 'AuthorizationCode' && clock.now() - Date.parse(row.consumed_at) < RUSH_MS) return undefined
    return { ...payload, consumed: seconds(row.consumed_at) }
  }

  return {
    async upsert(id, payload, expiresIn = 0) {
      const row = {
        uid_hash: payload.uid ? hashOf(payload.uid) : null,
        payload: secrets.encrypt(JSON.stringify(payload)),
        expires_at: new Date(clock.now() + expiresIn * 1000).toISOString(),
      }
      const grant_id = OF_A_GRANT.has(model) ? payload.grantId! : null
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

    /** One caller wins. A second one holds a copy of a refresh token: the consent it came of ends, with all its tokens. */
    async consume(id) {
      const won = await db.tx(async (tx) => {
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
      if (won) return
      if (model === 'AuthorizationCode') throw new errors.InvalidGrant('already used')
      const row = await db.query
        .selectFrom('oauth_records')
        .select('grant_id')
        .where('model', '=', model)
        .where('id_hash', '=', hashOf(id))
        .executeTakeFirst()
      if (row?.grant_id) await revokeReusedGrant(world, row.grant_id)
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

/** Somebody showed a code or refresh token a second time: one of the two who had it is a thief, so both lose it. */
export async function revokeReusedGrant(world: OAuthDeps, grantId: string): Promise<void> {
  const at = new Date(world.clock.now())
  await world.db.tx(async (tx) => {
    const grant = await lockGrant(tx, grantId)
    if (!grant) return
    await revokeGrants(tx, [grantId], at)
    await audit(tx, world.cause(), {
      action: 'oauth_refresh.reused',
      accountId: grant.account_id,
      target: grantId,
      details: { client_id: grant.client_id },
    })
  })
  await world.tokensChanged()
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
