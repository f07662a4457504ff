// Reads city, province and postal code from a text and its hints.

import { normalizePostal, provincesOfPostal } from '../text/postal-code.ts'
import type { Token } from '../text/token.ts'
import { BREAK, CLOSE, COMMA, MIXED, NUMBER, OPEN, POSTAL } from '../text/token.ts'
import { VOCABULARY } from '../text/vocabulary.ts'
import type { MatchQuery } from '../types.ts'
import type { City, CityDirectory } from './city-directory.ts'
import { provinceId } from './city-directory.ts'
import { CITY_CONTINUES, CITY_STARTS } from './city-marks.ts'
import type { OtherPlace } from './find-places.ts'
import { ABROAD, findOtherPlaces, kindOfHint, UNKNOWN_PLACE } from './find-places.ts'

interface CityMention {
  readonly from: number
  readonly to: number
  readonly ids: readonly number[]
}

export interface QueryLocation {
  readonly mentions: readonly CityMention[]
  /** CITY_STARTS, CITY_CONTINUES or 0 per token. */
  readonly cityMarks: Uint8Array
  /** Places in the text that are no city of the directory. */
  readonly otherPlaces: readonly OtherPlace[]
  /** -1 when there is no hint or it is unknown. */
  readonly hintCity: number
  /** What the hints name instead of a known city: a town, an unknown place, or a place abroad; 0 for none. */
  readonly hintElsewhere: number
  /** The province that the text names, by its name or its postal code; 0 for none. */
  readonly textProvince: number
  readonly hintProvince: number
  readonly postals: readonly string[]
}

const MAX_CITY_WORDS = 6

/** Finds the longest name at each token: `West Vancouver` is not Vancouver. */
function findMentions(tokens: readonly Token[], directory: CityDirectory, cityMarks: Uint8Array): CityMention[] {
  const mentions: CityMention[] = []
  const longestByFirstWord = directory.longestByFirstWord()
  for (let i = 0; i < tokens.length; i++) {
    const first = tokens[i] as Token
    if (first.kind === NUMBER || first.kind === MIXED) continue
    const longest = longestByFirstWord.get(first.canon)
    if (longest === undefined) continue
    let key = ''
    let found: CityMention | null = null
    for (let to = i; to < tokens.length && to < i + MAX_CITY_WORDS; to++) {
      const t = tokens[to] as Token
      if (t.kind === NUMBER || t.kind === POSTAL || key.length + t.canon.length > longest) break
      key += t.canon
      const ids = key ? directory.idsByKey.get(key) : undefined
      // `Le Sud-Ouest` without its article is a quadrant of Calgary: a borough only as a hint, not in a text
      if (ids && !VOCABULARY.get(key)?.direction) found = { from: i, to: to + 1, ids }
    }
    // `Brindle Bay` is not La Baie
    if (!found || (found.to === i + 1 && first.word?.type)) continue
    for (let k = found.from; k < found.to; k++) cityMarks[k] = k === found.from ? CITY_STARTS : CITY_CONTINUES
    mentions.push(found)
    i = found.to - 1
  }
  return mentions
}

const BORDER = COMMA | BREAK | OPEN | CLOSE

/** The words of these provinces are also other words: `on the 7th floor`, `Man`, `que`. */
const isShort = (t: Token): boolean => t.text.length <= 4

/**
 * Reports whether the word is a province: `Toronto, ON`, `Montréal (Québec) H3B`, a final `Ontario`. `12 Quebec St`,
 * `on the 7th floor` and `Nunavut Lane` name none.
 */
export function isProvinceAt(tokens: readonly Token[], cityMarks: Uint8Array, i: number): boolean {
  const t = tokens[i] as Token
  const next = tokens[i + 1]
  const before = tokens[i - 1]
  if (!t.word?.province || t.word.direction || i < 2 || before?.kind === NUMBER) return false
  const ends =
    !next || (next.gap & BORDER) !== 0 || next.kind === POSTAL || next.text === 'canada' || next.text === 'ca'
  if (!ends) return false
  if (!isShort(t)) return true
  // a short word needs a comma or a city before it, unless a postal code or the end of the text follows a street
  return (t.gap & BORDER) !== 0 || (cityMarks[i - 1] ?? 0) > 0 || !next || next.kind === POSTAL
}

export function readLocation(
  tokens: readonly Token[],
  text: string,
  query: MatchQuery,
  directory: CityDirectory,
): QueryLocation {
  const cityMarks = new Uint8Array(tokens.length)
  const found = findMentions(tokens, directory, cityMarks)
  const postals: string[] = []
  const hinted = query.postal ? normalizePostal(query.postal) : ''
  if (hinted) postals.push(hinted)
  let textProvince = 0
  const provinces: number[] = []
  for (let i = 1; i < tokens.length; i++) {
    const t = tokens[i] as Token
    if (t.kind === POSTAL && !postals.includes(t.text)) postals.push(t.text)
    if (!t.word?.province || !isProvinceAt(tokens, cityMarks, i)) continue
    textProvince ||= t.word.province
    provinces.push(i)
  }
  // `Montréal, Québec`: after a city, Québec is the province
  const mentions =
    provinces.length === 0
      ? found
      : found.filter((m) => !(provinces.includes(m.from) && m.from > 0 && cityMarks[m.from - 1]))
  if (!textProvince && postals.length === 1) textProvince = provincesOfPostal(postals[0] as string)[0] ?? 0
  const hintProvince = provinceId(query.province)
  const { city } = query
  let hintCity = city ? directory.resolve(city, textProvince || hintProvince) : -1
  if (city && hintCity < 0) hintCity = directory.resolve(city, 0)
  return {
    mentions,
    cityMarks,
    otherPlaces: findOtherPlaces(tokens, text, cityMarks, provinces),
    hintCity,
    hintElsewhere: hintElsewhere(query, hintCity, hintProvince),
    textProvince,
    hintProvince,
    postals,
  }
}

/** A state as province counts even beside a known city: Vancouver, WA is another Vancouver. */
function hintElsewhere({ city, province }: MatchQuery, hintCity: number, hintProvince: number): number {
  if (province && hintProvince === 0 && kindOfHint(province) === ABROAD) return ABROAD
  if (!city || hintCity >= 0) return 0
  return kindOfHint(city) || UNKNOWN_PLACE
}

/** The cities that the text names, except in the tokens [from, to). A city of the text's or the hint's province comes first. */
export function citiesInText(location: QueryLocation, from: number, to: number, cities: readonly City[]): number[] {
  const out: number[] = []
  const { textProvince, hintProvince } = location
  for (const m of location.mentions) {
    if (m.from < to && m.to > from) continue
    const inProvince = (p: number) => m.ids.find((c) => (cities[c] as City).province === p)
    const id = textProvince ? inProvince(textProvince) : (inProvince(hintProvince) ?? m.ids[0])
    if (id !== undefined && !out.includes(id)) out.push(id)
  }
  return out
}

/** The place in the text, except in the tokens [from, to), that speaks most against a Canadian city; 0 for none. */
export function elsewhereInText(location: QueryLocation, from: number, to: number): number {
  let kind = 0
  for (const p of location.otherPlaces) if ((p.from >= to || p.to <= from) && p.kind > kind) kind = p.kind
  return kind
}
