// The HTTP endpoint of the MCP server: checks access and limits, then delegates.
import { z } from 'zod'
import { credential } from '../../access/rights/policies.ts'
import { operation } from '../door/route.ts'

/** Fits 25 addresses of the maximum length. */
const BODY_LIMIT = 1024 * 1024

export const post = operation({
  id: 'speakMcp',
  tag: 'MCP',
  // OpenAPI cannot describe MCP; docs/mcp.md does.
  hidden: true,
  policy: credential({ scope: null, feature: 'core', door: 'mcp' }),
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
