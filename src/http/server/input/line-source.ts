// Reads the lines of an NDJSON request body with a length limit and a read timeout.
import { LineSplitter } from '../../../kernel/lines.ts'
import { BodySource } from './body-source.ts'

export const NDJSON = 'application/x-ndjson'

const MAX_LINE_BYTES = 64 * 1024

/** The bytes of one line; null when it exceeds the limit. */
export type Line = Buffer | null

export class LineSource extends BodySource {
  /** Lines in batches as they arrive, without blank ones. Throws `request_timeout` when none arrives in time. */
  async *batches(): AsyncGenerator<Line[]> {
    const splitter = LineSplitter.bytes(MAX_LINE_BYTES)
    for await (const chunk of this.chunks()) {
      const batch = splitter.push(chunk).filter(isNotBlank)
      if (batch.length > 0) yield batch
    }
    const last = splitter.end().filter(isNotBlank)
    if (last.length > 0) yield last
  }
}

function isNotBlank(line: Line): boolean {
  return line === null || !line.every((byte) => byte === 13 || byte === 32 || byte === 9)
}
