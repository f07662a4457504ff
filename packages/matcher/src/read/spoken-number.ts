// Reads numbers as people say them: `fourteen eighty`, `one hundred and two`, `deux mille six cent`.

import { wordSet } from '../gazetteer/words.ts'
import type { Token } from '../text/token.ts'
import { AND, COMMA, DASH, NUMBER, SPACE } from '../text/token.ts'

export interface SpokenNumber {
  /** The first word of the number. */
  readonly from: number
  readonly value: number
}

const ZEROS = wordSet('spokenZero')
const MAX_WORDS = 14

const isNumberWord = (t: Token | undefined): boolean => t?.word?.spoken === true
const isAnd = (t: Token | undefined): boolean => t?.text === 'and' || t?.text === 'et'
const isHundred = (t: Token | undefined): boolean => t?.word?.multiplier === 100
const isThousand = (t: Token | undefined): boolean => t?.word?.multiplier === 1000
const isMultiplier = (t: Token | undefined): boolean => isHundred(t) || isThousand(t)
const french = (t: Token | undefined): number => t?.word?.frenchNumber ?? 0

/** `one thousand, twenty-two`: only thousands have a comma; `five hundred, eight Beatty` is a unit and its building. */
const continues = (before: Token, t: Token): boolean =>
  (t.gap & ~(SPACE | DASH | AND | (isThousand(before) ? COMMA : 0))) === 0

/** `14 hundred`, `five hundred and 8`: digits beside hundred or thousand are part of the number, unless they are larger. */
const isDigitsOf = (digits: Token | undefined, multiplier: Token | undefined): boolean =>
  digits?.kind === NUMBER && !digits.ordinal && !digits.suffix && digits.value < 100 && isMultiplier(multiplier)

/** The token before `at` in the same number; -1 when the number starts at `at`. */
function partBefore(tokens: readonly Token[], at: number): number {
  const t = tokens[at] as Token
  const before = tokens[at - 1]
  if (!before || !continues(before, t)) return -1
  if (isAnd(before)) {
    const head = tokens[at - 2]
    return isNumberWord(head) && continues(head as Token, before) && (t.kind !== NUMBER || isDigitsOf(t, head))
      ? at - 2
      : -1
  }
  if (t.kind === NUMBER) return isDigitsOf(t, before) ? at - 1 : -1
  return isNumberWord(before) || isDigitsOf(before, t) ? at - 1 : -1
}

/** Reports whether the token at `at` goes on in a longer number: 500 of `five hundred and eight` is no number. */
function isContinued(tokens: readonly Token[], at: number): boolean {
  const next = isAnd(tokens[at + 1]) ? at + 2 : at + 1
  const t = tokens[next]
  return t !== undefined && (t.kind === NUMBER || isNumberWord(t)) && partBefore(tokens, next) === at
}

/** Reports whether a number in words ends at `at`. Of a number in digits, only its last part may be digits. */
export function endsSpokenNumber(tokens: readonly Token[], at: number): boolean {
  const t = tokens[at] as Token
  if (t.kind === NUMBER ? partBefore(tokens, at) < 0 : !isNumberWord(t)) return false
  return !isContinued(tokens, at)
}

/** `14` of `14 hundred and eighty`: the digits are the head of a longer number. */
export const startsSpokenNumber = (tokens: readonly Token[], at: number): boolean =>
  isDigitsOf(tokens[at], tokens[at + 1]) && isContinued(tokens, at + 1)

/** The first word of the number that ends at `last`. */
export function spokenRunStart(tokens: readonly Token[], last: number): number {
  let from = last
  for (let before = from; before >= 0 && last - before < MAX_WORDS; before = partBefore(tokens, before)) from = before
  return from
}

interface Part {
  readonly value: number
  readonly next: number
  /** Two digits: `eighty`, `oh five`. */
  readonly isPair: boolean
}

/** Below 100 in one word; 0 for other words. */
function smallValue(t: Token | undefined): number {
  if (!t || t.kind === NUMBER) return t?.value ?? 0
  return t.word?.cardinal || (isMultiplier(t) ? 0 : french(t))
}

const isEighty = (words: readonly Token[], i: number): boolean =>
  words[i]?.text === 'quatre' && french(words[i + 1]) === 20

/** What may follow `value` in its group: `eighty-two`, `soixante et onze`, `quatre-vingt-dix-sept`, `dix-sept`. */
function restOfGroup(words: readonly Token[], i: number, value: number): Part | null {
  const isFrench = french(words[i - 1]) > 0
  const at = isFrench && words[i]?.text === 'et' ? i + 1 : i
  const rest = smallValue(words[at])
  if (isFrench && (value === 60 || value === 80) && rest >= 10 && rest < 20) return groupAt(words, at)
  // `trente quatre-vingt-deux` is 3082
  const isUnit = rest > 0 && rest < 10 && !isEighty(words, at)
  if (!isUnit) return null
  return (value >= 20 && value % 10 === 0) || (isFrench && value === 10 && rest > 6)
    ? { value: rest, next: at + 1, isPair: false }
    : null
}

/** One group below 100: `eighty-two`, `fifteen`, `oh five`, `quatre-vingt-dix`. Null when there is none. */
function groupAt(words: readonly Token[], i: number): Part | null {
  const first = words[i]
  const second = smallValue(words[i + 1])
  if (first && ZEROS.has(first.text))
    return second > 0 && second < 10 ? { value: second, next: i + 2, isPair: true } : null
  let value = smallValue(first)
  if (value === 0) return null
  let next = i + 1
  if (isEighty(words, i)) {
    value = 80
    next++
  }
  const rest = restOfGroup(words, next, value)
  if (rest) return { value: value + rest.value, next: rest.next, isPair: true }
  return { value, next, isPair: value >= 10 }
}

const afterAnd = (words: readonly Token[], i: number): number => (isAnd(words[i]) ? i + 1 : i)

/** `five hundred and eight`, `quatorze cent`, or a group below 100. */
function hundredsAt(words: readonly Token[], i: number): Part | null {
  const group = groupAt(words, i)
  const hundred = group?.next ?? i
  if (!isHundred(words[hundred])) return group
  const rest = groupAt(words, afterAnd(words, hundred + 1))
  const value = (group?.value ?? 1) * 100
  return rest
    ? { value: value + rest.value, next: rest.next, isPair: false }
    : { value, next: hundred + 1, isPair: false }
}

/** `two thousand five hundred and eight`; -1 when the words are not one sum. */
function sumOf(words: readonly Token[]): number {
  const high = hundredsAt(words, 0)
  const thousand = high?.next ?? 0
  if (!isThousand(words[thousand])) return high?.next === words.length ? high.value : -1
  const low = hundredsAt(words, afterAnd(words, thousand + 1))
  const end = low?.next ?? thousand + 1
  if (end < words.length || (low?.value ?? 0) >= 1000) return -1
  return (high?.value ?? 1) * 1000 + (low?.value ?? 0)
}

/** `fourteen eighty`, `nine oh five`; -1 when the words are not two groups. */
function pairsOf(words: readonly Token[]): number {
  const first = groupAt(words, 0)
  const second = first && groupAt(words, first.next)
  return first && second?.isPair && second.next === words.length ? first.value * 100 + second.value : -1
}

/** `four one one five`: three digits or more. */
function digitString(words: readonly Token[]): number {
  if (words.length < 3 || words.length > 5) return -1
  let value = 0
  for (const w of words) {
    const digit = ZEROS.has(w.text) ? 0 : smallValue(w)
    if (digit >= 10 || (digit === 0 && !ZEROS.has(w.text))) return -1
    value = value * 10 + digit
  }
  return value
}

/** -1 when the words are not one number. */
function spokenValue(words: readonly Token[]): number {
  // `Sept 1` is a day of September, and `un` an article
  if (words.length === 1 && !words[0]?.word?.cardinal && french(words[0]) < 20) return -1
  const sum = sumOf(words)
  if (sum >= 0) return sum
  const pairs = pairsOf(words)
  return pairs >= 0 ? pairs : digitString(words)
}

/** `two` of `eighty two`, `dix` of `quatre-vingt-dix`. After a unit, only a dash shows that the words are one. */
function isInsideGroup(before: Token, t: Token, isAfterUnit: boolean): boolean {
  if (isAfterUnit && !(t.gap & DASH)) return false
  if (before.text === 'quatre') return french(t) === 20
  const value = smallValue(before)
  return value >= 10 && value % 10 === 0 && smallValue(t) < (french(before) > 0 ? 20 : 10)
}

/** A number does not start with `hundred` or `and`, after `and`, or inside a group. */
function canStart(tokens: readonly Token[], at: number, isAfterUnit: boolean): boolean {
  const t = tokens[at] as Token
  const before = tokens[at - 1] as Token
  return !isMultiplier(t) && !isAnd(t) && !isAnd(before) && !isInsideGroup(before, t, isAfterUnit)
}

/**
 * Every number that ends at `last`, the longest first: `nine fifteen` is 915, or 15 after a unit 9.
 * After `unit`, the first words are the unit. The end of `five hundred eight` is no number.
 */
export function spokenNumbers(tokens: readonly Token[], last: number, isAfterUnit: boolean): SpokenNumber[] {
  const out: SpokenNumber[] = []
  const start = spokenRunStart(tokens, last)
  for (let from = isAfterUnit ? start + 1 : start; from <= last; from++) {
    if (from > start && !canStart(tokens, from, isAfterUnit)) continue
    if (ZEROS.has((tokens[from] as Token).text) || (out.length > 0 && isMultiplier(tokens[from - 1]))) continue
    const value = spokenValue(tokens.slice(from, last + 1))
    if (value > 0) out.push({ from, value })
  }
  return out
}
