// The matcher as one function of texts, for SQL engines: it uses nothing but ECMAScript. bin/bundle.mjs bundles it.
import { createMatcherFromBytes, createStreetLexicon, parseStreetList } from '@plinth/matcher'
import { parseObject } from '../match/formats/json-line.ts'
import { answerJson, invalidJson } from '../match/formats/ndjson-answers.ts'
import { readQuery } from '../match/formats/read-query.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Not every engine has atob. Each part is a text of its own. */
function bytesOf(parts: readonly string[]): Uint8Array {
  const digits = new Uint8Array(128)
  for (let i = 0; i < DIGITS.length; i++) digits[DIGITS.charCodeAt(i)] = i
  const lengths = parts.map((part) => (part.length / 4) * 3 - (part.endsWith('==') ? 2 : part.endsWith('=') ? 1 : 0))
  const bytes = new Uint8Array(lengths.reduce((a, b) => a + b, 0))
  let at = 0
  for (const [p, part] of parts.entries()) {
    const end = at + lengths[p]!
    for (let i = 0; i < part.length; i += 4) {
      let group = 0
      for (let j = 0; j < 4; j++) group = (group << 6) | digits[part.charCodeAt(i + j)]!
      for (let shift = 16; shift >= 0 && at < end; shift -= 8) bytes[at++] = group >> shift
    }
  }
  return bytes
}

let match: ((line: string) => string) | undefined

/** Opens the index at the first call; engines keep the state of a script. */
export function answer(line: string | null, parts: readonly string[], streets: readonly string[]): string | null {
  match ??= open(parts, streets)
  return line === null ? null : match(line)
}

/** Lists of streets are for an index that has none. The lines are those of `plinth match`, in and out. */
export function open(parts: readonly string[], streets: readonly string[]): (line: string) => string {
  const lists = streets.length > 0 ? { streets: createStreetLexicon(streets.map(parseStreetList)) } : {}
  const matcher = createMatcherFromBytes(bytesOf(parts), lists)
  return (line) => {
    let id: unknown = null
    try {
      const row = parseObject(line)
      id = row.id ?? null
      return answerJson(id, matcher.match(readQuery(row, 'all')), false)
    } catch (error) {
      return invalidJson(id, (error as Error).message)
    }
  }
}
