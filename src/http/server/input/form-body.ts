// Parses HTML form bodies as strictly as query strings.
import { Fault } from '../../../kernel/fault.ts'
import { say } from '../../../kernel/phrase.ts'
import { badEncoding, decodeStrict } from './query-string.ts'

export const FORM = 'application/x-www-form-urlencoded'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function parseForm(bytes: Uint8Array): Record<string, string> {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw badEncoding('The form')
  }
  const values: Record<string, string> = Object.create(null)
  for (const pair of text === '' ? [] : text.split('&')) {
    const cut = pair.indexOf('=')
    const name = decodeStrict(cut < 0 ? pair : pair.slice(0, cut), 'A field name')
    if (name in values)
      throw new Fault('invalid_parameter', { detail: say`The form contains "${name.slice(0, 60)}" more than once.` })
    values[name] = cut < 0 ? '' : decodeStrict(pair.slice(cut + 1), 'A field')
  }
  return { ...values }
}
