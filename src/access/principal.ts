// Who is calling, as every door sees it: account, plan, scopes and which dataset they see.
import type { KeyMode } from './keys/api-key.ts'
import type { Session } from './people/sessions.ts'
import type { Plan, Scope } from './plans.ts'

export interface Account {
  readonly id: string
  readonly email: string | null
  readonly plan: Plan
  readonly status: 'active' | 'suspended'
  readonly created_at: string
}

/** What every credential says, whatever shows it. */
export interface Rights {
  readonly id: string
  readonly account_id: string
  readonly mode: KeyMode
  /** Keyed hash of its text: the text itself is held by the caller alone. */
  readonly hash: string
  readonly scopes: readonly Scope[]
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

export interface ApiKey extends Rights {
  readonly name: string
  readonly prefix: string
  readonly last4: string
  readonly created_at: string
  readonly last_used_at: string | null
}

export interface AccessToken extends Rights {
  readonly client_id: string
  /** The person who consented; null for an application that acts for its own account. */
  readonly person_id: string | null
  /** The door it opens; `any` opens all. */
  readonly audience: 'any' | Door
}

/** The doors that credentials are shown at. */
export type Door = 'api' | 'mcp'

/** A key, an OAuth access token, a signed-in person's session, or none at all to look around: four ways in, one set of rules. */
export type Credential =
  | (ApiKey & { readonly kind: 'key' })
  | (AccessToken & { readonly kind: 'token' })
  | (Rights & { readonly kind: 'session'; readonly session: Session })
  | (Rights & { readonly kind: 'visitor' })

export interface Principal {
  readonly account: Account
  readonly credential: Credential
  /** Test credentials always act on the sandbox plan, whatever the account pays for. */
  readonly plan: Plan
  readonly dataset: 'sandbox' | 'production'
}

/** How people and programs act for an account: on the sandbox while that is its plan, else on live data. */
export function modeOf({ plan }: Pick<Account, 'plan'>): KeyMode {
  return plan === 'sandbox' ? 'test' : 'live'
}

export function principalOf(account: Account, credential: Credential): Principal {
  const plan = credential.mode === 'test' ? 'sandbox' : account.plan
  // A live credential of an account that went back to the sandbox sees the sandbox, not everybody's data for nothing.
  return { account, credential, plan, dataset: plan === 'sandbox' ? 'sandbox' : 'production' }
}
