// Tells counts, measures, dates and phone numbers from civic numbers.

import type { Rule } from '../text/rule.ts'
import { rule } from '../text/rule.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, DASH, DOT, NUMBER, OPEN, SPACE, tokenBefore } from '../text/token.ts'
import type { Word } from '../text/vocabulary.ts'

const BORDER = COMMA | BREAK | OPEN | CLOSE
const PHONE_GAP = SPACE | DASH | DOT | CLOSE

/** `205-188 13th St E`: an ordinal is no group of digits. */
const digits = (t: Token | undefined): number => (t?.kind === NUMBER && !t.ordinal && !t.suffix ? t.end - t.start : 0)
const joins = (t: Token): boolean => (t.gap & ~PHONE_GAP) === 0

/** `12 Bath Rd` is a street, although `12 bath` alone is a count. */
function namesStreet(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word
  return (
    word !== undefined && word !== null && word.type > 0 && !word.nameLike && ((tokens[at] as Token).gap & BORDER) === 0
  )
}

/** `416-555-0123`: groups of three, three and four digits from `i` on. */
function startsPhone(tokens: readonly Token[], i: number): boolean {
  if (i < 0 || digits(tokens[i]) !== 3 || digits(tokens[i + 1]) !== 3 || digits(tokens[i + 2]) !== 4) return false
  const [second, third] = [tokens[i + 1] as Token, tokens[i + 2] as Token]
  return joins(second) && joins(third) && (second.gap | third.gap) !== SPACE
}

function isPhonePart(tokens: readonly Token[], at: number): boolean {
  switch (digits(tokens[at])) {
    case 3:
      return startsPhone(tokens, at) || startsPhone(tokens, at - 1)
    case 4:
      return startsPhone(tokens, at - 2)
    default:
      return false
  }
}

const isDayOfMonth = (t: Token): boolean => t.value >= 1 && t.value <= 31

/** The meanings of the word beside the number; null when there is none or punctuation is between them. */
const wordAfter = (tokens: readonly Token[], at: number): Readonly<Word> | null => {
  const next = tokens[at + 1]
  return next && (next.gap & BORDER) === 0 && !namesStreet(tokens, at + 2) ? next.word : null
}
const wordBefore = (tokens: readonly Token[], at: number): Readonly<Word> | null =>
  ((tokens[at] as Token).gap & BORDER) === 0 ? (tokenBefore(tokens, at)?.word ?? null) : null

const isDayBefore = (tokens: readonly Token[], at: number): boolean =>
  isDayOfMonth(tokens[at] as Token) && wordAfter(tokens, at)?.month === true

const isDayAfter = (tokens: readonly Token[], at: number): boolean =>
  isDayOfMonth(tokens[at] as Token) && wordBefore(tokens, at)?.month === true && !namesStreet(tokens, at + 2)

const isSize = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.suffix === '1/2' && (tokens[at] as Token).value < 10

const isSquare = (tokens: readonly Token[], at: number): boolean =>
  tokens[at + 1]?.text === 'square' && tokens[at + 2]?.word?.measure === true

/** A number that counts, measures or refers to something, and is no civic number. */
export const COUNTS: readonly Rule<(tokens: readonly Token[], at: number) => boolean>[] = [
  rule('the size of an apartment in Quebec', 'Beau 3 1/2 rue Dubois', isSize),
  rule('a measure', '850 sq ft near Howe St', (tokens, at) => wordAfter(tokens, at)?.measure === true),
  rule('a measure in two words', '600 square feet near Howe St', isSquare),
  rule('a day before its month', 'Available 1 Oct', isDayBefore),
  rule('a day after its month', 'Available Oct 1 Downtown', isDayAfter),
  rule('a reference', 'MLS 1234567 Howe St', (tokens, at) => wordBefore(tokens, at)?.reference === true),
  rule('a phone number', 'Howe St, call 416-555-0123', isPhonePart),
]

/** Reports whether the number at `at` is no civic number because of what is beside it. */
export function isMeasure(tokens: readonly Token[], at: number): boolean {
  const { suffix } = tokens[at] as Token
  // most numbers are before the name of a street
  if (!tokens[at + 1]?.word?.mayCount && !tokenBefore(tokens, at)?.word?.mayCount && suffix === '')
    return isPhonePart(tokens, at)
  return COUNTS.some(({ apply }) => apply(tokens, at))
}
