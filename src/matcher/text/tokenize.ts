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

/** `28tb St`, `22ncl Ave`. */
const SCANNED_ENDINGS: Readonly<Record<string, string>> = { tb: 'th', ncl: 'nd', rcl: 'rd' }

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

function withoutZeros(text: string, start: number, end: number): string {
  let first = start
  while (first < end - 1 && text.charCodeAt(first) === 48) first++
  return text.slice(first, end)
}

/** One pass over a text. Methods instead of closures, so that the engine compiles them once. */
class Tokenizer {
  readonly #text: string
  readonly #tokens: Token[] = []
  #at = 0
  #gap = SPACE
  #allGaps = 0

  constructor(text: string) {
    this.#text = text
  }

  run(): Token[] {
    const text = this.#text
    const { length } = text
    while (this.#at < length && this.#tokens.length < MAX_TOKENS) {
      const c = text.charCodeAt(this.#at)
      if (isLetter(c)) this.#readWord(this.#at)
      else if (isDigit(c)) this.#readNumber(this.#at, this.#endOfDigits(this.#at), this.#isAfterNumber())
      else if (c === 36) {
        this.#gap |= COMMA
        this.#at = endOfPrice(text, this.#at)
      } else {
        this.#gap |= gapOf(c)
        this.#at++
      }
    }
    return joinTokens(this.#tokens, this.#allGaps)
  }

  #push(kind: number, t: string, value: number, suffix: string, ordinal: boolean, start: number, end: number): void {
    const word = kind === WORD ? (VOCABULARY.get(t) ?? null) : null
    // `25E AVENUE` is 25e Avenue: the letter is not part of the name
    const canon = word?.canon ?? (suffix && suffix !== 'e' ? t + suffix : t)
    const gap = this.#gap
    this.#tokens.push({ kind, text: t, value, suffix, ordinal, word, canon, gap, start, end })
    this.#allGaps |= gap
    this.#gap = 0
    this.#at = end
  }

  #isAfterNumber(): boolean {
    const { length } = this.#tokens
    return this.#gap === SPACE && length > 0 && (this.#tokens[length - 1] as Token).kind === NUMBER
  }

  #endOfDigits(from: number): number {
    const text = this.#text
    let end = from
    while (end < text.length && isDigit(text.charCodeAt(end))) end++
    return end
  }

  #endOfLettersAndDigits(from: number): number {
    const text = this.#text
    let end = from
    while (end < text.length && (isDigit(text.charCodeAt(end)) || isLetter(text.charCodeAt(end)))) end++
    return end
  }

  #readWord(start: number): void {
    const text = this.#text
    const postal = canBePostalDigit(text.charCodeAt(start + 1)) ? readPostal(text, start) : null
    if (postal) {
      this.#push(POSTAL, postal.code, 0, '', false, start, postal.end)
      return
    }
    const end = splitGluedWords(text, start, endOfWord(text, start))
    const word = foldWord(text, start, end)
    if (end < text.length && isDigit(text.charCodeAt(end)) && !this.#isWordBeforeDigits(word, end)) {
      const stop = this.#endOfLettersAndDigits(end)
      const mixed = text.slice(start, stop).toLowerCase()
      const scanned = scannedWord(mixed)
      this.#push(scanned ? WORD : MIXED, scanned || mixed, 0, '', false, start, stop)
    } else this.#push(WORD, word, 0, '', false, start, end)
  }

  /** `Unit910`, `TSCC2345`, `PH21`, `3777 W8thAve` are two tokens; `C200`, `E01` are one. */
  #isWordBeforeDigits(word: string, end: number): boolean {
    const known = VOCABULARY.get(word)
    if (!known) return false
    if (word.length > 1 && (known.designator || known.label || known.registry || known.tower || word === 'no'))
      return true
    return known.direction > 0 && DIRECTION_ORDINAL.test(this.#text.slice(end, end + 6))
  }

  /** The digits from `start` to `end`, and the letters that belong to them. */
  #readNumber(start: number, end: number, isAfterNumber: boolean): void {
    const text = this.#text
    if (end === text.length || !isLetter(text.charCodeAt(end))) {
      this.#pushDigits(start, end)
      return
    }
    // `10330113StreetNw`: civic number 10330 on 113 Street
    const split = splitGluedNumber(text, start, end)
    if (split > 0) {
      this.#pushDigits(start, split)
      this.#readNumber(split, end, true)
      return
    }
    this.#readLettersAfter(start, end, isAfterNumber)
  }

  #pushDigits(start: number, end: number): void {
    const digits = withoutZeros(this.#text, start, end)
    const isNumber = digits.length <= 9
    this.#push(isNumber ? NUMBER : MIXED, digits, isNumber ? Number(digits) : 0, '', false, start, end)
  }

  #readLettersAfter(start: number, end: number, isAfterNumber: boolean): void {
    const text = this.#text
    const digits = withoutZeros(text, start, end)
    const value = digits.length <= 9 ? Number(digits) : 0
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
    if (!digitsFollow && word === 't' && digits === '5') this.#push(WORD, 'st', 0, '', false, start, stop)
    else if (!digitsFollow && isOrdinalEnding(SCANNED_ENDINGS[word] ?? word, value) && !isCapitalE)
      this.#push(NUMBER, digits, value, '', true, start, stop)
    else if (!digitsFollow && scanned && !VOCABULARY.has(word)) this.#push(WORD, scanned, 0, '', false, start, stop)
    else if (!digitsFollow && word.length === 1) this.#push(NUMBER, digits, value, word, false, start, stop)
    else if (word.length > 1 && VOCABULARY.has(word)) this.#push(NUMBER, digits, value, '', false, start, end)
    else if (!digitsFollow && word.length > 2) this.#push(NUMBER, digits, value, '', false, start, end)
    else {
      const last = this.#endOfLettersAndDigits(stop)
      const mixed = text.slice(start, last).toLowerCase()
      const corrected = isAfterNumber ? scannedWord(mixed) : ''
      this.#push(corrected ? WORD : MIXED, corrected || mixed, 0, '', false, start, last)
    }
  }
}

export function tokenize(text: string): Token[] {
  return new Tokenizer(text).run()
}
