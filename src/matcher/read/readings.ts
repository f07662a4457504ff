// Finds the plausible readings of a text: a civic number and the street after it.

import type { Token } from '../text/token.ts'
import { AND, COMMA, DASH, HASH, NUMBER, SLASH, WORD } from '../text/token.ts'
import type { CityMarkAt } from './city-marks.ts'
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

const MAX_READINGS = 32
const MAX_RANGE = 60

/** `2480-2484 rue X` is a range; `1602-1632` is more likely a unit and its building. */
const areRangeEnds = (from: number, to: number): boolean => from >= 1000 && to - from <= 8

/** `2,837 Yonge St` is unit 2 of 837, or 2837. Only the index can tell. */
const isThousandsComma = (left: Token, right: Token): boolean =>
  right.gap === COMMA && right.end - right.start === 3 && left.value > 0 && left.value < 100

/** Numbers joined to the left of the one at `at`, nearest first: `2434-2436-2438`, `88 & 90`, `1055/1065`, `20, 40, 60`. */
function joinedNumbers(tokens: readonly Token[], at: number): number[] {
  const out: number[] = []
  for (let i = at; i > 0 && out.length < 4; i--) {
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
    out.push(left.value)
  }
  return out
}

/** `80 avenue Beaumont` after a unit: words after a numbered street make it a number and a French street. */
export function isFollowedByWord(tokens: readonly Token[], p: StreetPhrase): boolean {
  const next = tokens[p.end]
  return tokens[p.from]?.kind === NUMBER && next?.kind === WORD && (next.gap & COMMA) === 0 && next.word?.label !== true
}

/** `850 sq ft` is not a number on a square. */
const isArea = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'sq' && (tokens[at + 1]?.text === 'ft' || tokens[at + 1]?.text === 'feet')

const MAX_CIVIC_NUMBER = 1_000_000

export function readCivicAddress(tokens: readonly Token[], cityMarks: Uint8Array): CivicReading[] {
  const out: CivicReading[] = []
  const cityMarkAt: CityMarkAt = (i) => cityMarks[i] ?? 0
  let streetEnd = Number.POSITIVE_INFINITY
  let street: StreetPhrase | null = null
  let isGrid = false
  for (let at = 0; at < tokens.length - 1 && out.length < MAX_READINGS; at++) {
    const t = tokens[at] as Token
    const cardinal = t.word?.cardinal ?? 0
    if ((t.kind !== NUMBER || t.ordinal) && !cardinal) continue
    if (t.value >= MAX_CIVIC_NUMBER) continue
    // `Unit 5 Main St` has no civic number: 5 is the unit
    const before = tokens[at - 1]?.word
    if (before && (before.designator || before.label) && !before.type && !(tokens[at] as Token).gap) continue
    if (before?.designator || (before?.saint && tokens[at - 1]?.text === 'ste')) continue
    if (isArea(tokens, at + 1)) continue
    const phrases = streetPhrases(tokens, at + 1, cityMarkAt)
    if (phrases.length === 0) continue
    // numbers after a street are units: `283 Davie Street 1205` is not 1205 Davie
    // `7313 106 Avenue` is not 106 Avenue Rd, but `#3816 - 1055 Bay` is 1055 Bay St because 3816 is a unit
    const inStreet = street !== null && isGrid && at === street.from
    const written = at >= streetEnd ? AFTER_STREET : inStreet ? IN_STREET : t.gap & HASH ? HASHED : PLAIN
    const others = joinedNumbers(tokens, at)
    const dashed =
      others.length === 1 && !(t.gap & (AND | SLASH | COMMA)) && !areRangeEnds(others[0] as number, t.value)
    const number = cardinal || t.value
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
    if (whole && !cardinal && whole.end < streetEnd) {
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
  return out
}
