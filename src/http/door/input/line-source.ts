// The lines of an NDJSON body as they come in: cut at line ends, bounded in length, and given up when nothing moves.
import { BodySource } from './body-source.ts'

export const NDJSON = 'application/x-ndjson'

const MOST_LINE_BYTES = 64 * 1024
const NEWLINE = 10

/** The bytes of one line, or nothing for a line that is longer than a line may be. */
export type Line = Buffer | null

export class LineSource extends BodySource {
  /** Lines in bunches, as the network brings them; blank ones are left out. Throws `request_timeout` when it brings none. */
  async *batches(): AsyncGenerator<Line[]> {
    let held: Buffer[] = []
    let heldBytes = 0
    for await (const chunk of this.chunks()) {
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
