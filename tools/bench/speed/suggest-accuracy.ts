// How often the meant building is among the first three suggestions after a few characters.

import type { MatchBuilding } from '@plinth/matcher'
import { buildIndex } from '@plinth/matcher'
import { finish } from '@plinth/matcher/internal/index/build-index'
import { foldText } from '../../../src/catalog/snapshot/fold-name.ts'
import type { SuggestQuery } from '../../../src/catalog/suggest/search.ts'
import { search } from '../../../src/catalog/suggest/search.ts'
import type { IndexedName, SuggestIndex } from '../../../src/catalog/suggest/suggest-index.ts'
import { BUILDING_NAME, buildSuggestIndex } from '../../../src/catalog/suggest/suggest-index.ts'

export interface TypedCase {
  /** The whole text; only its start is typed. */
  readonly text: string
  readonly city: string
  readonly key: string
}

export interface TopThree {
  readonly cases: number
  /** The meant building is among the first three. */
  readonly found: number
  /** What an order can find on average: more than three buildings may have the same start. */
  readonly ceiling: number
}

const SHOWN = 3

/** The same as for a snapshot, from buildings without records. */
export function indexOfBuildings(buildings: readonly MatchBuilding[]): SuggestIndex {
  return finish(buildSuggestIndex(buildIndex(buildings), namesIn(buildings)))
}

function* namesIn(buildings: readonly MatchBuilding[]): Generator<IndexedName> {
  for (const [building, { name, aliases = [] }] of buildings.entries())
    for (const text of new Set([name, ...aliases])) if (text) yield { kind: BUILDING_NAME, building, text }
}

/** The texts by which people may find each building. */
type TextsOf = (building: MatchBuilding) => readonly string[]

export const addressTexts: TextsOf = ({ addresses }) => addresses.map(({ line }) => line)
export const nameTexts: TextsOf = ({ name, aliases = [] }) => [...(name ? [name] : []), ...aliases]

export class TopThreeMeter {
  readonly #buildings: readonly MatchBuilding[]
  readonly #index: SuggestIndex
  readonly #length: number
  /** Start of a text → keys of the buildings with it, in one city or in all. */
  readonly #byStart = new Map<string, Set<string>>()
  /** Towers with the same address or name are one answer. */
  readonly #groups = new Map<string, string>()

  constructor(buildings: readonly MatchBuilding[], index: SuggestIndex, length: number, textsOf: TextsOf) {
    this.#buildings = buildings
    this.#index = index
    this.#length = length
    for (const building of buildings) {
      this.#groups.set(building.key, building.group ?? building.key)
      for (const text of textsOf(building))
        for (const start of [this.#startOf(text, ''), this.#startOf(text, building.city)]) {
          const keys = this.#byStart.get(start) ?? new Set()
          this.#byStart.set(start, keys.add(building.group ?? building.key))
        }
    }
  }

  #startOf(text: string, city: string): string {
    return `${foldText(text.slice(0, this.#length))}\n${foldText(city)}`
  }

  measure(cases: Iterable<TypedCase>, withCity: boolean, options: Omit<SuggestQuery, 'q' | 'city'> = {}): TopThree {
    const result = { cases: 0, found: 0, ceiling: 0 }
    for (const { text, city, key } of cases) {
      const q = text.slice(0, this.#length)
      const hits = search(this.#index, null, { q, limit: SHOWN, ...options, ...(withCity ? { city } : {}) })
      const group = this.#groups.get(key)
      const isFound = hits.some(({ row }) => this.#groups.get(this.#buildings[row]!.key) === group)
      const rivals = this.#byStart.get(this.#startOf(text, withCity ? city : ''))?.size ?? 1
      result.cases++
      if (isFound) result.found++
      result.ceiling += Math.min(1, SHOWN / rivals)
    }
    return result
  }
}
