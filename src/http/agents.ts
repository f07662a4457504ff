// The path of the agents' door: who comes in, how large, how fast and at what cost is this door's affair; the rest is not.
import { z } from 'zod'
import { operation } from './route.ts'

export const speak = operation({
  id: 'speakMcp',
  tag: 'MCP',
  summary: 'The Model Context Protocol: one JSON-RPC message, stateless',
  description:
    'Versions 2026-07-28 and 2025-11-25 with its forerunners, on one URL; see docs/mcp.md. Any plan may connect and list; ' +
    'tools answer on the plans that have them, with the scopes of the operations behind them. A tool call costs what ' +
    'its operation costs.',
  body: z.unknown().meta({ description: 'A JSON-RPC 2.0 message' }),
  answer: { status: 200, schema: z.looseObject({ jsonrpc: z.literal('2.0') }) },
  async handle({ services, headers, body, principal, requestId, address }) {
    const { status, type, text, lookups, countAs } = await services.agents.answer({
      headers,
      body,
      principal,
      requestId,
      address,
    })
    return { status, lookups, countAs, ...(type ? { type, body: text } : {}) }
  },
})
