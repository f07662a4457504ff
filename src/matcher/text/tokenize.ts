// Splits text into words and numbers, with their positions and the gaps between them.

import { isOrdinalEnding, joinTokens } from './join-tokens.ts'
import { readPostal } from './postal-code.ts'
import type { Token } from './token.ts'
import {
  AND,
  BREAK,
  CLOSE,
  COMMA,
  DASH,
  DOT,
  FIELD,
  HASH,
  MIXED,
  NUMBER,
  OPEN,
  POSTAL,
  SLASH,
  SPACE,
  WORD,
} from './token.ts'
import { VOCABULARY } from './vocabulary.ts'

/** More tokens than any address has. The rest of the text is ignored. */
const MAX_TOKENS = 96

const isDigit = (c: number): boolean => c >= 48 && c <= 57
const isUpper = (c: number): boolean => c >= 65 && c <= 90
const isLower = (c: number): boolean => c >= 97 && c <= 122
const isLetter = (c: number): boolean => isUpper(c) || isLower(c)

function gapOf(c: number): number {
  switch (c) {
    case 44:
      return COMMA
    case 45:
    case 95:
      return DASH
    case 35:
      return HASH
    case 38:
      return AND
    case 47:
      return SLASH
    case 40:
    case 91:
      return OPEN
    case 41:
    case 93:
      return CLOSE
    case 46:
      return DOT
    case 124:
    case 59:
    case 9:
      return BREAK | FIELD
    case 10:
    case 13:
    case 58:
      return BREAK
    default:
      return SPACE
  }
}

const NAME_PREFIXES = new Set(['la', 'le', 'de', 'du', 'mc'])

/**
 * End of a run of letters and apostrophes. The run also ends between glued words: `KingswayBurnaby`.
 * After capitals it ends only if the first word is long or known: `STREETVancouver`, but `QUEwns` is a typo.
 */
function endOfWord(text: string, from: number): number {
  let i = from + 1
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 39 || c === 96) {
      if (isLetter(text.charCodeAt(i + 1))) continue
      break
    }
    if (!isLetter(c)) break
    if (!isUpper(c) || !isLower(text.charCodeAt(i + 1)) || !isLower(text.charCodeAt(i + 2))) continue
    // `LaSalle`, `DeLorimier`, `McGill` are one word
    if (i - from === 2 && NAME_PREFIXES.has(text.slice(from, i).toLowerCase())) continue
    const isKnown = i - from >= 4 || VOCABULARY.has(text.slice(from, i).toLowerCase())
    if (isLower(text.charCodeAt(i - 1)) ? i - from >= 2 : isKnown) break
  }
  return i
}

/** `$2,100 Howe St` is a rent and a street without a number, so the whole amount is skipped. */
function endOfPrice(text: string, from: number): number {
  let i = from + 1
  while (i < text.length && (isDigit(text.charCodeAt(i)) || text[i] === ',' || text[i] === '.')) i++
  return i
}

const GLUED_DIRECTION = /^(?:st|street|ave|av|avenue|rd|road|dr|drive|blvd|boulevard|cres|crescent)(nw|sw|w)$/
const GLUED_TYPE = /.{3}(street|avenue|drive|road|boulevard|crescent|parkway)$/
/** The last letters of the types in GLUED_TYPE. */
const canEndType = (c: number): boolean => c === 116 || c === 101 || c === 100 || c === 121

/** Where the second word starts in `84 AveNW`, `Richmond StE`, `HoweSt`, `201 SHERBOURNESTREET`; `end` for a single word. */
function splitGluedWords(text: string, from: number, end: number): number {
  const length = end - from
  const last = text.charCodeAt(end - 1)
  if (length < 3) return end
  if (isUpper(last) && (isLower(text.charCodeAt(end - 2)) || isLower(text.charCodeAt(end - 3)))) {
    const cut = isLower(text.charCodeAt(end - 2)) ? end - 1 : end - 2
    const isDirection = VOCABULARY.get(text.slice(cut, end).toLowerCase())?.direction
    if (isDirection && VOCABULARY.get(text.slice(from, cut).toLowerCase())?.type) return cut
  }
  // `ViewDr`, `HoweSt`: too short for endOfWord
  if (length > 4 && isLower(last) && isUpper(text.charCodeAt(end - 2)) && isLower(text.charCodeAt(end - 3)))
    if (VOCABULARY.get(text.slice(end - 2, end).toLowerCase())?.type) return end - 2
  const gluedEnding = (last | 32) === 119 ? GLUED_DIRECTION : length >= 7 && canEndType(last | 32) ? GLUED_TYPE : null
  if (!gluedEnding) return end
  const word = text.slice(from, end).toLowerCase()
  const tail = VOCABULARY.has(word) ? null : gluedEnding.exec(word)
  return tail ? end - (tail[1] as string).length : end
}

/** `C0uture`, `Memoria1 Dr`: corrects one digit that a scanner read for a letter; '' when there is none. */
function correctScannedDigit(mixed: string): string {
  return mixed.length >= 5 && /^[a-z]+[015][a-z]*$/.test(mixed)
    ? mixed.replace('0', 'o').replace('1', 'l').replace('5', 's')
    : ''
}

function foldWord(text: string, from: number, to: number): string {
  const raw = text.slice(from, to).toLowerCase()
  return raw.includes("'") || raw.includes('`') ? raw.replaceAll("'", '').replaceAll('`', '') : raw
}

/** The second character of a postal code: a digit, or a capital that looks like one (O, I, S). */
const canBePostalDigit = (c: number): boolean => isDigit(c) || c === 79 || c === 73 || c === 83

export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let gap = SPACE
  let allGaps = 0
  let i = 0
  const push = (
    kind: number,
    t: string,
    value: number,
    suffix: string,
    ordinal: boolean,
    start: number,
    end: number,
  ): void => {
    const word = kind === WORD ? (VOCABULARY.get(t) ?? null) : null
    // `25E AVENUE` is 25e Avenue: the letter is not part of the name
    const canon = word?.canon ?? (suffix && suffix !== 'e' ? t + suffix : t)
    tokens.push({ kind, text: t, value, suffix, ordinal, word, canon, gap, start, end })
    allGaps |= gap
    gap = 0
    i = end
  }
  while (i < text.length && tokens.length < MAX_TOKENS) {
    const c = text.charCodeAt(i)
    if (isLetter(c)) {
      const postal = canBePostalDigit(text.charCodeAt(i + 1)) ? readPostal(text, i) : null
      if (postal) {
        push(POSTAL, postal.code, 0, '', false, i, postal.end)
        continue
      }
      const end = splitGluedWords(text, i, endOfWord(text, i))
      const word = foldWord(text, i, end)
      if (isDigit(text.charCodeAt(end))) {
        const known = VOCABULARY.get(word)
        // `Unit910`, `TSCC2345`, `PH21` are two tokens; `C200`, `E01` are one
        if (
          known &&
          word.length > 1 &&
          (known.designator || known.label || known.registry || known.tower || word === 'no')
        ) {
          push(WORD, word, 0, '', false, i, end)
          continue
        }
        let stop = end
        while (stop < text.length && (isDigit(text.charCodeAt(stop)) || isLetter(text.charCodeAt(stop)))) stop++
        const mixed = text.slice(i, stop).toLowerCase()
        const scanned = correctScannedDigit(mixed)
        if (scanned) push(WORD, scanned, 0, '', false, i, stop)
        else push(MIXED, mixed, 0, '', false, i, stop)
        continue
      }
      push(WORD, word, 0, '', false, i, end)
    } else if (isDigit(c)) {
      pushNumber(text, i, push)
    } else if (c === 36) {
      gap |= COMMA
      i = endOfPrice(text, i)
    } else {
      gap |= gapOf(c)
      i++
    }
  }
  return joinTokens(tokens, allGaps)
}

type Push = (
  kind: number,
  t: string,
  value: number,
  suffix: string,
  ordinal: boolean,
  start: number,
  end: number,
) => void

function pushNumber(text: string, start: number, push: Push): void {
  let end = start
  while (isDigit(text.charCodeAt(end))) end++
  let first = start
  while (first < end - 1 && text.charCodeAt(first) === 48) first++
  const digits = text.slice(first, end)
  const value = digits.length <= 9 ? Number(digits) : 0
  if (!isLetter(text.charCodeAt(end))) {
    push(digits.length > 9 ? MIXED : NUMBER, digits, value, '', false, start, end)
    return
  }
  const stop = endOfWord(text, end)
  const word = foldWord(text, end, stop)
  const digitsFollow = isDigit(text.charCodeAt(stop))
  const isCapitalE = word === 'e' && isUpper(text.charCodeAt(end))
  if (!digitsFollow && isOrdinalEnding(word, value) && !isCapitalE) push(NUMBER, digits, value, '', true, start, stop)
  else if (!digitsFollow && word.length === 1) push(NUMBER, digits, value, word, false, start, stop)
  else if (word.length > 1 && VOCABULARY.has(word)) push(NUMBER, digits, value, '', false, start, end)
  else if (!digitsFollow && word.length > 2) push(NUMBER, digits, value, '', false, start, end)
  else {
    let last = stop
    while (last < text.length && (isDigit(text.charCodeAt(last)) || isLetter(text.charCodeAt(last)))) last++
    push(MIXED, text.slice(start, last).toLowerCase(), 0, '', false, start, last)
  }
}
