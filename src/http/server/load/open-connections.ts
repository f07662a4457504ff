// Closes the connections of a stopping server: without a request at once, the others when their request is done or late.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** With the time that load balancers and webhooks get, less than the 30 s after which most supervisors kill a process. */
const CLOSE_MS = 15_000

interface Connection {
  running: number
  /** What had been read when it was last idle. More than that is the start of a request. */
  idleBytes: number
}

/**
 * Node closes only connections that are between two requests: a client that connects and sends nothing would keep the
 * server from stopping.
 */
export class OpenConnections {
  readonly #connections = new Map<Socket, Connection>()
  #isClosing = false

  /** Call before other listeners for connections are added. */
  constructor(server: Server, closeMs = CLOSE_MS) {
    server.on('connection', (socket: Socket) => {
      this.#connections.set(socket, { running: 0, idleBytes: 0 })
      socket.once('close', () => this.#connections.delete(socket))
    })
    const close = server.close.bind(server)
    server.close = (done) => {
      const late = setTimeout(() => {
        for (const socket of this.#connections.keys()) socket.destroy()
      }, closeMs).unref()
      close((error) => {
        clearTimeout(late)
        done?.(error)
      })
      this.#isClosing = true
      for (const [socket, connection] of this.#connections) closeIdle(socket, connection)
      return server
    }
  }

  /** Call for every request. */
  track({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(socket)
    if (!connection) return
    connection.running += 1
    response.once('close', () => {
      connection.running -= 1
      if (connection.running > 0) return
      connection.idleBytes = socket.bytesRead
      if (this.#isClosing) closeIdle(socket, connection)
    })
  }
}

function closeIdle(socket: Socket, { running, idleBytes }: Connection): void {
  if (running === 0 && socket.bytesRead === idleBytes) socket.destroySoon()
}
