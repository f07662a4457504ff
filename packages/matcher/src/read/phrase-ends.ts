// Where the phrase of a street ends: one rule for each reason.

import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, DASH, DOT, FIELD, HASH, NUMBER, OPEN, POSTAL, SLASH, SPACE, WORD } from '../text/token.ts'

export interface PhraseEnd {
  readonly name: string
  /** An address whose street ends for this reason. */
  readonly example: string
  /** Reports whether a phrase that starts at `from` ends before the token at `i`. */
  readonly endsBefore: (tokens: readonly Token[], i: number, from: number) => boolean
}

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

const isDashApart = (t: Token): boolean => t.kind === WORD && (t.gap & DASH_APART) === DASH_APART

const isAfterSaint = (tokens: readonly Token[], i: number, from: number): boolean =>
  i === from + 1 && tokens[from]?.word?.saint === true

/** `Wilson.` ends a sentence; `St.` and `Boul.` are abbreviations. */
const endsSentence = (t: Token): boolean =>
  t.kind === WORD && (t.word === null ? t.text.length >= 4 : t.word.type > 0 && t.text.length >= 6)

/** A province ends the text or precedes a comma, postal code or country; `Sai nt-Denis` names none. */
const isBeforeEnd = (next: Token | undefined): boolean =>
  !next || next.kind === POSTAL || (next.gap & STOP) !== 0 || next.text === 'canada'

function isProvince(tokens: readonly Token[], i: number): boolean {
  const word = tokens[i]?.word
  if (!word?.province || word.type > 0 || word.direction > 0) return false
  return isBeforeEnd(tokens[i + 1])
}

const isNumber = (t: Token | undefined): boolean => t?.kind === NUMBER

/** A phrase ends at punctuation and codes. The commonest come first. */
export const BORDER_ENDS: readonly PhraseEnd[] = Object.freeze([
  {
    name: 'a border',
    example: '1480 Howe, Vancouver',
    endsBefore: (tokens, i, from) =>
      i > from && ((tokens[i] as Token).gap & STOP) !== 0 && !isStreetField(tokens, i) && !isRouteNumber(tokens, i),
  },
  {
    name: 'a border before the street',
    example: '1480 (Howe St)',
    endsBefore: (tokens, i, from) =>
      i === from && separatesStreet((tokens[i] as Token).gap) && !isRouteNumber(tokens, i),
  },
  {
    name: 'a postal code',
    example: '1480 Howe V6Z 1C4',
    endsBefore: (tokens, i) => tokens[i]?.kind === POSTAL,
  },
  {
    name: 'a dash apart',
    example: '19 Grand Trunk - Infinity Condos',
    endsBefore: (tokens, i, from) => i > from && isDashApart(tokens[i] as Token) && !isAfterSaint(tokens, i, from),
  },
  {
    name: 'a sentence',
    example: '4900 Avenue Wilson. Libre le 1er',
    endsBefore: (tokens, i, from) => i > from && tokens[i]?.gap === SENTENCE && endsSentence(tokens[i - 1] as Token),
  },
])

/** A phrase ends before words that have `mayEndStreet`. */
export const WORD_ENDS: readonly PhraseEnd[] = Object.freeze([
  {
    name: 'a unit word',
    example: '1480 Howe Unit 5',
    endsBefore: (tokens, i, from) => i > from && tokens[i]?.word?.designator === true,
  },
  {
    name: 'a unit before the street',
    example: '4200 app. 13 rue Dubois',
    endsBefore: (tokens, i, from) => i === from && tokens[i]?.word?.designator === true && isNumber(tokens[i + 1]),
  },
  {
    name: 'a tower',
    example: '1480 Howe Street Tower B',
    endsBefore: (tokens, i, from) => i > from + 1 && tokens[i]?.word?.tower === true,
  },
  {
    name: 'a word of listings',
    example: '2560 Rue Bélanger near subway',
    endsBefore: (tokens, i, from) => i > from && isNoise(tokens, i),
  },
  {
    name: 'with',
    example: '40 Nugget w/ views',
    endsBefore: (tokens, i, from) => i > from && tokens[i]?.text === 'w' && ((tokens[i + 1]?.gap ?? 0) & SLASH) !== 0,
  },
  {
    name: 'a suite',
    example: '9560 Rue Bélanger Ste 412',
    endsBefore: (tokens, i, from) => i > from && tokens[i]?.text === 'ste' && isNumber(tokens[i + 1]),
  },
  {
    name: 'a province',
    example: '9555 boul. René-Lévesque QC',
    endsBefore: (tokens, i, from) => i > from + 1 && isProvince(tokens, i),
  },
])

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
  // `for … of` is slow on a frozen array
  for (let k = 0; k < rules.length; k++) if ((rules[k] as PhraseEnd).endsBefore(tokens, i, from)) return rules[k]!
  return null
}
