// plinth mcp: the agents' door on standard input and output, for clients that start a program. Every message goes on to a server.
import { once } from 'node:events'
import type { Result } from '@modelcontextprotocol/server'
import { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import { firstSignal } from '../signals.ts'
import { LocalServer } from './local-server.ts'
import type { McpLink } from './mcp-forwarder.ts'
import { Refused, RemoteServer } from './mcp-forwarder.ts'
import type { ServiceOptions } from './service-connection.ts'
import { addressed } from './service-connection.ts'

const HANDED_ON = ['tools/list', 'tools/call', 'resources/list', 'resources/templates/list', 'resources/read'] as const

/** Standard output belongs to the protocol: what there is to say to a person goes to standard error. */
export async function mcpCommand(config: Config, { server, key }: ServiceOptions): Promise<number> {
  const url = server ?? config.server
  const link = url === undefined ? new LocalServer(config) : new RemoteServer(addressed(url, key ?? config.apiKey))
  try {
    const about = await link.send('server/discover', {}).catch((error) => {
      throw error instanceof Refused ? new Stop('failed', `the server refused: ${error.message}`) : error
    })
    const handle = serveStdio(() => mirrorOf(about, link), { onerror: (error) => console.error(error.message) })
    await Promise.race([once(process.stdin, 'close'), once(process.stdin, 'end'), firstSignal()])
    await handle.close()
  } finally {
    await link.close()
  }
  return EXIT.ok
}

/** A server that says of itself what the one behind it says, and answers what that one answers. */
function mirrorOf({ capabilities, instructions, _meta }: Result, link: McpLink): Server {
  const info = _meta?.['io.modelcontextprotocol/serverInfo'] as { name: string; version: string }
  const server = new Server(info, {
    capabilities: capabilities as object,
    ...(typeof instructions === 'string' ? { instructions } : {}),
  })
  for (const method of HANDED_ON)
    server.setRequestHandler(method, async ({ params }) => bare(await link.send(method, params ?? {})) as never)
  return server
}

/** Without what belongs to the one exchange it came in: the next one adds its own. */
function bare({ _meta, resultType, ttlMs, cacheScope, ...result }: Result & Record<string, unknown>): Result {
  return result
}
