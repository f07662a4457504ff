// The elements of one array of a JSON document, one at a time: what makes a GeoJSON of any size readable in flat memory.
import { FileRefused } from './draft.ts'
import { MAX_ROW_LENGTH } from './numbered-lines.ts'

export interface JsonElement {
  readonly line: number
  /** Null when the element is longer than any row may be. */
  readonly text: string | null
}

const QUOTE = 34
const BACKSLASH = 92
const NEWLINE = 10

/**
 * Follows strings and brackets, and cuts out every object of the array named `arrayName` of the document's object. What
 * is between the brackets is for JSON.parse to judge.
 */
export async function* jsonElements(text: AsyncIterable<string>, arrayName: string): AsyncGenerator<JsonElement> {
  let line = 1
  let depth = 0
  let inString = false
  let escaped = false
  let name = ''
  let begun = false
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
        if (begun && depth === 0) throw new FileRefused(`line ${line}: something follows the end of the JSON document`)
        begun = true
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
  if (depth > 0 || inString) throw new FileRefused('the file ends in the middle of its JSON document: it was cut off')
  if (!found) throw new FileRefused(`there is no list "${arrayName}" in the JSON document`)
}
