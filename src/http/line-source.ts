// The lines of an NDJSON body as they come in: cut at line ends, bounded in length, and given up when nothing moves.
import type { Readable } from 'node:stream'
import { Fault } from '../kernel/fault.ts'

export const NDJSON = 'application/x-ndjson'

const MOST_LINE_BYTES = 64 * 1024
const IDLE_MS = 30_000
const LINGER_MS = 2000
const NEWLINE = 10

/** The bytes of one line, or nothing for a line that is longer than a line may be. */
export type Line = Buffer | null

export class LineSource {
  readonly #body: Readable
  readonly #idleMs: number

  constructor(body: Readable, idleMs = IDLE_MS) {
    this.#body = body
    this.#idleMs = idleMs
  }

  /** Lines in bunches, as the network brings them; blank ones are left out. Throws `request_timeout` when it brings none. */
  async *bunches(): AsyncGenerator<Line[]> {
    let held: Buffer[] = []
    let heldBytes = 0
    for await (const chunk of this.#chunks()) {
      const bunch: Line[] = []
      let from = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        take(bunch, held, heldBytes, chunk.subarray(from, end))
        held = []
        heldBytes = 0
        from = end + 1
      }
      const rest = chunk.subarray(from)
      heldBytes += rest.length
      // What is too long is counted and forgotten: the sender cannot make us hold it.
      if (heldBytes > MOST_LINE_BYTES) held = []
      else if (rest.length > 0) held.push(rest)
      if (bunch.length > 0) yield bunch
    }
    const last: Line[] = []
    take(last, held, heldBytes, Buffer.alloc(0))
    if (last.length > 0) yield last
  }

  async *#chunks(): AsyncGenerator<Buffer> {
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

  /** Call when the answer is out: what still comes in is let go, and a sender who does not stop is cut off. */
  finish(): void {
    if (this.#body.readableEnded || this.#body.destroyed) return
    this.#body.resume()
    setTimeout(() => this.#body.readableEnded || this.#body.destroy(), LINGER_MS).unref()
  }

  /** Reads on and forgets, so that a sender who does not look yet is not cut off before he has seen the answer. */
  async discard(mostBytes: number): Promise<void> {
    let seen = 0
    for await (const chunk of this.#chunks()) {
      seen += chunk.length
      if (seen > mostBytes) return
    }
  }
}

function idleFault(idleMs: number): Fault {
  return new Fault('request_timeout', { detail: `Nothing came in for ${idleMs / 1000} s.` })
}

function take(bunch: Line[], held: readonly Buffer[], heldBytes: number, end: Buffer): void {
  const bytes = heldBytes + end.length
  if (bytes > MOST_LINE_BYTES) {
    bunch.push(null)
    return
  }
  const line = held.length === 0 ? end : Buffer.concat([...held, end])
  if (!isBlank(line)) bunch.push(line)
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 13 || byte === 32 || byte === 9)
}
