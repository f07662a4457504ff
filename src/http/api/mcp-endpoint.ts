// The path of the agents' door: who comes in, how large, how fast and at what cost is this door's affair; the rest is not.
import { z } from 'zod'
import { credential } from '../../access/policies.ts'
import { operation } from '../door/route.ts'

export const post = operation({
  id: 'speakMcp',
  tag: 'MCP',
  // Another protocol with documents of its own, docs/mcp.md: nothing that OpenAPI could tell.
  hidden: true,
  policy: credential({ scope: null, feature: 'core', door: 'mcp' }),
  summary: 'The Model Context Protocol: one JSON-RPC message, stateless',
  body: z.unknown(),
  response: { status: 200, type: 'application/json' },
  async handle({ services, headers, body, principal, requestId, address }) {
    const { status, type, text, lookups, countAs } = await services.mcp.handle({
      headers,
      body,
      principal,
      requestId,
      address,
    })
    return { status, lookups, countAs, ...(type ? { type, body: text } : {}) }
  },
})
