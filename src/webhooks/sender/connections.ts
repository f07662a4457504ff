// Keeps connections to receivers open between deliveries.
import type { OutgoingRequest, ReceivedResponse } from './pinned-request.ts'
import { PinnedConnection, StaleConnection } from './pinned-request.ts'
import type { Target } from './target-url.ts'

/** Shorter than the idle timeout of most servers, which is 5 s in Node and longer elsewhere. */
const IDLE_MS = 4000
const MAX_IDLE = 256

interface IdleConnection {
  readonly connection: PinnedConnection
  readonly sinceMs: number
}

/**
 * An idle connection is used again only for the same origin and the same address. The caller checks the address before
 * every request, so a host that moves to an internal address gets no request on an old connection either.
 */
export class Connections {
  readonly #idle = new Map<string, IdleConnection[]>()
  #idleCount = 0
  #sweeper: NodeJS.Timeout | undefined

  async send(
    target: Target,
    address: string,
    outgoing: OutgoingRequest,
    signal: AbortSignal,
  ): Promise<ReceivedResponse> {
    const key = `${target.url.origin} ${address}`
    try {
      return await this.#exchange(
        key,
        this.#take(key) ?? new PinnedConnection(target, address),
        target,
        outgoing,
        signal,
      )
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error
      return await this.#exchange(key, new PinnedConnection(target, address), target, outgoing, signal)
    }
  }

  async #exchange(
    key: string,
    connection: PinnedConnection,
    { url }: Target,
    outgoing: OutgoingRequest,
    signal: AbortSignal,
  ): Promise<ReceivedResponse> {
    const response = await connection.exchange({ ...outgoing, url }, signal, true)
    if (connection.isOpen) this.#keep(key, connection)
    return response
  }

  #take(key: string): PinnedConnection | undefined {
    const idle = this.#idle.get(key)
    const newest = idle?.pop()
    if (idle?.length === 0) this.#idle.delete(key)
    if (newest) this.#idleCount -= 1
    return newest?.connection
  }

  #keep(key: string, connection: PinnedConnection): void {
    if (this.#idleCount >= MAX_IDLE) {
      connection.close()
      return
    }
    const idle = this.#idle.get(key)
    if (idle) idle.push({ connection, sinceMs: Date.now() })
    else this.#idle.set(key, [{ connection, sinceMs: Date.now() }])
    this.#idleCount += 1
    this.#sweeper ??= setTimeout(() => this.#sweep(), IDLE_MS).unref()
  }

  #sweep(): void {
    this.#sweeper = undefined
    this.#close((since) => Date.now() - since >= IDLE_MS)
    if (this.#idleCount > 0) this.#sweeper = setTimeout(() => this.#sweep(), IDLE_MS).unref()
  }

  #close(isOver: (sinceMs: number) => boolean): void {
    for (const [key, idle] of this.#idle) {
      const open = idle.filter(({ connection, sinceMs }) => {
        const isStaying = !isOver(sinceMs)
        if (!isStaying) connection.close()
        return isStaying
      })
      this.#idleCount -= idle.length - open.length
      if (open.length === 0) this.#idle.delete(key)
      else this.#idle.set(key, open)
    }
  }

  closeAll(): void {
    clearTimeout(this.#sweeper)
    this.#sweeper = undefined
    this.#close(() => true)
  }
}
