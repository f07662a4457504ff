// Accounts, people, credentials and the principal that makes a request.
import type { Language } from '../../kernel/language.ts'
import type { AccountRole } from './account-roles.ts'
import type { Plan, Scope } from './plans.ts'
import type { Role } from './roles.ts'

export type KeyMode = 'live' | 'test'

export interface Account {
  readonly id: string
  readonly email: string | null
  readonly plan: Plan
  readonly status: 'active' | 'suspended'
  readonly created_at: string
  /** When its data is erased, if an owner deleted the account. */
  readonly erase_at: string | null
}

export interface Person {
  readonly id: string
  /** Null when the verified owner of the address displaced this person's claim to it. */
  readonly email: string | null
  readonly email_verified_at: string | null
  readonly role: Role | null
  readonly status: 'active' | 'suspended'
  /** What the person chose; null means the browser's language. */
  readonly language: Language | null
  readonly created_at: string
}

export interface Session {
  readonly id: string
  readonly hash: string
  readonly person: Person
  readonly account_id: string
  /** What the person may do in the account. */
  readonly account_role: AccountRole
  readonly created_at: string
  readonly touched_at: string
  /** The session ends here at the latest. */
  readonly expires_at: string
}

/** The fields that every kind of credential has. */
export interface CredentialBase {
  readonly id: string
  readonly account_id: string
  readonly mode: KeyMode
  /** Keyed hash of the credential; the text itself is not stored. */
  readonly hash: string
  readonly scopes: readonly Scope[]
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

/** Monthly limits of a key's own, besides those of the plan. Null means none. */
export interface KeyLimits {
  readonly requests_per_month: number | null
  readonly lookups_per_month: number | null
}

export interface ApiKey extends CredentialBase, KeyLimits {
  readonly name: string
  readonly prefix: string
  readonly last4: string
  readonly created_at: string
  readonly last_used_at: string | null
  /** A person, key or other actor. Null for keys of earlier releases. */
  readonly created_by: string | null
  /** The person's address at that time. */
  readonly created_by_email: string | null
  /** The first of the keys that replaced each other: they share their limits and what was used. Null for the first itself. */
  readonly first_key_id: string | null
}

export interface AccessToken extends CredentialBase {
  readonly client_id: string
  /** The person who consented; null for an application that acts for its account. */
  readonly person_id: string | null
  /** The API that accepts the token; `any` means all. */
  readonly audience: 'any' | ApiName
}

/** The APIs that accept credentials. */
export type ApiName = 'api' | 'mcp'

/** An API key, an OAuth access token, a session, or a visitor without an account. */
export type Credential =
  | (ApiKey & { readonly kind: 'key' })
  | (AccessToken & { readonly kind: 'token' })
  | (CredentialBase & { readonly kind: 'session'; readonly session: Session })
  | (CredentialBase & { readonly kind: 'visitor' })

export interface Principal {
  readonly account: Account
  readonly credential: Credential
  /** Test credentials always have the sandbox plan, regardless of the account's plan. */
  readonly plan: Plan
  readonly dataset: 'sandbox' | 'production'
}

/** The key's id, or the application's for an access token. People who browse the portal and visitors have none. */
export function callerIdOf(credential: Credential): string | undefined {
  if (credential.kind === 'key') return credential.id
  return credential.kind === 'token' ? credential.client_id : undefined
}

/** The key, if it has a monthly limit of its own. */
export function limitedKey(credential: Credential): ApiKey | undefined {
  const isLimited =
    credential.kind === 'key' && (credential.requests_per_month !== null || credential.lookups_per_month !== null)
  return isLimited ? credential : undefined
}

/** The id under which usage counts towards the limits of a key. */
export const firstKeyId = ({ id, first_key_id }: Pick<ApiKey, 'id' | 'first_key_id'>): string => first_key_id ?? id

/** Sandbox accounts use test mode, all others live mode. */
export function modeOf({ plan }: Pick<Account, 'plan'>): KeyMode {
  return plan === 'sandbox' ? 'test' : 'live'
}

export function principalOf(account: Account, credential: Credential): Principal {
  const plan = credential.mode === 'test' ? 'sandbox' : account.plan
  // A live credential of an account that was moved to the sandbox plan sees only sandbox data.
  return { account, credential, plan, dataset: plan === 'sandbox' ? 'sandbox' : 'production' }
}
