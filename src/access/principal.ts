// Who is calling, as every door sees it: account, plan, scopes and which dataset they see.
import type { KeyMode } from './api-key.ts'
import type { Plan, Scope } from './plans.ts'

export interface Account {
  readonly id: string
  readonly email: string | null
  readonly plan: Plan
  readonly status: 'active' | 'suspended'
  readonly created_at: string
}

export interface ApiKey {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly mode: KeyMode
  readonly hash: string
  readonly prefix: string
  readonly last4: string
  readonly scopes: readonly Scope[]
  readonly created_at: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly last_used_at: string | null
}

export interface Principal {
  readonly account: Account
  readonly key: ApiKey
  /** Test keys always act on the sandbox plan, whatever the account pays for. */
  readonly plan: Plan
  readonly dataset: 'sandbox' | 'production'
}

export function principalOf(account: Account, key: ApiKey): Principal {
  const test = key.mode === 'test'
  return { account, key, plan: test ? 'sandbox' : account.plan, dataset: test ? 'sandbox' : 'production' }
}
