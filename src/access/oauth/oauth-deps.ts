// What every part of the authorization server stands on, and the addresses of the doors its tokens are for.
import type { Database } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { Audience } from './oauth-tables.ts'

export interface OAuthDeps {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  /** Known once the server listens. */
  baseUrl(): string
  /** Who is behind what is being done just now, for the audit log. */
  cause(): Cause
  /** Tokens ended: this node hears of it at once, the others within two seconds. */
  tokensChanged(): Promise<void>
}

const PATHS: Readonly<Record<Audience, string>> = { any: '', api: '/api/v1', mcp: '/mcp' }
const AUDIENCES = Object.keys(PATHS) as Audience[]

export function resourceUrl(baseUrl: string, audience: Audience): string {
  return baseUrl + PATHS[audience]
}

/** The door behind a `resource` parameter (RFC 8707); with or without a slash at the end. */
export function audienceOf(baseUrl: string, resource: string): Audience | undefined {
  const bare = resource.replace(/\/$/, '')
  return AUDIENCES.find((audience) => resourceUrl(baseUrl, audience) === bare)
}

/** The authorization server counts time in whole seconds. */
export const seconds = (time: string) => Math.floor(Date.parse(time) / 1000)
