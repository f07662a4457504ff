// Splits text or bytes that arrive in chunks into lines of bounded length.
import { at } from './at.ts'

/** A line without its line end; null when it exceeds the limit. */
export type Line<T> = T | null

/** Not readline: that also splits at U+2028, which JSON strings may contain, and has no length limit. */
export class LineSplitter<T extends string | Buffer> {
  readonly #join: (pieces: readonly T[]) => T
  readonly #maxLength: number
  #pieces: T[] = []
  #length = 0

  private constructor(join: (pieces: readonly T[]) => T, maxLength: number) {
    this.#join = join
    this.#maxLength = maxLength
  }

  static text(maxLength = Number.POSITIVE_INFINITY): LineSplitter<string> {
    return new LineSplitter((pieces) => pieces.join(''), maxLength)
  }

  static bytes(maxLength = Number.POSITIVE_INFINITY): LineSplitter<Buffer> {
    return new LineSplitter((pieces) => Buffer.concat(pieces), maxLength)
  }

  /** Returns the lines that the chunk completes. */
  push(chunk: T): Line<T>[] {
    const lines: Line<T>[] = []
    let from = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      this.#add(part(chunk, from, end))
      lines.push(this.#take())
      from = end + 1
    }
    if (from < chunk.length) this.#add(part(chunk, from, chunk.length))
    return lines
  }

  /** Returns the last line when no line end closes it. */
  end(): Line<T>[] {
    return this.#length > 0 ? [this.#take()] : []
  }

  /** The rest of a line over the limit is counted but not stored. */
  #add(piece: T): void {
    this.#length += piece.length
    if (this.#length <= this.#maxLength) this.#pieces.push(piece)
    else this.#pieces = []
  }

  #take(): Line<T> {
    const pieces = this.#pieces
    const line = this.#length > this.#maxLength ? null : pieces.length === 1 ? at(pieces, 0) : this.#join(pieces)
    this.#pieces = []
    this.#length = 0
    return line
  }
}

function part<T extends string | Buffer>(chunk: T, from: number, to: number): T {
  return (typeof chunk === 'string' ? chunk.slice(from, to) : chunk.subarray(from, to)) as T
}
