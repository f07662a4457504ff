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
import type { WordFacts } from './word-facts.ts'
import { factsAt, factsOf, NO_FACTS } from './word-facts.ts'

/** A text of 8,000 characters has at most half as many. */
const MAX_TOKENS = 4000
/** A longer number is no number: an ID. */
const MAX_DIGITS = 9
/** The zeros after the text: no look-ahead goes further. */
const PADDING = 8

/** The gap that each character makes. */
const GAPS = new Uint16Array(256).fill(SPACE)
const setGaps = (characters: string, gap: number): void => {
  for (const c of characters) GAPS[c.charCodeAt(0)] = gap
}
setGaps(',', COMMA)
setGaps('-_', DASH)
setGaps('#', HASH)
setGaps('&', AND)
setGaps('/', SLASH)
setGaps('([', OPEN)
setGaps(')]', CLOSE)
setGaps('.', DOT)
setGaps('|;\t', BREAK | FIELD)
// they decorate titles and separate words
setGaps('\n\r!*+:=?@~', BREAK)

const DOLLAR = 36
const BLANK = 32

const DIRECTION_ORDINAL = /^\d{1,3}(?:st|nd|rd|th)/

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

/** One pass over a text. Methods instead of closures, so that the engine compiles them once. */
class Tokenizer {
  #text = ''
  /** The text in bytes, with zeros at the end. Reading them takes a third of the time that charCodeAt takes. */
  #chars = new Uint8Array(1024)
  #tokens: Token[] = []
  #at = 0
  #gap = SPACE
  #allGaps = 0

  #start(text: string): void {
    const { length } = text
    if (this.#chars.length < length + PADDING) this.#chars = new Uint8Array(length * 2)
    const chars = this.#chars
    for (let i = 0; i < length; i++) chars[i] = text.charCodeAt(i)
    chars.fill(0, length, length + PADDING)
    this.#text = text
    this.#tokens = []
    this.#at = 0
    this.#gap = SPACE
    this.#allGaps = 0
  }

  run(text: string): Token[] {
    this.#start(text)
    const chars = this.#chars
    const tokens = this.#tokens
    const { length } = text
    while (this.#at < length && tokens.length < MAX_TOKENS) {
      const c = chars[this.#at] as number
      if (isLetter(c)) this.#readWord(this.#at)
      else if (isDigit(c)) this.#readNumber(this.#at, this.#endOfDigits(this.#at), this.#isAfterNumber())
      else if (c === DOLLAR) {
        this.#gap |= COMMA
        this.#at = this.#endOfPrice(this.#at)
      } else {
        this.#gap |= GAPS[c] as number
        this.#at++
      }
    }
    // the text must not stay in memory
    this.#text = ''
    this.#tokens = []
    return joinTokens(tokens, this.#allGaps)
  }

  /** `$2,100 Howe St` is a rent and a street without a number, so the whole amount is skipped. `$$$ 1480 Howe` is none. */
  #endOfPrice(from: number): number {
    const chars = this.#chars
    let i = from + 1
    if (chars[i] === BLANK && chars[from - 1] !== DOLLAR && isDigit(chars[i + 1] as number)) i++
    while (isDigit(chars[i] as number) || chars[i] === 44 || chars[i] === 46) i++
    return i
  }

  #pushWord(facts: WordFacts, start: number, end: number): void {
    this.#push(WORD, facts.text, 0, '', false, facts.canon, facts, start, end)
  }

  /** Digits, letters with digits, or a postal code. */
  #pushOther(kind: number, t: string, value: number, suffix: string, start: number, end: number): void {
    // `25E AVENUE` is 25e Avenue: the letter is not part of the name
    const canon = suffix && suffix !== 'e' ? t + suffix : t
    this.#push(kind, t, value, suffix, false, canon, NO_FACTS, start, end)
  }

  #push(
    kind: number,
    t: string,
    value: number,
    suffix: string,
    ordinal: boolean,
    canon: string,
    facts: WordFacts,
    start: number,
    end: number,
  ): void {
    const gap = this.#gap
    this.#tokens.push({ kind, text: t, value, suffix, ordinal, word: facts.word, canon, facts, gap, start, end })
    this.#allGaps |= gap
    this.#gap = 0
    this.#at = end
  }

  #isAfterNumber(): boolean {
    const { length } = this.#tokens
    return this.#gap === SPACE && length > 0 && (this.#tokens[length - 1] as Token).kind === NUMBER
  }

  #endOfDigits(from: number): number {
    const chars = this.#chars
    let end = from
    while (isDigit(chars[end] as number)) end++
    return end
  }

  #endOfLettersAndDigits(from: number): number {
    const chars = this.#chars
    let end = from
    while (isDigit(chars[end] as number) || isLetter(chars[end] as number)) end++
    return end
  }

  /** The first digit that counts: the zeros before it do not. */
  #skipZeros(start: number, end: number): number {
    let first = start
    while (first < end - 1 && this.#chars[first] === 48) first++
    return first
  }

  /** 0 for more than nine digits. */
  #valueOf(from: number, to: number): number {
    if (to - from > MAX_DIGITS) return 0
    let value = 0
    for (let i = from; i < to; i++) value = value * 10 + (this.#chars[i] as number) - 48
    return value
  }

  #readWord(start: number): void {
    const chars = this.#chars
    const text = this.#text
    const postal = canBePostalDigit(chars[start + 1] as number) ? readPostal(text, start) : null
    if (postal) {
      this.#pushOther(POSTAL, postal.code, 0, '', start, postal.end)
      return
    }
    const end = splitGluedWords(chars, start, endOfWord(chars, start))
    const facts = factsAt(chars, start, end)
    if (isDigit(chars[end] as number) && !this.#isWordBeforeDigits(facts, end)) {
      const stop = this.#endOfLettersAndDigits(end)
      const mixed = text.slice(start, stop).toLowerCase()
      this.#pushMixed(mixed, scannedWord(mixed), start, stop)
    } else this.#pushWord(facts, start, end)
  }

  /** `scanned` is the word that a scanner made letters and digits of; '' for none. */
  #pushMixed(mixed: string, scanned: string, start: number, end: number): void {
    if (scanned) this.#pushWord(factsOf(scanned), start, end)
    else this.#pushOther(MIXED, mixed, 0, '', start, end)
  }

  /** `Unit910`, `TSCC2345`, `PH21`, `3777 W8thAve` are two tokens; `C200`, `E01` are one. */
  #isWordBeforeDigits({ text: word, word: known }: WordFacts, end: number): boolean {
    if (!known) return false
    if (word.length > 1 && (known.designator || known.label || known.registry || known.tower || word === 'no'))
      return true
    return known.direction > 0 && DIRECTION_ORDINAL.test(this.#text.slice(end, end + 6))
  }

  /** The digits from `start` to `end`, and the letters that belong to them. */
  #readNumber(start: number, end: number, isAfterNumber: boolean): void {
    if (!isLetter(this.#chars[end] as number)) {
      this.#pushDigits(start, end)
      return
    }
    // `10330113StreetNw`: civic number 10330 on 113 Street
    const split = splitGluedNumber(this.#text, start, end)
    if (split > 0) {
      this.#pushDigits(start, split)
      this.#readNumber(split, end, true)
      return
    }
    this.#readLettersAfter(start, end, isAfterNumber)
  }

  #pushDigits(start: number, end: number): void {
    const first = this.#skipZeros(start, end)
    const kind = end - first <= MAX_DIGITS ? NUMBER : MIXED
    this.#pushOther(kind, this.#text.slice(first, end), this.#valueOf(first, end), '', start, end)
  }

  #readLettersAfter(start: number, end: number, isAfterNumber: boolean): void {
    const text = this.#text
    const chars = this.#chars
    const first = this.#skipZeros(start, end)
    const digits = text.slice(first, end)
    const value = this.#valueOf(first, end)
    // `3017BQueen St`: the letter belongs to the number
    const isLetterThenWord =
      isUpper(chars[end] as number) && isUpper(chars[end + 1] as number) && isLower(chars[end + 2] as number)
    const stop = isLetterThenWord ? end + 1 : endOfWord(chars, end)
    const { text: word, word: known } = factsAt(chars, end, stop)
    const digitsFollow = isDigit(chars[stop] as number)
    const isCapitalE = word === 'e' && isUpper(chars[end] as number)
    // `183 5heppard`: a scanner read S as 5; `85Skymark` is a number and a street
    const scanned =
      isAfterNumber && isLower(chars[end] as number) ? scannedWord(text.slice(start, stop).toLowerCase()) : ''
    // `Dundas 5t W`
    if (!digitsFollow && word === 't' && digits === '5') this.#pushWord(factsOf('st'), start, stop)
    else if (!digitsFollow && isOrdinalEnding(SCANNED_ENDINGS[word] ?? word, value) && !isCapitalE)
      this.#push(NUMBER, digits, value, '', true, digits, NO_FACTS, start, stop)
    else if (!digitsFollow && scanned && known === null) this.#pushWord(factsOf(scanned), start, stop)
    else if (!digitsFollow && word.length === 1) this.#pushOther(NUMBER, digits, value, word, start, stop)
    else if (word.length > 1 && known !== null) this.#pushOther(NUMBER, digits, value, '', start, end)
    else if (!digitsFollow && word.length > 2) this.#pushOther(NUMBER, digits, value, '', start, end)
    else {
      const last = this.#endOfLettersAndDigits(stop)
      const mixed = text.slice(start, last).toLowerCase()
      this.#pushMixed(mixed, isAfterNumber ? scannedWord(mixed) : '', start, last)
    }
  }
}

const tokenizer = new Tokenizer()

/** Of a text that is normalized: ASCII only. */
export function tokenize(text: string): Token[] {
  return tokenizer.run(text)
}
