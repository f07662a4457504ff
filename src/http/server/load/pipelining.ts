// Handles the requests of one connection one after the other, so that pipelining multiplies nothing.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** From here on no more is read from the connection until the requests are handled. */
const MAX_WAITING = 1
/** One read brings at most some hundred ordinary requests; more are an attack with tiny ones. */
const MAX_PARSED = 500

type Exchange = readonly [request: IncomingMessage, response: ServerResponse]

/** What Node sets on a socket but does not type: the response that is being sent, and whether it stopped reading. */
export type HttpSocket = Socket & { readonly _httpMessage?: ServerResponse | null; _paused?: boolean }

/**
 * Node emits every request of a read at once and queues the responses. A client that asked for hundreds of long lists in
 * one write, and read none, would make the server hold them all.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Exchange[]>()
  const handleNext = (socket: HttpSocket, queue: Exchange[]): void => {
    const next = queue.shift()
    if (queue.length === 0) queues.delete(socket)
    if (!next) return
    const [request, response] = next
    if (queue.length > 0) response.once('finish', () => handleNext(socket, queue))
    // Node goes on reading when the connection drains.
    else if (socket._paused) socket.emit('drain')
    handle(request, response)
  }
  return (request, response) => {
    // A response gets the socket when the responses before it are sent.
    if (response.socket) {
      handle(request, response)
      return
    }
    const socket = request.socket as HttpSocket
    const queue = queues.get(socket)
    if (queue) queue.push([request, response])
    else {
      const first: Exchange[] = [[request, response]]
      queues.set(socket, first)
      socket._httpMessage?.once('finish', () => handleNext(socket, first))
    }
    const waiting = queue?.length ?? 1
    if (waiting > MAX_PARSED) socket.destroy()
    else if (waiting >= MAX_WAITING && !socket._paused) {
      // As Node does it when responses pile up: `pause` alone would end with the next complete request.
      socket._paused = true
      socket.pause()
    }
  }
}
