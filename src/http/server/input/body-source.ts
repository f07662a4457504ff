// Reads a request body as it arrives, with back-pressure and a read timeout.
import type { Readable } from 'node:stream'
import { Fault } from '../../../kernel/fault.ts'
import { say } from '../../../kernel/phrase.ts'

export const OCTETS = 'application/octet-stream'

const IDLE_MS = 30_000
const LINGER_MS = 2000

export class BodySource {
  readonly #body: Readable
  readonly #idleMs: number

  constructor(body: Readable, idleMs = IDLE_MS) {
    this.#body = body
    this.#idleMs = idleMs
  }

  /** Throws `request_timeout` if no chunk arrives in time. */
  async *chunks(): AsyncGenerator<Buffer> {
    // Leaving the loop must not destroy the request: the response uses the same socket.
    const chunks = this.#body.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
    for (;;) {
      let timer: NodeJS.Timeout | undefined
      const idle = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(idleFault(this.#idleMs)), this.#idleMs)
      })
      const next = await Promise.race([chunks.next(), idle]).finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value as Buffer
    }
  }

  /** The client disconnected before the end of the body. */
  get isAborted(): boolean {
    return this.#body.readableAborted
  }

  /** Call after the response: discards the rest of the body, and closes the connection if it does not end soon. */
  drain(): void {
    if (this.#body.readableEnded || this.#body.destroyed) return
    this.#body.resume()
    setTimeout(() => this.#body.readableEnded || this.#body.destroy(), LINGER_MS).unref()
  }

  /** Reads and discards, so that a client that is still sending sees the response before the connection closes. */
  async discard(maxBytes: number): Promise<void> {
    let received = 0
    for await (const chunk of this.chunks()) {
      received += chunk.length
      if (received > maxBytes) return
    }
  }
}

function idleFault(idleMs: number): Fault {
  return new Fault('request_timeout', { detail: say`No data arrived for ${idleMs / 1000} s.` })
}
