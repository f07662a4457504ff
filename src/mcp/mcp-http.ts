// MCP over HTTP: origin check, single messages, both protocol generations on one URL.
import type { FaultCode } from '../kernel/fault.ts'
import { Fault } from '../kernel/fault.ts'
import type { Caller, McpContext, McpServices, Operations, UsageRecord } from './mcp-api.ts'

export interface McpRequest extends Caller {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

export interface McpResponse {
  readonly status: number
  readonly type: string | undefined
  readonly text: string
  readonly lookups: number
  /** Null for errors, which are not counted. */
  readonly countAs: string | null
  readonly tool: string | undefined
  /** Why the tool failed. */
  readonly code: FaultCode | undefined
}

/** The headers the protocol uses. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id']
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Loaded by the first message: the library and the schemas of all tools take a tenth of the start. */
async function load() {
  const [{ createMcpHandler, isInitializeRequest }, { createServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./mcp-server.ts'),
  ])
  return { createMcpHandler, isInitializeRequest, createServer }
}

export class McpEndpoint {
  readonly #house: () => McpContext

  /** `services` is read for each message, because it contains this endpoint. */
  constructor(rooms: () => McpServices, operations: Operations) {
    this.#house = () => {
      const { access, catalog, baseUrl, log } = rooms()
      return { access, catalog, baseUrl, log, ...operations }
    }
  }

  async handle({ headers, body, ...caller }: McpRequest): Promise<McpResponse> {
    const context = this.#house()
    if (!isAllowedOrigin(headers.origin as string | undefined, context.baseUrl))
      throw new Fault('origin_not_allowed', { detail: 'Call /mcp from a program or from a page of this server.' })
    requireSingleMessage(body)
    const usage: UsageRecord = { countAs: 'mcp', lookups: 0, failed: false, tool: undefined, code: undefined }
    const { createMcpHandler, isInitializeRequest, createServer } = await load()
    if (isRequestOf('initialize', body) && !isCurrent(body) && !isInitializeRequest(body))
      return errorResponse(200, body.id, WRONG_PARAMS)
    const handler = createMcpHandler(() => createServer(context, caller, usage), {
      // Nothing changes during a session, so a subscription would only keep a connection open.
      maxSubscriptions: 0,
    })
    const request = new Request(`${context.baseUrl}/mcp`, { method: 'POST', headers: headersOf(headers) })
    const response = await handler.fetch(request, { parsedBody: body })
    const text = await response.text()
    if (isRequestOf('subscriptions/listen', body) && JSON.parse(text).error?.code === INTERNAL_ERROR)
      return errorResponse(404, body.id, NO_SUBSCRIPTIONS)
    const refused = usage.failed || response.status >= 400
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? undefined,
      text,
      lookups: usage.lookups,
      countAs: refused ? null : usage.countAs,
      tool: usage.tool,
      code: usage.code,
    }
  }
}

function headersOf(received: McpRequest['headers']): Headers {
  const headers = new Headers()
  for (const name of HEADERS) {
    const value = received[name]
    if (value !== undefined) headers.set(name, String(value))
  }
  return headers
}

/** Programs send no Origin. A page on another site sends its own, even after DNS rebinding. */
export function isAllowedOrigin(origin: string | undefined, baseUrl: string): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const [from, own] = [new URL(origin), new URL(baseUrl)]
  return from.origin === own.origin || [from, own].every(({ hostname }) => LOOPBACK.includes(hostname))
}

/** Batches are rejected: they would count as one request but run many calls. */
function requireSingleMessage(body: unknown): void {
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) return
  throw new Fault('invalid_parameter', { detail: 'The body must be a single JSON-RPC message.' })
}

interface JsonRpcRequest {
  readonly id: unknown
  readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> }
}

function isRequestOf(method: string, body: unknown): body is JsonRpcRequest {
  const { jsonrpc, id, method: sent } = body as Record<string, unknown>
  return jsonrpc === '2.0' && sent === method && (typeof id === 'string' || typeof id === 'number')
}

/** Whether the request is of a protocol version without sessions: it names the version itself. */
function isCurrent({ params }: JsonRpcRequest): boolean {
  return params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined
}

const INTERNAL_ERROR = -32603

/** The library reports wrong params of its own methods as an internal error. */
const WRONG_PARAMS = {
  code: -32602,
  message: 'The params must have protocolVersion, capabilities and clientInfo.',
}

/** The library reports that all of its 0 subscriptions are in use. */
const NO_SUBSCRIPTIONS = { code: -32601, message: 'Method not found: nothing changes, so there are no subscriptions.' }

function errorResponse(status: number, id: unknown, error: { code: number; message: string }): McpResponse {
  return {
    status,
    type: 'application/json',
    text: JSON.stringify({ jsonrpc: '2.0', id, error }),
    lookups: 0,
    countAs: null,
    tool: undefined,
    code: undefined,
  }
}
