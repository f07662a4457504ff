// Names of keys and applications, for lists that contain only their ids.
import type { Database } from '../../db/database.ts'
import type { ApiKey } from '../rights/principal.ts'

export interface CallerName {
  readonly kind: 'key' | 'application'
  readonly id: string
  /** Null for an application that was deleted. */
  readonly name: string | null
  readonly key: Pick<ApiKey, 'id' | 'name' | 'prefix' | 'last4' | 'mode'> | null
}

/** By id. `ids` are of keys or applications that the account used. */
export async function callerNames(
  db: Database,
  accountId: string,
  ids: Iterable<string>,
): Promise<(id: string) => CallerName> {
  const wanted = [...new Set(ids)]
  const [keyIds, clientIds] = [wanted.filter(isKeyId), wanted.filter((id) => !isKeyId(id))]
  const keys =
    keyIds.length === 0
      ? []
      : await db.query
          .selectFrom('api_keys')
          .select(['id', 'name', 'prefix', 'last4', 'mode'])
          .where('account_id', '=', accountId)
          .where('id', 'in', keyIds)
          .execute()
  const clients =
    clientIds.length === 0
      ? []
      : await db.query.selectFrom('oauth_clients').select(['id', 'metadata']).where('id', 'in', clientIds).execute()
  const byId = new Map(keys.map((key) => [key.id, key]))
  const clientNames = new Map(clients.map(({ id, metadata }) => [id, metadata.client_name]))
  return (id) => {
    if (!isKeyId(id)) return { kind: 'application', id, name: clientNames.get(id) ?? null, key: null }
    const key = byId.get(id)
    return { kind: 'key', id, name: key?.name ?? null, key: key ?? null }
  }
}

const isKeyId = (id: string): boolean => id.startsWith('key_')
