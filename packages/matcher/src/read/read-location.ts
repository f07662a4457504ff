// Reads city, province and postal code from a text and its hints.

import { normalizePostal, provincesOfPostal } from '../text/postal-code.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, MIXED, NUMBER, OPEN, POSTAL } from '../text/token.ts'
import { VOCABULARY } from '../text/vocabulary.ts'
import type { MatchQuery } from '../types/match-query.ts'
import type { City, CityDirectory, NamedPlace } from './city-directory.ts'
import { provinceId } from './city-directory.ts'
import { CITY_CONTINUES, CITY_STARTS } from './city-marks.ts'
import { MAX_MENTIONS, PlaceFinder } from './find-places.ts'
import { isForeignHint } from './foreign-places.ts'
import type { PlaceMention } from './place-mention.ts'
import { ABROAD, STATE, UNKNOWN_PLACE } from './place-mention.ts'
import { isTailWord } from './place-words.ts'

export interface QueryLocation {
  readonly tokens: readonly Token[]
  /** Canadian places that the text names, in no order. */
  readonly mentions: readonly PlaceMention[]
  /** CITY_STARTS, CITY_CONTINUES or 0 per token. */
  readonly cityMarks: Uint8Array
  /** Places in the text that are unknown or abroad. */
  readonly otherPlaces: readonly PlaceMention[]
  /** -1 when there is no hint or it is unknown. */
  readonly hintCity: number
  /** What the city hint names; null without one. */
  readonly hint: NamedPlace | null
  /** The hints name a place outside Canada. */
  readonly isHintAbroad: boolean
  /** The province that the text names, by its name or its postal code; 0 for none. */
  readonly textProvince: number
  readonly hintProvince: number
  readonly postals: readonly string[]
}

const MAX_CITY_WORDS = 6
const BORDER = COMMA | BREAK | OPEN | CLOSE

interface Span {
  readonly from: number
  readonly to: number
  readonly ids: readonly number[]
}

/** Finds the longest name at each token: `West Vancouver` is not Vancouver. */
function findCities(tokens: readonly Token[], directory: CityDirectory, cityMarks: Uint8Array): Span[] {
  const found: Span[] = []
  for (let i = 0; i < tokens.length; i++) {
    const first = tokens[i] as Token
    if (first.kind === NUMBER || first.kind === MIXED) continue
    const longest = directory.longestFrom(first.canon)
    const city = longest === 0 ? null : cityAt(tokens, directory, i, longest)
    // `Brindle Bay` is not La Baie
    if (!city || (city.to === i + 1 && first.word?.type)) continue
    for (let k = city.from; k < city.to; k++) cityMarks[k] = k === city.from ? CITY_STARTS : CITY_CONTINUES
    found.push(city)
    i = city.to - 1
  }
  return found
}

function cityAt(tokens: readonly Token[], directory: CityDirectory, from: number, longest: number): Span | null {
  let key = ''
  let found: Span | null = null
  for (let to = from; to < tokens.length && to < from + MAX_CITY_WORDS; to++) {
    const t = tokens[to] as Token
    if (t.kind === NUMBER || t.kind === POSTAL || key.length + t.canon.length > longest) break
    // `Georgia St W, Vancouver`
    if (to > from && t.gap & BORDER) break
    key += t.canon
    const ids = key ? directory.idsByKey.get(key) : undefined
    // `Le Sud-Ouest` without its article is a quadrant of Calgary: a borough only as a hint, not in a text
    if (ids && !VOCABULARY.get(key)?.direction) found = { from, to: to + 1, ids }
  }
  return found
}

/** The words of these provinces are also other words: `on the 7th floor`, `Man`, `que`. */
const isShort = (t: Token): boolean => t.text.length <= 4

/**
 * Reports whether the word is a province: `Toronto, ON`, `Montréal (Québec) H3B`, a final `Ontario`. `12 Quebec St`,
 * `on the 7th floor`, `Nunavut Lane` and Fort Saskatchewan name none.
 */
export function isProvinceAt(tokens: readonly Token[], cityMarks: Uint8Array, i: number): boolean {
  const t = tokens[i] as Token
  const next = tokens[i + 1]
  const before = tokens[i - 1]
  if (!t.word?.province || t.word.direction || i < 2 || before?.kind === NUMBER) return false
  if (cityMarks[i] === CITY_CONTINUES) return false
  const ends =
    !next || (next.gap & BORDER) !== 0 || next.kind === POSTAL || next.text === 'canada' || next.text === 'ca'
  if (!ends) return false
  if (!isShort(t)) return true
  // a short word needs a comma or a city before it, unless a postal code or the end of the text follows a street
  return (t.gap & BORDER) !== 0 || (cityMarks[i - 1] ?? 0) > 0 || !next || next.kind === POSTAL
}

const NO_MENTIONS: readonly PlaceMention[] = []

/** The tokens that name a province. */
function findProvinces(tokens: readonly Token[], cityMarks: Uint8Array): number[] {
  const out: number[] = []
  for (let i = 1; i < tokens.length; i++)
    if ((tokens[i] as Token).word?.province && isProvinceAt(tokens, cityMarks, i)) out.push(i)
  return out
}

function findPostals(tokens: readonly Token[]): string[] {
  const out: string[] = []
  for (let i = 1; i < tokens.length; i++) {
    const { kind, text } = tokens[i] as Token
    if (kind === POSTAL && !out.includes(text)) out.push(text)
  }
  return out
}

/** The province that the text names; without one, that of its only postal code. */
function provinceOfText(tokens: readonly Token[], provinces: readonly number[], postals: readonly string[]): number {
  const named = provinces.length > 0 ? (tokens[provinces[0] as number]?.word?.province ?? 0) : 0
  return !named && postals.length === 1 ? (provincesOfPostal(postals[0] as string)[0] ?? 0) : named
}

const isCanadian = (m: PlaceMention): boolean => m.kind < UNKNOWN_PLACE
const isOther = (m: PlaceMention): boolean => m.kind >= UNKNOWN_PLACE

export function readLocation(
  tokens: readonly Token[],
  text: string,
  query: MatchQuery,
  directory: CityDirectory,
): QueryLocation {
  const cityMarks = new Uint8Array(tokens.length)
  const cities = findCities(tokens, directory, cityMarks)
  const provinces = findProvinces(tokens, cityMarks)
  const postals = findPostals(tokens)
  const textProvince = provinceOfText(tokens, provinces, postals)
  const hinted = query.postal ? normalizePostal(query.postal) : ''
  if (hinted && !postals.includes(hinted)) postals.unshift(hinted)
  const finder = new PlaceFinder(tokens, text, cityMarks, provinces, directory)
  for (const { from, to, ids } of cities.slice(0, MAX_MENTIONS)) finder.addCity(from, to, ids)
  finder.run()
  const { found } = finder
  const hintProvince = provinceId(query.province)
  const hint = query.city ? readHint(directory, query.city, textProvince || hintProvince) : null
  const hasOther = found.some(isOther)
  return {
    tokens,
    mentions: hasOther ? found.filter(isCanadian) : found,
    cityMarks,
    otherPlaces: hasOther ? found.filter(isOther) : NO_MENTIONS,
    hintCity: hint?.ids[0] ?? -1,
    hint,
    isHintAbroad: isAbroad(query, hint, hintProvince),
    textProvince,
    hintProvince,
    postals,
  }
}

/** A province that contradicts the city is merely wrong: the city counts. A code of a board that is unknown says nothing: `R01`. */
function readHint(directory: CityDirectory, city: string, province: number): NamedPlace | null {
  const hint = directory.readHint(city, province)
  if (hint.ids.length > 0) return hint
  const anywhere = province === 0 ? hint : directory.readHint(city, 0)
  return anywhere.ids.length === 0 && BOARD_CODE.test(anywhere.key) ? null : anywhere
}

const BOARD_CODE = /[0-9]|^(?:zone|area|district)/

/** A state as province counts even beside a known city: Vancouver, WA is another Vancouver. */
function isAbroad({ city, province }: MatchQuery, hint: NamedPlace | null, hintProvince: number): boolean {
  if (province && hintProvince === 0 && isForeignHint(province)) return true
  return city != null && hint?.ids.length === 0 && isForeignHint(city)
}

const isOutside = (m: PlaceMention, from: number, to: number): boolean => m.from >= to || m.to <= from

/** The cities that the text names, except in the tokens [from, to): those of the text's or the hint's province, if any is there. */
export function citiesInText(location: QueryLocation, from: number, to: number, cities: readonly City[]): number[] {
  const out: number[] = []
  const { textProvince, hintProvince } = location
  const province = textProvince || hintProvince
  const isThere = (id: number): boolean => (cities[id] as City).province === province
  for (const m of location.mentions) {
    if (!isOutside(m, from, to)) continue
    const isAnyThere = province > 0 && m.ids.some(isThere)
    if (!isAnyThere && textProvince) continue
    for (const id of m.ids) if ((!isAnyThere || isThere(id)) && !out.includes(id)) out.push(id)
  }
  return out
}

/**
 * The places that the text states for the address in the tokens [from, to), whose street ends before `end`: only units, codes and other places are
 * between them and the address. `Truro` in `1480 Howe St, Unit 5, Truro NS`, but not in `1480 Howe St, an hour from Truro`.
 */
export function statedPlaces(location: QueryLocation, from: number, to: number, end: number): readonly PlaceMention[] {
  const { mentions, otherPlaces } = location
  if (mentions.length + otherPlaces.length === 0) return NO_MENTIONS
  const out: PlaceMention[] = []
  for (const m of mentions) if (isStated(location, m, from, to, end)) out.push(m)
  for (const m of otherPlaces) if (isStated(location, m, from, to, end)) out.push(m)
  return out
}

function isStated(location: QueryLocation, m: PlaceMention, from: number, to: number, end: number): boolean {
  if (!m.isPlaced) return false
  if (m.from >= to) return isTail(location, Math.min(end, m.from), m.from)
  // `Room for rent, HI! 1480 Howe St`: before an address, the code of a state is a word
  return m.to <= from && m.key !== STATE && isTail(location, m.to, from)
}

function isTail({ tokens, cityMarks }: QueryLocation, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!cityMarks[i] && !isTailWord(tokens[i] as Token)) return false
  return true
}

/** Reports whether the text states that the address in the tokens [from, to) is abroad. */
export const isStatedAbroad = (stated: readonly PlaceMention[]): boolean => stated.some((m) => m.kind === ABROAD)

/** The cities that the query names: those of the text, or of the hint. */
export function namedCities({ mentions, hint }: QueryLocation): readonly number[] {
  const placed: number[] = []
  for (const m of mentions) if (m.isPlaced) placed.push(...m.ids)
  return placed.length > 0 ? placed : (hint?.ids ?? [])
}
