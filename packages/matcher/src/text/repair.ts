// Repairs text that feeds damaged: mojibake, HTML, JSON and URL escapes. Linear time.

import { undoDamage } from './damage.ts'

/** The longest text that is matched. The matcher refuses longer queries; names and lines of buildings are cut. */
export const MAX_TEXT = 8000

const LETTERS =
  'eacute=é Eacute=É egrave=è Egrave=È ecirc=ê euml=ë agrave=à Agrave=À acirc=â ccedil=ç Ccedil=Ç ' +
  'ocirc=ô Ocirc=Ô icirc=î Icirc=Î iuml=ï ucirc=û'
const SIGNS = "amp=& lt=< gt=> quot=\" apos=' rsquo=' lsquo=' ndash=- mdash=- num=# frac12=½ nbsp= middot= bull="
const ENTITIES = new Map(
  `${LETTERS} ${SIGNS}`.split(' ').map((pair) => {
    const [name, sign] = pair.split('=') as [string, string]
    return [name, sign || ' ']
  }),
)
const MAX_ENTITY_LENGTH = 9

/** Replaces the parts from `start` to `end` that are at most `longest` long and that `replace` knows. */
function replaceParts(
  text: string,
  start: string,
  end: string,
  longest: number,
  replace: (inside: string) => string | undefined,
): string {
  let out = ''
  let from = 0
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    const to = text.indexOf(end, at)
    if (to < 0) break
    const value = to - at > longest ? undefined : replace(text.slice(at + 1, to))
    if (value === undefined) continue
    out += text.slice(from, at) + value
    from = to + 1
    at = to
  }
  return from === 0 ? text : out + text.slice(from)
}

/** `eacute`, `#39`, `#x27`. */
function characterOf(entity: string): string | undefined {
  if (entity.charCodeAt(0) !== 35) return ENTITIES.get(entity)
  const isHex = entity[1] === 'x' || entity[1] === 'X'
  const code = Number(isHex ? `0x${entity.slice(2)}` : entity.slice(1))
  const isCharacter = Number.isInteger(code) && code >= 32 && code < 0x110000 && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}

/** `QUEEN&#39;S`, `L&#x27;Amoreaux`, `115&amp;116`. Unknown entities stay. */
const decodeEntities = (text: string): string => replaceParts(text, '&', ';', MAX_ENTITY_LENGTH, characterOf)

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.)?)/gs

/** `Montr\u00e9al`, `\n`, `\/`: JSON that was escaped twice. */
const decodeBackslashes = (text: string): string =>
  text.replaceAll(ESCAPE, (_, hex?: string, char = '') => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    return char === 'n' || char === 'r' || char === 't' ? '\n' : char
  })

/** The characters of bytes 0x80–0x9F in Windows-1252. */
const CP1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
/** What a continuation byte of UTF-8, 0x80–0xBF, is decoded to. */
const CONTINUATION = `[\u0080-\u00bf${CP1252}]`
/** A lead byte 0xC2–0xC5 with its continuation byte, or the three bytes of a dash or a quotation mark. */
const MOJIBAKE = new RegExp(`([\u00c2-\u00c5])(${CONTINUATION})|\u00e2[\u0080€](${CONTINUATION})`, 'g')

function byteOf(char: string): number {
  const at = CP1252.indexOf(char)
  return at < 0 ? char.charCodeAt(0) : 0x80 + at
}

/** `MontrÃ©al` is UTF-8 decoded as Windows-1252. */
const undoMojibake = (text: string): string =>
  text.replaceAll(MOJIBAKE, (_, lead: string | undefined, next: string, last: string) => {
    if (lead !== undefined) return String.fromCharCode(((lead.charCodeAt(0) & 0x1f) << 6) | (byteOf(next) & 0x3f))
    return byteOf(last) >= 0x98 && byteOf(last) <= 0x9b ? "'" : '-'
  })

/** `123%20Main%20St`, `Montr%C3%A9al`. undoMojibake then joins the bytes of UTF-8. */
function decodePercents(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16)
    return code < 32 ? whole : String.fromCharCode(code)
  })
}

const MAX_TAG_LENGTH = 400
const TAG = /^[a-z/!]/i
const INLINE_TAG = /^\/?(?:a|b|big|em|font|i|mark|small|span|strong|sub|sup|u)\b/i

/** `<<2307 Lake Shore Blvd W>>` is no tag. */
const separatorOf = (tag: string): string | undefined =>
  TAG.test(tag) ? (INLINE_TAG.test(tag) ? ' ' : '\t') : undefined

/** `<td>1480</td><td>Howe St</td>`: cells and blocks become fields, `<b>` and `<span>` become spaces. A lone `<` stays. */
const replaceTags = (text: string): string => replaceParts(text, '<', '>', MAX_TAG_LENGTH, separatorOf)

/** Characters of damaged text: 1 of escapes, 2 of records and lines, 3 before a zero, 4 between a letter and a digit. */
const DAMAGED = new Uint8Array(128)
for (const c of '%&+<\\') DAMAGED[c.charCodeAt(0)] = 1
for (const c of '\n\r={') DAMAGED[c.charCodeAt(0)] = 2
DAMAGED['.'.charCodeAt(0)] = 3
DAMAGED['-'.charCodeAt(0)] = 4

const isDigit = (c: number): boolean => c >= 48 && c <= 57
const isLetter = (c: number): boolean => (c | 32) >= 97 && (c | 32) <= 122

function isDamagedAt(text: string, i: number, kind: number): boolean {
  if (kind <= 2) return true
  const next = i + 1 < text.length ? text.charCodeAt(i + 1) : 0
  if (kind === 3) return next === 48
  const before = i > 0 ? text.charCodeAt(i - 1) : 0
  return (isDigit(before) && isLetter(next)) || (isLetter(before) && isDigit(next))
}

/** Reports whether the text needs no repair and no folding. */
export function isPlainAscii(text: string): boolean {
  if (text.length > MAX_TEXT) return false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c > 126) return false
    const kind = DAMAGED[c] as number
    if (kind > 0 && isDamagedAt(text, i, kind)) return false
  }
  return true
}

/** Texts with accents are seldom damaged by a spreadsheet or a record. */
function mayBeDamaged(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const kind = c < 127 ? (DAMAGED[c] as number) : 0
    if (kind > 0 && isDamagedAt(text, i, kind)) return true
  }
  return false
}

export function repair(input: string): string {
  const text = input.length > MAX_TEXT ? input.slice(0, MAX_TEXT) : input
  let out = text
  if (out.includes('&')) out = decodeEntities(out.includes('&amp;') ? decodeEntities(out) : out)
  if (out.includes('\\')) out = decodeBackslashes(out)
  if (out.includes('<')) out = replaceTags(out)
  if (out.includes('%')) out = decodePercents(out)
  if (out.includes('Ã') || out.includes('Â') || out.includes('â')) out = undoMojibake(out)
  // `123+Main+St`
  if (out.includes('+') && !out.includes(' ')) out = out.replaceAll('+', ' ')
  return mayBeDamaged(out) ? undoDamage(out) : out
}
