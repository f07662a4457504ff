// Parses a JSON body strictly: UTF-8, limited depth, no duplicate keys, no __proto__.
import { Fault } from '../../../kernel/fault.ts'
import type { Text } from '../../../kernel/phrase.ts'
import { say } from '../../../kernel/phrase.ts'
import { isCleanText } from '../../../kernel/text.ts'
import { badEncoding } from './query-string.ts'

const MAX_DEPTH = 32
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw badEncoding('The body')
  }
  return parseJsonText(text)
}

export function parseJsonText(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw malformed(say`The body is not valid JSON: ${(error as Error).message.slice(0, 160)}.`)
  }
  inspectKeys(text)
  inspectText(value)
  return value
}

function malformed(detail: Text): Fault {
  return new Fault('malformed_json', { detail })
}

/**
 * One pass over valid JSON. JSON.parse silently keeps the last of two equal keys, so the service would see
 * another document than a proxy that keeps the first.
 */
function inspectKeys(text: string): void {
  const open: (Set<string> | null)[] = []
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : null)
      if (open.length > MAX_DEPTH) throw malformed(say`The body is nested deeper than ${MAX_DEPTH} levels.`)
    } else if (char === '}' || char === ']') {
      open.pop()
    } else if (char === '"') {
      const start = i
      for (i++; text[i] !== '"'; i++) if (text[i] === '\\') i++
      let after = i + 1
      while (text[after] === ' ' || text[after] === '\n' || text[after] === '\r' || text[after] === '\t') after++
      const keys = open.at(-1)
      if (text[after] === ':' && keys) addKey(keys, JSON.parse(text.slice(start, i + 1)))
    }
  }
}

function addKey(keys: Set<string>, key: string): void {
  if (key === '__proto__') throw malformed('The body contains the key "__proto__".')
  if (keys.has(key)) throw malformed(say`The body contains the key "${key.slice(0, 60)}" twice in one object.`)
  keys.add(key)
}

function inspectText(value: unknown): void {
  if (typeof value === 'string') {
    if (!isCleanText(value, '\t\r\n')) throw badEncoding('Text in the body')
  } else if (Array.isArray(value)) {
    for (const item of value) inspectText(item)
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      inspectText(key)
      inspectText(item)
    }
  }
}
