// Finds the plausible readings of a text: a civic number and the street after it.

import type { Token } from '../text/token.ts'
import { AND, BREAK, CLOSE, COMMA, DASH, HASH, NUMBER, OPEN, POSTAL, SLASH, SPACE, WORD } from '../text/token.ts'
import type { CityMarks } from './city-marks.ts'
import { isMeasure } from './counts.ts'
import { endsSpokenNumber, spokenNumbers, spokenRunStart } from './spoken-number.ts'
import type { StreetPhrase } from './street-phrase.ts'
import { streetPhrases } from './street-phrase.ts'

// How a civic number is written.
export const PLAIN = 0
/** After `#`. */
export const HASHED = 1
/** After a street, where units are. */
export const AFTER_STREET = 2
/** As the name of a street: 4 in `109 E 4 Ave`. */
export const IN_STREET = 3
/** Behind its own street: `Howe St 1480`. */
export const REVERSED = 4
/** The last part of a longer number in words: 15 of `nine fifteen Elmsmere Road`. */
export const PART_OF_SPOKEN = 5
/** One end of a dash range, when both ends are buildings: `3-11 Somervale View`. */
export const EITHER_END = 6
/** The first number of a dash range whose last is no building: `508-510 W Cordova St`. */
export const RANGE_START = 7

export interface CivicReading {
  /** The token of the number. */
  readonly numberAt: number
  readonly number: number
  readonly suffix: string
  /** Other numbers of a range or list: `88 & 90`, `12-14`. */
  readonly otherNumbers: readonly number[]
  /** Only a dash joins them, so `12-14` may also be unit 12 of number 14. */
  readonly isDashed: boolean
  readonly numberStyle: number
  readonly street: StreetPhrase
}

/** A long text has many numbers, most of them counts and prices. */
const MAX_READINGS = 200
const MAX_RANGE = 60

/** `2480-2484 rue X` is a range; `1602-1632` is more likely a unit and its building. */
const areRangeEnds = (from: number, to: number): boolean => from >= 1000 && to - from <= 8

/** `2,837 Yonge St` is unit 2 of 837, or 2837. Only the index can tell. */
const isThousandsComma = (left: Token, right: Token): boolean =>
  right.gap === COMMA && right.end - right.start === 3 && left.value > 0 && left.value < 100

const NO_NUMBERS: readonly number[] = []

/** Numbers joined to the left of the one at `at`, nearest first: `2434-2436-2438`, `88 & 90`, `1055/1065`, `20, 40, 60`. */
function joinedNumbers(tokens: readonly Token[], at: number): readonly number[] {
  let out: number[] | null = null
  for (let i = at; i > 0 && (out === null || out.length < 4); i--) {
    const right = tokens[i] as Token
    const left = tokens[i - 1] as Token
    if (left.kind !== NUMBER || left.ordinal || left.gap & HASH || left.suffix) break
    if (!(right.gap & (AND | SLASH | DASH | COMMA))) break
    if (i === at && isThousandsComma(left, right)) return [left.value * 1000 + right.value]
    // `PH6-10 Howe`: 6 belongs to the penthouse
    const named = tokens[i - 2]?.word
    if (named && (named.designator || named.label)) break
    const step = right.value - left.value
    // a range climbs a little on one side of the street; a unit before its building (`1203-1480 Howe`) jumps
    if (step <= 0 || step > MAX_RANGE || (step % 2 === 1 && !(right.gap & (AND | SLASH)))) break
    out ??= []
    out.push(left.value)
  }
  return out ?? NO_NUMBERS
}

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

export function readCivicAddress(tokens: readonly Token[], cityMarks: CityMarks): CivicReading[] {
  const out: CivicReading[] = []
  let streetEnd = Number.POSITIVE_INFINITY
  let street: StreetPhrase | null = null
  let isGrid = false
  for (let at = 0; at < tokens.length - 1 && out.length < MAX_READINGS; at++) {
    const t = tokens[at] as Token
    if (t.kind === WORD) {
      if (endsSpokenNumber(tokens, at)) addSpoken(tokens, at, cityMarks, out)
      continue
    }
    if (t.kind !== NUMBER || t.ordinal || t.value >= MAX_CIVIC_NUMBER) continue
    const unitStyle = unitStyleOf(tokens, at)
    if (unitStyle === UNIT || isMeasure(tokens, at)) continue
    const phrases = streetPhrases(tokens, at + 1, cityMarks)
    if (phrases.length === 0) continue
    // numbers after a street are units: `283 Davie Street 1205` is not 1205 Davie
    // `7313 106 Avenue` is not 106 Avenue Rd, but `#3816 - 1055 Bay` is 1055 Bay St because 3816 is a unit
    const inStreet = street !== null && isGrid && at === street.from
    const isAfterStreet = at >= streetEnd && continuesAddress(tokens, streetEnd, at, cityMarks)
    const written = isAfterStreet
      ? AFTER_STREET
      : inStreet
        ? IN_STREET
        : t.gap & HASH || unitStyle === MAYBE_UNIT
          ? HASHED
          : PLAIN
    const others = joinedNumbers(tokens, at)
    const dashed =
      others.length === 1 && !(t.gap & (AND | SLASH | COMMA)) && !areRangeEnds(others[0] as number, t.value)
    const number = t.value
    for (const phrase of phrases) {
      if (written === AFTER_STREET && phrase.type === 0) continue
      out.push({
        numberAt: at,
        number,
        suffix: t.suffix,
        otherNumbers: others,
        isDashed: dashed,
        numberStyle: written,
        street: phrase,
      })
      // `810E Lakeview`: the letter may be the street's direction
      const side = t.suffix ? 'nsew'.indexOf(t.suffix) : -1
      if (side >= 0 && !phrase.preDirection)
        out.push({
          numberAt: at,
          number,
          suffix: '',
          otherNumbers: others,
          isDashed: dashed,
          numberStyle: written,
          street: { ...phrase, preDirection: 1 << side },
        })
    }
    const whole = phrases.find((p) => p.type > 0 && !p.hasLeftover && !p.isDoubtful && !isFollowedByWord(tokens, p))
    if (whole && (whole.end < streetEnd || (at >= streetEnd && !isAfterStreet))) {
      streetEnd = whole.end
      street = whole
      // `302 120 B Avenue` may be unit 302 of 120 on Avenue B
      const isLettered = whole.to === whole.from + 2 && tokens[whole.from]?.kind === NUMBER
      isGrid =
        (!isLettered || t.value >= 1000) &&
        !(t.gap & HASH) &&
        !((tokens[at + 1] as Token).gap & DASH) &&
        !tokens[whole.to]?.word?.nameLike
    }
  }
  if (street === null) addReversed(tokens, cityMarks, out)
  return out
}

const NO_UNIT = 0
/** `condo 1480 Howe St`: the word may only say what is for rent. */
const MAYBE_UNIT = 1
/** `Unit 5 Main St` has no civic number: 5 is the unit. */
const UNIT = 2

const BORDER = COMMA | BREAK

/** A designator belongs to the number beside it, not across punctuation: `Corner unit!! 525 Eglinton`. */
function unitStyleOf(tokens: readonly Token[], at: number): number {
  const before = tokens[at - 1]
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

/** `fourteen eighty Howe Street`; after `unit` the first words are the unit. */
function addSpoken(tokens: readonly Token[], last: number, cityMarks: CityMarks, out: CivicReading[]): void {
  const numbers = spokenNumbers(tokens, last)
  const start = spokenRunStart(tokens, last)
  const before = tokens[start - 1]
  // `9 Thirty Third St`: the words belong to the street
  if (numbers.length === 0 || before?.kind === NUMBER) return
  const isUnitFirst = before?.word?.designator === true && ((tokens[start] as Token).gap & BORDER) === 0
  const phrases = streetPhrases(tokens, last + 1, cityMarks)
  let style = PLAIN
  for (const { from, value } of numbers) {
    if (isUnitFirst && from === start) continue
    for (const street of phrases)
      out.push({
        numberAt: from,
        number: value,
        suffix: '',
        otherNumbers: [],
        isDashed: false,
        numberStyle: style,
        street,
      })
    style = PART_OF_SPOKEN
  }
}

const MAX_REVERSED_WORDS = 6

/** `Howe St 1480`, `rue Saint-Denis, 1480`: the number follows its street at the end of the text or of a part of it. */
function addReversed(tokens: readonly Token[], cityMarks: CityMarks, out: CivicReading[]): void {
  for (let at = 2; at < tokens.length; at++) {
    const t = tokens[at] as Token
    if (t.kind !== NUMBER || t.ordinal || t.gap & HASH || t.value >= MAX_CIVIC_NUMBER || isMeasure(tokens, at)) continue
    const next = tokens[at + 1]
    if (next && !(next.gap & STOPS_NUMBER) && next.kind !== POSTAL && !cityMarks[at + 1]) continue
    if (unitStyleOf(tokens, at) !== NO_UNIT) continue
    for (let from = Math.max(0, at - MAX_REVERSED_WORDS); from < at - 1; from++) {
      const first = tokens[from] as Token
      if (from > 0 && !(first.gap & (BORDER | OPEN))) continue
      if (first.kind !== WORD) continue
      const street = streetPhrases(tokens.slice(0, at), from, cityMarks).find(
        (p) => p.type > 0 && p.end === at && !p.isMisspelled,
      )
      if (!street) continue
      out.push({
        numberAt: at,
        number: t.value,
        suffix: t.suffix,
        otherNumbers: [],
        isDashed: false,
        numberStyle: REVERSED,
        street,
      })
      break
    }
  }
}

const STOPS_NUMBER = COMMA | BREAK | OPEN | CLOSE | DASH
