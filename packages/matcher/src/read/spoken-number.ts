// Reads numbers as people say them: `fourteen eighty`, `one hundred and two`, `deux mille six cent`.

import { FRENCH_NUMBERS, SPOKEN_ZEROS } from '../gazetteer/words.ts'
import type { Token } from '../text/token.ts'
import { DASH, SPACE } from '../text/token.ts'

export interface SpokenNumber {
  /** The first word of the number. */
  readonly from: number
  readonly value: number
}

const ZEROS = new Set(SPOKEN_ZEROS.split(' '))
const MAX_WORDS = 14

const isNumberWord = (t: Token | undefined): boolean => t?.word?.spoken === true

/** `six cent quatre-vingt-dix` is 690; -1 when a word is not French or the words do not add up. */
function frenchValue(words: readonly Token[]): number {
  let total = 0
  let rest = 0
  for (const { text } of words) {
    const n = FRENCH_NUMBERS[text]
    if (n === undefined) return -1
    if (n === 1000) {
      total += (rest || 1) * 1000
      rest = 0
    } else if (n === 100) rest = (rest || 1) * 100
    else if (n === 20 && rest % 100 === 4) rest += 76
    // `deux cinq` is not 7
    else if (rest % 10 > 0 && rest % 100 !== 0 && n < 100 && rest % 100 < 20) return -1
    else rest += n
  }
  return total + rest
}

const continues = (t: Token): boolean => (t.gap & ~(SPACE | DASH)) === 0

/** Reports whether a number in words ends at `at`. */
export const endsSpokenNumber = (tokens: readonly Token[], at: number): boolean =>
  isNumberWord(tokens[at]) && !(isNumberWord(tokens[at + 1]) && continues(tokens[at + 1] as Token))

/** The first word of the run of number words that ends at `last`. */
export function spokenRunStart(tokens: readonly Token[], last: number): number {
  let from = last
  while (from > 0 && last - from < MAX_WORDS && continues(tokens[from] as Token)) {
    const before = tokens[from - 1] as Token
    if (isNumberWord(before)) from--
    else if (before.text === 'and' && isNumberWord(tokens[from - 2]) && continues(before)) from -= 2
    else break
  }
  return from
}

/** One group below 100 at `i`: `eighty-two`, `fifteen`, `oh five`. Null when there is none. */
function groupAt(words: readonly Token[], i: number): { value: number; next: number; padded: boolean } | null {
  const first = words[i]
  if (!first) return null
  const second = words[i + 1]?.word?.cardinal ?? 0
  if (ZEROS.has(first.text)) return second > 0 && second < 10 ? { value: second, next: i + 2, padded: true } : null
  const value = first.word?.cardinal ?? 0
  if (value === 0) return null
  if (value >= 20 && second > 0 && second < 10) return { value: value + second, next: i + 2, padded: true }
  return { value, next: i + 1, padded: value >= 10 }
}

/** `four one one five`: three digits or more. */
function digitString(words: readonly Token[]): number {
  if (words.length < 3 || words.length > 5) return -1
  let value = 0
  for (const w of words) {
    const digit = ZEROS.has(w.text) ? 0 : (w.word?.cardinal ?? 0)
    if (digit >= 10 || (digit === 0 && !ZEROS.has(w.text))) return -1
    value = value * 10 + digit
  }
  return value
}

/** -1 when the words are not one number. */
function spokenValue(words: readonly Token[]): number {
  // `Sept 1` is a day of September
  const french = words.length > 1 ? frenchValue(words) : -1
  if (french > 0) return french
  const thousand = words.findIndex((w) => w.text === 'thousand')
  if (thousand > 0) {
    const high = groupAt(words, 0)
    if (high?.next !== thousand) return -1
    const low = words.slice(words[thousand + 1]?.text === 'and' ? thousand + 2 : thousand + 1)
    const rest = low.length === 0 ? 0 : spokenValue(low)
    return rest >= 0 && rest < 1000 ? high.value * 1000 + rest : -1
  }
  const first = groupAt(words, 0)
  if (!first) return -1
  if (first.next === words.length) return first.value
  if (words[first.next]?.text === 'hundred') {
    const rest = words[first.next + 1]?.text === 'and' ? first.next + 2 : first.next + 1
    if (rest >= words.length) return first.value * 100
    const second = groupAt(words, rest)
    return second && second.next === words.length ? first.value * 100 + second.value : digitString(words)
  }
  const second = groupAt(words, first.next)
  if (second?.padded && second.next === words.length) return first.value * 100 + second.value
  return digitString(words)
}

/** Every number that ends at `last`, the longest first: `nine fifteen` is 915, or 15 after a unit 9. */
export function spokenNumbers(tokens: readonly Token[], last: number): SpokenNumber[] {
  const out: SpokenNumber[] = []
  const start = spokenRunStart(tokens, last)
  for (let from = start; from <= last; from++) {
    const first = tokens[from] as Token
    // `fifty-nine` does not end in a nine of its own
    const isInsideGroup =
      from > start &&
      (first.gap & DASH) !== 0 &&
      (tokens[from - 1]?.word?.cardinal ?? 0) >= 20 &&
      (first.word?.cardinal ?? 0) < 10
    if (isInsideGroup || ZEROS.has(first.text)) continue
    const value = spokenValue(tokens.slice(from, last + 1))
    if (value > 0) out.push({ from, value })
  }
  return out
}
