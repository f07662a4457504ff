// Who is calling, as every door sees it: account, plan, scopes and which dataset they see.
import type { Plan, Scope } from './plans.ts'
import type { Role } from './roles.ts'

export type KeyMode = 'live' | 'test'

export interface Account {
  readonly id: string
  readonly email: string | null
  readonly plan: Plan
  readonly status: 'active' | 'suspended'
  readonly created_at: string
}

export interface Person {
  readonly id: string
  /** Null when the verified owner of the address displaced this person's claim to it. */
  readonly email: string | null
  readonly email_verified_at: string | null
  readonly role: Role | null
  readonly status: 'active' | 'suspended'
  readonly created_at: string
}

export interface Session {
  readonly id: string
  readonly hash: string
  readonly person: Person
  readonly account_id: string
  readonly created_at: string
  readonly touched_at: string
  /** The session ends here at the latest. */
  readonly expires_at: string
}

/** What every credential says, whatever shows it. */
export interface CredentialBase {
  readonly id: string
  readonly account_id: string
  readonly mode: KeyMode
  /** Keyed hash of its text: the text itself is held by the caller alone. */
  readonly hash: string
  readonly scopes: readonly Scope[]
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

export interface ApiKey extends CredentialBase {
  readonly name: string
  readonly prefix: string
  readonly last4: string
  readonly created_at: string
  readonly last_used_at: string | null
}

export interface AccessToken extends CredentialBase {
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
  | (CredentialBase & { readonly kind: 'session'; readonly session: Session })
  | (CredentialBase & { readonly kind: 'visitor' })

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
