// Removes the values of fields about people from JSON or NDJSON, as a stream of bytes.
import { Fault } from '../../kernel/fault.ts'
import { isPersonColumn } from './person-column.ts'

const QUOTE = 34
const BACKSLASH = 92
const LF = 10
const COLON = 58
const COMMA = 44
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const MAX_KEY_BYTES = 1000
const MAX_DEPTH = 1000

/** Replaces each such value by null and keeps line ends, so that lines keep their numbers. */
export class JsonBlanker {
  readonly #removed = new Set<string>()
  /** For each open bracket: true for an object. */
  readonly #open: boolean[] = []
  #line = 1
  #inString = false
  #escaped = false
  /** In an object, before the colon. */
  #expectsKey = false
  #isKey = false
  #key: number[] = []
  /** The last key was about a person. */
  #mustBlank = false
  /** The depth of the value that is being removed; -1 when none is. */
  #blankDepth = -1

  get removed(): string[] {
    return [...this.#removed]
  }

  push(chunk: Buffer): Buffer[] {
    const out: Buffer[] = []
    let from = 0
    const flush = (to: number) => {
      if (to > from && this.#blankDepth < 0) out.push(chunk.subarray(from, to))
      from = to
    }
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte === LF) {
        this.#line++
        if (this.#inString) throw refused(`line ${this.#line - 1}: a quote is never closed`)
        if (this.#blankDepth >= 0) out.push(NEWLINE)
      }
      if (this.#inString) {
        this.#stringByte(byte)
        if (!this.#inString && this.#blankDepth === this.#open.length) {
          // The text that was removed ends here.
          this.#blankDepth = -1
          from = at + 1
        }
        continue
      }
      // `{"owner"}` is not JSON: nothing to remove.
      if (isValueEnd(byte)) this.#mustBlank = false
      if (this.#blankDepth < 0 && this.#mustBlank && !isSpace(byte) && byte !== COLON) {
        this.#mustBlank = false
        flush(at)
        out.push(NULL)
        this.#blankDepth = this.#open.length
      } else if (this.#blankDepth === this.#open.length && isValueEnd(byte)) {
        // A number or word that was removed ends before this byte.
        this.#blankDepth = -1
        from = at
      }
      if (this.#structureByte(byte) && this.#blankDepth === this.#open.length) {
        // The object or list that was removed ends here.
        this.#blankDepth = -1
        from = at + 1
      }
    }
    flush(chunk.length)
    return out
  }

  end(): Buffer[] {
    if (this.#inString) throw refused(`line ${this.#line}: a quote is never closed`)
    if (this.#blankDepth >= 0 && this.#open.length > 0) throw refused('a bracket is never closed')
    return []
  }

  #stringByte(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) {
      this.#inString = false
      if (this.#isKey && this.#blankDepth < 0) this.#endKey()
      return
    }
    if (this.#isKey && this.#key.length < MAX_KEY_BYTES) this.#key.push(byte)
  }

  #endKey(): void {
    const name = decoded(Buffer.from(this.#key).toString('utf8'))
    this.#mustBlank = isPersonColumn(name)
    if (this.#mustBlank) this.#removed.add(name)
  }

  /** Returns true when the byte closes a bracket. */
  #structureByte(byte: number): boolean {
    if (byte === QUOTE) {
      this.#inString = true
      this.#isKey = this.#expectsKey
      this.#key = []
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (this.#open.length >= MAX_DEPTH) throw refused(`line ${this.#line} is nested too deeply`)
      this.#open.push(byte === OPEN_OBJECT)
      this.#expectsKey = byte === OPEN_OBJECT
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      this.#open.pop()
      this.#expectsKey = false
      return true
    } else if (byte === COLON) this.#expectsKey = false
    else if (byte === COMMA) this.#expectsKey = this.#open.at(-1) === true
    return false
  }
}

const NULL = Buffer.from('null')
const NEWLINE = Buffer.from('\n')

const isSpace = (byte: number) => byte === 32 || byte === 9 || byte === LF || byte === 13
const isValueEnd = (byte: number) => byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY

/** `own\u0065r` is the key `owner`. */
function decoded(key: string): string {
  try {
    return JSON.parse(`"${key}"`)
  } catch {
    return key
  }
}

const refused = (problem: string) =>
  new Fault('invalid_parameter', {
    detail: `The file is not valid JSON: ${problem}. Correct the file and upload it again.`,
  })
