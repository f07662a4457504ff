// Inputs for the MCP endpoint: JSON-RPC envelopes and calls of every tool.
import type { Random } from '../../shared/random.ts'
import site from './data/site.json' with { type: 'json' }
import type { HttpInput } from './input.ts'
import { mutateJson, oddText, oddValue } from './mutate.ts'
import { httpInput, jsonBody, pickCredential, pickOddness } from './request-parts.ts'
import type { Surroundings } from './surroundings.ts'
import { validValue, valueSource } from './valid-values.ts'

const { methods: METHODS, versions: VERSIONS } = site.mcp

export function mcpInput(dice: Random, world: Surroundings): HttpInput {
  const oddness = pickOddness(dice)
  const credential = pickCredential('/mcp', dice)
  let message: unknown = messageOf(dice, world)
  if (dice.chance(0.06)) message = Array.from({ length: dice.pick([0, 1, 2, 100]) }, () => messageOf(dice, world))
  const body = jsonBody(message, oddness, dice, world.fill)
  const accept = dice.chance(0.85)
    ? 'application/json, text/event-stream'
    : dice.pick(['application/json', 'text/html'])
  const version = dice.chance(0.7) ? '2025-06-18' : dice.pick(VERSIONS)
  const method = dice.chance(0.95) ? 'POST' : dice.pick(['GET', 'DELETE', 'PUT', 'OPTIONS'])
  const extra = [['Accept', accept] as const, ['MCP-Protocol-Version', version] as const]
  return httpInput({ kind: 'mcp', method, path: '/mcp', credential }, body, oddness, dice, world, extra)
}

function messageOf(dice: Random, world: Surroundings): Record<string, unknown> {
  const method = dice.chance(0.65) ? 'tools/call' : dice.pick(METHODS)
  const message: Record<string, unknown> = { jsonrpc: '2.0', id: dice.below(1000), method }
  const params = paramsOf(method, dice, world)
  if (params !== undefined) message.params = params
  if (!dice.chance(0.1)) return message
  const field = dice.pick(['jsonrpc', 'id', 'method', 'params', 'result', 'error'])
  if (dice.chance(0.3)) delete message[field]
  else message[field] = dice.pick<unknown>(['1.0', 2, null, -1, 1.5, 'x'.repeat(5000), [], {}, oddValue(dice)])
  return message
}

function paramsOf(method: string, dice: Random, world: Surroundings): unknown {
  if (method === 'tools/call') {
    const tool = world.tools.length > 0 ? dice.pick(world.tools) : { name: 'none', inputSchema: {} }
    const valid = validValue(tool.inputSchema, valueSource(dice, world))
    const args = dice.chance(0.5) ? valid : mutateJson(structuredClone(valid), dice)
    return { name: dice.chance(0.97) ? tool.name : oddText(dice), arguments: args }
  }
  if (method === 'initialize')
    return { protocolVersion: dice.pick(VERSIONS), capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } }
  if (method === 'resources/read') {
    const kind = dice.pick(['projects', 'buildings', 'floor-plans'])
    const id = dice.chance(0.6) ? world.id(kind, dice) : oddText(dice)
    return { uri: `${dice.pick(['project', 'building', 'floor_plan', 'x'])}://${id}` }
  }
  return dice.chance(0.5) ? undefined : mutateJson({ cursor: 'x', name: 'y', level: 'debug' }, dice)
}
