// Splits text into words and numbers, with their positions and the gaps between them.

import { endOfWord, isDigit, isLetter, isLower, isUpper, splitGluedWords } from './glued-words.ts'
import { isOrdinalEnding, joinTokens } from './join-tokens.ts'
import { readPostal } from './postal-code.ts'
import { scannedWord } from './scanner-errors.ts'
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

/** A text of 8,000 characters has at most half as many. */
const MAX_TOKENS = 4000

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
    // `!`, `*`, `+`, `=`, `?`, `@`, `~` decorate titles and separate words
    case 10:
    case 13:
    case 33:
    case 42:
    case 43:
    case 58:
    case 61:
    case 63:
    case 64:
    case 126:
      return BREAK
    default:
      return SPACE
  }
}

/** `$2,100 Howe St` is a rent and a street without a number, so the whole amount is skipped. */
function endOfPrice(text: string, from: number): number {
  let i = from + 1
  while (i < text.length && (isDigit(text.charCodeAt(i)) || text[i] === ',' || text[i] === '.')) i++
  return i
}

const DIRECTION_ORDINAL = /^\d{1,3}(?:st|nd|rd|th)/

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
        // `3777 W8thAve`
        if (known?.direction && DIRECTION_ORDINAL.test(text.slice(end, end + 6))) {
          push(WORD, word, 0, '', false, i, end)
          continue
        }
        let stop = end
        while (stop < text.length && (isDigit(text.charCodeAt(stop)) || isLetter(text.charCodeAt(stop)))) stop++
        const mixed = text.slice(i, stop).toLowerCase()
        const scanned = scannedWord(mixed)
        if (scanned) push(WORD, scanned, 0, '', false, i, stop)
        else push(MIXED, mixed, 0, '', false, i, stop)
        continue
      }
      push(WORD, word, 0, '', false, i, end)
    } else if (isDigit(c)) {
      pushNumber(
        text,
        i,
        push,
        gap === SPACE && tokens.length > 0 && (tokens[tokens.length - 1] as Token).kind === NUMBER,
      )
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

/** `28tb St`, `22ncl Ave`. */
const SCANNED_ENDINGS: Readonly<Record<string, string>> = { tb: 'th', ncl: 'nd', rcl: 'rd' }

type Push = (
  kind: number,
  t: string,
  value: number,
  suffix: string,
  ordinal: boolean,
  start: number,
  end: number,
) => void

const NUMBERED_STREET =
  /(?:[a-d])?(?:street|st|avenue|ave|av)(?![a-z])|(?:[a-d])?(?:Street|St|Avenue|Ave|Av|STREET|ST|AVENUE|AVE)(?![a-z])/y

/** Where the number of a numbered street starts in glued digits; 0 when they are one number. */
function splitGluedNumber(text: string, start: number, end: number): number {
  if (end - start < 6) return 0
  NUMBERED_STREET.lastIndex = end
  if (!NUMBERED_STREET.test(text)) return 0
  const three = Number(text.slice(end - 3, end))
  return three >= 100 && three <= 250 ? end - 3 : end - 2
}

function pushNumber(text: string, start: number, push: Push, isAfterNumber: boolean): void {
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
  // `10330113StreetNw`: civic number 10330 on 113 Street
  const split = splitGluedNumber(text, start, end)
  if (split > 0) {
    pushNumber(text.slice(0, split), start, push, isAfterNumber)
    pushNumber(text, split, push, true)
    return
  }
  // `3017BQueen St`: the letter belongs to the number
  const isLetterThenWord =
    isUpper(text.charCodeAt(end)) && isUpper(text.charCodeAt(end + 1)) && isLower(text.charCodeAt(end + 2))
  const stop = isLetterThenWord ? end + 1 : endOfWord(text, end)
  const word = foldWord(text, end, stop)
  const digitsFollow = isDigit(text.charCodeAt(stop))
  const isCapitalE = word === 'e' && isUpper(text.charCodeAt(end))
  // `183 5heppard`: a scanner read S as 5; `85Skymark` is a number and a street
  const scanned =
    isAfterNumber && isLower(text.charCodeAt(end)) ? scannedWord(text.slice(start, stop).toLowerCase()) : ''
  // `Dundas 5t W`
  if (!digitsFollow && word === 't' && digits === '5') push(WORD, 'st', 0, '', false, start, stop)
  else if (!digitsFollow && isOrdinalEnding(SCANNED_ENDINGS[word] ?? word, value) && !isCapitalE)
    push(NUMBER, digits, value, '', true, start, stop)
  else if (!digitsFollow && scanned && !VOCABULARY.has(word)) push(WORD, scanned, 0, '', false, start, stop)
  else if (!digitsFollow && word.length === 1) push(NUMBER, digits, value, word, false, start, stop)
  else if (word.length > 1 && VOCABULARY.has(word)) push(NUMBER, digits, value, '', false, start, end)
  else if (!digitsFollow && word.length > 2) push(NUMBER, digits, value, '', false, start, end)
  else {
    let last = stop
    while (last < text.length && (isDigit(text.charCodeAt(last)) || isLetter(text.charCodeAt(last)))) last++
    const mixed = text.slice(start, last).toLowerCase()
    const corrected = isAfterNumber ? scannedWord(mixed) : ''
    if (corrected) push(WORD, corrected, 0, '', false, start, last)
    else push(MIXED, mixed, 0, '', false, start, last)
  }
}
