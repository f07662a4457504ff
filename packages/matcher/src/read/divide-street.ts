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

export type AddDivision = (
  nameFrom: number,
  nameTo: number,
  type: number,
  pre: number,
  after: number,
  misspelling?: Misspelling,
) => void

/** Calls `add` for every way to divide the words from `start` to `end`, the likeliest first. */
export function divideStreet(
  tokens: readonly Token[],
  start: number,
  end: number,
  pre: number,
  add: AddDivision,
  cityMarks: CityMarks,
): void {
  const first = tokens[start] as Token
  if (first.kind === NUMBER) {
    divideNumbered(tokens, start, end, pre, add)
    return
  }
  // `177 St George`: at the start, St is a saint
  const leads = first.word?.leads === true && !first.word.saint && end > start + 1
  const trailing = lastType(tokens, start + 1, end)
  const isFrenchFirst = leads && (FRENCH_LEADS.has(first.text) || trailing < 0)
  if (isFrenchFirst) divideFrench(tokens, start, end, pre, add, cityMarks)
  if (trailing > 0) divideEnglish(tokens, start, end, pre, add)
  if (leads && !isFrenchFirst) divideFrench(tokens, start, end, pre, add, cityMarks)
  // `Highway 7 E Richmond Hill`: the only type is part of a city
  // `2345 Cedar Hill Cross`: the only type is part of a name whose own type is missing
  const isPartOfName =
    trailing > 0 && tokens[trailing]?.word?.nameLike && isUnknown(tokens, trailing + 1, end, cityMarks)
  if (!isFrenchFirst && (trailing < 0 || isInsideCity(trailing, cityMarks) || isPartOfName))
    divideWithoutType(tokens, start, end, pre, add, cityMarks)
  const continues = trailing + 1 < end && !directionAt(tokens, trailing + 1, end)
  if (
    !isFrenchFirst &&
    (trailing < 0 || (continues && (tokens[trailing]?.word?.nameLike || tokens[trailing]?.word?.saint)))
  )
    divideMisspelled(tokens, start, end, trailing, pre, add, cityMarks)
}

/** `521 Dunlop Stret`, `1 Eccleston Dive E`, `52 Reu Marie-Victorin`: the type is misspelled. */
function divideMisspelled(
  tokens: readonly Token[],
  start: number,
  end: number,
  trailing: number,
  pre: number,
  add: AddDivision,
  cityMarks: CityMarks,
): void {
  for (let i = Math.max(start, trailing) + 1; i < end; i++) {
    if (tokens[i]?.word || tokens[i]?.kind !== WORD || cityMarks[i]) continue
    const next = i + 1 < end ? tokens[i + 1] : undefined
    const isLast =
      !next || next.kind !== WORD || cityMarks[i + 1] || directionAt(tokens, i + 1, end) || next.word?.label
    if (!isLast) continue
    const scanned = scannedType(tokens[i])
    const type = scanned || misspelledType(tokens[i] as Token) || (next ? 0 : truncatedType(tokens[i] as Token))
    if (type) add(start, i, type, pre, i + 1, scanned ? 'scanned' : 'guessed')
  }
  const first = tokens[start] as Token
  const scanned = end > start + 1 ? scannedType(first) : 0
  const lead = first.word || end <= start + 1 ? 0 : scanned || misspelledType(first)
  if (!lead || !STREET_TYPES[lead]?.lead) return
  const to = nameEnd(tokens, start + 1, end, cityMarks)
  add(start + 1, to, lead, pre, to, scanned ? 'scanned' : 'guessed')
}

/** A French name ends before a number, a unit or a final direction; when `bounded`, also before a city. */
function nameEnd(tokens: readonly Token[], from: number, end: number, cityMarks: CityMarks, bounded = true): number {
  // the first word that is not a particle is part of the name, even if it names a city: `chemin de la Côte-Saint-Luc`
  let to = from
  while (to < end - 1 && tokens[to]?.canon === '') to++
  for (to++; to < end; to++) {
    const kind = tokens[to]?.kind
    if (kind === NUMBER || kind === MIXED || isUnitLabel(tokens[to])) break
    if ((bounded && cityMarks[to] === CITY_STARTS) || endsName(tokens, to, end, cityMarks)) break
  }
  return to
}

const isUnknown = (tokens: readonly Token[], i: number, end: number, cityMarks: CityMarks): boolean =>
  i < end && tokens[i]?.kind === WORD && !tokens[i]?.word && !cityMarks[i]

const isInsideCity = (i: number, cityMarks: CityMarks): boolean => cityMarks[i] === CITY_CONTINUES

/** No grid has higher numbers: 2751 in `2751 Rue Ontario` is a civic number. */
const MAX_STREET_NUMBER = 500

/** `106 Street`, `16th Ave`, `10 SW`: the name is a number. */
function divideNumbered(tokens: readonly Token[], start: number, end: number, pre: number, add: AddDivision): void {
  if ((tokens[start] as Token).value > MAX_STREET_NUMBER) return
  const type = typeAt(tokens, start + 1, end)
  if (type) {
    add(start, start + 1, type, pre, start + 2)
    return
  }
  // `20051 55 A Ave` is on 55A Avenue
  const letter = tokens[start + 1]
  const ofLetter = letter?.kind === WORD && letter.text.length === 1 && !directionAt(tokens, start + 1, end)
  const scanned = start + 1 < end ? scannedType(letter) : 0
  const misspelled = start + 1 < end ? scanned || misspelledType(letter as Token) : 0
  if (ofLetter && typeAt(tokens, start + 2, end)) add(start, start + 2, typeAt(tokens, start + 2, end), pre, start + 3)
  else if (misspelled) add(start, start + 1, misspelled, pre, start + 2, scanned ? 'scanned' : 'guessed')
  else if (start + 1 < end && tokens[start + 1]?.canon === 'highway') {
    add(start, start + 2, 0, pre, start + 2)
    add(start, start + 2, 0, pre, start + 2, 'reversed')
  } else if (start + 1 >= end || directionAt(tokens, start + 1, end) || tokens[start]?.ordinal)
    add(start, start + 1, 0, pre, start + 1)
}

/** The last token that can be a type; -1 when there is none. */
function lastType(tokens: readonly Token[], from: number, end: number): number {
  for (let i = end - 1; i >= from; i--) if (typeAt(tokens, i, end)) return i
  return -1
}

/** `rue Saint-Antoine Ouest`: type, name, direction. */
function divideFrench(
  tokens: readonly Token[],
  start: number,
  end: number,
  pre: number,
  add: AddDivision,
  cityMarks: CityMarks,
): void {
  const type = typeAt(tokens, start, end)
  const to = nameEnd(tokens, start + 1, end, cityMarks)
  // `1 Avenue NW` is a numbered avenue without a civic number, not number 1 on an avenue called NW
  if (to === start + 2 && isQuadrantWord(tokens[start + 1])) return
  add(start + 1, to, type, pre, to)
  const longest = nameEnd(tokens, start + 1, end, cityMarks, false)
  if (longest !== to) add(start + 1, longest, type, pre, longest)
  if (to > start + 2 && misspelledDirection(tokens[to - 1] as Token)) add(start + 1, to - 1, type, pre, to - 1)
  // `2480 Rue Marie-Anne Est Plateau`: a direction may end the name before other words
  for (let i = start + 2; i < to; i++) if (directionAt(tokens, i, end)) add(start + 1, i, type, pre, i)
}

/** `2310 Rue Ward Ph 14`: after a name, `Ph` is a penthouse. */
const isUnitLabel = (token: Token | undefined): boolean =>
  token?.word?.label === true && token.word.type === 0 && token.word.direction === 0

function isQuadrantWord(token: Token | undefined): boolean {
  const direction = token?.word?.direction ?? 0
  return (direction & 3) !== 0 && (direction & 12) !== 0
}

/** Reports whether the token is a direction that no other word of the name can follow. */
function endsName(tokens: readonly Token[], i: number, end: number, cityMarks: CityMarks): boolean {
  if (!directionAt(tokens, i, end)) return false
  if (i + 1 < end && cityMarks[i + 1] === CITY_STARTS) return true
  const next = tokens[i + 1]
  return (
    i + 1 >= end ||
    next?.kind === NUMBER ||
    directionAt(tokens, i + 1, end) > 0 ||
    next?.word?.label === true ||
    typeAt(tokens, i + 1, end) > 0 ||
    i + 2 >= end
  )
}

/** `Lake Shore Blvd W`: name, type, direction. Tries every possible type, the last first. */
function divideEnglish(tokens: readonly Token[], start: number, end: number, pre: number, add: AddDivision): void {
  for (let i = end - 1; i > start; i--) {
    const type = typeAt(tokens, i, end)
    if (!type) continue
    // `County Rd 42`, `Range Road 12`: the number is the name
    if (tokens[i - 1]?.word?.route && tokens[i + 1]?.kind === NUMBER && i + 1 < end) add(start, i + 2, 0, pre, i + 2)
    if (hasNumberInside(tokens, start, i)) continue
    // `Rue du Havre` is not a harbour called Rue
    if (FRENCH_LEADS.has((tokens[start] as Token).text) && hasOnlyParticles(tokens, start + 1, i)) continue
    if (hasOnlyParticles(tokens, start, i)) {
      add(start, i + 1, 0, pre, i + 1)
      continue
    }
    add(start, i, type, pre, i + 1)
    // `99 The Donway W Way W`: the direction before the type belongs after the name
    if (i - 1 > start && directionAt(tokens, i - 1, end)) add(start, i - 1, type, pre, i - 1)
    // `Queens Quay W`, `Harrison Gdns`: the type may be part of the name
    if (tokens[i]?.word?.nameLike && !typeAt(tokens, i + 1, end)) add(start, i + 1, 0, pre, i + 1)
  }
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

/** `1480 Howe`, `West Georgia`, `Hwy 7 E`: a name up to a number, a city or the end; then shorter names. */
function divideWithoutType(
  tokens: readonly Token[],
  start: number,
  end: number,
  pre: number,
  add: AddDivision,
  cityMarks: CityMarks,
): void {
  const stop = (bounded: boolean): number => {
    let to = start + 1
    while (to < end && !(bounded && cityMarks[to] === CITY_STARTS) && !endsName(tokens, to, end, cityMarks)) {
      if (tokens[to]?.kind === NUMBER && !(to === start + 1 && isRoute(tokens[start]))) break
      to++
    }
    return to
  }
  const to = stop(true)
  // `Highway 7` is never `Highway`
  const shortest = Math.max(start + (isRoute(tokens[start]) && tokens[start + 1]?.kind === NUMBER ? 2 : 1), to - 2)
  for (let last = to; last >= shortest; last--) add(start, last, 0, pre, last)
  // `Higoway 7 E`: the number may belong to a route whose word is misspelled
  if (to < end && tokens[to]?.kind === NUMBER && (tokens[to] as Token).value < 1000) add(start, to + 1, 0, pre, to + 1)
  // `Crown Victoria`: a name may end in what is a city elsewhere
  const longest = stop(false)
  if (longest !== to) add(start, longest, 0, pre, longest)
  // `The West Nall`: a direction may be part of a name whose last word is misspelled
  if (longest + 2 === end && tokens[end - 1]?.kind === WORD && !cityMarks[end - 1]) add(start, end, 0, pre, end)
}

/** `Highway 7`, `No. 2 Rd`: the number belongs to the name. */
export function isRoute(token: Token | undefined): boolean {
  return token?.canon === 'highway' || token?.text === 'no' || token?.word?.route === true
}
