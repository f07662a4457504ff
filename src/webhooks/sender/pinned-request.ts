// One request to one address that was checked before: connect, see who is there, TLS by name, ask, read a bounded answer.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect as connectTcp } from 'node:net'
import type { SecureContext } from 'node:tls'
import { connect as connectTls, createSecureContext } from 'node:tls'
import { Client } from 'undici'
import { sameAddress } from './address-guard.ts'
import type { Target } from './target-url.ts'

export type FailureCode = 'blocked_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'too_large' | 'protocol'

/** Why there is no answer. It stays inside this room: the sender makes an outcome of it. */
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
}

export interface ReceivedResponse {
  readonly status: number
  readonly headers: Record<string, string>
  /** At most `MAX_BODY_BYTES`. */
  readonly body: Buffer
  /** There was more than we read. */
  readonly truncated: boolean
}

const MAX_HEADER_BYTES = 16 * 1024
export const MAX_BODY_BYTES = 64 * 1024

/** `signal` bounds all of it, a trickling body too. One connection a request: none is ever used for another address. */
export async function sendPinned(
  target: Target,
  address: string,
  asked: OutgoingRequest,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  const client = new Client(target.url.origin, {
    connect: (_, callback) => {
      openSocket(target, address, signal).then(
        (socket) => callback(null, socket),
        (error) => callback(error, null),
      )
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    // The signal is the clock.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    const { method, headers, body = null } = asked
    const path = target.url.pathname + target.url.search
    const answer = await client.request({ method, path, headers, body, signal, reset: true })
    answer.body.on('error', () => {}) // told by the loop, or by nobody once we have stopped reading
    return { status: answer.statusCode, headers: flat(answer.headers), ...(await readStart(answer.body)) }
  } catch (error) {
    throw signal.aborted ? signal.reason : asFailure(error)
  } finally {
    client.destroy().catch(() => {})
  }
}

/** The authorities we trust, read once: it takes longer than all the rest of a delivery. */
let trust: SecureContext | undefined

async function openSocket(target: Target, address: string, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host: address, port: target.port, noDelay: true })
  await ready(socket, 'connect', 'connect', signal)
  if (!sameAddress(socket.remoteAddress, address)) {
    socket.destroy()
    throw new SendFailure('blocked_address', 'somebody else answered than the address that was checked')
  }
  if (!target.secure) return socket
  trust ??= createSecureContext()
  const secured = connectTls({
    socket,
    servername: target.host,
    secureContext: trust,
    ALPNProtocols: ['http/1.1'],
    // Said aloud, so that no variable of the environment can turn it off.
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

async function readStart(body: AsyncIterable<Buffer>): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_BODY_BYTES) break
  }
  return { body: Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES), truncated: size > MAX_BODY_BYTES }
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}

function asFailure(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error
  const code = String((error as { code?: unknown }).code)
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new SendFailure('too_large', 'the headers of the answer are too large')
  if (/^(UND_ERR_SOCKET|ECONN|EPIPE)/.test(code)) return new SendFailure('reset', brief(error))
  return new SendFailure('protocol', brief(error))
}

function brief(error: unknown): string {
  return (error as Error).message.slice(0, 200)
}
