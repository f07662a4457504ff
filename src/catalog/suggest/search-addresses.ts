// Finds addresses: a civic number and the words of a street, in any order.
import { ALIAS, findEntry, findNumber, INSIDE_RANGE } from '../../matcher/index/street-index.ts'
import type { StreetIndex } from '../../matcher/matcher.ts'
import { bitCount } from '../../matcher/text/name-keys.ts'
import type { Preference } from './preference.ts'
import type { QueryWord, QueryWords } from './query-words.ts'
import type { SuggestIndex } from './suggest-index.ts'
import type { TopHits } from './top-hits.ts'

/** Entries that one query looks at, and names of streets. */
const MAX_ENTRIES = 6000
const MAX_NAMES = 1500
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
  #budget = MAX_ENTRIES

  constructor(index: SuggestIndex, query: QueryWords, preference: Preference, hits: TopHits) {
    this.#index = index
    this.#addresses = index.addresses
    this.#query = query
    this.#preference = preference
    this.#hits = hits
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
    const { streets, cities } = this.#index
    const { all, optional, wordBits, types, directions, provinces, words } = this.#query
    const addresses = this.#addresses
    const street = addresses.entryStreet[entry]!
    const name = addresses.streetName[street]!
    const civic = at < 0 ? 0 : 1 << at
    const nameMask = streets.maskOf(name) & ~civic
    if (nameMask === 0 && wordBits !== 0 && !this.#hasOther(street, wordBits)) return
    let score = points + this.#pointsOfName(name, nameMask)
    let mask = nameMask | civic
    const cover = (bits: number, share: number) => {
      const added = bits & ~mask
      if (added === 0) return
      mask |= added
      score += share * this.#weightOf(added)
    }
    cover(types[addresses.streetType[street]!]!, TYPE)
    cover(directions[addresses.streetDirection[street]!]!, DIRECTION)
    const city = addresses.streetCity[street]!
    cover(cities.maskOf(city), CITY)
    cover(provinces[addresses.directory.cities[city]!.province]!, PROVINCE)
    let missing = all & ~mask & ~optional
    if (at >= 0 && missing !== 0) {
      for (let i = 0; i < words.length; i++) {
        if (!(missing & (1 << i)) || words[i]!.value < 0) continue
        missing &= ~(1 << i)
        score -= i === at - 1 || words[i]!.isUnit ? UNIT_BEFORE : UNIT_ELSEWHERE
      }
    }
    if (missing !== 0) score -= MISSING * this.#weightOf(missing)
    if (at >= 0) score -= this.#suffixPenalty(words[at]!, addresses.entrySuffix[entry]!)
    const kind = addresses.entryKind[entry]
    if (kind === INSIDE_RANGE) score -= WITHIN_RANGE
    else if (kind === ALIAS) score -= OTHER_ADDRESS
    if (score <= 0) return
    const building = addresses.entryBuilding[entry]!
    this.#hits.add('address', building, entry, score + this.#preference.ofBuilding(building), missing === 0)
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

  /** The type, direction, city or province has a word of the query. */
  #hasOther(street: number, bits: number): boolean {
    const { types, directions } = this.#query
    const { streetType, streetDirection, streetCity } = this.#addresses
    const found =
      types[streetType[street]!]! |
      directions[streetDirection[street]!]! |
      this.#index.cities.maskOf(streetCity[street]!)
    return (found & bits) !== 0
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
