// Reads city, province and postal code from a text and its hints.

import { normalizePostal, provincesOfPostal } from '../text/postal-code.ts'
import type { Token } from '../text/token.ts'
import { MIXED, NUMBER, POSTAL } from '../text/token.ts'
import { VOCABULARY } from '../text/vocabulary.ts'
import type { MatchQuery } from '../types.ts'
import type { City, CityDirectory } from './city-directory.ts'
import { provinceId } from './city-directory.ts'
import { CITY_CONTINUES, CITY_STARTS } from './city-marks.ts'

interface CityMention {
  readonly from: number
  readonly to: number
  readonly ids: readonly number[]
}

export interface QueryLocation {
  readonly mentions: readonly CityMention[]
  /** CITY_STARTS, CITY_CONTINUES or 0 per token. */
  readonly cityMarks: Uint8Array
  /** -1 when there is no hint or it is unknown. */
  readonly hintCity: number
  /** The city hint is in no building and not in the gazetteer. */
  readonly isHintUnknown: boolean
  readonly province: number
  readonly postals: readonly string[]
  readonly isAmerican: boolean
}

const MAX_CITY_WORDS = 6

/** Finds the longest name at each token: `West Vancouver` is not Vancouver. */
function findMentions(tokens: readonly Token[], directory: CityDirectory, cityMarks: Uint8Array): CityMention[] {
  const mentions: CityMention[] = []
  for (let i = 0; i < tokens.length; i++) {
    const first = tokens[i] as Token
    if (first.kind === NUMBER || first.kind === MIXED || !directory.firstWords.has(first.canon)) continue
    let key = ''
    let found: CityMention | null = null
    for (let to = i; to < tokens.length && to < i + MAX_CITY_WORDS; to++) {
      const t = tokens[to] as Token
      if (t.kind === NUMBER || t.kind === POSTAL) break
      key += t.canon
      const ids = key ? directory.idsByKey.get(key) : undefined
      // `Le Sud-Ouest` without its article is a quadrant of Calgary: a borough only as a hint, not in a text
      if (ids && !VOCABULARY.get(key)?.direction) found = { from: i, to: to + 1, ids }
    }
    if (!found) continue
    for (let k = found.from; k < found.to; k++) cityMarks[k] = k === found.from ? CITY_STARTS : CITY_CONTINUES
    mentions.push(found)
    i = found.to - 1
  }
  return mentions
}

/** `12 Quebec St` and `12 Nunavut Lane` do not name a province; `Toronto, ON` and a final `Québec` do. */
function isProvince(tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1]
  return (
    i > 1 &&
    tokens[i - 1]?.kind !== NUMBER &&
    !next?.word?.type &&
    !next?.word?.direction &&
    !tokens[i]?.word?.direction
  )
}

export function readLocation(tokens: readonly Token[], query: MatchQuery, directory: CityDirectory): QueryLocation {
  const cityMarks = new Uint8Array(tokens.length)
  const mentions = findMentions(tokens, directory, cityMarks)
  let province = provinceId(query.province)
  let isAmerican = false
  const postals: string[] = []
  const hinted = query.postal ? normalizePostal(query.postal) : ''
  if (hinted) postals.push(hinted)
  for (let i = 1; i < tokens.length; i++) {
    const t = tokens[i] as Token
    if (t.kind === POSTAL && !postals.includes(t.text)) postals.push(t.text)
    if (!t.word) continue
    if (t.word.province && !province && isProvince(tokens, i)) province = t.word.province
    // `Seattle, WA 98101`: a state with a five-digit zip code, or the country
    if (
      t.word.american &&
      i > 1 &&
      (t.text === 'usa' || (tokens[i + 1]?.kind === NUMBER && tokens[i + 1]?.text.length === 5))
    )
      isAmerican = true
  }
  if (!province && postals.length === 1) province = provincesOfPostal(postals[0] as string)[0] ?? 0
  const hintCity = query.city ? directory.resolve(query.city, province) : -1
  return {
    mentions,
    cityMarks,
    hintCity,
    isHintUnknown: Boolean(query.city) && hintCity < 0,
    province,
    postals,
    isAmerican,
  }
}

/** The cities that the hint and the text name, except in the tokens [from, to). */
export function namedCities(location: QueryLocation, from: number, to: number, cities: readonly City[]): number[] {
  const out: number[] = location.hintCity >= 0 ? [location.hintCity] : []
  for (const m of location.mentions) {
    if (m.from < to && m.to > from) continue
    const id = m.ids.find((c) => location.province === 0 || (cities[c] as City).province === location.province)
    if (id !== undefined && !out.includes(id)) out.push(id)
  }
  return out
}
