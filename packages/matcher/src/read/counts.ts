// Tells counts, measures, dates and phone numbers from civic numbers.

import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, DASH, DOT, NUMBER, OPEN, SPACE } from '../text/token.ts'

const BORDER = COMMA | BREAK | OPEN | CLOSE
const PHONE_GAP = SPACE | DASH | DOT | CLOSE

/** `205-188 13th St E`: an ordinal is no group of digits. */
const digits = (t: Token | undefined): number => (t?.kind === NUMBER && !t.ordinal && !t.suffix ? t.end - t.start : 0)
const joins = (t: Token | undefined): boolean => t !== undefined && (t.gap & ~PHONE_GAP) === 0

/** `12 Bath Rd` is a street, although `12 bath` alone is a count. */
function namesStreet(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word
  return (
    word !== undefined && word !== null && word.type > 0 && !word.nameLike && ((tokens[at] as Token).gap & BORDER) === 0
  )
}

/** `416-555-0123`: groups of three, three and four digits. */
function isPhonePart(tokens: readonly Token[], at: number): boolean {
  if (tokens[at - 1]?.kind !== NUMBER && tokens[at + 1]?.kind !== NUMBER) return false
  const startsAt = (i: number): boolean =>
    digits(tokens[i]) === 3 &&
    digits(tokens[i + 1]) === 3 &&
    digits(tokens[i + 2]) === 4 &&
    joins(tokens[i + 1]) &&
    joins(tokens[i + 2]) &&
    ((tokens[i + 1] as Token).gap | (tokens[i + 2] as Token).gap) !== SPACE
  return startsAt(at) || (at >= 1 && startsAt(at - 1)) || (at >= 2 && startsAt(at - 2))
}

const isDayOfMonth = (t: Token): boolean => t.value >= 1 && t.value <= 31

/** Reports whether the number at `at` counts or measures something: `2BR`, `850 sq ft`, `Oct 1`, `416-555-0123`. */
export function isMeasure(tokens: readonly Token[], at: number): boolean {
  const t = tokens[at] as Token
  const next = tokens[at + 1]
  const before = tokens[at - 1]
  if (!next?.word && !before?.word && t.suffix === '') return isPhonePart(tokens, at)
  // `3 1/2` is the size of an apartment in Quebec
  if (t.suffix === '1/2' && t.value < 10) return true
  if (next?.word && (next.gap & BORDER) === 0 && !namesStreet(tokens, at + 2)) {
    if (next.word.measure) return true
    if (next.word.month && isDayOfMonth(t)) return true
  }
  if (before?.word && (t.gap & BORDER) === 0) {
    if (before.word.month && isDayOfMonth(t) && !namesStreet(tokens, at + 2)) return true
    if (before.word.reference) return true
  }
  return isPhonePart(tokens, at)
}
