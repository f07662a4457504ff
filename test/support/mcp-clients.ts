// The official MCP clients of both protocol generations, over HTTP and stdio.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { COMMAND } from './child.ts'

export interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: responses have no static type in tests
  readonly structuredContent?: any
  readonly isError?: boolean
}

export interface AgentClient {
  readonly version: string | undefined
  readonly instructions: string | undefined
  /** Also makes the client validate structured content against the schemas. */
  tools(): Promise<{ name: string; description?: string; annotations?: { readOnlyHint?: boolean } }[]>
  call(name: string, input: Record<string, unknown>): Promise<ToolAnswer>
  resources(): Promise<string[]>
  templates(): Promise<string[]>
  read(uri: string): Promise<string>
  close(): Promise<void>
}

export const ERAS = ['2026-07-28', '2025-11-25'] as const
export type Era = (typeof ERAS)[number]
const ME = { name: 'test', version: '1' }

export function overHttp(era: Era, url: string, key: string): Promise<AgentClient> {
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } }
  const target = new URL(`${url}/mcp`)
  if (era === '2026-07-28') return newClient(new StreamableHTTPClientTransport(target, options))
  return oldClient(new OldHttpTransport(target, options) as unknown as Transport)
}

export function overStdio(era: Era, args: readonly string[], env: Record<string, string>): Promise<AgentClient> {
  const program = {
    command: process.execPath,
    args: [...COMMAND, 'mcp', ...args],
    env,
    stderr: 'ignore' as const,
  }
  if (era === '2026-07-28') return newClient(new StdioClientTransport(program))
  return oldClient(new OldStdioTransport(program) as unknown as Transport)
}

async function newClient(transport: StreamableHTTPClientTransport | StdioClientTransport): Promise<AgentClient> {
  const client = new Client(ME, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(transport)
  return faceOf(client as unknown as AnyClient, client.getNegotiatedProtocolVersion())
}

async function oldClient(transport: Transport): Promise<AgentClient> {
  const client = new OldClient(ME)
  let version: string | undefined
  const remember = transport.setProtocolVersion?.bind(transport)
  transport.setProtocolVersion = (spoken) => {
    version = spoken
    remember?.(spoken)
  }
  await client.connect(transport)
  return faceOf(client as unknown as AnyClient, version)
}

/** The common methods of both clients. */
interface AnyClient {
  getInstructions(): string | undefined
  listTools(): Promise<{ tools: Awaited<ReturnType<AgentClient['tools']>> }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<ToolAnswer>
  listResources(): Promise<{ resources: { uri: string }[] }>
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>
  readResource(request: { uri: string }): Promise<{ contents: { text: string }[] }>
  close(): Promise<void>
}

function faceOf(client: AnyClient, version: string | undefined): AgentClient {
  return {
    version,
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools,
    call: (name, input) => client.callTool({ name, arguments: input }),
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    templates: async () => (await client.listResourceTemplates()).resourceTemplates.map((one) => one.uriTemplate),
    read: async (uri) => (await client.readResource({ uri })).contents[0]!.text,
    close: () => client.close(),
  }
}
