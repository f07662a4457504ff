// The lists of real streets by the id of their city.

import type { RetiredCodes } from './retired-codes.ts'
import { isReplaced } from './retired-codes.ts'
import type { CityStreets, KnownStreet, KnownStreets } from './street-lexicon.ts'
import { hashOf } from './string-table.ts'

export class CityLists {
  readonly #lists = new Map<number, KnownStreets>()
  readonly #retired: RetiredCodes[] = []
  #hasSecondNames = false
  /** Lists of a whole country share their hashes, so that one of them is enough. */
  #different: readonly KnownStreets[] | undefined

  /** Without such a list, nothing looks for second names. */
  get hasSecondNames(): boolean {
    return this.#hasSecondNames
  }

  get(city: number): KnownStreets | undefined {
    return this.#lists.get(city)
  }

  /**
   * A later list replaces an earlier one. Lists of a whole country have the parts of a city as places of their own, and
   * they complete a partial list. A city's own list leaves their second names in use.
   */
  add(city: number, list: KnownStreets): void {
    const known = this.#lists.get(city)
    const isJoined = known?.keyHashes && (list.keyHashes || !list.isComplete)
    const added = known && isJoined ? joined(known, list) : list
    this.#lists.set(city, { ...added, secondNames: added.secondNames ?? known?.secondNames })
    this.#hasSecondNames ||= list.secondNames !== undefined
  }

  addRetired(codes: RetiredCodes): void {
    this.#retired.push(codes)
  }

  /** Both are packed codes. */
  isReplaced(old: number, current: number): boolean {
    return this.#retired.length > 0 && isReplaced(old, current, this.#retired)
  }

  /** Reports whether any list has a street of this name. */
  hasStreet(key: string): boolean {
    this.#different ??= [...new Map([...this.#lists.values()].map((list) => [list.keyHashes ?? list, list])).values()]
    return this.#different.some(({ keyHashes, streets }) => keyHashes?.has(hashOf(key)) ?? streets().has(key))
  }
}

function joined(one: KnownStreets, other: KnownStreets): KnownStreets {
  let parts: readonly CityStreets[] = []
  let both = new Map<string, readonly KnownStreet[]>()
  const streets = (): CityStreets => {
    const now = [one.streets(), other.streets()] as const
    if (now[0] === parts[0] && now[1] === parts[1]) return both
    both = new Map(now[0])
    for (const [key, list] of now[1]) both.set(key, [...(both.get(key) ?? []), ...list])
    parts = now
    return both
  }
  return {
    isComplete: one.isComplete || other.isComplete,
    streets,
    keyHashes: one.keyHashes,
    secondNames: one.secondNames || other.secondNames ? streets : undefined,
  }
}
