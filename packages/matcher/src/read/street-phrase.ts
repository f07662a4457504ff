// Reads the street phrases that can follow a civic number.

import { misspelledDirection } from '../text/misspelled-words.ts'
import { canonicalKey, singularKey, wordsOf } from '../text/name-keys.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, DASH, DOT, FIELD, HASH, NUMBER, OPEN, POSTAL, SLASH, SPACE, WORD } from '../text/token.ts'
import type { CityMarks } from './city-marks.ts'
import { CITY_CONTINUES, CITY_STARTS } from './city-marks.ts'
import type { AddDivision } from './divide-street.ts'
import { directionAt, divideStreet, typeAt } from './divide-street.ts'

export interface StreetPhrase {
  /** The tokens of the name. */
  readonly from: number
  readonly to: number
  readonly type: number
  /** The direction before the name (`W Queen St`) and after it (`Queen St W`). */
  readonly preDirection: number
  readonly postDirection: number
  /** The first token after the phrase. */
  readonly end: number
  /** Unexplained words follow: `1480 Howe Downtown`. */
  readonly hasLeftover: boolean
  /** A second type or direction was skipped: `Bloor St W St W`. */
  readonly hasRepeatedTail: boolean
  /** The skipped type differs (`Victoria Park St` read as Victoria Park), or the type is misspelled: the name is looked up, not corrected. */
  readonly isDoubtful: boolean
  /** `Dunlop Stret`, `Dunlop St Wset`. */
  readonly isMisspelled: boolean
  readonly key: string
  readonly singularKey: string
  readonly words: string
}

const MAX_PHRASE = 10
const MAX_PHRASES = 10
const STOP = COMMA | BREAK | OPEN | CLOSE | HASH

/** A province ends the text or precedes a comma, postal code or country; `Sai nt-Denis` names none. */
function endsProvince(next: Token | undefined): boolean {
  return !next || next.kind === POSTAL || (next.gap & STOP) !== 0 || next.text === 'canada'
}

/** Between a number and its street, only a comma or a field border is allowed. */
const separatesStreet = (gap: number): boolean => (gap & (OPEN | HASH)) !== 0 || (gap & (BREAK | FIELD)) === BREAK

/** `Gerrard|St|E|Toronto`, `501 Adelaide St, W`: a field with only a type or direction belongs to the street. */
function isStreetField(tokens: readonly Token[], i: number): boolean {
  const { word, gap } = tokens[i] as Token
  const next = tokens[i + 1]
  if (!word || (gap & HASH) !== 0 || (next && (next.gap & STOP) === 0)) return false
  return word.direction > 0 || ((gap & FIELD) !== 0 && word.type > 0)
}

/** `Hwy #2`. */
const isRouteNumber = (tokens: readonly Token[], i: number): boolean =>
  tokens[i]?.kind === NUMBER && tokens[i]?.gap === (SPACE | HASH) && tokens[i - 1]?.canon === 'highway'

const isSolidType = (t: Token | undefined): boolean =>
  t?.word !== undefined && t?.word !== null && t.word.type > 0 && !t.word.nameLike

/** `Wilson.` ends a sentence; `St.` and `Boul.` are abbreviations. */
const endsSentence = (t: Token): boolean =>
  t.kind === WORD && (t.word === null ? t.text.length >= 4 : t.word.type > 0 && t.text.length >= 6)

/** The phrase ends at punctuation, a postal code, a unit word or a province. */
function phraseEnd(tokens: readonly Token[], from: number): number {
  const limit = Math.min(tokens.length, from + MAX_PHRASE)
  let i = from
  for (; i < limit; i++) {
    const t = tokens[i] as Token
    // most words of a name are unknown
    if (t.word === null && t.gap === SPACE && t.kind === WORD) continue
    if (t.kind === POSTAL) break
    // a comma is allowed only between number and street: `2545, rue De Lorimier`, `1288 , avenue`
    if (t.gap & STOP && (i === from ? separatesStreet(t.gap) : !isStreetField(tokens, i) && !isRouteNumber(tokens, i)))
      break
    if (i > from && t.word && (t.word.designator || (t.word.tower && i > from + 1))) break
    // `2560 Rue Bélanger near subway`, but `Rue du Quartier` and `Robert Bright St`; `Rue Bélanger Ste 412` has a suite
    if (i > from && t.word?.noise && tokens[i - 1]?.canon !== '' && !isSolidType(tokens[i + 1])) break
    // `40 Nugget w/ views`, `19 Grand Trunk - Infinity Condos`
    if (i > from && t.text === 'w' && (tokens[i + 1]?.gap ?? 0) & SLASH) break
    const isAfterSaint = i === from + 1 && tokens[from]?.word?.saint
    if (i > from && t.kind === WORD && (t.gap & (SPACE | DASH)) === (SPACE | DASH) && !isAfterSaint) break
    // `4900 Avenue Wilson. Libre le 1er`: a sentence ends after a whole word
    if (i > from && t.gap === (SPACE | DOT) && endsSentence(tokens[i - 1] as Token)) break
    if (i > from && t.text === 'ste' && tokens[i + 1]?.kind === NUMBER) break
    if (i > from + 1 && t.word?.province && t.word.type === 0 && t.word.direction === 0 && endsProvince(tokens[i + 1]))
      break
  }
  return i
}

/** All plausible phrases, the likeliest first. A name ends before a city. */
export function streetPhrases(tokens: readonly Token[], from: number, cityMarks: CityMarks): StreetPhrase[] {
  const end = phraseEnd(tokens, from)
  const out: StreetPhrase[] = []
  if (end <= from) return out
  const add: AddDivision = (nameFrom, nameTo, type, preDirection, after, misspelling = 'none') => {
    if (nameTo <= nameFrom || out.length >= MAX_PHRASES) return
    let i = after
    let postDirection = 0
    let hasRepeatedTail = false
    let isDoubtful = misspelling === 'guessed'
    let isMisspelled = misspelling !== 'none'
    // after the name: a direction, and repeated types and directions (`Bloor St W St W`, `Ave W Ave`)
    while (i < end) {
      const misspelled = type && !postDirection && !cityMarks[i] ? misspelledDirection(tokens[i] as Token) : 0
      const direction = directionAt(tokens, i, end) || misspelled
      if (misspelled) isMisspelled = true
      if (direction && !(cityMarks[i] && postDirection)) {
        if (postDirection) hasRepeatedTail = true
        else postDirection = direction
        i++
      } else if (typeAt(tokens, i, end) && !cityMarks[i]) {
        hasRepeatedTail = true
        if (type && typeAt(tokens, i, end) !== type) isDoubtful = true
        i++
      } else break
    }
    const next = tokens[i]
    // a city explains the words that follow, unless it starts inside the name: `Ste-Catherine` read as Ste
    let city = i
    while (cityMarks[city] === CITY_CONTINUES) city--
    const isCity = cityMarks[city] === CITY_STARTS && city >= nameTo
    const hasLeftover = i < end && next?.kind === WORD && !isCity && !next.word?.label && !next.word?.houseFloor
    const route = misspelling === 'reversed' ? (tokens[nameFrom] as Token).text : ''
    out.push({
      from: nameFrom,
      to: nameTo,
      type,
      preDirection,
      postDirection,
      end: i,
      hasLeftover,
      hasRepeatedTail,
      isDoubtful,
      isMisspelled,
      key: route ? `highway${route}` : canonicalKey(tokens, nameFrom, nameTo),
      singularKey: route ? `highway${route}` : singularKey(tokens, nameFrom, nameTo),
      words: route ? `highway ${route}` : wordsOf(tokens, nameFrom, nameTo),
    })
  }
  divideStreet(tokens, from, end, 0, add, cityMarks)
  const direction = tokens[from]?.word?.direction ?? 0
  if (direction && end > from + 1) divideStreet(tokens, from + 1, end, direction, add, cityMarks)
  return out
}
