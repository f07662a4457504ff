// Lines of a text that comes in pieces, with their numbers; one that is too long is passed over without being held.

export interface Line {
  readonly number: number
  /** Null when the line is longer than any row may be. */
  readonly text: string | null
  /** False for a last line that no line end closes: the file may have been cut off there. */
  readonly ended: boolean
}

/** Characters of one row. A project with a thousand units has about a quarter of this. */
export const MAX_ROW_LENGTH = 4 * 1024 * 1024

// Not readline: it also breaks lines at U+2028, which JSON may hold, and has no limit.
export async function* numberedLines(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let number = 1
  let pieces: string[] = []
  let length = 0
  const take = (piece: string) => {
    length += piece.length
    if (length <= MAX_ROW_LENGTH) pieces.push(piece)
    else pieces = []
  }
  const line = (ended: boolean): Line => {
    const whole = length <= MAX_ROW_LENGTH ? pieces.join('') : null
    pieces = []
    length = 0
    return { number: number++, text: whole?.endsWith('\r') ? whole.slice(0, -1) : whole, ended }
  }
  for await (const chunk of text) {
    let from = 0
    for (let to = chunk.indexOf('\n'); to >= 0; to = chunk.indexOf('\n', from)) {
      take(chunk.slice(from, to))
      yield line(true)
      from = to + 1
    }
    if (from < chunk.length) take(chunk.slice(from))
  }
  if (length > 0) yield line(false)
}
