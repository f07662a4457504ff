// Finds where CSV records end, so that a file can be cut into blocks of whole records.
import { MAX_RECORD_BYTES } from './match-plan.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const LINE_END = 0x0a

const FIELD_START = 0
const UNQUOTED = 1
const QUOTED = 2
const QUOTE_SEEN = 3

/**
 * Reads every byte from the start, because a line end inside quotes looks like any other. A quote inside a field that
 * does not start with one is text, as in most readers.
 */
export class CsvCutter {
  #state = FIELD_START
  /** Line ends so far. */
  #lineEnds = 0
  /** Bytes of the current record in earlier calls. */
  #pendingBytes = 0
  /** The line, counted from 1, on which the record starts that comes next. */
  line = 1

  /** The position after the first record end at or after `least`, or -1 after reading all bytes. */
  cut(bytes: Uint8Array, at: number, least: number): number {
    let state = this.#state
    let recordStart = at - this.#pendingBytes
    this.#pendingBytes = 0
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!
      if (state === QUOTED) {
        if (byte === QUOTE) state = QUOTE_SEEN
        else if (byte === LINE_END) this.#lineEnds++
      } else if (byte === LINE_END) {
        if (at - recordStart > MAX_RECORD_BYTES) this.#throwTooLong()
        this.#lineEnds++
        this.line = this.#lineEnds + 1
        state = FIELD_START
        recordStart = at + 1
        if (at + 1 < least) continue
        this.#state = state
        return at + 1
      } else if (byte === COMMA) state = FIELD_START
      else state = byte === QUOTE && state !== UNQUOTED ? QUOTED : UNQUOTED
    }
    this.#state = state
    this.#pendingBytes = bytes.length - recordStart
    if (this.#pendingBytes > MAX_RECORD_BYTES) this.#throwTooLong()
    return -1
  }

  #throwTooLong(): never {
    throw new Error(`line ${this.line}: the record is longer than 1 MiB; check that its quotes are closed`)
  }

  /** Call at the end of the input. */
  end(): void {
    if (this.#state === QUOTED) throw new Error(`line ${this.line}: a quoted field has no closing quote`)
  }
}
