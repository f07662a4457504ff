// The socket side of the HTTP server: timeouts, malformed requests, pipelined requests.
import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import { runRequest } from '../../kernel/turns.ts'
import { admitConnections } from './load/new-connections.ts'
import { closeConnections } from './load/open-connections.ts'
import { oneAtATime } from './load/pipelining.ts'
import { rejectMalformedRequest, rejectTunnel } from './malformed-request.ts'
import type { Route } from './route.ts'
import type { CoreServices } from './services.ts'

const LIMITS = {
  /** Also closes a connection that sends nothing. */
  headersTimeout: 10_000,
  /** Longer than the 60 s of most load balancers: one that reuses a connection which the server just closed answers 502. */
  keepAliveTimeout: 72_000,
  // limitBodyTime replaces it: it would cut healthy streams.
  requestTimeout: 0,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
}

/** Without data in either direction. Longer than any operation that answers only at its end. */
const SILENCE_MS = 300_000

/**
 * Node's own error responses have no body and no headers, so every error is answered here. Requests that are exempt
 * from load shedding, such as health checks, do not wait for others.
 */
export function listenerFor(handler: RequestListener, services: CoreServices, routes: readonly Route[]): Server {
  const urgent = routes.filter(({ operation }) => operation.exemptFromLoadShedding)
  const urgentPaths = new Set(urgent.map(({ path }) => path))
  const handle = oneAtATime((request, response) => {
    // Node reads the preface of HTTP/2 with a letter wrong as a method, which no route can handle.
    if (request.method === 'PRI') rejectMalformedRequest(new Error('PRI'), request.socket, services)
    else
      runRequest(() => {
        // Many clients of a busy server have given up when it is their turn.
        if (request.socket.writable) handler(request, response)
      }, urgentPaths.has(request.url!))
  })
  const server = createServer({ ...LIMITS, requireHostHeader: false }, handle)
  server.timeout = SILENCE_MS
  closeConnections(server)
  admitConnections(server, urgentPaths)
  server.on('clientError', (error, socket) => rejectMalformedRequest(error, socket, services))
  server.on('connect', (_request, socket) => rejectTunnel(socket, services))
  // RFC 9110 allows ignoring an unknown Expect header.
  return server.on('checkExpectation', handle)
}
