// Requests that never become one: no HTTP, or too much of it. Answered on the bare socket as others are, then the connection is closed.
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FaultCode } from '../../kernel/fault.ts'
import { Fault } from '../../kernel/fault.ts'
import { newRequestId } from '../../kernel/ids.ts'
import { problemOf } from './problem.ts'
import { failureHeaders } from './rate-headers.ts'
import type { Services } from './services.ts'

const CODES: Readonly<Record<string, FaultCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** What Node tells of a socket beside its types: the answer that is under way on it, and who is at the other end. */
type Connection = Duplex & {
  readonly remoteAddress?: string
  readonly _httpMessage?: { readonly headersSent: boolean } | null
}

/** For `clientError`. */
export function rejectMalformedRequest(error: NodeJS.ErrnoException, socket: Connection, services: Services): void {
  // An answer that has begun would get this one in its middle.
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const code = CODES[error.code ?? '']
  const fault = code
    ? new Fault(code)
    : new Fault('invalid_encoding', { detail: 'This is not a well-formed HTTP request.' })
  answerOnSocket(fault, socket, services)
}

/** For `connect`: whoever takes us for a proxy. */
export function rejectTunnel(socket: Connection, services: Services): void {
  answerOnSocket(new Fault('method_not_allowed', { detail: 'This is no proxy.' }), socket, services)
}

function answerOnSocket(fault: Fault, socket: Connection, services: Services): void {
  const requestId = newRequestId()
  const address = socket.remoteAddress ?? ''
  const { status, headers, body } = problemOf(fault, requestId, '', services.baseUrl)
  const lines = Object.entries({
    ...headers,
    ...failureHeaders(services.access.rates.failuresLeft(address)),
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  services.metrics.request('unknown', status, 0)
  services.accessLog({
    requestId,
    method: '',
    path: '',
    status,
    ms: 0,
    account: undefined,
    credential: undefined,
    address,
  })
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
