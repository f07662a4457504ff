// Reads a query string strictly: bad escapes, control characters and lone surrogates are refused, never repaired.
import { Fault } from '../../../kernel/fault.ts'
import { isCleanText } from '../../../kernel/text.ts'

export type QueryValues = Record<string, string | string[]>

/** Names under which people put a key into a URL by mistake. */
const CREDENTIAL_NAMES = new Set(['api_key', 'apikey', 'key', 'access_token', 'token', 'authorization', 'bearer'])

/** A credential of ours, or a good part of one; the prefix that lists show of a key is none. */
const SECRET = /pl_(?:live|test|oper|at|rt|cs|mail|sess)_[0-9A-Za-z]{5}/

/** What it is called is put into words only when there is something to complain of. */
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
  const what = name === undefined ? where : `${where} "${name.slice(0, 60)}"`
  return new Fault('invalid_encoding', {
    detail: `${what} must be clean UTF-8: no control characters, no broken escapes, no lone surrogates.`,
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
  // On an ordinary object this name would be an order, not an entry.
  if (name === '__proto__') throw new Fault('unknown_parameter', { detail: 'There is no parameter "__proto__" here.' })
  if (CREDENTIAL_NAMES.has(name.toLowerCase()) || (value.includes('pl_') && SECRET.test(value)))
    throw new Fault('credentials_in_url', {
      detail: 'Send the key in the header "Authorization: Bearer <key>". URLs end up in logs: revoke this key.',
    })
  const held = Object.hasOwn(values, name) ? values[name] : undefined
  if (held === undefined) values[name] = value
  else if (typeof held === 'string') values[name] = [held, value]
  else held.push(value)
}
