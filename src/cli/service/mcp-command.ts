// plinth mcp: forwards MCP messages from standard input to a server.
import { once } from 'node:events'
import type { Result } from '@modelcontextprotocol/server'
import { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Config } from '../../kernel/config.ts'
import { EXIT, Stop } from '../../kernel/fault.ts'
import type { ServiceOptions } from '../terminal/service-connection.ts'
import { namedConnection } from '../terminal/service-connection.ts'
import { firstSignal } from '../terminal/signals.ts'
import { LocalServer } from './local-server.ts'
import type { McpConnection } from './mcp-forwarder.ts'
import { RefusedError, RemoteServer } from './mcp-forwarder.ts'

const FORWARDED = ['tools/list', 'tools/call', 'resources/list', 'resources/templates/list', 'resources/read'] as const

/** Standard output carries the protocol, so messages for people go to standard error. */
export async function mcpCommand(config: Config, options: ServiceOptions): Promise<number> {
  const named = namedConnection(config, options)
  const connection = named ? new RemoteServer(named) : new LocalServer(config)
  try {
    const about = await connection.send('server/discover', {}).catch((error) => {
      throw error instanceof RefusedError ? new Stop('failed', `the server refused: ${error.message}`) : error
    })
    const handle = serveStdio(() => mirrorServer(about, connection), {
      onerror: (error) => console.error(error.message),
    })
    await Promise.race([once(process.stdin, 'close'), once(process.stdin, 'end'), firstSignal()])
    await handle.close()
  } finally {
    await connection.close()
  }
  return EXIT.ok
}

/** A local server with the remote one's name and capabilities that forwards every request to it. */
function mirrorServer({ capabilities, instructions, _meta }: Result, connection: McpConnection): Server {
  const info = _meta?.['io.modelcontextprotocol/serverInfo'] as { name: string; version: string }
  const server = new Server(info, {
    capabilities: capabilities as object,
    ...(typeof instructions === 'string' ? { instructions } : {}),
  })
  for (const method of FORWARDED)
    server.setRequestHandler(
      method,
      async ({ params }) => withoutExchangeFields(await connection.send(method, params ?? {})) as never,
    )
  return server
}

/** Removes the fields of the HTTP exchange; the stdio exchange adds its own. */
function withoutExchangeFields({
  _meta,
  resultType,
  ttlMs,
  cacheScope,
  ...result
}: Result & Record<string, unknown>): Result {
  return result
}
