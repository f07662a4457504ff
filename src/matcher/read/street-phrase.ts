// Step 3, the street: the few ways to divide the words behind a civic number into direction, type, name, type, direction.

import { misspelledDirection } from '../text/misspelled-words.ts'
import { canonicalKey, singularKey, wordsOf } from '../text/name-keys.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, FIELD, HASH, NUMBER, OPEN, POSTAL, SPACE, WORD } from '../text/token.ts'
import type { AddDivision, CityMarkAt } from './divide-street.ts'
import { CITY_CONTINUES, CITY_STARTS, directionAt, divideStreet, typeAt } from './divide-street.ts'

export interface StreetPhrase {
  /** Tokens of the name. */
  readonly from: number
  readonly to: number
  readonly type: number
  /** Direction in front of the name or of its type (`W Queen St`), and behind (`Queen St W`). */
  readonly preDirection: number
  readonly postDirection: number
  /** First token behind the whole phrase. */
  readonly end: number
  /** Words follow that nothing explains (`1480 Howe Downtown`). */
  readonly hasLeftover: boolean
  /** A type or direction stood behind the type again (`Bloor St W St W`) and was passed over. */
  readonly hasRepeatedTail: boolean
  /** What was passed over is another type (`Victoria Park St` read as Victoria Park), or the type is misspelled: a name to look up, not to correct. */
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

/** A province is followed by nothing, a comma, a postal code or the country; `Sai nt-Denis` names none. */
function endsProvince(next: Token | undefined): boolean {
  return !next || next.kind === POSTAL || (next.gap & STOP) !== 0 || next.text === 'canada'
}

/** Between a number and its street a comma may stand, or the border of two fields, but no other border. */
const separatesStreet = (gap: number): boolean => (gap & (OPEN | HASH)) !== 0 || (gap & (BREAK | FIELD)) === BREAK

/** `Gerrard|St|E|Toronto`, `501 Adelaide St, W`: a type or direction alone in its field belongs to the street before it. */
function isStreetField(tokens: readonly Token[], i: number): boolean {
  const { word, gap } = tokens[i] as Token
  const next = tokens[i + 1]
  if (!word || (gap & HASH) !== 0 || (next && (next.gap & STOP) === 0)) return false
  return word.direction > 0 || ((gap & FIELD) !== 0 && word.type > 0)
}

/** `Hwy #2`. */
const isRouteNumber = (tokens: readonly Token[], i: number): boolean =>
  tokens[i]?.kind === NUMBER && tokens[i]?.gap === (SPACE | HASH) && tokens[i - 1]?.canon === 'highway'

/** Where the phrase that begins at `from` must end: punctuation, a postal code, a unit word, a province. */
function phraseEnd(tokens: readonly Token[], from: number): number {
  const limit = Math.min(tokens.length, from + MAX_PHRASE)
  let i = from
  for (; i < limit; i++) {
    const t = tokens[i] as Token
    if (t.kind === POSTAL) break
    // `2545, rue De Lorimier` and `1288 , avenue`: only between number and street may a comma stand
    if (t.gap & STOP && (i === from ? separatesStreet(t.gap) : !isStreetField(tokens, i) && !isRouteNumber(tokens, i)))
      break
    if (i > from && t.word && (t.word.designator || (t.word.tower && i > from + 1))) break
    // `2560 Rue Bélanger near subway`, but `Rue du Quartier`; `Rue Bélanger Ste 412` has a suite
    if (i > from && t.word?.noise && tokens[i - 1]?.canon !== '') break
    if (i > from && t.text === 'ste' && tokens[i + 1]?.kind === NUMBER) break
    if (i > from + 1 && t.word?.province && t.word.type === 0 && t.word.direction === 0 && endsProvince(tokens[i + 1]))
      break
  }
  return i
}

/** All plausible divisions, the likeliest first. `isPlace` tells where a city begins, so that a name ends before it. */
export function streetPhrases(tokens: readonly Token[], from: number, cityMarkAt: CityMarkAt): StreetPhrase[] {
  const end = phraseEnd(tokens, from)
  const out: StreetPhrase[] = []
  if (end <= from) return out
  const add: AddDivision = (nameFrom, nameTo, type, pre, after, misspelt = false) => {
    if (nameTo <= nameFrom || out.length >= MAX_PHRASES) return
    let i = after
    let post = 0
    let doubled = false
    let doubtful = misspelt
    let misspelled = misspelt
    // behind the name: direction, and whatever doubled tail the feed wrote (`Bloor St W St W`, `Ave W Ave`)
    while (i < end) {
      const slip = type && !post && !cityMarkAt(i) ? misspelledDirection(tokens[i] as Token) : 0
      const direction = directionAt(tokens, i, end) || slip
      if (slip) misspelled = true
      if (direction && !(cityMarkAt(i) && post)) {
        if (post) doubled = true
        else post = direction
        i++
      } else if (typeAt(tokens, i, end) && !cityMarkAt(i)) {
        doubled = true
        if (type && typeAt(tokens, i, end) !== type) doubtful = true
        i++
      } else break
    }
    const next = tokens[i]
    // a city explains what follows, but not one that begins inside the name: `Ste-Catherine` read as Ste
    let city = i
    while (cityMarkAt(city) === CITY_CONTINUES) city--
    const isCity = cityMarkAt(city) === CITY_STARTS && city >= nameTo
    const leftover = i < end && next?.kind === WORD && !isCity && !next.word?.label && !next.word?.houseFloor
    out.push({
      from: nameFrom,
      to: nameTo,
      type,
      preDirection: pre,
      postDirection: post,
      end: i,
      hasLeftover: leftover,
      hasRepeatedTail: doubled,
      isDoubtful: doubtful,
      isMisspelled: misspelled,
      key: canonicalKey(tokens, nameFrom, nameTo),
      singularKey: singularKey(tokens, nameFrom, nameTo),
      words: wordsOf(tokens, nameFrom, nameTo),
    })
  }
  const starts: [number, number][] = [[from, 0]]
  const lead = tokens[from]?.word?.direction ?? 0
  if (lead && end > from + 1) starts.push([from + 1, lead])
  for (const [start, pre] of starts) divideStreet(tokens, start, end, pre, add, cityMarkAt)
  return out
}
