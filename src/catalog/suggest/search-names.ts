// Finds names of projects and buildings, corporations, developers and neighbourhoods.
import { bitCount } from '@plinth/matcher/internal/text/name-keys'
import type { PlaceIndex } from './place-index.ts'
import type { Preference } from './preference.ts'
import type { QueryWords } from './query-words.ts'
import type { SuggestIndex } from './suggest-index.ts'
import { CORPORATION, PROJECT_NAME } from './suggest-index.ts'
import type { SuggestionKind } from './suggestion-kinds.ts'
import type { TopHits } from './top-hits.ts'
import type { WordMatches } from './word-matches.ts'

const MISSING = 1.2
/** `1203 Aura`: the number of a unit. */
const MISSING_NUMBER = 0.5
/** A text that starts with a number is an address first, even if a name has the same number. */
const NUMBER_FIRST = 0.7
const CITY = 0.7
const EXTRA_WORD = 0.07
const WHOLE_NAME = 0.3
const COMMON_PLACE = 0.1
const MANY = 100

export function searchNames(
  index: SuggestIndex,
  query: QueryWords,
  preference: Preference,
  hits: TopHits,
  kinds: ReadonlySet<SuggestionKind>,
): void {
  const { names, nameKind, nameBuilding, addresses, cities } = index
  const { touched } = names
  const startsWithNumber = (query.words[0]?.value ?? -1) >= 0
  for (let i = 0; i < touched.length; i++) {
    const entry = touched[i]!
    const building = nameBuilding[entry]!
    const kind = kindOf(nameKind[entry]!)
    if (!kinds.has(kind)) continue
    // the number of a corporation says nothing without its registry
    if (kind === 'condo_corp' && (names.maskOf(entry) & query.wordBits) === 0) continue
    const cityMask = cities.maskOf(addresses.buildingCity[building]!)
    const points = pointsOf(names, entry, query, cityMask)
    if (points <= 0) continue
    const bonus = preference.ofBuilding(building) - (startsWithNumber && kind !== 'condo_corp' ? NUMBER_FIRST : 0)
    hits.add(kind, building, -1, points + bonus, isComplete(names.maskOf(entry) | cityMask, query))
  }
}

function kindOf(kind: number): SuggestionKind {
  if (kind === CORPORATION) return 'condo_corp'
  return kind === PROJECT_NAME ? 'project' : 'building'
}

export function searchPlaces(
  { matches, places }: PlaceIndex,
  query: QueryWords,
  preference: Preference,
  hits: TopHits,
  kinds: ReadonlySet<SuggestionKind>,
): void {
  const { touched } = matches
  for (let i = 0; i < touched.length; i++) {
    const row = touched[i]!
    const { kind, latitude, longitude, count } = places[row]!
    if (!kinds.has(kind)) continue
    const points = pointsOf(matches, row, query, 0)
    if (points <= 0) continue
    const size = (COMMON_PLACE * Math.min(MANY, count)) / MANY
    const near = latitude === null || longitude === null ? 0 : preference.ofPoint(latitude, longitude)
    hits.add(kind, row, -1, points + size + near, isComplete(matches.maskOf(row), query))
  }
}

const isComplete = (mask: number, { all, optional }: QueryWords): boolean => (all & ~mask & ~optional) === 0

/** Not above 0 if too little of the query is in the name. */
function pointsOf(matches: WordMatches, entry: number, { words, all, optional }: QueryWords, cityMask: number): number {
  const mask = matches.maskOf(entry)
  let points = matches.pointsOf(entry)
  const missing = all & ~mask & ~optional
  for (let i = 0; missing !== 0 && i < words.length; i++) {
    const bit = 1 << i
    if ((missing & bit) === 0) continue
    const { weight, value } = words[i]!
    if (cityMask & bit) points += CITY * weight
    else points -= weight * (value >= 0 ? MISSING_NUMBER : MISSING)
  }
  if (points <= 0) return 0
  const extra = matches.index.lengths[entry]! - bitCount(mask)
  if (extra <= 0) points += WHOLE_NAME
  return points - EXTRA_WORD * Math.min(4, Math.max(0, extra))
}
