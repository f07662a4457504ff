// CORS: pages on other sites may call the API with a key, never with cookies.
import type { Exchange } from './exchange.ts'
import type { Route } from './route.ts'

const READABLE = [
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'x-lookups',
  'retry-after',
  'etag',
  'link',
  'location',
  'digest',
  'idempotency-replayed',
  'x-row-count',
  'x-dataset-version',
  'x-sequence',
  'x-file-sha256',
  'content-range',
  'content-encoding',
].join(', ')
const SENDABLE = 'authorization, content-type, idempotency-key, if-match, if-none-match, if-range, range'
const DAY_SECONDS = '86400'

/**
 * Without Access-Control-Allow-Credentials browsers send no cookies, so a page can do only what its key allows.
 * Desk, operator and sign-in routes are same-origin only.
 */
export function setCorsHeaders(exchange: Exchange, route: Route): void {
  if (exchange.headers.origin === undefined || !isForBrowsers(route)) return
  exchange.setHeader('access-control-allow-origin', '*').setHeader('access-control-expose-headers', READABLE)
}

/** What a browser asks before it sends a key; nothing is done and nothing is counted. False for other requests. */
export function answerPreflight(exchange: Exchange, methods: string): boolean {
  const { method, headers } = exchange
  if (method !== 'OPTIONS' || methods === '') return false
  if (headers.origin === undefined || headers['access-control-request-method'] === undefined) return false
  exchange.status = 204
  exchange
    .setHeader('access-control-allow-origin', '*')
    .setHeader('access-control-allow-methods', methods)
    .setHeader('access-control-allow-headers', SENDABLE)
    .setHeader('access-control-max-age', DAY_SECONDS)
    .send()
  return true
}

/** What pages of other sites may do at a path; nothing where no key is taken. */
export function browserMethods(routes: readonly Route[], path: string): string {
  return routes.flatMap((row) => (row.path === path && isForBrowsers(row) ? [row.method] : [])).join(', ')
}

/** The MCP endpoint checks the origin itself and accepts same-origin pages only. */
function isForBrowsers({ operation: { policy } }: Route): boolean {
  return policy.who === 'credential' && policy.api !== 'mcp'
}
