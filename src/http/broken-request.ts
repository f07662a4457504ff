// Requests that are not HTTP, or too much of it: answered on the bare socket, then the connection is closed.
import type { Socket } from 'node:net'
import type { FaultCode } from '../kernel/fault.ts'
import { FAULTS } from '../kernel/fault.ts'
import { newRequestId } from '../kernel/ids.ts'

const CODES: Readonly<Record<string, FaultCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = CODES[error.code ?? ''] ?? 'invalid_encoding'
  const [status, title] = FAULTS[code]
  const detail = code === 'invalid_encoding' ? 'This is not a well-formed HTTP request.' : title
  const requestId = newRequestId()
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code, request_id: requestId, errors: [] })
  socket.end(
    `HTTP/1.1 ${status} ${PHRASES[status]}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  )
}
