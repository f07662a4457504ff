// Finds the fields of a query in a CSV record.
import { FIELD } from './query-columns.ts'
import type { RecordFields } from './record-fields.ts'
import { KIND } from './record-fields.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const LINE_END = 0x0a
const RETURN = 0x0d

const NUMBER_FIELDS: ReadonlySet<number> = new Set([FIELD.lat, FIELD.latitude, FIELD.lng, FIELD.longitude])

/** A record is complete and ends with a line end: the cutter made sure of that. */
export class CsvScanner {
  /** For each column of the file the field it holds, or -1. */
  readonly #fieldOf: Int8Array
  /** Fields that share a column with another field. */
  readonly #copies: readonly (readonly [from: number, to: number])[]
  readonly #kinds: Uint8Array
  /** The line of the record that is scanned next. */
  line = 1
  /** What is wrong with the record that was scanned last. */
  error: string | null = null

  constructor(header: readonly string[], names: readonly (string | null)[]) {
    this.#fieldOf = new Int8Array(header.length).fill(-1)
    this.#kinds = Uint8Array.from(names, (_, field) => (NUMBER_FIELDS.has(field) ? KIND.number | KIND.text : KIND.text))
    const copies: [number, number][] = []
    for (const [field, name] of names.entries()) {
      const column = name === null ? -1 : header.indexOf(name)
      if (column < 0) continue
      if (this.#fieldOf[column]! >= 0) copies.push([this.#fieldOf[column]!, field])
      else this.#fieldOf[column] = field
    }
    this.#copies = copies
  }

  /** Returns the position after the record. */
  scan(fields: RecordFields, at: number): number {
    const { bytes, start, end, kind } = fields
    const columns = this.#fieldOf.length
    const firstLine = this.line
    fields.clear()
    this.error = null
    let column = 0
    for (;;) {
      const field = column < columns ? this.#fieldOf[column]! : -1
      let fieldStart = at
      let seen = 0
      let flags = 0
      let fieldEnd: number
      if (bytes[at] === QUOTE) {
        fieldStart = ++at
        for (; ; at++) {
          if (at >= bytes.length) throw new Error(`line ${firstLine}: the file changed while it was read`)
          const byte = bytes[at]!
          seen |= byte
          if (byte === LINE_END) this.line++
          if (byte !== QUOTE) continue
          if (bytes[at + 1] !== QUOTE) break
          flags = KIND.doubled
          at++
        }
        fieldEnd = at++
        if (bytes[at] === RETURN && bytes[at + 1] === LINE_END) at++
        if (bytes[at] !== COMMA && bytes[at] !== LINE_END) {
          this.error ??= `line ${firstLine}: column ${column + 1} has text after its closing quote`
          while (bytes[at] !== COMMA && bytes[at] !== LINE_END) at++
        }
      } else {
        let byte = bytes[at]!
        while (byte !== COMMA && byte !== LINE_END) {
          seen |= byte
          byte = bytes[++at]!
        }
        fieldEnd = byte === LINE_END && at > fieldStart && bytes[at - 1] === RETURN ? at - 1 : at
      }
      if (field >= 0 && fieldEnd > fieldStart) {
        start[field] = fieldStart
        end[field] = fieldEnd
        kind[field] = this.#kinds[field]! | flags | (seen & 0x80 ? KIND.encoded : 0)
      }
      column++
      if (bytes[at++] === LINE_END) break
    }
    this.line++
    if (column !== columns)
      this.error ??= `line ${firstLine}: the row has ${column} ${column === 1 ? 'field' : 'fields'}, the header has ${columns}`
    for (const [from, to] of this.#copies) fields.copy(from, to, this.#kinds[to]!)
    return at
  }
}

/** All fields of one record, as text. For the header. */
export function readRecord(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('utf8')
  const out: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^,\n]*?))\r?(?:,|\n|$)/gy
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text)
    if (!match) throw new Error('line 1: a column name has text after its closing quote')
    out.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (!match[0].endsWith(',')) return out
  }
  // the header ends with a comma
  return [...out, '']
}
