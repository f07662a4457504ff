// Finds and ranks suggestions for a text that someone is typing.
import type { PlaceIndex } from './place-index.ts'
import type { Hints } from './preference.ts'
import { Preference } from './preference.ts'
import type { QueryWords } from './query-words.ts'
import { readQuery } from './query-words.ts'
import { AddressSearch } from './search-addresses.ts'
import { searchNames, searchPlaces } from './search-names.ts'
import type { SuggestIndex } from './suggest-index.ts'
import type { SuggestionKind } from './suggestion-kinds.ts'
import { MAX_SUGGESTIONS, SUGGESTION_KINDS } from './suggestion-kinds.ts'
import type { Hit } from './top-hits.ts'
import { TopHits } from './top-hits.ts'

export interface SuggestQuery extends Hints {
  readonly q: string
  readonly kinds?: readonly SuggestionKind[] | undefined
  readonly limit?: number | undefined
}

/** Typos are forgiven once this many characters of a word are typed. */
const MIN_FUZZY = 4
/** The longest words of a query that may have a typo. */
const MAX_FUZZY_WORDS = 3
/** Of the points of the best, for a text that fits nothing as a whole. */
const MIN_SHARE = 0.5
/** Towers and names of one project among the first suggestions. */
const MAX_PER_PROJECT = 2

/** The best first. */
export function search(index: SuggestIndex, places: PlaceIndex | null, request: SuggestQuery): Hit[] {
  const query = readQuery(request.q)
  const kinds = new Set(request.kinds ?? SUGGESTION_KINDS)
  const preference = new Preference(index, request)
  const matches = [index.streets, index.names, index.cities, ...(places ? [places.matches] : [])]
  for (const one of matches) one.start(query.words)
  const run = (): TopHits => {
    const hits = new TopHits(index.addresses)
    if (kinds.has('address')) new AddressSearch(index, query, preference, hits).run()
    searchNames(index, query, preference, hits, kinds)
    if (places) searchPlaces(places, query, preference, hits, kinds)
    return hits
  }
  let hits = run()
  if (!hits.hasComplete && addFuzzy(matches, query)) hits = run()
  const found = hits.hits.filter(({ isComplete }) => isComplete)
  return choose(index, found.length > 0 ? found : partial(hits.hits), request.limit ?? MAX_SUGGESTIONS)
}

/** Returns whether any word is long enough to have a typo. */
function addFuzzy(matches: SuggestIndex['streets'][], { words }: QueryWords): boolean {
  const long = words
    .map(({ text, value, isOptional }, i) => ({ i, length: value < 0 && !isOptional ? text.length : 0 }))
    .filter(({ length }) => length >= MIN_FUZZY)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_FUZZY_WORDS)
  for (const one of matches) for (const { i } of long) one.addFuzzy(words[i]!, 1 << i)
  return long.length > 0
}

function partial(hits: readonly Hit[]): readonly Hit[] {
  const best = hits.reduce((most, { score }) => Math.max(most, score), 0)
  return hits.filter(({ score }) => score >= best * MIN_SHARE)
}

/** Several rows of one project come after the others, and a project with one building has one row. */
function choose({ addresses, towers }: SuggestIndex, hits: readonly Hit[], limit: number): Hit[] {
  const sorted = [...hits].sort((a, b) => b.score - a.score || a.row - b.row)
  const perProject = new Map<number, number>()
  const first: Hit[] = []
  const later: Hit[] = []
  for (const hit of sorted) {
    const isPlace = hit.kind === 'developer' || hit.kind === 'neighbourhood'
    const group = isPlace ? -1 : addresses.group[hit.row]!
    const count = perProject.get(group) ?? 0
    if (group >= 0) {
      // its address, name and project are one and the same building
      if (count > 0 && towers[group]! === 1 && hit.kind !== 'condo_corp') continue
      perProject.set(group, count + 1)
    }
    if (group >= 0 && count >= MAX_PER_PROJECT) later.push(hit)
    else first.push(hit)
    if (first.length === limit) break
  }
  return [...first, ...later].slice(0, limit)
}
