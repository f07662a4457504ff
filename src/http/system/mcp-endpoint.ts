// The HTTP endpoint of the MCP server: checks access and limits, then delegates.
import { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import type { Route } from '../server/route.ts'
import { pageOperation, route } from '../server/route.ts'

/** Fits 25 addresses of the maximum length. */
const BODY_LIMIT = 1024 * 1024

const post = pageOperation({
  id: 'speakMcp',
  tag: 'MCP',
  // OpenAPI cannot describe MCP; docs/mcp.md does.
  hidden: true,
  policy: credential({ scope: null, feature: 'core', api: 'mcp' }),
  summary: 'Send one stateless JSON-RPC message (Model Context Protocol)',
  body: z.unknown(),
  bodyLimit: BODY_LIMIT,
  response: { status: 200, type: 'application/json' },
  async handle({ services, headers, body, principal, requestId, address }) {
    const { status, type, text, lookups, countAs, tool, code } = await services.mcp.handle({
      headers,
      body,
      principal,
      requestId,
      address,
    })
    return { status, lookups, countAs, tool, code, ...(type ? { type, body: text } : {}) }
  },
})

export const mcpRoutes: readonly Route[] = [route('POST', '/mcp', post)]
