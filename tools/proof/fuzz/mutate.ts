// Breaks valid values: JSON values, JSON text, query strings and path segments.
import type { Random } from '../../shared/random.ts'
import { FILES, ODD_NUMBER_TEXTS, ODD_NUMBERS, ODD_TEXTS, URLS, WORD } from './odd-values.ts'
import { isFileName, isUrlName } from './valid-values.ts'

export function oddText(dice: Random): string {
  if (dice.chance(0.05)) return dice.text(WORD, dice.between(1, 20_000))
  if (dice.chance(0.1)) return String.fromCodePoint(...Array.from({ length: 8 }, () => dice.below(0x2fff)))
  return dice.pick(ODD_TEXTS)
}

export function oddValue(dice: Random): unknown {
  switch (dice.below(9)) {
    case 0:
      return null
    case 1:
      return dice.chance(0.5)
    case 2:
    case 3:
      return dice.pick(ODD_NUMBERS)
    case 4:
      return []
    case 5:
      return { [oddText(dice)]: dice.pick(ODD_NUMBERS) }
    case 6:
      return nested(dice.pick([3, 31, 32, 33, 60]), dice.chance(0.5))
    default:
      return oddText(dice)
  }
}

function nested(depth: number, lists: boolean): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = lists ? [value] : { a: value }
  return value
}

export interface Place {
  readonly holder: Record<string, unknown> | unknown[]
  readonly key: string | number
  /** The name of the field, also for the items of its list. */
  readonly name: string
}

export function places(value: unknown, name: string, found: Place[]): Place[] {
  if (value === null || typeof value !== 'object' || found.length > 300) return found
  const holder = value as Record<string, unknown>
  for (const key of Object.keys(holder)) {
    const field = Array.isArray(value) ? name : key
    found.push({ holder, key, name: field })
    places(holder[key], field, found)
  }
  return found
}

/** Changes one to three places of a JSON value in place; returns the value to send. */
export function mutateJson(value: unknown, dice: Random): unknown {
  const wrapped = { root: value }
  for (let i = dice.between(1, 3); i > 0; i--) mutateOnce(dice.pick(places(wrapped, '', [])), dice)
  return wrapped.root
}

function mutateOnce({ holder, key, name }: Place, dice: Random): void {
  const target = holder as Record<string | number, unknown>
  const value = target[key]
  // The server calls URLs and writes files: these stay on this machine and in the folder of the run.
  const odd = () => (isUrlName(name) ? dice.pick(URLS) : isFileName(name) ? dice.pick(FILES) : oddValue(dice))
  switch (dice.below(8)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else if (name !== 'root') delete target[key]
      return
    case 1:
      if (!Array.isArray(holder) && name !== 'root') define(target, oddText(dice).slice(0, 200), oddValue(dice))
      return
    case 2:
      target[key] = typeof value === 'number' ? String(value) : typeof value === 'string' ? [value] : odd()
      return
    case 3:
      if (Array.isArray(value)) {
        // Long lists of long lists would take minutes to write.
        const length = typeof value[0] === 'object' && value[0] !== null ? 101 : dice.pick([101, 1001, 10_000])
        target[key] = Array.from({ length }, () => value[0] ?? 1)
      } else target[key] = odd()
      return
    case 4:
      if (typeof value === 'string' && !isUrlName(name) && !isFileName(name)) target[key] = mutateText(value, dice)
      else target[key] = odd()
      return
    default:
      target[key] = odd()
  }
}

/** Assigning `__proto__` would change the prototype instead. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}

export function mutateText(text: string, dice: Random): string {
  const at = dice.below(text.length + 1)
  switch (dice.below(6)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + oddText(dice) + text.slice(at)
    case 2:
      return text.repeat(dice.pick([2, 10, 300])).slice(0, 20_000)
    case 3:
      return text.slice(0, at) + String.fromCharCode(dice.below(0xffff)) + text.slice(at + 1)
    case 4:
      return dice.chance(0.5) ? text.toUpperCase() : [...text].reverse().join('')
    default:
      return text.slice(0, at) + text.slice(at + 1)
  }
}

/** Breaks JSON after it is written: what JSON.stringify never writes. */
export function mutateJsonText(text: string, dice: Random): Buffer {
  const at = dice.below(text.length + 1)
  switch (dice.below(10)) {
    case 0:
      return Buffer.from(text.slice(0, at))
    case 1:
      return Buffer.from(text.replace('{', '{"a":1,"a":2,'))
    case 2:
      return Buffer.from(text.replace(/\d+(?![^"]*"[^"]*(?:"[^"]*"[^"]*)*$)/, dice.pick(ODD_NUMBER_TEXTS)))
    case 3:
      return Buffer.from(`\ufeff${text}`)
    case 4:
      return Buffer.concat([Buffer.from(text.slice(0, at)), dice.pick(BAD_UTF8), Buffer.from(text.slice(at))])
    case 5:
      return Buffer.from(`${text}${dice.pick(['}', ' x', ',{}', '\u0000', '\n\n{}'])}`)
    case 6:
      return Buffer.from(text.replace('{', '{"__proto__":{"admin":true},'))
    case 7:
      return Buffer.from(text.replace(/"([^"]*)"/, '"\\ud800$1\\u0000"'))
    case 8:
      return Buffer.from(
        dice.pick([
          '',
          'null',
          '[]',
          '"x"',
          '1',
          'true',
          '{',
          '[[[[',
          '{"a":',
          '['.repeat(30_000),
          '{"a":'.repeat(9000),
          '//x',
          "{'a':1}",
        ]),
      )
    default:
      return Buffer.from(text, 'utf16le')
  }
}

export const BAD_UTF8: readonly Buffer[] = [
  Buffer.from([0xff]),
  Buffer.from([0xc0, 0xaf]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf4, 0x90, 0x80, 0x80]),
  Buffer.from([0xe2, 0x82]),
  Buffer.from([0x00]),
]

/** A text for a URL: usually escaped, sometimes wrongly. Never with a character that ends the request line. */
export function urlText(text: string, dice: Random): string {
  const clean = text.toWellFormed().slice(0, 2500)
  if (dice.chance(0.9)) return encodeURIComponent(clean)
  return dice.chance(0.5)
    ? encodeURIComponent(clean).replaceAll('%', dice.pick(['%25', '%u00', '%']))
    : Buffer.from(clean)
        .toString('latin1')
        .replaceAll(/[^\x21-\x7e\x80-\xff]/g, '%20')
}
