// A body that is taken as it comes in: as fast as it is used, given up when nothing moves, let go when the answer is out.
import type { Readable } from 'node:stream'
import { Fault } from '../../../kernel/fault.ts'

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

  /** As the network brings them. Throws `request_timeout` when it brings none. */
  async *chunks(): AsyncGenerator<Buffer> {
    // Leaving the loop must not destroy the request: the answer goes out on the same socket.
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

  /** The sender left before the end: nobody waits for the answers. */
  get isAborted(): boolean {
    return this.#body.readableAborted
  }

  /** Call when the answer is out: what still comes in is let go, and a sender who does not stop is cut off. */
  drain(): void {
    if (this.#body.readableEnded || this.#body.destroyed) return
    this.#body.resume()
    setTimeout(() => this.#body.readableEnded || this.#body.destroy(), LINGER_MS).unref()
  }

  /** Reads on and forgets, so that a sender who does not look yet is not cut off before he has seen the answer. */
  async discard(mostBytes: number): Promise<void> {
    let seen = 0
    for await (const chunk of this.chunks()) {
      seen += chunk.length
      if (seen > mostBytes) return
    }
  }
}

function idleFault(idleMs: number): Fault {
  return new Fault('request_timeout', { detail: `Nothing came in for ${idleMs / 1000} s.` })
}
