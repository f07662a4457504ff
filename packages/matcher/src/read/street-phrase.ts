// Reads the street phrases that can follow a civic number.

import { misspelledDirection } from '../text/misspelled-words.ts'
import { canonicalKey, singularKey, wordsOf } from '../text/name-keys.ts'
import type { Token } from '../text/token.ts'
import { WORD } from '../text/token.ts'
import type { CityMarks } from './city-marks.ts'
import { CITY_CONTINUES, CITY_STARTS } from './city-marks.ts'
import type { StreetWords } from './divide-street.ts'
import { directionAt, divideStreet, typeAt } from './divide-street.ts'
import { phraseEnd } from './phrase-ends.ts'

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

const MAX_PHRASES = 10

/** What follows a name: a direction, and repeated types and directions (`Bloor St W St W`, `Ave W Ave`). */
interface Tail {
  end: number
  direction: number
  isRepeated: boolean
  isOtherType: boolean
  isMisspelled: boolean
}

/** Reused by every phrase. */
const tail: Tail = { end: 0, direction: 0, isRepeated: false, isOtherType: false, isMisspelled: false }

/** The direction at `i`, also a misspelled one after a type; 0 for none. */
function tailDirection(tokens: readonly Token[], i: number, end: number, type: number, cityMarks: CityMarks): number {
  const direction = directionAt(tokens, i, end)
  if (direction) return cityMarks[i] && tail.direction ? 0 : direction
  const misspelled = type && !tail.direction && !cityMarks[i] ? misspelledDirection(tokens[i] as Token) : 0
  if (misspelled) tail.isMisspelled = true
  return misspelled
}

function readTail(tokens: readonly Token[], from: number, end: number, type: number, cityMarks: CityMarks): void {
  tail.direction = 0
  tail.isRepeated = tail.isOtherType = tail.isMisspelled = false
  let i = from
  for (; i < end; i++) {
    const direction = tailDirection(tokens, i, end, type, cityMarks)
    const repeated = direction || cityMarks[i] ? 0 : typeAt(tokens, i, end)
    if (!direction && !repeated) break
    if (tail.direction || repeated) tail.isRepeated = true
    else tail.direction = direction
    if (type && repeated && repeated !== type) tail.isOtherType = true
  }
  tail.end = i
}

/** Words follow that nothing explains. A city does, unless it starts inside the name: `Ste-Catherine` read as Ste. */
function hasLeftoverAt(tokens: readonly Token[], i: number, nameTo: number, cityMarks: CityMarks): boolean {
  const next = tokens[i] as Token
  if (next.kind !== WORD || next.word?.label || next.word?.houseFloor) return false
  let city = i
  while (cityMarks[city] === CITY_CONTINUES) city--
  return cityMarks[city] !== CITY_STARTS || city < nameTo
}

/** All plausible phrases, the likeliest first. A name ends before a city. */
export function streetPhrases(tokens: readonly Token[], from: number, cityMarks: CityMarks): StreetPhrase[] {
  const end = phraseEnd(tokens, from)
  const out: StreetPhrase[] = []
  if (end <= from) return out
  const add: StreetWords['add'] = (nameFrom, nameTo, type, after, misspelling = 'none') => {
    if (nameTo <= nameFrom || out.length >= MAX_PHRASES) return
    readTail(tokens, after, end, type, cityMarks)
    // `3200 7 Highway` is on Highway 7
    const route = misspelling === 'reversed' ? (tokens[nameFrom] as Token).text : ''
    out.push({
      from: nameFrom,
      to: nameTo,
      type,
      preDirection: words.pre,
      postDirection: tail.direction,
      end: tail.end,
      hasLeftover: tail.end < end && hasLeftoverAt(tokens, tail.end, nameTo, cityMarks),
      hasRepeatedTail: tail.isRepeated,
      isDoubtful: misspelling === 'guessed' || tail.isOtherType,
      isMisspelled: misspelling !== 'none' || tail.isMisspelled,
      key: route ? `highway${route}` : canonicalKey(tokens, nameFrom, nameTo),
      singularKey: route ? `highway${route}` : singularKey(tokens, nameFrom, nameTo),
      words: route ? `highway ${route}` : wordsOf(tokens, nameFrom, nameTo),
    })
  }
  const words: StreetWords = { tokens, cityMarks, end, start: from, pre: 0, add }
  divideStreet(words)
  words.start = from + 1
  words.pre = tokens[from]?.word?.direction ?? 0
  if (words.pre && words.start < end) divideStreet(words)
  return out
}

/** `700 16 Ave` is not 70016 on a street called Ave. */
export function isTypeAlone(tokens: readonly Token[], { type, from }: StreetPhrase): boolean {
  const word = tokens[from]?.word
  return type === 0 && word !== null && word !== undefined && word.type > 0 && !word.nameLike
}
