// Types of the OAuth tables (migration 0008).
import type { ColumnType } from 'kysely'
import type { Scope } from '../rights/plans.ts'
import type { AccessToken, KeyMode } from '../rights/principal.ts'
import type { StoredMetadata } from './clients.ts'

type Time = ColumnType<string, string, string>
type NullableTime = ColumnType<string | null, string | null | undefined, string | null>

export type Audience = AccessToken['audience']

declare module '../../db/database-tables.ts' {
  interface Tables {
    oauth_clients: {
      id: string
      account_id: string | null
      metadata: ColumnType<StoredMetadata, string, string>
      secret_hash: string | null
      created_at: Time
      last_used_at: NullableTime
    }
    oauth_grants: {
      id: string
      person_id: string
      account_id: string
      client_id: string
      client_name: string | null
      /** Resource → scopes, separated by spaces. */
      resources: ColumnType<Record<string, string>, string, string>
      created_at: Time
      expires_at: Time
      revoked_at: NullableTime
    }
    access_tokens: {
      hash: string
      id: string
      account_id: string
      client_id: string
      grant_id: string | null
      person_id: string | null
      mode: KeyMode
      scopes: ColumnType<Scope[], string, string>
      audience: Audience
      created_at: Time
      expires_at: Time
      revoked_at: NullableTime
      revision: number
    }
    oauth_records: {
      model: string
      id_hash: string
      uid_hash: string | null
      grant_id: string | null
      payload: string
      consumed_at: NullableTime
      expires_at: Time
    }
    oauth_signing_keys: {
      id: string
      jwk: string
      created_at: Time
      retired_at: NullableTime
    }
  }
}
