// Streams the elements of one array in a JSON document, with constant memory.
import { FileRefused } from '../record/draft.ts'
import { MAX_ROW_LENGTH } from './numbered-lines.ts'

export interface JsonElement {
  readonly line: number
  /** Null when the element is too long for a row. */
  readonly text: string | null
}

const QUOTE = 34
const BACKSLASH = 92
const NEWLINE = 10

/** Finds the objects of the top-level array `arrayName` by following strings and brackets. JSON.parse checks them later. */
export async function* jsonElements(text: AsyncIterable<string>, arrayName: string): AsyncGenerator<JsonElement> {
  let line = 1
  let depth = 0
  let inString = false
  let escaped = false
  let name = ''
  let started = false
  let found = false
  let inArray = false
  let element: { line: number; pieces: string[]; length: number } | null = null
  for await (const chunk of text) {
    let from = 0
    const keep = (to: number) => {
      if (!element) return
      element.length += to - from
      if (element.length > MAX_ROW_LENGTH) element.pieces = []
      else element.pieces.push(chunk.slice(from, to))
    }
    for (let i = 0; i < chunk.length; i++) {
      const c = chunk.charCodeAt(i)
      if (c === NEWLINE) line++
      if (inString) {
        if (escaped) escaped = false
        else if (c === BACKSLASH) escaped = true
        else if (c === QUOTE) inString = false
        if (inString && depth === 1 && name.length < 100) name += chunk[i]
        continue
      }
      if (c === QUOTE) {
        inString = true
        if (depth === 1) name = ''
      } else if (c === 123 || c === 91) {
        if (started && depth === 0)
          throw new FileRefused(`line ${line}: there is content after the end of the JSON document`)
        started = true
        depth++
        if (depth === 2 && c === 91 && name === arrayName) {
          inArray = true
          found = true
        } else if (depth === 3 && inArray && c === 123) {
          element = { line, pieces: [], length: 0 }
          from = i
        }
      } else if (c === 125 || c === 93) {
        depth--
        if (depth < 0) throw new FileRefused(`line ${line}: the brackets of the JSON document do not match`)
        if (depth === 2 && element) {
          keep(i + 1)
          const { line: at, pieces, length } = element as { line: number; pieces: string[]; length: number }
          element = null
          yield { line: at, text: length > MAX_ROW_LENGTH ? null : pieces.join('') }
        } else if (depth === 1) inArray = false
      }
    }
    keep(chunk.length)
  }
  if (depth > 0 || inString) throw new FileRefused('the file ends in the middle of the JSON document; it is incomplete')
  if (!found) throw new FileRefused(`the JSON document has no "${arrayName}" array`)
}
