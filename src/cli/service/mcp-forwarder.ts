// Sends Model Context Protocol messages to a server over HTTP, without a session.
import type { Result } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { VERSION } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'
import type { Connection } from '../terminal/service-connection.ts'

export interface McpConnection {
  /** Throws a `ProtocolError` if the server refuses the message. */
  send(method: string, params: object): Promise<Result>
  close(): Promise<void>
}

const PROTOCOL = '2026-07-28'
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': PROTOCOL,
  'io.modelcontextprotocol/clientInfo': { name: 'plinth mcp', version: VERSION },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const TIMEOUT_MS = 60_000

export class RemoteServer implements McpConnection {
  readonly #url: string
  readonly #getToken: Connection['getToken']
  #messages = 0

  constructor({ baseUrl, getToken }: Connection) {
    this.#url = baseUrl
    this.#getToken = getToken
  }

  async send(method: string, params: object): Promise<Result> {
    this.#messages += 1
    const { name, uri } = params as { name?: string; uri?: string }
    const subject = name ?? uri
    const token = await this.#getToken()
    const response = await fetch(`${this.#url}/mcp`, {
      method: 'POST',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': PROTOCOL,
        'mcp-method': method,
        ...(subject === undefined ? {} : { 'mcp-name': headerValue(subject) }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: this.#messages, method, params: { ...params, _meta: ENVELOPE } }),
    }).catch((error: Error) => {
      throw new Stop('unreachable', `cannot reach ${this.#url}: ${(error.cause as Error)?.message ?? error.message}`)
    })
    return parseResult(await response.text(), response.status)
  }

  async close(): Promise<void> {}
}

/** Text that is not valid in a header is sent as base64, as the protocol requires. */
function headerValue(text: string): string {
  return /^[\x21-\x7e]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

interface ResponseBody {
  readonly result?: Result
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
  readonly code?: string
  readonly detail?: string
}

function parseResult(text: string, status: number): Result {
  let body: ResponseBody = {}
  try {
    body = JSON.parse(text) as ResponseBody
  } catch {
    // Not JSON, so not a Plinth server: reported below with its status.
  }
  const { result, error, code, detail } = body
  if (result) return result
  if (error) throw new ProtocolError(error.code, error.message, error.data)
  throw new RefusedError(status, code ? `${code}: ${detail}` : `the server responded with status ${status}`)
}

/** The server refused the request before reading the message: wrong key or too many requests. */
export class RefusedError extends ProtocolError {
  readonly status: number

  constructor(status: number, message: string) {
    super(ProtocolErrorCode.InvalidRequest, message)
    this.status = status
  }
}
