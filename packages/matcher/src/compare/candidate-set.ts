// Collects the candidates of a query: looks up entries, compares them, keeps the best comparison per building.

import { PROVINCES } from '../gazetteer/place-tables.ts'
import { dayOf } from '../index/day-number.ts'
import type { StreetIndex } from '../index/street-index.ts'
import { findEntry, REGISTER_LETTER } from '../index/street-index.ts'
import { hasOtherRoleBefore, roleOf } from '../read/address-role.ts'
import type { City } from '../read/city-directory.ts'
import type { QueryLocation } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import { AFTER_STREET, EITHER_END, QUEBEC_ORDER, RANGE_START, withNumberStyle } from '../read/readings.ts'
import { readUnitClue, withUnitHint } from '../read/unit.ts'
import type { Resemblance } from '../text/similarity.ts'
import type { Token } from '../text/token.ts'
import { COMMA } from '../text/token.ts'
import type { MatchQuery } from '../types/match-query.ts'
import type { ReadingContext } from './compare-entry.ts'
import { compareEntry } from './compare-entry.ts'
import { compareCity, compareDistance, comparePostal, compareProvince, namedPlaces } from './compare-location.ts'
import type { ComponentName, Levels, Weights } from './components.ts'
import { COMPONENTS, LEVEL, MAX_LEVELS, POSITION, scoreOf } from './components.ts'
import type { NameMention } from './find-by-name.ts'
import type { SecondReading } from './second-names.ts'
import { secondReadings } from './second-names.ts'

export interface ScoredCandidate {
  readonly building: number
  /** The entry that was compared; -1 for a building found by its name or corporation. */
  entry: number
  reading: CivicReading | null
  levels: Levels
  score: number
  /** The words that name a building. */
  name?: string
  /** Its name is a place too, so its city was compared with the other places. */
  isCityComparedAgain?: boolean
}

/** At this score the address itself was found, and a wider search cannot find a better one. */
export const GOOD_SCORE = 3

const QUEBEC = PROVINCES.findIndex(({ code }) => code === 'QC')

const scratch: Levels = COMPONENTS.map(() => 0)

export class CandidateSet {
  readonly candidates: ScoredCandidate[]
  best = -Infinity
  #context: ReadingContext | null = null
  #contextKey = -1
  readonly #day: number

  readonly index: StreetIndex
  readonly weights: Weights
  readonly query: MatchQuery
  readonly tokens: readonly Token[]
  readonly location: QueryLocation

  constructor(
    index: StreetIndex,
    weights: Weights,
    query: MatchQuery,
    tokens: readonly Token[],
    location: QueryLocation,
    candidates: ScoredCandidate[],
  ) {
    this.candidates = candidates
    this.index = index
    this.weights = weights
    this.query = query
    this.tokens = tokens
    this.location = location
    this.#day = dayOf(query.listed_on)
  }

  /** Remembers only the last context: readings are sorted by number, so it is usually needed again. */
  #contextOf(reading: CivicReading): ReadingContext {
    const key = reading.numberAt * 8192 + reading.street.end
    if (this.#context && this.#contextKey === key) return this.#context
    const { index, query, location, tokens } = this
    const { numberAt, street } = reading
    this.#context = {
      index,
      query,
      location,
      unit: withUnitHint(readUnitClue(tokens, reading), query.unit),
      places: namedPlaces(index, location, Math.min(numberAt, street.from), street.to, street.end),
      role: roleOf(tokens, numberAt, street.end),
      isBehindLandmark: reading.numberStyle === AFTER_STREET && hasOtherRoleBefore(tokens, numberAt),
      day: this.#day,
    }
    this.#contextKey = key
    return this.#context
  }

  /** Adds the comparison in `scratch`, or replaces the building's comparison when this one is better. */
  #keepBest(building: number, entry: number, reading: CivicReading | null): void {
    const score = scoreOf(scratch, this.weights)
    if (score > this.best) this.best = score
    for (const c of this.candidates) {
      if (c.building !== building) continue
      if (score > c.score) {
        c.score = score
        c.entry = entry
        c.reading = reading
        c.levels = scratch.slice()
      }
      return
    }
    this.candidates.push({ building, entry, reading, levels: scratch.slice(), score })
  }

  /** Compares the addresses of all streets of a name that have the number. `near` says how a misspelled name resembles it. */
  compareEntries(
    name: number,
    number: number,
    reading: CivicReading,
    near: Resemblance | null,
    second?: SecondReading,
  ): void {
    const { index } = this
    const end = index.firstEntry[name + 1] as number
    const first = findEntry(index, name, number)
    if (first >= end || index.entryNumber[first] !== number) return
    const context = this.#contextOf(reading)
    // `1288Z` is 1288, unless there is a 1288Z
    const needsLetter = reading.suffix === REGISTER_LETTER && this.#hasRegisterLetter(first, end, number)
    for (let e = first; e < end && index.entryNumber[e] === number; e++) {
      if (reading.numberStyle === QUEBEC_ORDER && !this.#isInQuebec(index.entryBuilding[e] as number)) continue
      if (needsLetter && index.suffixes[index.entrySuffix[e] as number] !== REGISTER_LETTER) continue
      if (near !== null && this.#isNamedExactly(e)) continue
      if (second && index.streetCity[index.entryStreet[e] as number] !== second.city) continue
      compareEntry(context, second?.reading ?? reading, e, near, scratch)
      if (second) scratch[POSITION.address_kind] = LEVEL.address_kind.alias
      if (second?.isShared) scratch[POSITION.street_type] = LEVEL.street_type.missing_rival
      this.#keepBest(index.entryBuilding[e] as number, e, reading)
    }
  }

  /** Another reading has the name as it is: `rue Peel Laval QC` is Peel in Laval, not Peel with a word too many. */
  #isNamedExactly(entry: number): boolean {
    const { same, almost_same } = LEVEL.street_name
    return this.candidates.some((c) => {
      const level = c.levels[POSITION.street_name]
      return c.entry === entry && (level === same || level === almost_same)
    })
  }

  #isInQuebec(building: number): boolean {
    const { buildingCity, directory } = this.index
    return (directory.cities[buildingCity[building] as number] as City).province === QUEBEC
  }

  #hasRegisterLetter(first: number, end: number, number: number): boolean {
    const { entryNumber, entrySuffix, suffixes } = this.index
    for (let e = first; e < end && entryNumber[e] === number; e++)
      if (suffixes[entrySuffix[e] as number] === REGISTER_LETTER) return true
    return false
  }

  /** `Vale Ph. 2, Toronto` is not 2 Toronto Street: after a comma, the only city is the city. */
  #isCity({ street: { type, from, to } }: CivicReading): boolean {
    if (type > 0 || this.location.mentions.length !== 1) return false
    const { mentions, hintCity } = this.location
    const city = mentions[0]
    if (!city || city.from !== from || city.to !== to) return false
    return ((this.tokens[from] as Token).gap & COMMA) !== 0 && (hintCity < 0 || city.ids.includes(hintCity))
  }

  addExact(reading: CivicReading): void {
    const { nameBySingularKey, nextNameOfKey } = this.index
    if (this.#isCity(reading)) return
    for (let n = nameBySingularKey.get(reading.street.singularKey) ?? -1; n >= 0; n = nextNameOfKey[n] as number) {
      const other = reading.isDashed ? (reading.otherNumbers[0] as number) : -1
      if (other >= 0 && this.#hasNumber(n, other)) {
        // `3-11 Somervale View`: where both numbers are buildings, only the reader of the sign knows which is meant
        const style = this.#hasNumber(n, reading.number) ? EITHER_END : RANGE_START
        this.compareEntries(n, reading.number, withNumberStyle(reading, style), null)
        this.compareEntries(n, other, withNumberStyle(reading, style), null)
        continue
      }
      this.compareEntries(n, reading.number, reading, null)
      for (const number of reading.otherNumbers) this.compareEntries(n, number, reading, null)
    }
    if (!this.index.lexicon.hasSecondNames) return
    for (const second of secondReadings(this.index, reading, this.citiesOf(reading))) {
      const { singularKey } = second.reading.street
      for (let n = nameBySingularKey.get(singularKey) ?? -1; n >= 0; n = nextNameOfKey[n] as number)
        this.compareEntries(n, reading.number, reading, null, second)
    }
  }

  #hasNumber(name: number, number: number): boolean {
    const e = findEntry(this.index, name, number)
    return e < (this.index.firstEntry[name + 1] as number) && this.index.entryNumber[e] === number
  }

  /** The cities that the query names for the address. */
  citiesOf(reading: CivicReading): readonly number[] {
    return this.#contextOf(reading).places.all
  }

  /** Their metropolitan areas; null when it names none. */
  metrosOf(reading: CivicReading): readonly number[] | null {
    const named = this.citiesOf(reading)
    if (named.length === 0) return null
    const { cities } = this.index.directory
    return named.map((c) => (cities[c] as City).metro)
  }

  /** The text gives an address of the building. */
  hasAddress(building: number): boolean {
    return this.candidates.some((c) => c.building === building && c.reading !== null)
  }

  /** Sets a level of a building, and adds the building when it is not a candidate yet. */
  addLevel(building: number, component: ComponentName, level: number): void {
    this.#setLevel(this.#candidateOf(building) ?? this.#addNamed(building, -1, -1, this.location), component, level)
  }

  #candidateOf(building: number): ScoredCandidate | undefined {
    return this.candidates.find((c) => c.building === building)
  }

  #setLevel(candidate: ScoredCandidate, component: ComponentName, level: number): void {
    candidate.levels[POSITION[component]] = level
    candidate.score = scoreOf(candidate.levels, this.weights)
    if (candidate.score > this.best) this.best = candidate.score
  }

  /** Compares the city of a building with the places of another location than that of the query. */
  compareCityAgain(building: number, location: QueryLocation): void {
    const { index } = this
    const candidate = this.#candidateOf(building)
    if (!candidate?.reading || location === this.location) return
    const { numberAt, street } = candidate.reading
    const places = namedPlaces(index, location, Math.min(numberAt, street.from), street.to, street.end)
    this.#setLevel(candidate, 'city', compareCity(index, places, location, building, candidate.entry))
    candidate.isCityComparedAgain = true
  }

  /** Keeps the strongest of several names. `location` has the places apart from the name. */
  addName(building: number, level: number, mention: NameMention, location: QueryLocation): void {
    const { isWhole, words, from, to } = mention
    const position = isWhole ? LEVEL.name_position.whole : LEVEL.name_position.inside
    const candidate = this.#candidateOf(building) ?? this.#addNamed(building, from, to, location)
    if (candidate.name !== undefined) {
      const { building_name, name_position } = POSITION
      const bits = (name: number, at: number): number =>
        (this.weights[building_name * MAX_LEVELS + name] as number) +
        (this.weights[name_position * MAX_LEVELS + at] as number)
      const { levels } = candidate
      if (bits(levels[building_name] as number, levels[name_position] as number) >= bits(level, position)) return
    }
    this.#setLevel(candidate, 'building_name', level)
    this.#setLevel(candidate, 'name_position', position)
    candidate.name = words
  }

  /** A candidate without an address: the text names the building, from `from` to `to`, or its corporation. */
  #addNamed(building: number, from: number, to: number, location: QueryLocation): ScoredCandidate {
    const { index } = this
    const places = namedPlaces(index, location, from, to)
    const levels: Levels = COMPONENTS.map(() => 0)
    levels[POSITION.street_name] = LEVEL.street_name.not_compared
    levels[POSITION.name_frequency] = LEVEL.name_frequency.not_compared
    levels[POSITION.street_type] = LEVEL.street_type.not_compared
    levels[POSITION.direction] = LEVEL.direction.not_compared
    levels[POSITION.city] = compareCity(index, places, location, building, -1)
    levels[POSITION.province] = compareProvince(index, places, location, building)
    levels[POSITION.postal_code] = comparePostal(index, location, building)
    levels[POSITION.address_kind] = LEVEL.address_kind.not_compared
    levels[POSITION.distance] = compareDistance(index, this.query, building)
    const candidate: ScoredCandidate = { building, entry: -1, reading: null, levels, score: 0 }
    this.candidates.push(candidate)
    return candidate
  }
}
