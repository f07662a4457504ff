// Dependencies of the OAuth modules, and the resource URLs of tokens.
import type { Database } from '../../db/database.ts'
import type { Cause } from '../../events/audit-log.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { Audience } from './oauth-tables.ts'

export interface OAuthDeps {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  /** Final once the server listens. */
  baseUrl(): string
  /** The actor of the current request, for the audit log. */
  cause(): Cause
  /** Makes revocations effective on this node at once; other nodes follow within two seconds. */
  tokensChanged(): Promise<void>
}

const PATHS: Readonly<Record<Audience, string>> = { any: '', api: '/api/v1', mcp: '/mcp' }
const AUDIENCES = Object.keys(PATHS) as Audience[]

export function resourceUrl(baseUrl: string, audience: Audience): string {
  return baseUrl + PATHS[audience]
}

/** The audience of a `resource` parameter (RFC 8707), with or without a trailing slash. */
export function audienceOf(baseUrl: string, resource: string): Audience | undefined {
  const url = resource.replace(/\/$/, '')
  return AUDIENCES.find((audience) => resourceUrl(baseUrl, audience) === url)
}

/** Unix time in seconds. */
export const seconds = (time: string) => Math.floor(Date.parse(time) / 1000)
