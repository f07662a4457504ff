// Where the phrase of a street ends: one rule for each reason.

import type { Rule } from '../text/rule.ts'
import { rule } from '../text/rule.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, DASH, DOT, FIELD, HASH, NUMBER, OPEN, POSTAL, SLASH, SPACE, WORD } from '../text/token.ts'

/** Reports whether a phrase that starts at `from` ends before the token at `i`. */
type EndsBefore = (tokens: readonly Token[], i: number, from: number) => boolean

export type PhraseEnd = Rule<EndsBefore>

const STOP = COMMA | BREAK | OPEN | CLOSE | HASH
const DASH_APART = SPACE | DASH
const SENTENCE = SPACE | DOT

/** Between a number and its street, only a comma or a field border is allowed: `2545, rue De Lorimier`. */
const separatesStreet = (gap: number): boolean => (gap & (OPEN | HASH)) !== 0 || (gap & (BREAK | FIELD)) === BREAK

/** `Gerrard|St|E|Toronto`, `501 Adelaide St, W`: a field with only a type or direction belongs to the street. */
function isStreetField(tokens: readonly Token[], i: number): boolean {
  const { word, gap } = tokens[i] as Token
  const next = tokens[i + 1]
  if (!word || (gap & HASH) !== 0 || (next && (next.gap & STOP) === 0)) return false
  return word.direction > 0 || ((gap & FIELD) !== 0 && word.type > 0)
}

/** `Hwy #2`, `#2 Hwy`. */
const isRouteNumber = (tokens: readonly Token[], i: number): boolean =>
  tokens[i]?.kind === NUMBER &&
  tokens[i]?.gap === (SPACE | HASH) &&
  (tokens[i - 1]?.canon === 'highway' || tokens[i + 1]?.canon === 'highway')

/** `2560 Rue Bélanger near subway`, but `Rue du Quartier` and `Robert Bright St`. */
function isNoise(tokens: readonly Token[], i: number): boolean {
  if (!tokens[i]?.word?.noise || tokens[i - 1]?.canon === '') return false
  const next = tokens[i + 1]?.word
  return !next || next.type === 0 || next.nameLike
}

const isBorder: EndsBefore = (tokens, i, from) =>
  i > from && ((tokens[i] as Token).gap & STOP) !== 0 && !isStreetField(tokens, i) && !isRouteNumber(tokens, i)

const isBorderBefore: EndsBefore = (tokens, i, from) =>
  i === from && separatesStreet((tokens[i] as Token).gap) && !isRouteNumber(tokens, i)

/** In `St - Denis` the dash is part of the name. */
function isDashApart(tokens: readonly Token[], i: number, from: number): boolean {
  const { kind, gap } = tokens[i] as Token
  if (i <= from || kind !== WORD || (gap & DASH_APART) !== DASH_APART) return false
  return i > from + 1 || tokens[from]?.word?.saint !== true
}

/** `Wilson.` ends a sentence; `St.` and `Boul.` are abbreviations. */
function isSentence(tokens: readonly Token[], i: number, from: number): boolean {
  if (i <= from || tokens[i]?.gap !== SENTENCE) return false
  const { kind, word, text } = tokens[i - 1] as Token
  return kind === WORD && (word === null ? text.length >= 4 : word.type > 0 && text.length >= 6)
}

/** A province ends the text or precedes a comma, postal code or country; `Sai nt-Denis` names none. */
const isBeforeEnd = (next: Token | undefined): boolean =>
  !next || next.kind === POSTAL || (next.gap & STOP) !== 0 || next.text === 'canada'

function isProvince(tokens: readonly Token[], i: number): boolean {
  const word = tokens[i]?.word
  if (!word?.province || word.type > 0 || word.direction > 0) return false
  return isBeforeEnd(tokens[i + 1])
}

const isDesignator = (t: Token | undefined): boolean => t?.word?.designator === true

const isSuite: EndsBefore = (tokens, i, from) => i > from && tokens[i]?.text === 'ste' && tokens[i + 1]?.kind === NUMBER

/** `w/` */
const isWith: EndsBefore = (tokens, i, from) =>
  i > from && tokens[i]?.text === 'w' && ((tokens[i + 1]?.gap ?? 0) & SLASH) !== 0

const isUnitBefore: EndsBefore = (tokens, i, from) =>
  i === from && isDesignator(tokens[i]) && tokens[i + 1]?.kind === NUMBER

/** A phrase ends at punctuation and codes. The commonest come first. */
export const BORDER_ENDS: readonly PhraseEnd[] = [
  rule('a border', '1480 Howe, Vancouver', isBorder),
  rule('a border before the street', '1480 (Howe St)', isBorderBefore),
  rule('a postal code', '1480 Howe V6Z 1C4', (tokens, i) => tokens[i]?.kind === POSTAL),
  rule('a dash apart', '19 Grand Trunk - Infinity Condos', isDashApart),
  rule('a sentence', '4900 Avenue Wilson. Libre le 1er', isSentence),
]

/** A phrase ends before words that have `mayEndStreet`. */
export const WORD_ENDS: readonly PhraseEnd[] = [
  rule('a unit word', '1480 Howe Unit 5', (tokens, i, from) => i > from && isDesignator(tokens[i])),
  rule('a unit before the street', '4200 app. 13 rue Dubois', isUnitBefore),
  rule('a tower', '1480 Howe Street Tower B', (tokens, i, from) => i > from + 1 && tokens[i]?.word?.tower === true),
  rule('a word of listings', '2560 Rue Bélanger near subway', (tokens, i, from) => i > from && isNoise(tokens, i)),
  rule('with', '40 Nugget w/ views', isWith),
  rule('a suite', '9560 Rue Bélanger Ste 412', isSuite),
  rule('a province', '9555 boul. René-Lévesque QC', (tokens, i, from) => i > from + 1 && isProvince(tokens, i)),
]

const MAX_PHRASE = 10

/** The token after the phrase that starts at `from`. */
export function phraseEnd(tokens: readonly Token[], from: number): number {
  const limit = Math.min(tokens.length, from + MAX_PHRASE)
  let i = from
  for (; i < limit; i++) {
    const { gap, kind, word } = tokens[i] as Token
    // most words of a name are unknown
    if (gap === SPACE && kind === WORD && word === null) continue
    if ((gap !== SPACE || kind === POSTAL) && firstOf(BORDER_ENDS, tokens, i, from)) break
    if (word?.mayEndStreet && firstOf(WORD_ENDS, tokens, i, from)) break
  }
  return i
}

/** The rule that ends the phrase before `i`; null when none does. */
export function firstOf(
  rules: readonly PhraseEnd[],
  tokens: readonly Token[],
  i: number,
  from: number,
): PhraseEnd | null {
  for (const end of rules) if (end.apply(tokens, i, from)) return end
  return null
}
