// Responds to malformed HTTP on the raw socket, then closes the connection.
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FaultCode } from '../../kernel/fault.ts'
import { Fault } from '../../kernel/fault.ts'
import { newRequestId } from '../../kernel/ids.ts'
import { problemOf } from './problem.ts'
import { failureHeaders } from './rate-headers.ts'
import type { CoreServices } from './services.ts'

const CODES: Readonly<Record<string, FaultCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Properties that Node sets on a socket but does not type. */
type Connection = Duplex & {
  readonly remoteAddress?: string | undefined
  readonly _httpMessage?: { readonly headersSent: boolean } | null
}

/** For `clientError`. */
export function rejectMalformedRequest(error: NodeJS.ErrnoException, socket: Connection, services: CoreServices): void {
  // Writing now would corrupt a response in progress.
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const code = CODES[error.code ?? '']
  const fault = code ? new Fault(code) : new Fault('invalid_encoding', { detail: 'The HTTP request is malformed.' })
  respondOnSocket(fault, socket, services)
}

/** For `connect`: requests to use the server as a proxy. */
export function rejectTunnel(socket: Connection, services: CoreServices): void {
  respondOnSocket(new Fault('method_not_allowed', { detail: 'This server is not a proxy.' }), socket, services)
}

function respondOnSocket(fault: Fault, socket: Connection, services: CoreServices): void {
  const requestId = newRequestId()
  const address = socket.remoteAddress ?? ''
  const { status, headers, body } = problemOf(fault, requestId, '', services.baseUrl, 'en')
  const lines = Object.entries({
    ...headers,
    ...failureHeaders(services.access.rates.failuresLeft(address)),
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  services.metrics.request('unknown', status, 0, fault.code)
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
