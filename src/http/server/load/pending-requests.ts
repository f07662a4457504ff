// The requests of a route that wait for the database or disk: a few run, the others wait in order.
import { RetrySlots } from '../../../kernel/retry-slots.ts'

export const RETRY_AFTER_SECONDS = 2
export const MAX_RETRY_AFTER_SECONDS = 30
/**
 * More than a process has connections to PostgreSQL, so that none is idle. If 200 took turns statement by statement, all
 * of them would end late and at the same time.
 */
export const MAX_RUNNING = 32
/** How much one more request changes the average. */
const AVERAGE_SHARE = 1 / 16
/** Callers come back to a server that is still busy with what it accepted, and others take some of the room. */
const SLOT_MARGIN = 2

/** A response that tells when its client has left. */
interface Client {
  once(event: 'close', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
}

interface Arrival {
  readonly ms: number
}

export class PendingRequests {
  /** The oldest first: those that run and those that wait. */
  readonly #arrived = new Set<Arrival>()
  readonly #waiting = new Set<() => void>()
  readonly #slots = new RetrySlots(MAX_RETRY_AFTER_SECONDS)
  #running = 0
  #averageMs: number | undefined

  get count(): number {
    return this.#arrived.size
  }

  /** So many run that the next one must wait for its turn. */
  get isBusy(): boolean {
    return this.#running >= MAX_RUNNING
  }

  /** How long the next request would take. The oldest one tells it first when requests become slower. */
  get expectedMs(): number {
    const [oldest] = this.#arrived
    return Math.max(this.#averageMs ?? 0, oldest ? performance.now() - oldest.ms : 0)
  }

  /** When all that wait now have their response, and those that were refused before. `max` of them are here at the same time. */
  secondsUntilRoom(max: number): number {
    const { expectedMs } = this
    return this.#slots.take(Math.max(RETRY_AFTER_SECONDS * 1000, expectedMs), (SLOT_MARGIN * expectedMs) / max)
  }

  /** Call when a request has begun to wait. Returns the function to call when it has its response. */
  start(takesTurn = true): () => void {
    const arrival = { ms: performance.now() }
    this.#arrived.add(arrival)
    return takesTurn ? this.#begin(arrival) : () => this.#end(arrival)
  }

  /** Begins the request when it is its turn. If its client leaves before, it is forgotten, and the promise stays open. */
  startInTurn<T>(client: Client, begin: () => T | Promise<T>): Promise<T> {
    const arrival = { ms: performance.now() }
    this.#arrived.add(arrival)
    return new Promise<() => void>((resolve) => {
      const leave = () => {
        this.#waiting.delete(next)
        this.#arrived.delete(arrival)
      }
      const next = () => {
        client.off('close', leave)
        resolve(this.#begin(arrival))
      }
      this.#waiting.add(next)
      client.once('close', leave)
    }).then(async (end) => {
      try {
        return await begin()
      } finally {
        end()
      }
    })
  }

  #begin(arrival: Arrival): () => void {
    this.#running += 1
    return () => {
      this.#running -= 1
      this.#end(arrival)
      const [next] = this.#waiting
      if (!next) return
      this.#waiting.delete(next)
      next()
    }
  }

  #end(arrival: Arrival): void {
    this.#arrived.delete(arrival)
    const ms = performance.now() - arrival.ms
    this.#averageMs = (this.#averageMs ?? ms) * (1 - AVERAGE_SHARE) + ms * AVERAGE_SHARE
  }
}
