// Finds addresses: a civic number and the words of a street, in any order.

import type { StreetIndex } from '@plinth/matcher'
import { ALIAS, findEntry, findNumber, INSIDE_RANGE } from '@plinth/matcher/internal/index/street-index'
import { bitCount } from '@plinth/matcher/internal/text/name-keys'
import type { Preference } from './preference.ts'
import type { QueryWord, QueryWords } from './query-words.ts'
import { MAX_WORDS } from './query-words.ts'
import type { SuggestIndex } from './suggest-index.ts'
import type { TopHits } from './top-hits.ts'

/** Entries that one query looks at, and names of streets. */
const MAX_ENTRIES = 3000
const MAX_NAMES = 1000
const MAX_NUMBERS = 3
/** Civic numbers have at most this many digits. */
const MAX_DIGITS = 6

const MISSING = 1.2
const TYPE = 0.85
const DIRECTION = 0.9
const CITY = 0.7
const PROVINCE = 0.5
const NUMBER_START = 0.7
const EXTRA_WORD = 0.12
const UNIT_BEFORE = 0.05
const UNIT_ELSEWHERE = 0.15
const OTHER_ADDRESS = 0.05
const WITHIN_RANGE = 0.25
/** Someone who types no number looks for a name first. */
const NO_NUMBER = 0.25

export class AddressSearch {
  readonly #index: SuggestIndex
  readonly #addresses: StreetIndex
  readonly #query: QueryWords
  readonly #preference: Preference
  readonly #hits: TopHits
  readonly #stamp: number
  #budget = MAX_ENTRIES

  constructor(index: SuggestIndex, query: QueryWords, preference: Preference, hits: TopHits) {
    this.#index = index
    this.#addresses = index.addresses
    this.#query = query
    this.#preference = preference
    this.#hits = hits
    this.#stamp = ++index.scratch.searches
  }

  run(): void {
    const { words } = this.#query
    const numbers = words.flatMap(({ value, isOrdinal }, i) => (value > 0 && !isOrdinal ? [i] : []))
    // `#1203 1480 how`: the last number before a street is the civic number most of the time
    const tried = numbers.filter((i) => !words[i]!.isUnit).slice(-MAX_NUMBERS)
    for (const i of tried.length > 0 ? tried : numbers.slice(-1)) this.#findNumber(i)
    if (tried.length === 0 || this.#query.wordBits !== 0) this.#findStreets(tried)
  }

  #findNumber(at: number): void {
    const word = this.#query.words[at]!
    this.#budget = MAX_ENTRIES
    this.#visitNumbers(word.value, word.value + 1, at, word.weight)
    if (!word.isOpen || word.suffix !== '') return
    // 14 may become 1480
    const digits = String(word.value).length
    for (let more = 1; digits + more <= MAX_DIGITS; more++) {
      const factor = 10 ** more
      const points = word.weight * (NUMBER_START + (0.2 * digits) / (digits + more))
      this.#visitNumbers(word.value * factor, (word.value + 1) * factor, at, points)
    }
  }

  /** The entries with a number from `low` up to, but without, `high`; by street where few streets match. */
  #visitNumbers(low: number, high: number, at: number, points: number): void {
    const { streets } = this.#index
    const addresses = this.#addresses
    const [from, to] = [findNumber(addresses, low), findNumber(addresses, high)]
    const { touched } = streets
    if (this.#query.wordBits !== 0 && touched.length > 0 && touched.length * 8 < to - from) {
      for (const name of touched)
        for (let entry = findEntry(addresses, name, low); entry < addresses.firstEntry[name + 1]!; entry++) {
          if (addresses.entryNumber[entry]! >= high) break
          this.#add(entry, at, points)
        }
      return
    }
    for (let i = from; i < to && this.#budget > 0; i++) this.#add(addresses.entriesByNumber[i]!, at, points)
  }

  /** Addresses of streets, without a number. Numbers may be names of streets, as in `104 Ave`. */
  #findStreets(numbers: readonly number[]): void {
    const { streets } = this.#index
    const { touched } = streets
    const names = Array.from(touched.subarray(0, MAX_NAMES)).sort((a, b) => streets.pointsOf(b) - streets.pointsOf(a))
    const needed = numbers.reduce((bits, i) => bits | (1 << i), 0)
    this.#budget = MAX_ENTRIES
    for (const name of names) {
      // without a word for its number, an address is no answer
      if ((streets.maskOf(name) & needed) !== needed) continue
      const end = this.#addresses.firstEntry[name + 1]!
      for (let entry = this.#addresses.firstEntry[name]!; entry < end; entry++) {
        if (this.#budget <= 0) return
        this.#add(entry, -1, -NO_NUMBER)
      }
    }
  }

  /** `at` is the word that is the civic number; -1 for none. */
  #add(entry: number, at: number, points: number): void {
    this.#budget--
    const addresses = this.#addresses
    const street = addresses.entryStreet[entry]!
    const known = this.#index.scratch
    const stamp = this.#stamp * MAX_WORDS + at + 1
    if (known.stamps[street] !== stamp) {
      known.stamps[street] = stamp
      this.#measureStreet(street, at)
    }
    let score = points + known.points[street]!
    if (at >= 0) score -= this.#suffixPenalty(this.#query.words[at]!, addresses.entrySuffix[entry]!)
    const kind = addresses.entryKind[entry]
    if (kind === INSIDE_RANGE) score -= WITHIN_RANGE
    else if (kind === ALIAS) score -= OTHER_ADDRESS
    if (score <= 0) return
    const building = addresses.entryBuilding[entry]!
    const bonus = this.#preference.ofBuilding(building)
    this.#hits.add('address', building, entry, score + bonus, known.isComplete[street] === 1)
  }

  /** What the words of the query give a street. Many entries are on the same street. */
  #measureStreet(street: number, at: number): void {
    const { streets, cities, scratch } = this.#index
    const { all, optional, wordBits, types, directions, provinces, words } = this.#query
    const addresses = this.#addresses
    const name = addresses.streetName[street]!
    const city = addresses.streetCity[street]!
    const civic = at < 0 ? 0 : 1 << at
    const nameMask = streets.maskOf(name) & ~civic
    const parts = [
      { bits: types[addresses.streetType[street]!]!, share: TYPE },
      { bits: directions[addresses.streetDirection[street]!]!, share: DIRECTION },
      { bits: cities.maskOf(city), share: CITY },
      { bits: provinces[addresses.directory.cities[city]!.province]!, share: PROVINCE },
    ]
    let score = this.#pointsOfName(name, nameMask)
    let mask = nameMask | civic
    for (const { bits, share } of parts) {
      const added = bits & ~mask
      mask |= added
      if (added !== 0) score += share * this.#weightOf(added)
    }
    let missing = all & ~mask & ~optional
    for (let i = 0; at >= 0 && missing !== 0 && i < words.length; i++) {
      if (!(missing & (1 << i)) || words[i]!.value < 0) continue
      missing &= ~(1 << i)
      score -= i === at - 1 || words[i]!.isUnit ? UNIT_BEFORE : UNIT_ELSEWHERE
    }
    if (missing !== 0) score -= MISSING * this.#weightOf(missing)
    // a number alone is no answer to a text with words
    const isNumberOnly = wordBits !== 0 && (mask & wordBits) === 0
    scratch.points[street] = isNumberOnly ? Number.NEGATIVE_INFINITY : score
    scratch.isComplete[street] = missing === 0 ? 1 : 0
  }

  /** Words of the street that the query does not have make it less likely. */
  #pointsOfName(name: number, mask: number): number {
    if (mask === 0) return 0
    const { streets } = this.#index
    const extra = Math.max(0, streets.index.lengths[name]! - bitCount(mask))
    // the civic number may also match the street's name, and counts once
    const share = bitCount(mask) / Math.max(1, bitCount(streets.maskOf(name)))
    return streets.pointsOf(name) * share - EXTRA_WORD * Math.min(3, extra)
  }

  #suffixPenalty({ suffix, isOpen }: QueryWord, id: number): number {
    const own = this.#addresses.suffixes[id]!
    if (own === suffix) return 0
    return isOpen && suffix === '' ? 0.05 : 0.2
  }

  #weightOf(bits: number): number {
    const { words } = this.#query
    let weight = 0
    for (let i = 0; i < words.length; i++) if (bits & (1 << i)) weight += words[i]!.weight
    return weight
  }
}
