// Parses a JSON body strictly: UTF-8, limited depth, no duplicate keys, no __proto__.
import { Fault } from '../../../kernel/fault.ts'
import type { Text } from '../../../kernel/phrase.ts'
import { say } from '../../../kernel/phrase.ts'
import { isCleanText } from '../../../kernel/text.ts'
import { badEncoding } from './query-string.ts'

const MAX_DEPTH = 32
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]
const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const isSpace = (char: number): boolean => char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09

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
    const char = text.charCodeAt(i)
    if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      open.push(char === OPEN_BRACE ? new Set() : null)
      if (open.length > MAX_DEPTH) throw malformed(say`The body is nested deeper than ${MAX_DEPTH} levels.`)
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      open.pop()
    } else if (char === QUOTE) {
      const start = i
      let isEscaped = false
      for (i++; text.charCodeAt(i) !== QUOTE; i++) {
        if (text.charCodeAt(i) !== BACKSLASH) continue
        isEscaped = true
        i++
      }
      let after = i + 1
      while (isSpace(text.charCodeAt(after))) after++
      const keys = text.charCodeAt(after) === COLON ? open.at(-1) : undefined
      if (keys) addKey(keys, isEscaped ? JSON.parse(text.slice(start, i + 1)) : text.slice(start + 1, i))
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
