// Divides the words after a number into street name, type and direction, in both languages.

import { STREET_TYPES } from '../gazetteer/street-types.ts'
import { misspelledDirection, misspelledType, scannedType, truncatedType } from '../text/misspelled-words.ts'
import type { Token } from '../text/token.ts'
import { MIXED, NUMBER, WORD } from '../text/token.ts'
import type { CityMarks } from './city-marks.ts'
import { CITY_CONTINUES, CITY_STARTS } from './city-marks.ts'

/** Words that always start a French street: `rue du Parc` is not a Park. */
const FRENCH_LEADS = new Set(
  'rue chemin ch boul boulevard montee rang croissant allee impasse ruelle terrasse carre quai autoroute via'.split(
    ' ',
  ),
)

export function typeAt(tokens: readonly Token[], i: number, end: number): number {
  const word = i < end ? tokens[i]?.word : null
  if (!word) return 0
  // `Aspen Ridge BA SW`
  if (word.quadrantType && i + 1 < end && isQuadrantWord(tokens[i + 1])) return word.quadrantType
  return word.type
}
export const directionAt = (tokens: readonly Token[], i: number, end: number): number =>
  i < end ? tokens[i]?.word?.direction || tokens[i]?.word?.trailingDirection || 0 : 0

/**
 * How the type is misspelled. A scanned type is certain; one edit away is a guess, so the name is then not corrected too.
 * `7 Highway` is Highway 7 in reverse.
 */
export type Misspelling = 'none' | 'scanned' | 'guessed' | 'reversed'

/** The words from `start` to `end`, after the direction `pre` (0 for none), and what to do with each way to divide them. */
export interface StreetWords {
  readonly tokens: readonly Token[]
  readonly cityMarks: CityMarks
  readonly end: number
  start: number
  pre: number
  readonly add: (nameFrom: number, nameTo: number, type: number, after: number, misspelling?: Misspelling) => void
}

/** Calls `add` for every way to divide the words, the likeliest first. */
export function divideStreet(words: StreetWords): void {
  const { tokens, start, end } = words
  const first = tokens[start] as Token
  if (first.kind === NUMBER) {
    divideNumbered(words)
    return
  }
  // `177 St George`: at the start, St is a saint
  const leads = first.word?.leads === true && !first.word.saint && end > start + 1
  const trailing = lastType(tokens, start + 1, end)
  const isFrenchFirst = leads && (FRENCH_LEADS.has(first.text) || trailing < 0)
  if (isFrenchFirst) divideFrench(words)
  if (trailing > 0) divideEnglish(words)
  if (isFrenchFirst) return
  if (leads) divideFrench(words)
  if (mayLackType(words, trailing)) divideWithoutType(words)
  if (mayMisspellType(words, trailing)) divideMisspelled(words, trailing)
}

/** Reports whether the last type, at `trailing`, is none of the street's own. */
function mayLackType({ tokens, end, cityMarks }: StreetWords, trailing: number): boolean {
  // `Highway 7 E Richmond Hill`: the only type is part of a city
  if (trailing < 0 || cityMarks[trailing] === CITY_CONTINUES) return true
  // `2345 Cedar Hill Cross`: the only type is part of a name whose own type is missing
  return tokens[trailing]?.word?.nameLike === true && isUnknown(tokens, trailing + 1, end, cityMarks)
}

function mayMisspellType({ tokens, end }: StreetWords, trailing: number): boolean {
  if (trailing < 0) return true
  if (trailing + 1 >= end || directionAt(tokens, trailing + 1, end)) return false
  const word = tokens[trailing]?.word
  return word?.nameLike === true || word?.saint === true
}

/** `521 Dunlop Stret`, `1 Eccleston Dive E`, `52 Reu Marie-Victorin`: the type is misspelled. */
function divideMisspelled(words: StreetWords, trailing: number): void {
  const { tokens, start, end, cityMarks, add } = words
  for (let i = Math.max(start, trailing) + 1; i < end; i++) {
    if (!isUnknown(tokens, i, end, cityMarks) || !isLastOfStreet(words, i)) continue
    const t = tokens[i] as Token
    const type = wrongType(t) || (i + 1 < end ? 0 : truncatedType(t))
    if (type) add(start, i, type, i + 1, misspellingOf(t))
  }
  const first = tokens[start] as Token
  const lead = end > start + 1 ? wrongType(first) : 0
  if (!STREET_TYPES[lead]?.lead) return
  const to = nameEnd(words, start + 1)
  add(start + 1, to, lead, to, misspellingOf(first))
}

const wrongType = (t: Token): number => scannedType(t) || misspelledType(t)

const misspellingOf = (t: Token): Misspelling => (scannedType(t) ? 'scanned' : 'guessed')

/** Only a direction, a place or a unit may follow the word at `i`. */
function isLastOfStreet({ tokens, end, cityMarks }: StreetWords, i: number): boolean {
  const next = tokens[i + 1]
  if (i + 1 >= end || next?.kind !== WORD || cityMarks[i + 1]) return true
  return directionAt(tokens, i + 1, end) > 0 || next.word?.label === true
}

/** A French name ends before a number, a unit or a final direction; when `bounded`, also before a city. */
function nameEnd(words: StreetWords, from: number, bounded = true): number {
  const { tokens, end, cityMarks } = words
  // the first word that is not a particle is part of the name, even if it names a city: `chemin de la Côte-Saint-Luc`
  let to = from
  while (to < end - 1 && tokens[to]?.canon === '') to++
  for (to++; to < end; to++) {
    const kind = tokens[to]?.kind
    if (kind === NUMBER || kind === MIXED || isUnitLabel(tokens[to])) break
    if ((bounded && cityMarks[to] === CITY_STARTS) || endsName(words, to)) break
  }
  return to
}

const isUnknown = (tokens: readonly Token[], i: number, end: number, cityMarks: CityMarks): boolean =>
  i < end && tokens[i]?.kind === WORD && !tokens[i]?.word && !cityMarks[i]

/** No grid has higher numbers: 2751 in `2751 Rue Ontario` is a civic number. */
const MAX_STREET_NUMBER = 500

/** `106 Street`, `16th Ave`, `10 SW`: the name is a number. */
function divideNumbered({ tokens, start, end, add }: StreetWords): void {
  const number = tokens[start] as Token
  if (number.value > MAX_STREET_NUMBER) return
  const next = start + 1
  const second = next < end ? tokens[next] : undefined
  const type = typeAt(tokens, next, end)
  // `20051 55 A Ave` is on 55A Avenue
  const typeOfLetter = isLetter(second) && !directionAt(tokens, next, end) ? typeAt(tokens, next + 1, end) : 0
  if (type) add(start, next, type, next + 1)
  else if (typeOfLetter) add(start, next + 1, typeOfLetter, next + 2)
  else if (second && wrongType(second)) add(start, next, wrongType(second), next + 1, misspellingOf(second))
  else if (second?.canon === 'highway') {
    add(start, next + 1, 0, next + 1)
    add(start, next + 1, 0, next + 1, 'reversed')
  } else if (!second || directionAt(tokens, next, end) || number.ordinal) add(start, next, 0, next)
}

const isLetter = (t: Token | undefined): boolean => t?.kind === WORD && t.text.length === 1

/** The last token that can be a type; -1 when there is none. */
function lastType(tokens: readonly Token[], from: number, end: number): number {
  for (let i = end - 1; i >= from; i--) if (typeAt(tokens, i, end)) return i
  return -1
}

/** `rue Saint-Antoine Ouest`: type, name, direction. */
function divideFrench(words: StreetWords): void {
  const { tokens, start, end, add } = words
  const type = typeAt(tokens, start, end)
  const from = start + 1
  const to = nameEnd(words, from)
  // `1 Avenue NW` is a numbered avenue without a civic number, not number 1 on an avenue called NW
  if (to === from + 1 && isQuadrantWord(tokens[from])) return
  add(from, to, type, to)
  const longest = nameEnd(words, from, false)
  if (longest !== to) add(from, longest, type, longest)
  if (to > from + 1 && misspelledDirection(tokens[to - 1] as Token)) add(from, to - 1, type, to - 1)
  // `2480 Rue Marie-Anne Est Plateau`: a direction may end the name before other words
  for (let i = from + 1; i < to; i++) if (directionAt(tokens, i, end)) add(from, i, type, i)
}

/** `2310 Rue Ward Ph 14`: after a name, `Ph` is a penthouse. */
const isUnitLabel = (token: Token | undefined): boolean =>
  token?.word?.label === true && token.word.type === 0 && token.word.direction === 0

function isQuadrantWord(token: Token | undefined): boolean {
  const direction = token?.word?.direction ?? 0
  return (direction & 3) !== 0 && (direction & 12) !== 0
}

/** Reports whether the token is a direction that no other word of the name can follow. */
function endsName({ tokens, end, cityMarks }: StreetWords, i: number): boolean {
  if (!directionAt(tokens, i, end)) return false
  const next = tokens[i + 1]
  if (i + 2 >= end || cityMarks[i + 1] === CITY_STARTS || next?.kind === NUMBER || next?.word?.label) return true
  return directionAt(tokens, i + 1, end) > 0 || typeAt(tokens, i + 1, end) > 0
}

/** `Lake Shore Blvd W`: name, type, direction. Tries every possible type, the last first. */
function divideEnglish(words: StreetWords): void {
  const { tokens, start, end, add } = words
  for (let i = end - 1; i > start; i--) {
    const type = typeAt(tokens, i, end)
    if (!type) continue
    // `County Rd 42`, `Range Road 12`: the number is the name
    if (tokens[i - 1]?.word?.route && tokens[i + 1]?.kind === NUMBER && i + 1 < end) add(start, i + 2, 0, i + 2)
    if (!hasNumberInside(tokens, start, i)) divideAtType(words, i, type)
  }
}

function divideAtType({ tokens, start, end, add }: StreetWords, i: number, type: number): void {
  // `Rue du Havre` is not a harbour called Rue
  if (FRENCH_LEADS.has((tokens[start] as Token).text) && hasOnlyParticles(tokens, start + 1, i)) return
  if (hasOnlyParticles(tokens, start, i)) {
    add(start, i + 1, 0, i + 1)
    return
  }
  add(start, i, type, i + 1)
  // `99 The Donway W Way W`: the direction before the type belongs after the name
  if (i - 1 > start && directionAt(tokens, i - 1, end)) add(start, i - 1, type, i - 1)
  // `Queens Quay W`, `Harrison Gdns`: the type may be part of the name
  if (tokens[i]?.word?.nameLike && !typeAt(tokens, i + 1, end)) add(start, i + 1, 0, i + 1)
}

/** `2 bedroom at 1480 Howe St`: only a route has a number inside its name. */
function hasNumberInside(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) {
    const t = tokens[i] as Token
    if (t.kind === NUMBER && !t.ordinal && (t.value > 999 || !isRoute(tokens[i - 1]))) return true
  }
  return false
}

function hasOnlyParticles(tokens: readonly Token[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (tokens[i]?.canon) return false
  return true
}

/** The end of a name without a type: a number that is no route, a final direction or, when `bounded`, a city. */
function endWithoutType(words: StreetWords, bounded: boolean): number {
  const { tokens, start, end, cityMarks } = words
  let to = start + 1
  if (isRoute(tokens[start]) && to < end && tokens[to]?.kind === NUMBER) to++
  while (to < end && tokens[to]?.kind !== NUMBER && !(bounded && cityMarks[to] === CITY_STARTS) && !endsName(words, to))
    to++
  return to
}

/** `1480 Howe`, `West Georgia`, `Hwy 7 E`: a name up to a number, a city or the end; then shorter names. */
function divideWithoutType(words: StreetWords): void {
  const { tokens, start, end, cityMarks, add } = words
  const to = endWithoutType(words, true)
  // `Highway 7` is never `Highway`
  const shortest = Math.max(start + (isRoute(tokens[start]) && tokens[start + 1]?.kind === NUMBER ? 2 : 1), to - 2)
  for (let last = to; last >= shortest; last--) add(start, last, 0, last)
  // `Higoway 7 E`: the number may belong to a route whose word is misspelled
  if (to < end && tokens[to]?.kind === NUMBER && (tokens[to] as Token).value < 1000) add(start, to + 1, 0, to + 1)
  // `Crown Victoria`: a name may end in what is a city elsewhere
  const longest = endWithoutType(words, false)
  if (longest !== to) add(start, longest, 0, longest)
  // `The West Nall`: a direction may be part of a name whose last word is misspelled
  if (longest + 2 === end && tokens[end - 1]?.kind === WORD && !cityMarks[end - 1]) add(start, end, 0, end)
}

/** `Highway 7`, `No. 2 Rd`: the number belongs to the name. */
export function isRoute(token: Token | undefined): boolean {
  return token?.canon === 'highway' || token?.text === 'no' || token?.word?.route === true
}
