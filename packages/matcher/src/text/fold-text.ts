// Folds text to ASCII for comparison: removes accents and compatibility forms, keeps case.

import { isPlainAscii, repair } from './repair.ts'

/** Accents after decomposition, zero-width and direction marks, variation selectors, soft hyphen. */
const MARK = /^(?:[\u0300-\u036f]|[\u200b-\u200f\u202a-\u202e\u2060-\u2069]|[\ufe00-\ufe0f]|[\ufeff\u00ad])/

/** What a character becomes that is not decomposed; a space when it is not here. */
const REPLACED = new Map<string, string>()
const setAll = (characters: string, text: string): void => {
  for (const c of characters) REPLACED.set(c, text)
}
setAll('\u2019\u2018\u2032\u00b4', "'")
setAll('\u2010\u2011\u2012\u2013\u2014\u2015', '-')
setAll('\u2044', '/')
setAll('æÆ', 'ae')
setAll('œŒ', 'oe')
setAll('øØ', 'o')
setAll('ß', 'ss')
for (let digit = 0; digit < 10; digit++) setAll(String.fromCharCode(0x660 + digit, 0x6f0 + digit), String(digit))

/** Any text, character by character after compatibility decomposition. */
const foldAny = (text: string): string =>
  text
    .replaceAll('½', ' 1/2')
    .normalize('NFKD')
    .replaceAll(/\P{ASCII}/gu, (c) => REPLACED.get(c) ?? (MARK.test(c) ? '' : ' '))

/** Latin letters and general punctuation. Beyond them are surrogates and scripts whose letters may combine. */
const FIRST_RARE = 0x2100
/** What a character becomes, filled when it first occurs. */
const foldedChars = new Array<string | undefined>(FIRST_RARE)

function foldChar(code: number): string {
  const known = foldedChars[code]
  if (known !== undefined) return known
  const folded = foldAny(String.fromCharCode(code))
  foldedChars[code] = folded
  return folded
}

/** Keeps case, because it shows where words are glued together: `STREETVancouver`. */
export function foldToAscii(text: string): string {
  let out = ''
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 128) continue
    // decomposition of a whole text takes ten times as long, and gives the same for these characters
    if (code >= FIRST_RARE) return foldAny(text)
    out += text.slice(from, i) + foldChar(code)
    from = i + 1
  }
  return from === 0 ? text : out + text.slice(from)
}

/** Repairs and folds a text for the tokenizer. */
export function normalizeText(text: string): string {
  return isPlainAscii(text) ? text : foldToAscii(repair(text))
}
