// Deletes expired OAuth records and unused self-registered clients.

import type { Database } from '../../db/database.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { EXPIRED_RETENTION_MS } from '../credentials/credential-directory.ts'
import { deleteRetiredKeys } from './signing-keys.ts'

const UNUSED_CLIENT_MS = 90 * DAY_MS
const ENDED_GRANT_MS = 30 * DAY_MS

export async function deleteExpiredOAuth(db: Database, now: number): Promise<void> {
  const before = (ms: number) => new Date(now - ms).toISOString()
  await db.query.deleteFrom('access_tokens').where('expires_at', '<', before(EXPIRED_RETENTION_MS)).execute()
  await db.query.deleteFrom('oauth_records').where('expires_at', '<', before(0)).execute()
  await db.query
    .deleteFrom('oauth_grants as g')
    .where((e) =>
      e.or([e('g.expires_at', '<', before(ENDED_GRANT_MS)), e('g.revoked_at', '<', before(ENDED_GRANT_MS))]),
    )
    .where((e) =>
      e.not(e.exists(e.selectFrom('access_tokens as t').select('t.id').whereRef('t.grant_id', '=', 'g.id'))),
    )
    .where((e) =>
      e.not(e.exists(e.selectFrom('oauth_records as r').select('r.model').whereRef('r.grant_id', '=', 'g.id'))),
    )
    .execute()
  // Only self-registered clients; after this time they hold no valid token.
  await db.query
    .deleteFrom('oauth_clients')
    .where('account_id', 'is', null)
    .where((e) => e(e.fn.coalesce('last_used_at', 'created_at'), '<', before(UNUSED_CLIENT_MS)))
    .execute()
  await deleteRetiredKeys(db, now)
}
