// Decides whether words that may be a name stand where a text speaks of a building.

import { wordSet } from '../gazetteer/words.ts'
import { isGenericWord, isMisspelledGeneric } from '../index/name-index.ts'
import { isMeasure } from '../read/counts.ts'
import { phaseAfter } from '../read/tower-designation.ts'
import type { Rule } from '../text/rule.ts'
import { rule } from '../text/rule.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, DASH, DOT, HASH, MIXED, NUMBER, OPEN, POSTAL, SPACE } from '../text/token.ts'
import type { NameWords } from './name-words.ts'
import { DISTINCT } from './name-words.ts'

/** Words that may be a name, and what is known about them. */
export interface NameSpan extends NameWords {
  readonly tokens: readonly Token[]
  readonly cityMarks: Uint8Array
  readonly from: number
  readonly to: number
  /** A building has exactly this name, not only with other generic words. */
  readonly isAsWritten: boolean
  /** The words stand where a name stands, not in the middle of a sentence. */
  readonly isWhole: boolean
}

/** A comma, a line, or a period: `in Fashion House. Two bedrooms`, not `St. Clair`. */
export function endsSentence(tokens: readonly Token[], i: number): boolean {
  const { gap } = tokens[i] as Token
  if ((gap & (COMMA | BREAK)) !== 0) return true
  return (gap & (DOT | SPACE)) === (DOT | SPACE) && (tokens[i - 1]?.text.length ?? 0) > 2
}

/** The end of a sentence, a parenthesis, or a dash between spaces. */
export function isBorder(tokens: readonly Token[], i: number): boolean {
  const { gap } = tokens[i] as Token
  if (gap === SPACE) return false
  return (gap & (OPEN | CLOSE)) !== 0 || (gap & (SPACE | DASH)) === (SPACE | DASH) || endsSentence(tokens, i)
}

/** More than a comma, which separates the items of a list: `close to shops, Market Plaza, schools`. */
const isApart = (tokens: readonly Token[], i: number): boolean =>
  i === 0 || i >= tokens.length || (isBorder(tokens, i) && !((tokens[i] as Token).gap & COMMA))

const beforeNames = wordSet('beforeBuilding')
/** `condos` says that it is a building; `condo` and `apartment` may say what is offered: `King West condo`. */
const buildingWords = wordSet('aboutBuilding')

/** Reports whether a name may start at `from`: after a comma, `at`, `the`, `Condos`, or a unit. */
export function startsName(tokens: readonly Token[], from: number): boolean {
  const before = tokens[from - 1]
  if (!before || isBorder(tokens, from) || isUnitPart(before) || isGenericWord(before)) return true
  return before.canon === '' || before.text === 'a' || beforeNames.has(before.text)
}

/** Reports whether a name may end before `to`: at a comma, a city, `Condos`, a unit, or a tower. */
export function endsName(tokens: readonly Token[], to: number, cityMarks: Uint8Array): boolean {
  const next = tokens[to]
  if (!next || isBorder(tokens, to) || isUnitPart(next) || isGenericWord(next) || isMisspelledGeneric(next)) return true
  return (cityMarks[to] ?? 0) > 0 || phaseAfter(tokens, to) !== null
}

export const isUnitPart = (t: Token | undefined): boolean =>
  t !== undefined && (t.kind === NUMBER || t.kind === MIXED || t.word?.designator === true || t.word?.label === true)

const isArticle = (t: Token | undefined): boolean => t?.text === 'the'

/** The word before the name and its article. */
const wordBefore = ({ tokens, from }: NameSpan): Token | undefined =>
  tokens[isArticle(tokens[from - 1]) ? from - 2 : from - 1]

const isBesideUnit = ({ tokens, from, to, weight }: NameSpan): boolean => {
  const isUnit = (i: number, label: Token | undefined): boolean => {
    const t = tokens[i]
    if (t?.kind !== NUMBER && t?.kind !== MIXED) return false
    if ((t.gap & HASH) !== 0 || (label?.word?.designator && !label.word.offer)) return true
    return weight > 0 && t.kind === NUMBER && t.value >= 100 && !isMeasure(tokens, i)
  }
  let next = to
  while (isGenericWord(tokens[next]) && next < to + 2) next++
  if (tokens[next]?.word?.designator && isUnit(next + 1, tokens[next])) return true
  if (!((tokens[next]?.gap ?? BREAK) & BREAK) && isUnit(next, undefined)) return true
  let last = from - 1
  while (last > 0 && (tokens[last]?.canon === '' || isGenericWord(tokens[last]) || beforeNames.has(tokens[last]!.text)))
    last--
  return !((tokens[from] as Token).gap & BREAK) && isUnit(last, tokens[last - 1])
}

/** A place, a unit, or a word about the building; `condo` and `apartment` only before a unit. */
function isBesideName(tokens: readonly Token[], cityMarks: Uint8Array, i: number): boolean {
  const t = tokens[i] as Token
  if (cityMarks[i] || t.kind === POSTAL || t.canon === '' || t.word?.province || t.text === 'canada') return true
  if (buildingWords.has(t.text) || isMisspelledGeneric(t)) return true
  if (t.kind === NUMBER) return !isMeasure(tokens, i)
  if (isGenericWord(t) || t.word?.offer) return isUnitPart(tokens[i + 1])
  return isUnitPart(t)
}

const MAX_WHOLE_TEXT = 14
const MAX_STREET_WORDS = 4

/** The end of a street without a number that starts after a comma: `Market Wharf, Market St`; `from` when there is none. */
function endOfStreet(tokens: readonly Token[], from: number): number {
  if (!isBorder(tokens, from)) return from
  for (let i = from + 1; i < tokens.length && i <= from + MAX_STREET_WORDS && !isBorder(tokens, i); i++)
    if (tokens[i]?.word?.type) return tokens[i + 1]?.word?.direction ? i + 2 : i + 1
  return from
}

/** Where even ordinary words are the name of a building, if they stand where a name stands. */
export const NAME_CONTEXTS: readonly Rule<(span: NameSpan) => boolean>[] = [
  rule('whole text', 'Harmony, Toronto', ({ tokens, cityMarks, from, to, isPlace }) => {
    if (tokens.length > MAX_WHOLE_TEXT) return false
    // `Vancouver, BC, Cambie` ends with a neighbourhood
    for (let i = 0; i < from; i++) if (!isBesideName(tokens, cityMarks, i) || (isPlace && cityMarks[i])) return false
    let i = isPlace || to >= tokens.length ? to : endOfStreet(tokens, to)
    while (i < tokens.length && isBesideName(tokens, cityMarks, i)) i++
    return i === tokens.length
  }),
  rule('unit', 'Harmony #1203', isBesideUnit),
  rule('own building word', 'sublet, Studio Lofts, May 1', ({ tokens, from, to, isAsWritten }) => {
    const words = tokens.slice(from, to)
    // `The Lofts` has no other word
    if (!isAsWritten || words.every(isGenericWord)) return false
    return words.some(({ text }) => buildingWords.has(text) || text === 'apartments')
  }),
  rule('building word', 'live at Harmony Residences', (span) => {
    const { tokens, to, isAsWritten, isPlace, weight } = span
    const isTower = phaseAfter(tokens, to) !== null
    if (!isAsWritten || !(isTower || isGenericWord(tokens[to]))) return false
    if (weight > 0) return true
    if (!isTower && !buildingWords.has((tokens[to] as Token).text)) return false
    return !isPlace || beforeNames.has(wordBefore(span)?.text ?? '')
  }),
  rule('at a name', 'loft in Fashion House', (span) => {
    const { from, to, isAsWritten, isPlace, weight } = span
    if (!isAsWritten || isPlace || !beforeNames.has(wordBefore(span)?.text ?? '')) return false
    // `live in harmony`
    return to - from > 1 || (weight > 0 && wordBefore(span)?.text === 'at')
  }),
  rule(
    'part of its own',
    'corner suite - Market Plaza - available now',
    ({ tokens, from, to, isAsWritten, isDistrict, weight }) => {
      if (!isAsWritten || isDistrict || !isApart(tokens, to)) return false
      return isArticle(tokens[from - 1])
        ? isApart(tokens, from - 1)
        : weight > 0 && to - from > 1 && isApart(tokens, from)
    },
  ),
  rule('article before a street', 'one bedroom at The Selby', (span) => {
    const { tokens, from, isAsWritten, isPlace, isDistrict } = span
    if (!isPlace || isDistrict || !isAsWritten || !isArticle(tokens[from - 1])) return false
    return isBorder(tokens, from - 1) || beforeNames.has(wordBefore(span)?.text ?? '')
  }),
]

/** Reports whether the words mean the building. */
export const isName = (span: NameSpan): boolean =>
  span.weight >= DISTINCT || (span.isWhole && NAME_CONTEXTS.some(({ apply }) => apply(span)))
