// Folds text to ASCII for comparison: removes accents and compatibility forms, keeps case.

import { isPlainAscii, repair } from './repair.ts'

/** Accents after decomposition, zero-width and direction marks, variation selectors, soft hyphen. */
function isMark(code: number): boolean {
  return (
    (code >= 0x300 && code <= 0x36f) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    code === 0xad
  )
}

/** Any text, character by character after compatibility decomposition. */
function foldAny(text: string): string {
  let out = ''
  for (const c of text.replaceAll('½', ' 1/2').normalize('NFKD')) {
    const code = c.codePointAt(0) as number
    if (isMark(code)) continue
    if (code < 128) out += c
    else if (code === 0x2019 || code === 0x2018 || code === 0x2032 || code === 0xb4) out += "'"
    else if (code === 0x2044) out += '/'
    else if (code >= 0x2010 && code <= 0x2015) out += '-'
    else if (code === 0xe6 || code === 0xc6) out += 'ae'
    else if (code === 0x153 || code === 0x152) out += 'oe'
    else if (code === 0xf8 || code === 0xd8) out += 'o'
    else if (code === 0xdf) out += 'ss'
    else if (code >= 0x660 && code <= 0x669) out += String.fromCharCode(code - 0x660 + 48)
    else if (code >= 0x6f0 && code <= 0x6f9) out += String.fromCharCode(code - 0x6f0 + 48)
    else out += ' '
  }
  return out
}

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
