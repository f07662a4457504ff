// Forms of a civic number that is not alone before its street: in groups, before its unit, or in a range.

import type { Token } from '../text/token.ts'
import { AND, COMMA, DASH, DOT, HASH, MIXED, NUMBER, SLASH, SPACE, WORD } from '../text/token.ts'
import { BEFORE_LETTER, BEFORE_UNIT, IN_GROUPS, NO_NUMBERS, PLAIN, QUEBEC_ORDER } from './civic-reading.ts'

/** The number that starts at a token. Between `numberEnd` and `streetAt` is its unit. */
export interface NumberForm {
  readonly number: number
  readonly suffix: string
  readonly numberEnd: number
  readonly streetAt: number
}

export interface NumberRule {
  readonly name: string
  readonly example: string
  readonly style: number
  /** Null when the tokens at `at` do not have this form. */
  readonly read: (tokens: readonly Token[], at: number) => NumberForm | null
}

const digitsOf = (t: Token): number => t.end - t.start
const isPlainNumber = (t: Token | undefined): t is Token =>
  t?.kind === NUMBER && !t.ordinal && t.suffix === '' && digitsOf(t) <= 4

/** `3 2171 Fiddlers Way` has a unit: nobody says or splits 32171 so. */
const areGroups = (left: Token, right: Token): boolean =>
  digitsOf(left) <= 3 && digitsOf(right) <= 3 && digitsOf(left) + digitsOf(right) <= 5

/** `47 50 Yonge St` may be 4750 or unit 47 of number 50. Only the index can tell. */
function readGroups(tokens: readonly Token[], at: number): NumberForm | null {
  const left = tokens[at] as Token
  const right = tokens[at + 1]
  if (!isPlainNumber(left) || !isPlainNumber(right) || right.gap !== SPACE || !areGroups(left, right)) return null
  return joined(left.value * 10 ** digitsOf(right) + right.value, at + 2)
}

const joined = (number: number, end: number): NumberForm => ({ number, suffix: '', numberEnd: end, streetAt: end })

const MAX_SINGLE_DIGITS = 5

/** `1 4 8 0 Howe St`: at least three single digits. */
function readDigits(tokens: readonly Token[], at: number): NumberForm | null {
  let value = 0
  let end = at
  for (; end <= at + MAX_SINGLE_DIGITS; end++) {
    const t = tokens[end]
    if (!isPlainNumber(t) || digitsOf(t) !== 1 || (end > at && t.gap !== SPACE)) break
    value = value * 10 + t.value
  }
  return end - at >= 3 && end - at <= MAX_SINGLE_DIGITS ? joined(value, end) : null
}

/** `2,837 Yonge St` is 2837, or unit 2 of 837. */
function readThousands(tokens: readonly Token[], at: number): NumberForm | null {
  const left = tokens[at] as Token
  const right = tokens[at + 1]
  if (!isPlainNumber(right) || right.gap !== COMMA || digitsOf(right) !== 3 || left.value === 0 || left.value >= 100)
    return null
  return joined(left.value * 1000 + right.value, at + 2)
}

const beforeUnit = (t: Token, at: number, streetAt: number): NumberForm => ({
  number: t.value,
  suffix: t.suffix,
  numberEnd: at + 1,
  streetAt,
})

/** `4200-13 rue Dubois`: unit 4200 of number 13, or number 4200 with unit 13. A unit is smaller than such a number. */
function readDashedUnit(tokens: readonly Token[], at: number): NumberForm | null {
  const t = tokens[at] as Token
  const unit = tokens[at + 1]
  if (!isPlainNumber(unit) || (unit.gap & ~SPACE) !== DASH || unit.value >= t.value) return null
  return beforeUnit(t, at, at + 2)
}

/** `4200 #13 rue Dubois`. */
function readHashedUnit(tokens: readonly Token[], at: number): NumberForm | null {
  const unit = tokens[at + 1]
  const isUnit = (unit?.kind === NUMBER || unit?.kind === MIXED) && (unit.gap & HASH) !== 0 && !unit.ordinal
  return isUnit ? beforeUnit(tokens[at] as Token, at, at + 2) : null
}

/** `4200, app. 13, rue Dubois`. */
function readNamedUnit(tokens: readonly Token[], at: number): NumberForm | null {
  const word = tokens[at + 1]?.word
  const unit = tokens[at + 2]
  if (!word?.designator || word.type || (unit?.kind !== NUMBER && unit?.kind !== MIXED)) return null
  return (unit.gap & ~(SPACE | DOT | HASH)) === 0 ? beforeUnit(tokens[at] as Token, at, at + 3) : null
}

/** The letter of `618 A Main St`; '' for none. Letters with a meaning (`E`, `r.`) and lettered streets (`55 A Ave`) are not apart. */
function letterAfter(tokens: readonly Token[], at: number): string {
  const t = tokens[at + 1]
  const next = tokens[at + 2]
  if (t?.kind !== WORD || t.text.length !== 1 || t.word !== null || (t.gap & ~(SPACE | DASH)) !== 0) return ''
  if ((tokens[at] as Token).suffix || next === undefined || next.gap !== SPACE) return ''
  const name = tokens[at + 3]
  return next.word?.type && (!next.word.leads || name?.kind !== WORD || name.word?.direction) ? '' : t.text
}

function readLetter(tokens: readonly Token[], at: number): NumberForm | null {
  const suffix = letterAfter(tokens, at)
  return suffix ? { number: (tokens[at] as Token).value, suffix, numberEnd: at + 2, streetAt: at + 2 } : null
}

function readLetterUnit(tokens: readonly Token[], at: number): NumberForm | null {
  return letterAfter(tokens, at) ? beforeUnit(tokens[at] as Token, at, at + 2) : null
}

const rule = (name: string, example: string, style: number, read: NumberRule['read']): NumberRule => ({
  name,
  example,
  style,
  read,
})

/** Every form that applies is read; the index decides between them. */
export const NUMBER_RULES: readonly NumberRule[] = Object.freeze([
  rule('two groups', '47 50 Yonge St', IN_GROUPS, readGroups),
  rule('single digits', '1 4 8 0 Howe St', IN_GROUPS, readDigits),
  rule('a comma after thousands', '2,837 Yonge St', IN_GROUPS, readThousands),
  rule('a unit after a dash', '4200-13 rue Dubois', QUEBEC_ORDER, readDashedUnit),
  rule('a unit after a hash', '4200 #13 rue Dubois', BEFORE_UNIT, readHashedUnit),
  rule('a unit after its word', '4200, app. 13, rue Dubois', PLAIN, readNamedUnit),
  rule('a letter apart', '618 A Main St', BEFORE_LETTER, readLetter),
  rule('a letter as the unit', '618 A Main St', BEFORE_UNIT, readLetterUnit),
])

/** Most numbers are before a word of the street, or are a unit before a larger number. */
export function mayHaveForm(t: Token, next: Token): boolean {
  const { gap, kind, word } = next
  if (kind === WORD) return word === null ? next.text.length === 1 : word.designator
  if (gap === SPACE) return t.value < 1000 && next.value < 1000
  return gap & DASH ? next.value < t.value : gap === COMMA || (gap & HASH) !== 0
}

const MAX_RANGE = 60

/** `2480-2484 rue X` is a range; `1602-1632` is more likely a unit and its building. */
export const areRangeEnds = (from: number, to: number): boolean => from >= 1000 && to - from <= 8

/** Reports whether the number before the one at `i` belongs to the same range or list. */
function isJoined(tokens: readonly Token[], i: number): boolean {
  const { gap, value } = tokens[i] as Token
  const left = tokens[i - 1] as Token
  if (left.kind !== NUMBER || left.ordinal || left.gap & HASH || left.suffix) return false
  if (!(gap & (AND | SLASH | DASH | COMMA))) return false
  // `PH6-10 Howe`: 6 belongs to the penthouse
  const named = tokens[i - 2]?.word
  if (named?.designator || named?.label) return false
  // a range climbs a little on one side of the street; a unit before its building (`1203-1480 Howe`) jumps
  const step = value - left.value
  return step > 0 && step <= MAX_RANGE && (step % 2 === 0 || (gap & (AND | SLASH)) !== 0)
}

const MAX_JOINED = 4

/** Numbers joined to the left of the one at `at`, nearest first: `2434-2436-2438`, `88 & 90`, `1055/1065`, `20, 40, 60`. */
export function joinedNumbers(tokens: readonly Token[], at: number): readonly number[] {
  let out: number[] | null = null
  for (let i = at; i > 0 && i > at - MAX_JOINED && isJoined(tokens, i); i--) {
    out ??= []
    out.push((tokens[i - 1] as Token).value)
  }
  return out ?? NO_NUMBERS
}
