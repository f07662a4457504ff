// What a query has brought up so far: looks entries up, compares them, keeps the best comparison of each building.

import type { StreetIndex } from '../index/street-index.ts'
import { findEntry, findNumber, REGISTER_LETTER } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import type { QueryLocation } from '../read/read-location.ts'
import { namedCities } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import { readUnitClue } from '../read/unit.ts'
import { correctedKey } from '../text/misspelled-words.ts'
import { bitCount, letterMask, typedKey } from '../text/name-keys.ts'
import type { Resemblance } from '../text/similarity.ts'
import { nearestOrdinal, resemblance, withoutRepeatedWords } from '../text/similarity.ts'
import type { Token } from '../text/token.ts'
import type { MatchQuery } from '../types.ts'
import type { ScoredCandidate } from './assess.ts'
import { dayOf } from './compare-dates.ts'
import type { Comparison, Weights } from './compare-entry.ts'
import { compareEntry, scoreOf } from './compare-entry.ts'
import { compareCity, compareDistance, comparePostal, compareProvince } from './compare-location.ts'
import type { Levels } from './components.ts'
import { COMMON, COMPONENTS, DIRECTION, KIND, NAME, TYPE } from './components.ts'

/** Above this the address itself was found, and no wider search can beat it. */
export const GOOD_SCORE = 3

/** Filled by one comparison at a time, and copied by what is kept of it. */
const scratch: Levels = new Uint8Array(COMPONENTS.length)

/** What has been found so far, the best comparison of each building. */
export class CandidateSet {
  readonly candidates: ScoredCandidate[] = []
  best = -Infinity
  #subject: Comparison | null = null
  #subjectKey = -1
  readonly #day: number

  readonly index: StreetIndex
  readonly weights: Weights
  readonly query: MatchQuery
  readonly tokens: readonly Token[]
  readonly location: QueryLocation

  constructor(index: StreetIndex, weights: Weights, query: MatchQuery, tokens: readonly Token[], place: QueryLocation) {
    this.index = index
    this.weights = weights
    this.query = query
    this.tokens = tokens
    this.location = place
    this.#day = dayOf(query.listed_on)
  }

  /** Several buildings at one address, or none: then names may tell. */
  isContested(): boolean {
    return this.index.buildingsByName.size > 0 && (this.candidates.length !== 1 || this.best < GOOD_SCORE)
  }

  /** Readings come in order of their number: the last subject is nearly always the one that is needed again. */
  #subjectOf(reading: CivicReading): Comparison {
    const key = reading.numberAt * 128 + reading.street.end
    if (this.#subject && this.#subjectKey === key) return this.#subject
    const { level, floor } = readUnitClue(this.tokens, reading)
    const meant = namedCities(this.location, reading.numberAt, reading.street.to, this.index.directory.cities)
    this.#subject = {
      index: this.index,
      query: this.query,
      location: this.location,
      unit: level,
      floor,
      namedCities: meant,
      day: this.#day,
    }
    this.#subjectKey = key
    return this.#subject
  }

  /** Keeps the best comparison of each building. */
  #consider(building: number, entry: number, reading: CivicReading | null): void {
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

  #entries(name: number, number: number, reading: CivicReading, near: Resemblance | null): void {
    const { index } = this
    const subject = this.#subjectOf(reading)
    const end = index.firstEntry[name + 1] as number
    const first = findEntry(index, name, number)
    // `1288Z` is 1288, unless there is a 1288Z
    const letter = reading.suffix === REGISTER_LETTER && this.#hasLetter(first, end, number)
    for (let e = first; e < end && index.entryNumber[e] === number; e++) {
      if (letter && index.suffixes[index.entrySuffix[e] as number] !== REGISTER_LETTER) continue
      compareEntry(subject, reading, e, near, scratch)
      this.#consider(index.entryBuilding[e] as number, e, reading)
    }
  }

  #hasLetter(first: number, end: number, number: number): boolean {
    const { entryNumber, entrySuffix, suffixes } = this.index
    for (let e = first; e < end && entryNumber[e] === number; e++)
      if (suffixes[entrySuffix[e] as number] === REGISTER_LETTER) return true
    return false
  }

  addExact(reading: CivicReading): void {
    const { index } = this
    for (
      let name = index.nameBySingularKey.get(reading.street.singularKey) ?? -1;
      name >= 0;
      name = index.nextNameOfKey[name] as number
    ) {
      this.#entries(name, reading.number, reading, null)
      for (const other of reading.otherNumbers) this.#entries(name, other, reading, null)
    }
  }

  /** Streets spelled almost so that have this very number; digits are never forgiven, so no other can be meant. */
  addFuzzy(reading: CivicReading): void {
    const { index } = this
    const { key: raw, words, singularKey: strong, from, to, type, hasLeftover: leftover } = reading.street
    // part of a name without its type is too little to correct: `Ste` of Ste-Catherine begins every saint
    if (leftover && type === 0) return
    const glued = to > from + 1 ? typedKey(this.tokens, from, to) : raw
    if (glued.length < 4) return
    const ordinal = nearestOrdinal(glued)
    if (ordinal > 0) {
      const name = index.nameBySingularKey.get(String(ordinal))
      if (name !== undefined) this.#entries(name, reading.number, reading, 'one_edit')
    }
    const start = findNumber(index, reading.number)
    if (index.entryNumber[index.entriesByNumber[start] as number] !== reading.number) return
    const mask = letterMask(raw)
    const gluedMask = letterMask(glued)
    const corrected = correctedKey(this.tokens, from, to)
    const correctedMask = corrected === null ? gluedMask : letterMask(corrected)
    const once = to > from + 1 ? withoutRepeatedWords(words) : raw
    const metros = this.#metros(reading)
    const cities = index.directory.cities
    let last = -1
    for (let at = start; at < index.entriesByNumber.length; at++) {
      const e = index.entriesByNumber[at] as number
      if (index.entryNumber[e] !== reading.number) break
      const street = index.entryStreet[e] as number
      const name = index.streetName[street] as number
      if (name === last) continue
      const other = index.nameMask[name] as number
      const differing = mask ^ other
      if (
        bitCount(differing) > 4 &&
        (mask & ~other) !== 0 &&
        (other & ~mask) !== 0 &&
        gluedMask !== other &&
        correctedMask !== other
      )
        continue
      const city = cities[index.streetCity[street] as number] as City
      if (metros && city.name !== '' && !metros.has(city.metro)) continue
      last = name
      const real = index.nameKey[name] as string
      if (index.nameBySingularKey.get(strong) === name) continue
      const same = real === raw || real === glued || real === once
      const near = same
        ? null
        : real === corrected
          ? 'one_edit'
          : resemblance(raw, words, real, index.nameWords[name] as string)
      if (same || near) this.#entries(name, reading.number, reading, near)
    }
  }

  #metros(reading: CivicReading): Set<number> | null {
    const { namedCities: meant } = this.#subjectOf(reading)
    if (meant.length === 0) return null
    const cities = this.index.directory.cities
    return new Set(meant.map((c) => (cities[c] as City).metro))
  }

  has(building: number): boolean {
    return this.candidates.some((c) => c.building === building)
  }

  /** Adds a level to a building already found, or brings it in by that alone. */
  addLevel(building: number, component: number, level: number): void {
    const known = this.candidates.find((c) => c.building === building)
    if (known) {
      known.levels[component] = level
      known.score = scoreOf(known.levels, this.weights)
      if (known.score > this.best) this.best = known.score
      return
    }
    const { index, location: place } = this
    const meant = namedCities(place, -1, -1, index.directory.cities)
    const levels = scratch.fill(0)
    levels[3] = NAME.is.not_compared
    levels[4] = COMMON.is.not_compared
    levels[6] = TYPE.is.not_compared
    levels[7] = DIRECTION.is.not_compared
    levels[8] = compareCity(index, meant, place, building, -1)
    levels[9] = compareProvince(index, place, building)
    levels[10] = comparePostal(index, place, building)
    levels[12] = KIND.is.not_compared
    levels[component] = level
    levels[15] = compareDistance(index, this.query, building)
    this.#consider(building, -1, null)
  }
}
