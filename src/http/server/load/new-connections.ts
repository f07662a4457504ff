// Holds new connections until they have sent something, and hands many to the HTTP parser only as fast as it can read them.
import type { Server, Socket } from 'node:net'
import type { NewConnection } from '../../../kernel/turns.ts'
import { noteConnection, queueConnection } from '../../../kernel/turns.ts'

/** One that sends nothing costs nothing, and the parser has a time limit for it. */
const SILENCE_MS = 1000
/** More of a request is not read before its turn. */
const MAX_BYTES = 16 * 1024
const REQUEST_LINE = /^GET (\S{1,100}) HTTP/

type Serve = (socket: Socket) => void

/** Requests of `urgentPaths`, such as health checks, do not wait. */
export function admitConnections(server: Server, urgentPaths: ReadonlySet<string>): void {
  const [listener] = server.listeners('connection') as [Serve]
  const serve = listener.bind(server)
  server.off('connection', listener)
  server.on('connection', (socket) => {
    noteConnection()
    new HeldConnection(socket, serve, urgentPaths)
  })
}

/**
 * Reading only the bytes costs far less than parsing all requests of a client that has already given up, and tells whether
 * the client is still there.
 */
class HeldConnection implements NewConnection {
  readonly #socket: Socket
  readonly #serve: Serve
  readonly #urgentPaths: ReadonlySet<string>
  readonly #chunks: Buffer[] = []
  #bytes = 0
  isGone = false

  constructor(socket: Socket, serve: Serve, urgentPaths: ReadonlySet<string>) {
    this.#socket = socket
    this.#serve = serve
    this.#urgentPaths = urgentPaths
    socket.on('data', this.#add).on('end', this.#leave).on('close', this.#leave).on('error', this.#leave)
    socket.setTimeout(SILENCE_MS, this.open)
  }

  readonly #add = (chunk: Buffer): void => {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes >= MAX_BYTES) this.#socket.pause()
    if (this.#chunks.length > 1) return
    const path = REQUEST_LINE.exec(chunk.toString('latin1', 0, 128))?.[1]
    if (path !== undefined && this.#urgentPaths.has(path)) this.open()
    else queueConnection(this)
  }

  readonly #leave = (): void => {
    this.isGone = true
    this.#socket.destroy()
  }

  readonly open = (): void => {
    if (this.isGone) return
    this.isGone = true
    const socket = this.#socket
    socket.off('data', this.#add).off('end', this.#leave).off('close', this.#leave).off('error', this.#leave)
    socket.setTimeout(0, this.open)
    socket.pause()
    const [first] = this.#chunks
    if (first) socket.unshift(this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks))
    this.#serve(socket)
    socket.resume()
  }

  close(): void {
    this.#leave()
  }
}
