// Messages of the Model Context Protocol to a server, over HTTP: the current version of it, which needs no session.
import type { Result } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { VERSION } from '../../kernel/config.ts'
import { Stop } from '../../kernel/fault.ts'

export interface McpLink {
  /** What the server answers; a refusal is thrown as the protocol's error. */
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

export class RemoteServer implements McpLink {
  readonly #url: string
  readonly #key: string
  #messages = 0

  constructor({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }) {
    this.#url = baseUrl.replace(/\/$/, '')
    this.#key = apiKey
  }

  async send(method: string, params: object): Promise<Result> {
    this.#messages += 1
    const { name, uri } = params as { name?: string; uri?: string }
    const subject = name ?? uri
    const response = await fetch(`${this.#url}/mcp`, {
      method: 'POST',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${this.#key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': PROTOCOL,
        'mcp-method': method,
        ...(subject === undefined ? {} : { 'mcp-name': inHeader(subject) }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: this.#messages, method, params: { ...params, _meta: ENVELOPE } }),
    }).catch((error: Error) => {
      throw new Stop('unreachable', `${this.#url} does not answer: ${(error.cause as Error)?.message ?? error.message}`)
    })
    return resultIn(await response.text(), response.status)
  }

  async close(): Promise<void> {}
}

/** Text that a header cannot hold goes as the protocol says, in base64. */
function inHeader(text: string): string {
  return /^[\x21-\x7e]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

interface Answered {
  readonly result?: Result
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
  readonly code?: string
  readonly detail?: string
}

function resultIn(text: string, status: number): Result {
  let answered: Answered = {}
  try {
    answered = JSON.parse(text) as Answered
  } catch {
    // Told below: what answers there is no server of ours.
  }
  const { result, error, code, detail } = answered
  if (result) return result
  if (error) throw new ProtocolError(error.code, error.message, error.data)
  throw new Refused(status, code ? `${code}: ${detail}` : `the server answered with status ${status}`)
}

/** Refused before the message was read: a wrong key, too many requests. */
export class Refused extends ProtocolError {
  readonly status: number

  constructor(status: number, message: string) {
    super(ProtocolErrorCode.InvalidRequest, message)
    this.status = status
  }
}
