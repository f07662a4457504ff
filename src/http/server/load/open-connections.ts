// Closes the connections of a stopping server: without a request at once, the others when their response is sent or late.
import type { Server } from 'node:http'
import type { HttpSocket } from './pipelining.ts'

/** With the time that load balancers and webhooks get, less than the 30 s after which most supervisors kill a process. */
const CLOSE_MS = 15_000

/**
 * Node closes only connections that are between two requests: a client that connects and sends nothing would keep the
 * server from stopping. What is open is looked at when the server closes. A listener on every response would keep responses
 * alive until a full garbage collection: a third of a request. Call before other listeners for connections are added.
 */
export function closeConnections(server: Server, closeMs = CLOSE_MS): void {
  const sockets = new Set<HttpSocket>()
  server.on('connection', (socket: HttpSocket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const close = server.close.bind(server)
  server.close = (done) => {
    const late = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, closeMs).unref()
    close((error) => {
      clearTimeout(late)
      done?.(error)
    })
    for (const socket of sockets) if (socket._httpMessage || socket.bytesRead === 0) closeAfterResponses(socket)
    return server
  }
}

/** Pipelined requests have several. */
function closeAfterResponses(socket: HttpSocket): void {
  if (socket._httpMessage) socket._httpMessage.once('close', () => closeAfterResponses(socket))
  else socket.destroySoon()
}
