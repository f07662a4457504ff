// Finds the plausible readings of a text: a civic number and the street after it.

import type { Token } from '../text/token.ts'
import {
  AND,
  BREAK,
  CLOSE,
  COMMA,
  DASH,
  HASH,
  NUMBER,
  OPEN,
  POSTAL,
  SLASH,
  SPACE,
  tokenBefore,
  WORD,
} from '../text/token.ts'
import type { CityMarks } from './city-marks.ts'
import type { CivicReading } from './civic-reading.ts'
import {
  AFTER_STREET,
  HASHED,
  IN_STREET,
  NO_NUMBERS,
  newReading,
  PART_OF_SPOKEN,
  PLAIN,
  REVERSED,
} from './civic-reading.ts'
import { isMeasure } from './counts.ts'
import { isRoute } from './divide-street.ts'
import type { NumberRule } from './number-forms.ts'
import { areRangeEnds, joinedNumbers, mayHaveForm, NUMBER_RULES } from './number-forms.ts'
import { endsSpokenNumber, spokenNumbers, spokenRunStart, startsSpokenNumber } from './spoken-number.ts'
import type { StreetPhrase } from './street-phrase.ts'
import { isTypeAlone, streetPhrases } from './street-phrase.ts'

export * from './civic-reading.ts'

/** A long text has many numbers, most of them counts and prices. */
const MAX_READINGS = 200

/** `80 avenue Beaumont` after a unit: words after a numbered street make it a number and a French street. */
export function isFollowedByWord(tokens: readonly Token[], p: StreetPhrase): boolean {
  const next = tokens[p.end]
  return tokens[p.from]?.kind === NUMBER && next?.kind === WORD && (next.gap & COMMA) === 0 && next.word?.label !== true
}

/** Only places, codes and units stand between a street and its unit. Other words start another address. */
function continuesAddress(tokens: readonly Token[], from: number, to: number, cityMarks: CityMarks): boolean {
  for (let i = from; i < to; i++) {
    const { kind, word } = tokens[i] as Token
    if (kind !== WORD || cityMarks[i]) continue
    if (!word || !(word.type || word.direction || word.designator || word.label || word.province)) return false
  }
  return true
}

const MAX_CIVIC_NUMBER = 1_000_000

const NO_UNIT = 0
/** `condo 1480 Howe St`: the word may only say what is for rent. */
const MAYBE_UNIT = 1
/** `Unit 5 Main St` has no civic number: 5 is the unit. */
const UNIT = 2

const BORDER = COMMA | BREAK
const NO_MARKS = new Uint8Array(0)

/** A designator belongs to the number beside it, not across punctuation: `Corner unit!! 525 Eglinton`. */
function unitStyleOf(tokens: readonly Token[], at: number): number {
  const before = tokenBefore(tokens, at)
  const { gap } = tokens[at] as Token
  if (!before?.word || gap & BORDER) return NO_UNIT
  const { designator, label, type, saint, offer, tower } = before.word
  if (label && !type && !gap) return UNIT
  if (saint && before.text === 'ste') return UNIT
  // `Vale Phase 2, Toronto` is not 2 Toronto Street
  if (tower && (tokens[at + 1]?.gap ?? 0) & BORDER) return MAYBE_UNIT
  if (!designator) return NO_UNIT
  if (offer || (gap & DASH && gap & SPACE)) return MAYBE_UNIT
  return UNIT
}

/** One pass over a text from number to number. One reader is reused, because making one takes as long as reading. */
class Reader {
  #tokens: readonly Token[] = []
  #cityMarks: CityMarks = NO_MARKS
  #out: CivicReading[] = []
  /** Readings of NUMBER_RULES. They follow the others, which are likelier. */
  #forms: CivicReading[] | null = null
  /** The last whole street, and the token after it. */
  #street: StreetPhrase | null = null
  #streetEnd = Number.POSITIVE_INFINITY
  /** The street may be numbered, and its number is not a civic number. */
  #isGrid = false
  /** The phrases of the last street. Several numbers precede one street. */
  #phrases: StreetPhrase[] = []
  #phrasesFrom = -1

  #start(tokens: readonly Token[], cityMarks: CityMarks): void {
    this.#tokens = tokens
    this.#cityMarks = cityMarks
    this.#out = []
    this.#forms = null
    this.#street = null
    this.#streetEnd = Number.POSITIVE_INFINITY
    this.#isGrid = false
    this.#phrasesFrom = -1
  }

  run(tokens: readonly Token[], cityMarks: CityMarks): CivicReading[] {
    this.#start(tokens, cityMarks)
    for (let at = 0; at < tokens.length - 1 && this.#out.length < MAX_READINGS; at++) {
      const { kind, word } = tokens[at] as Token
      if (kind === NUMBER) this.#readNumber(at)
      else if (word?.spoken && endsSpokenNumber(tokens, at)) this.#readSpoken(at)
    }
    if (this.#forms) for (const form of this.#forms) this.#out.push(form)
    if (this.#street === null) this.#readReversed()
    return this.#out
  }

  #phrasesAt(from: number): readonly StreetPhrase[] {
    if (from !== this.#phrasesFrom) this.#phrases = streetPhrases(this.#tokens, from, this.#cityMarks)
    this.#phrasesFrom = from
    return this.#phrases
  }

  #readNumber(at: number): void {
    const tokens = this.#tokens
    const t = tokens[at] as Token
    if (t.ordinal || t.value >= MAX_CIVIC_NUMBER) return
    if (tokens[at + 1]?.word?.spoken && startsSpokenNumber(tokens, at)) return
    const before = tokenBefore(tokens, at)?.word
    if (before && (before.spoken || before.canon === '') && endsSpokenNumber(tokens, at)) {
      this.#readSpoken(at)
      return
    }
    const unitStyle = unitStyleOf(tokens, at)
    if (unitStyle === UNIT || isMeasure(tokens, at)) return
    const style = this.#styleOf(at, unitStyle)
    if (style === PLAIN && mayHaveForm(t, tokens[at + 1] as Token)) this.#readForms(at)
    if (this.#isBeforeNumber(at)) return
    const phrases = this.#phrasesAt(at + 1)
    if (phrases.length === 0) return
    this.#addNumber(at, style, phrases)
    this.#rememberStreet(at, style, phrases)
  }

  /** `101-2379 Lund Rd`: no street is called 2379 Lund, so 101 is a unit. `10475 103 St` and `5 12 Mile Rd` are addresses. */
  #isBeforeNumber(at: number): boolean {
    const next = this.#tokens[at + 1] as Token
    if (next.kind !== NUMBER || next.ordinal || next.value < 1000) return false
    const after = this.#tokens[at + 2]
    return after?.kind === WORD && after.text.length > 1 && (after.word === null || after.word.type === 0)
  }

  /** Numbers after a street are units: `283 Davie Street 1205` is not 1205 Davie. */
  #styleOf(at: number, unitStyle: number): number {
    if (at >= this.#streetEnd && continuesAddress(this.#tokens, this.#streetEnd, at, this.#cityMarks))
      return AFTER_STREET
    // `7313 106 Avenue` is not 106 Avenue Rd, but `#3816 - 1055 Bay` is 1055 Bay St because 3816 is a unit
    if (this.#isGrid && at === this.#street?.from) return IN_STREET
    return (this.#tokens[at] as Token).gap & HASH || unitStyle === MAYBE_UNIT ? HASHED : PLAIN
  }

  #addNumber(at: number, numberStyle: number, phrases: readonly StreetPhrase[]): void {
    const { value: number, suffix, gap } = this.#tokens[at] as Token
    const otherNumbers = joinedNumbers(this.#tokens, at)
    // `305-101-103 Phillip St`: 101 is no unit after a unit
    const isDashed =
      otherNumbers.length === 1 &&
      !(gap & (AND | SLASH | COMMA)) &&
      !areRangeEnds(otherNumbers[0] as number, number) &&
      this.#tokens[at - 2]?.kind !== NUMBER
    const end = at + 1
    for (const street of phrases) {
      if (numberStyle === AFTER_STREET && street.type === 0) continue
      this.#out.push(newReading(at, end, end, number, suffix, otherNumbers, isDashed, numberStyle, street))
      // `810E Lakeview`: the letter may be the street's direction
      const side = suffix ? 'nsew'.indexOf(suffix) : -1
      if (side < 0 || street.preDirection) continue
      const sided = { ...street, preDirection: 1 << side }
      this.#out.push(newReading(at, end, end, number, '', otherNumbers, isDashed, numberStyle, sided))
    }
  }

  #readForms(at: number): void {
    for (let k = 0; k < NUMBER_RULES.length; k++) {
      const rule = NUMBER_RULES[k] as NumberRule
      const form = rule.read(this.#tokens, at)
      if (form === null) continue
      const { number, suffix, numberEnd, streetAt } = form
      for (const street of this.#phrasesAt(streetAt)) {
        if (isTypeAlone(this.#tokens, street)) continue
        this.#forms ??= []
        this.#forms.push(newReading(at, numberEnd, streetAt, number, suffix, NO_NUMBERS, false, rule.style, street))
      }
    }
  }

  /** A whole street ends where its units start. */
  #rememberStreet(at: number, style: number, phrases: readonly StreetPhrase[]): void {
    const tokens = this.#tokens
    const whole = phrases.find((p) => p.type > 0 && !p.hasLeftover && !p.isDoubtful && !isFollowedByWord(tokens, p))
    if (!whole || !(whole.end < this.#streetEnd || (at >= this.#streetEnd && style !== AFTER_STREET))) return
    this.#streetEnd = whole.end
    this.#street = whole
    const { value, gap } = tokens[at] as Token
    // `302 120 B Avenue` may be unit 302 of 120 on Avenue B
    const isLettered = whole.to === whole.from + 2 && tokens[whole.from]?.kind === NUMBER
    this.#isGrid =
      (!isLettered || value >= 1000) &&
      !(gap & HASH) &&
      !((tokens[at + 1] as Token).gap & DASH) &&
      !tokens[whole.to]?.word?.nameLike
  }

  /** `fourteen eighty Howe Street`; after `unit` the first words are the unit. */
  #readSpoken(last: number): void {
    const tokens = this.#tokens
    const start = spokenRunStart(tokens, last)
    const before = tokenBefore(tokens, start)
    // `9 Thirty Third St`: the words belong to the street; `One of the best`
    if (before?.kind === NUMBER || tokens[last + 1]?.text === 'of') return
    const isAfterUnit = before?.word?.designator === true && ((tokens[start] as Token).gap & BORDER) === 0
    const numbers = spokenNumbers(tokens, last, isAfterUnit)
    if (numbers.length === 0) return
    const end = last + 1
    let style = PLAIN
    for (const { from, value } of numbers) {
      for (const street of this.#phrasesAt(end))
        this.#out.push(newReading(from, end, end, value, '', NO_NUMBERS, false, style, street))
      style = PART_OF_SPOKEN
    }
  }

  /** `Howe St 1480`, `rue Saint-Denis, 1480`: the number follows its street at the end of the text or of a part of it. */
  #readReversed(): void {
    const tokens = this.#tokens
    for (let at = 2; at < tokens.length; at++) {
      const t = tokens[at] as Token
      if (t.kind !== NUMBER || t.ordinal || t.gap & HASH || t.value >= MAX_CIVIC_NUMBER || isMeasure(tokens, at))
        continue
      const next = tokens[at + 1]
      if (next && !(next.gap & STOPS_NUMBER) && next.kind !== POSTAL && !this.#cityMarks[at + 1]) continue
      if (unitStyleOf(tokens, at) !== NO_UNIT) continue
      const street = this.#streetBefore(at)
      if (street)
        this.#out.push(newReading(at, at + 1, street.from, t.value, t.suffix, NO_NUMBERS, false, REVERSED, street))
    }
  }

  /** The street that ends at `at` and starts a part of the text. */
  #streetBefore(at: number): StreetPhrase | null {
    const tokens = this.#tokens
    for (let from = Math.max(0, at - MAX_REVERSED_WORDS); from < at - 1; from++) {
      const first = tokens[from] as Token
      if (first.kind !== WORD || (from > 0 && !(first.gap & (BORDER | OPEN)))) continue
      const street = streetPhrases(tokens.slice(0, at), from, this.#cityMarks).find(
        (p) => (p.type > 0 || isNumberedRoute(tokens, p)) && p.end === at && !p.isMisspelled,
      )
      if (street) return street
    }
    return null
  }
}

/** `Hwy 7 3200` is complete without a type. */
const isNumberedRoute = (tokens: readonly Token[], { from, to }: StreetPhrase): boolean =>
  to === from + 2 && isRoute(tokens[from]) && tokens[from + 1]?.kind === NUMBER

const MAX_REVERSED_WORDS = 6
const STOPS_NUMBER = COMMA | BREAK | OPEN | CLOSE | DASH

const reader = new Reader()

export function readCivicAddress(tokens: readonly Token[], cityMarks: CityMarks): CivicReading[] {
  return reader.run(tokens, cityMarks)
}
