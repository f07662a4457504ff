// Sends requests to customers' URLs without letting them reach internal hosts (SSRF guard).
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import { at } from '../../kernel/at.ts'
import { isPublicAddress } from './address-guard.ts'
import { Connections } from './connections.ts'
import type { SendFailed, Timer } from './deadline.ts'
import { Deadlines } from './deadline.ts'
import { parseJsonDocument } from './json-response.ts'
import type { OpenResponse } from './pinned-request.ts'
import { PinnedConnection, SendFailure, streamPinned } from './pinned-request.ts'
import type { ResolveName } from './resolve-host.ts'
import { nameResolver } from './resolve-host.ts'
import type { Target } from './target-url.ts'
import { checkUrl, isLocalhost } from './target-url.ts'

export interface WebhookRequest {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

export type SendOutcome =
  | {
      kind: 'response'
      status: number
      headers: Record<string, string>
      /** The first KiB, as text without NUL. */
      bodyStart: string
      ms: number
    }
  | SendFailed

export interface Sender {
  send(request: WebhookRequest, signal?: AbortSignal): Promise<SendOutcome>
  /** Checks a URL and the addresses its host resolves to. Returns no reason, to reveal nothing about our network. */
  check(url: string): Promise<boolean>
  /** Aborts requests in flight. */
  close(): Promise<void>
}

/** A request to a customer's server whose whole response is needed, such as a page of a feed. */
export interface GuardedRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** A longer response fails with `too_large`. */
  readonly maxBytes: number
  /** For the whole exchange; of a stream, for the headers and for each wait for more of the body. */
  readonly timeoutMs: number
}

export interface GuardedResponse {
  readonly kind: 'response'
  /** Redirects are returned, never followed. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly ms: number
}

export interface GuardedReader {
  request(request: GuardedRequest, signal?: AbortSignal): Promise<GuardedResponse | SendFailed>
  /** Passes the body to `read` while it arrives. A failure in the middle of the body throws inside `read`. */
  stream<T>(
    request: GuardedRequest,
    read: (response: OpenResponse) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<{ kind: 'read'; value: T; ms: number } | SendFailed>
  check(url: string): Promise<boolean>
}

export interface GuardedSender extends Sender, GuardedReader {
  /** Fetches a small JSON document from a public https URL, such as an OAuth client's metadata. */
  fetchDocument(
    url: string,
    signal?: AbortSignal,
  ): Promise<{ kind: 'document'; json: unknown; ms: number } | SendFailed>
}

export interface SenderOptions {
  /** Development only: also allows loopback over http on any port. */
  readonly allowPrivate: boolean
  /** For the whole exchange, from the DNS lookup to the last byte. */
  readonly timeoutMs?: number
  readonly resolve?: ResolveName
}

const BODY_START_BYTES = 1024
const CHECK_MS = 5000

export function createGuardedSender(options: SenderOptions): GuardedSender {
  const { allowPrivate, timeoutMs = 15_000, resolve = nameResolver() } = options
  const deadlines = new Deadlines()
  const connections = new Connections()

  /** Resolves once, checks every address and pins one, so that DNS rebinding has no effect. */
  async function pin(url: string, allowLoopback: boolean, signal: AbortSignal): Promise<[Target, string]> {
    signal.throwIfAborted()
    const check = checkUrl(url, allowLoopback)
    if (!check.ok) throw new SendFailure('blocked_address', `the URL is not allowed (${check.reason})`)
    const { target } = check
    if (!target.secure) return [target, isLocalhost(target.host) ? '127.0.0.1' : target.host]
    const addresses = await lookUp(resolve, target.host, signal)
    if (!addresses.every(isPublicAddress)) throw new SendFailure('blocked_address', 'the host is not a public address')
    return [target, addresses.find((address) => isIPv4(address)) ?? at(addresses, 0)]
  }

  return {
    send: ({ url, headers, body }, caller) =>
      deadlines.run(timeoutMs, caller, async (signal) => {
        const [target, address] = await pin(url, allowPrivate, signal)
        const response = await connections.send(target, address, { method: 'POST', headers, body }, signal)
        return {
          kind: 'response',
          status: response.status,
          headers: response.headers,
          bodyStart: startOf(response.body),
        }
      }),
    request: ({ url, timeoutMs, ...outgoing }, caller) =>
      deadlines.run(timeoutMs, caller, async (signal) => {
        const [target, address] = await pin(url, allowPrivate, signal)
        const { truncated, ...response } = await connections.send(target, address, outgoing, signal)
        if (truncated) throw tooLarge(outgoing.maxBytes)
        return { kind: 'response', ...response }
      }),
    stream: ({ url, timeoutMs, ...outgoing }, read, caller) =>
      deadlines.run(timeoutMs, caller, async (signal, timer) => {
        const [target, address] = await pin(url, allowPrivate, signal)
        const value = await streamPinned(target, address, outgoing, signal, (response) => {
          timer.stop()
          return read({ ...response, body: timedChunks(response.body, timer, outgoing.maxBytes) })
        })
        return { kind: 'read', value }
      }),
    async check(url) {
      const outcome = await deadlines.run(Math.min(CHECK_MS, timeoutMs), undefined, async (signal) => {
        await pin(url, allowPrivate, signal)
        return { kind: 'allowed' as const }
      })
      return outcome.kind === 'allowed'
    },
    fetchDocument: (url, caller) =>
      deadlines.run(timeoutMs, caller, async (signal) => {
        const outgoing = { method: 'GET', headers: { accept: 'application/json' } } as const
        const [target, address] = await pin(url, false, signal)
        const connection = new PinnedConnection(target, address)
        try {
          const response = await connection.exchange({ ...outgoing, url: target.url }, signal, false)
          return { kind: 'document', json: parseJsonDocument(response) }
        } finally {
          connection.close()
        }
      }),
    async close() {
      deadlines.abortAll()
      connections.closeAll()
    },
  }
}

/** The time runs only while we wait for the server, not while the caller works on what arrived. */
async function* timedChunks(body: AsyncIterable<Buffer>, timer: Timer, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  timer.restart()
  for await (const chunk of body) {
    timer.stop()
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield chunk
    timer.restart()
  }
  timer.stop()
}

function tooLarge(maxBytes: number): SendFailure {
  return new SendFailure('too_large', `the response is larger than ${maxBytes} bytes`)
}

async function lookUp(resolve: ResolveName, name: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const addresses = await Promise.race([resolve(name, signal), once(signal, 'abort').then(() => [])])
    if (addresses.length > 0) return addresses
  } catch {
    // Reported below: the cause of a DNS failure does not help the receiver.
  }
  throw signal.aborted ? signal.reason : new SendFailure('dns', 'the host name does not resolve')
}

/** Drops a character cut off at the end and replaces NUL, which a text column rejects. */
function startOf(body: Buffer): string {
  const text = new TextDecoder().decode(body.subarray(0, BODY_START_BYTES), { stream: true })
  return text.replaceAll('\0', '\ufffd')
}
