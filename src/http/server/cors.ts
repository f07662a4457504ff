// CORS: pages on other sites may call the API with a key, never with cookies.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from './route.ts'

const READABLE = [
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'etag',
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
export function setCorsHeaders(request: FastifyRequest, reply: FastifyReply, route: Route): void {
  if (request.headers.origin === undefined || !isForBrowsers(route)) return
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', READABLE)
}

/** What a browser asks before it sends a key; nothing is done and nothing is counted. */
export function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: string,
): FastifyReply | undefined {
  const { origin } = request.headers
  if (origin === undefined || request.headers['access-control-request-method'] === undefined) return undefined
  return reply
    .code(204)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', methods)
    .header('access-control-allow-headers', SENDABLE)
    .header('access-control-max-age', DAY_SECONDS)
    .send()
}

/** What pages of other sites may do at a path; nothing where no key is taken. */
export function browserMethods(routes: readonly Route[], path: string): string {
  return routes.flatMap((row) => (row.path === path && isForBrowsers(row) ? [row.method] : [])).join(', ')
}

/** The MCP endpoint checks the origin itself and accepts same-origin pages only. */
function isForBrowsers({ operation: { policy } }: Route): boolean {
  return policy.who === 'credential' && policy.api !== 'mcp'
}
