// Opens sockets to a checked IP address and reads bounded responses.

import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as httpRequest } from 'node:http'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { connect as connectTcp } from 'node:net'
import type { SecureContext } from 'node:tls'
import { connect as connectTls, createSecureContext } from 'node:tls'
import type { Client } from 'undici'
import { handled } from '../../kernel/settled.ts'
import { sameAddress } from './address-guard.ts'
import type { Target } from './target-url.ts'

export type FailureCode = 'blocked_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'too_large' | 'protocol'

/** Why there is no response. The sender converts it to an outcome. */
export class SendFailure extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode, detail: string) {
    super(detail)
    this.code = code
  }
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The rest of a longer response is not read. 64 KiB by default. */
  readonly maxBytes?: number
}

export interface ReceivedResponse {
  readonly status: number
  readonly headers: Record<string, string>
  /** At most `maxBytes`. */
  readonly body: Buffer
  readonly truncated: boolean
}

/** A response whose body is read while it arrives. */
export interface OpenResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: AsyncIterable<Buffer>
}

/** Loads the library with the first request: it takes a tenth of the start, and many processes send none. */
const require = createRequire(import.meta.url)

const MAX_HEADER_BYTES = 16 * 1024
export const MAX_BODY_BYTES = 64 * 1024

/** A connection to one checked address. Exchanges run one after the other and share the socket while it is open. */
export class PinnedConnection {
  readonly #client: Client
  #signal: AbortSignal | undefined
  #isReused = false

  constructor(target: Target, address: string) {
    const { Client: HttpClient } = require('undici') as typeof import('undici')
    this.#client = new HttpClient(target.url.origin, {
      connect: (_, callback) => {
        openSocket(target, address, this.#signal!).then(
          (socket) => callback(null, socket),
          (error) => callback(error, null),
        )
      },
      maxHeaderSize: MAX_HEADER_BYTES,
      // The signal sets the deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  /** `signal` limits the whole exchange, including a slow body. After a failure the connection is closed. */
  async exchange(
    outgoing: OutgoingRequest & { readonly url: URL },
    signal: AbortSignal,
    keepAlive: boolean,
  ): Promise<ReceivedResponse> {
    let hasResponse = false
    try {
      const { body, ...head } = await this.#request(outgoing, signal, keepAlive)
      hasResponse = true
      const start = await readStart(body, outgoing.maxBytes ?? MAX_BODY_BYTES)
      if (start.truncated) this.close()
      return { ...head, ...start }
    } catch (error) {
      this.close()
      if (signal.aborted) throw signal.reason
      const failure = asFailure(error)
      // The receiver may close an idle connection at the moment it is used again. That says nothing about the receiver.
      throw failure.code === 'reset' && this.#isReused && !hasResponse ? new StaleConnection(failure) : failure
    } finally {
      this.#isReused = true
    }
  }

  async #request(
    { method, headers, body, url }: OutgoingRequest & { readonly url: URL },
    signal: AbortSignal,
    keepAlive: boolean,
  ): Promise<OpenResponse> {
    this.#signal = signal
    const path = url.pathname + url.search
    const response = await this.#client.request({
      method,
      path,
      headers,
      body: body ?? null,
      signal,
      reset: !keepAlive,
    })
    // The read loop reports errors; ignore those after it has stopped.
    response.body.on('error', () => {})
    return { status: response.statusCode, headers: flat(response.headers), body: response.body }
  }

  get isOpen(): boolean {
    return !this.#client.destroyed
  }

  close(): void {
    // Closing a broken connection may fail.
    if (this.isOpen) handled(this.#client.destroy())
  }
}

/**
 * Reads the body with `read` while it arrives, then closes the connection. With Node's own client: when the server ends the
 * connection while the reader is slow, undici 7 throws an error that nothing can catch.
 */
export async function streamPinned<T>(
  target: Target,
  address: string,
  { method, headers, body }: OutgoingRequest,
  signal: AbortSignal,
  read: (response: OpenResponse) => Promise<T>,
): Promise<T> {
  const { host, pathname, search } = target.url
  const socket = await openSocket(target, address, signal)
  const request = httpRequest({
    createConnection: () => socket,
    method,
    path: pathname + search,
    headers: { host, ...headers, connection: 'close' },
    maxHeaderSize: MAX_HEADER_BYTES,
  })
  // Awaiting the response and the read loop report errors; ignore those after they have stopped.
  request.on('error', () => {}).end(body)
  try {
    const [response] = (await once(request, 'response', { signal }).catch((error) => throwFailure(error, signal))) as [
      IncomingMessage,
    ]
    response.on('error', () => {})
    const stop = () => response.destroy()
    signal.addEventListener('abort', stop, { once: true })
    const { statusCode = 0 } = response
    return await read({ status: statusCode, headers: flat(response.headers), body: withFailures(response, signal) })
  } finally {
    request.destroy()
  }
}

/** A reused connection ended before a response. Try again on a new one. */
export class StaleConnection extends Error {
  constructor(cause: SendFailure) {
    super(cause.message, { cause })
  }
}

/** Trusted certificate authorities, loaded once because loading is slower than a whole delivery. */
let trustStore: SecureContext | undefined

async function openSocket(target: Target, address: string, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host: address, port: target.port, noDelay: true })
  await ready(socket, 'connect', 'connect', signal)
  if (!sameAddress(socket.remoteAddress, address)) {
    socket.destroy()
    throw new SendFailure('blocked_address', 'connected to another address than the checked one')
  }
  if (!target.secure) return socket
  trustStore ??= createSecureContext()
  const secured = connectTls({
    socket,
    servername: target.host,
    secureContext: trustStore,
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
    rejectUnauthorized: true,
  })
  await ready(secured, 'secureConnect', 'tls', signal)
  return secured
}

async function ready(socket: Socket, event: string, code: FailureCode, signal: AbortSignal): Promise<void> {
  try {
    await once(socket, event, { signal })
  } catch (error) {
    socket.on('error', () => {}).destroy()
    throw new SendFailure(code, brief(error))
  }
}

async function readStart(body: AsyncIterable<Buffer>, maxBytes: number): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: size > maxBytes }
}

async function* withFailures(body: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]()
  for (;;) {
    const next = await chunks.next().catch((error) => throwFailure(error, signal))
    if (next.done) return
    yield next.value
  }
}

function throwFailure(error: unknown, signal: AbortSignal): never {
  throw signal.aborted ? signal.reason : asFailure(error)
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}

function asFailure(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error
  const code = String((error as { code?: unknown }).code)
  if (/^(UND_ERR_HEADERS|HPE_HEADER)_OVERFLOW$/.test(code))
    return new SendFailure('too_large', 'the response headers are too large')
  if (/^(UND_ERR_SOCKET|ECONN|EPIPE)/.test(code)) return new SendFailure('reset', brief(error))
  return new SendFailure('protocol', brief(error))
}

/** The system's own words name the address behind the host. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host does not respond',
}

function brief(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return REASONS[code ?? ''] ?? message.slice(0, 200)
}
