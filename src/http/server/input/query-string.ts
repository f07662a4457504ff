// Parses a query string strictly; refuses invalid escapes and control characters.
import { Fault } from '../../../kernel/fault.ts'
import { say, term } from '../../../kernel/phrase.ts'
import { isCleanText } from '../../../kernel/text.ts'

export type QueryValues = Record<string, string | string[]>

/** Parameter names that people use to send a key in the URL by mistake. */
const CREDENTIAL_NAMES = new Set(['api_key', 'apikey', 'key', 'access_token', 'token', 'authorization', 'bearer'])

/** A Plinth credential or a long part of one. The prefix that key lists show is shorter. */
const SECRET = /pl_(?:live|test|oper|at|rt|cs|mail|sess)_[0-9A-Za-z]{5}/

/** Takes `where` and `name` separately, so that the message is built only for an error. */
export function decodeStrict(text: string, where: string, name?: string): string {
  let value = text
  try {
    if (text.includes('+')) value = value.replaceAll('+', ' ')
    if (text.includes('%')) value = decodeURIComponent(value)
  } catch {
    throw badEncoding(where, name)
  }
  if (!isCleanText(value, '\t\r\n')) throw badEncoding(where, name)
  return value
}

export function badEncoding(where: string, name?: string): Fault {
  const subject = name === undefined ? term(where) : say`Parameter "${name.slice(0, 60)}"`
  return new Fault('invalid_encoding', {
    detail: say`${subject} must be valid UTF-8 without control characters, invalid escapes or lone surrogates.`,
  })
}

export function parseQuery(raw: string): QueryValues {
  const values: QueryValues = {}
  for (let from = 0, to = 0; from < raw.length; from = to + 1) {
    to = raw.indexOf('&', from)
    if (to < 0) to = raw.length
    if (to > from) addPair(values, raw.slice(from, to))
  }
  return values
}

function addPair(values: QueryValues, pair: string): void {
  const cut = pair.indexOf('=')
  const name = decodeStrict(cut < 0 ? pair : pair.slice(0, cut), 'A parameter name')
  const value = cut < 0 ? '' : decodeStrict(pair.slice(cut + 1), 'Parameter', name)
  // Assigning this name would change the object's prototype.
  if (name === '__proto__') throw new Fault('unknown_parameter', { detail: 'Unknown parameter "__proto__".' })
  if (CREDENTIAL_NAMES.has(name.toLowerCase()) || (value.includes('pl_') && SECRET.test(value)))
    throw new Fault('credentials_in_url', {
      detail: 'Send the key in the "Authorization: Bearer <key>" header. URLs are logged, so revoke this key.',
    })
  const previous = Object.hasOwn(values, name) ? values[name] : undefined
  if (previous === undefined) values[name] = value
  else if (typeof previous === 'string') values[name] = [previous, value]
  else previous.push(value)
}
