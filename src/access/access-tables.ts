// Types of the tables for access (migrations 0003, 0006, 0007, 0018, 0019, 0020, 0022, 0032 and 0033).
import type { ColumnType, Generated } from 'kysely'
import type { Language } from '../kernel/language.ts'
import type { EmailKind, EmailState } from './emails/email-kinds.ts'
import type { SettingsChange } from './emails/notification-settings.ts'
import type { AccountRole } from './rights/account-roles.ts'
import type { Plan, Scope } from './rights/plans.ts'
import type { KeyMode } from './rights/principal.ts'
import type { Role } from './rights/roles.ts'

type Time = ColumnType<string, string | undefined, string>
type NullableTime = ColumnType<string | null, string | null | undefined, string | null>

declare module '../db/database-tables.ts' {
  interface Tables {
    access_revision: { only_row: Generated<boolean>; value: number }
    accounts: {
      id: string
      email: string | null
      plan: Plan
      status: Generated<'active' | 'suspended'>
      created_at: Time
      revision: number
      erase_at: NullableTime
    }
    api_keys: {
      id: string
      account_id: string
      name: string
      mode: KeyMode
      hash: string
      prefix: string
      last4: string
      scopes: ColumnType<Scope[], string, string>
      created_at: Time
      expires_at: NullableTime
      revoked_at: NullableTime
      last_used_at: NullableTime
      created_by: string | null
      created_by_email: string | null
      requests_per_month: number | null
      lookups_per_month: number | null
      first_key_id: string | null
      revision: number
    }
    usage_days: {
      account_id: string
      mode: KeyMode
      day: string
      operation: string
      requests: number
      lookups: number
    }
    usage_credentials: {
      account_id: string
      mode: KeyMode
      day: string
      credential: string
      requests: number
      lookups: number
      errors: number
      rate_limited: number
    }
    usage_warnings: {
      account_id: string
      mode: KeyMode
      month: string
      kind: 'requests' | 'lookups'
      percent: number
      at: string
    }
    nodes: { name: string; seen_at: string }
    quota_holds: {
      node: string
      account_id: string
      mode: KeyMode
      key_id: Generated<string>
      requests: number
      lookups: number
      expires_at: string
    }
    idempotency: {
      owner: string
      key: string
      request_hash: string
      status: number
      answer: string
      created_at: Time
    }
    people: {
      id: string
      email: string | null
      email_verified_at: NullableTime
      password: string | null
      role: Role | null
      status: Generated<'active' | 'suspended'>
      language: ColumnType<Language | null, Language | null | undefined, Language | null>
      created_at: Time
    }
    account_members: { account_id: string; person_id: string; account_role: AccountRole; created_at: Time }
    invitations: {
      id: string
      account_id: string
      email: string
      account_role: AccountRole
      hash: string
      invited_by: string
      created_at: Time
      sent_at: Time
      expires_at: Time
    }
    sessions: {
      hash: string
      id: string
      person_id: string
      account_id: string
      created_at: Time
      touched_at: Time
      expires_at: Time
    }
    emails: {
      id: string
      kind: EmailKind
      account_id: string | null
      person_id: string | null
      /** Masked. */
      address: string
      /** Encrypted. */
      body: string | null
      cause: string | null
      bundle: string | null
      state: Generated<EmailState>
      attempts: Generated<number>
      last_error: string | null
      due_at: Time
      next_attempt_at: Time
      created_at: Time
      finished_at: NullableTime
    }
    notice_cursor: { only_row: Generated<boolean>; sequence: number }
    notification_settings: { person_id: string; settings: ColumnType<SettingsChange, string, string> }
    mailed_links: {
      hash: string
      person_id: string
      purpose: 'verify' | 'reset'
      email: string
      expires_at: Time
      used_at: NullableTime
    }
  }
}
