// The facts of the index that the answer to a query depends on.

import type { Assessment } from '../compare/assess.ts'
import { namedPlaces } from '../compare/compare-location.ts'
import { streetsWithoutNumber } from '../compare/compare-named-street.ts'
import { MAX_FUZZY_READINGS } from '../compare/find-candidates.ts'
import { secondReadings } from '../compare/second-names.ts'
import type { StreetIndex } from '../index/street-index.ts'
import { findEntry, findNumber } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import type { QueryLocation } from '../read/read-location.ts'
import { namedCities } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import { isCorrectable } from '../read/readings.ts'
import { correctedKey } from '../text/misspelled-words.ts'
import { typedKey } from '../text/name-keys.ts'
import { nearestOrdinal, withoutRepeatedWords } from '../text/similarity.ts'
import type { Token } from '../text/token.ts'
import type { NoMatchReason } from '../types/verdict.ts'
import { ANYTHING, areaOf, digitsOf, EVERYWHERE, FACT, linkKey } from './link-key.ts'
import { recordingIndex } from './recording-index.ts'

/** A long text has more readings and names. It is asked again at every change of a building. */
const MAX_KEYS = 200

export class KeyRecorder {
  /** Queries must be assessed with this index. */
  readonly index: StreetIndex
  #keys = new Set<number>()

  constructor(index: StreetIndex) {
    this.index = recordingIndex(index, (key) => this.#keys.add(key))
  }

  /** Call it before the query is assessed. */
  start(): void {
    this.#keys = new Set()
  }

  /** The answer stays the same until one of these facts changes. `reason` is the verdict's. */
  finish(assessment: Assessment, reason: NoMatchReason | null): number[] {
    const { index } = this
    const keys = this.#keys
    addStreets(index, assessment, keys)
    if (!assessment.isFound) addSimilarStreets(index, assessment, keys)
    if (reason === 'civic_number_not_on_street' || reason === 'street_unknown') addKnownStreets(index, assessment, keys)
    if (reason !== null) addNamedAreas(index, assessment, keys)
    for (const corp of assessment.condoCorps) keys.add(linkKey(FACT.condoCorp, corp))
    if (assessment.candidates.some((c) => c.reading === null)) addNamedStreets(index, assessment.tokens, keys)
    return keys.size > MAX_KEYS ? [ANYTHING] : [...keys]
  }
}

const cityOf = (index: StreetIndex, street: number): City =>
  index.directory.cities[index.streetCity[street] as number] as City

const areaKey = (singularKey: string, city: City): number =>
  linkKey(FACT.streetInArea, `${singularKey} ${areaOf(city)}`)

/** The cities that the query names for the address of a reading. */
const citiesOf = (index: StreetIndex, { numberAt, street }: CivicReading, location: QueryLocation): readonly number[] =>
  namedPlaces(index, location, Math.min(numberAt, street.from), street.to).all

/** The exact lookups, and what their comparison reads of other streets. */
function addStreets(index: StreetIndex, { readings, candidates, location }: Assessment, keys: Set<number>): void {
  const isContested = candidates.some((c) => !c.reading || c.reading.street.type === 0 || c.reading.street.isDoubtful)
  const isAgain = candidates.some((c) => c.isCityComparedAgain)
  const seconds = (reading: CivicReading): CivicReading[] =>
    secondReadings(index, reading, citiesOf(index, reading, location)).map((second) => second.reading)
  for (const reading of index.lexicon.hasSecondNames ? readings.flatMap((r) => [r, ...seconds(r)]) : readings) {
    const { singularKey, type, preDirection, postDirection } = reading.street
    const direction = postDirection || preDirection
    const named = citiesOf(index, reading, location)
    let isCompared = isContested
    for (const number of [reading.number, ...reading.otherNumbers]) {
      keys.add(linkKey(FACT.entries, singularKey, number))
      for (const entry of entriesAt(index, singularKey, number)) {
        isCompared = true
        const street = index.entryStreet[entry] as number
        const isSame = index.streetType[street] === type && index.streetDirection[street] === direction
        // only in another city than the named ones does a comparison look for streets there
        const isNamed = named.length === 0 || named.includes(index.streetCity[street] as number)
        if (isSame && !isAgain && isNamed) continue
        keys.add(areaKey(singularKey, cityOf(index, street)))
        // a neighbour outside the area may have the street, too
        for (const city of named) keys.add(areaKey(singularKey, index.directory.cities[city] as City))
      }
    }
    if (isCompared) keys.add(linkKey(FACT.street, singularKey))
  }
}

function* entriesAt(index: StreetIndex, singularKey: string, number: number): Generator<number> {
  const first = index.nameBySingularKey.get(singularKey) ?? -1
  for (let n = first; n >= 0; n = index.nextNameOfKey[n] as number) {
    const end = index.firstEntry[n + 1] as number
    for (let e = findEntry(index, n, number); e < end && index.entryNumber[e] === number; e++) yield e
  }
}

/** The search for misspelled streets: every entry with the number, in the named areas. */
function addSimilarStreets(index: StreetIndex, assessment: Assessment, keys: Set<number>): void {
  const { readings, tokens, candidates, location } = assessment
  const { cities } = index.directory
  const areas = new Set(candidates.map((c) => areaOf(cities[index.buildingCity[c.building] as number] as City)))
  const addStreet = (key: string): void => {
    keys.add(linkKey(FACT.street, key))
    for (const area of areas) keys.add(linkKey(FACT.streetInArea, `${key} ${area}`))
  }
  const isCandidate = new Set(candidates.map((c) => c.building))
  const correctable = readings.filter(isCorrectable)
  for (const reading of correctable.slice(0, MAX_FUZZY_READINGS)) {
    const { street, number } = reading
    if (street.hasLeftover && street.type === 0) continue
    const spellings = spellingsOf(tokens, street)
    if ((spellings[0] as string).length < 4) continue
    // a street that the named city has is not corrected
    keys.add(linkKey(FACT.street, street.singularKey))
    const named = citiesOf(index, reading, location)
    const searched = named.length === 0 ? [EVERYWHERE] : named.map((c) => areaOf(cities[c] as City))
    for (const digits of new Set(spellings.map(digitsOf)))
      for (const area of new Set(searched)) keys.add(linkKey(FACT.number, `${area} ${digits}`, number))
    const ordinal = nearestOrdinal(spellings[0] as string)
    if (ordinal > 0) keys.add(linkKey(FACT.entries, String(ordinal), number))
    if (candidates.length === 0) continue
    addStreet(street.singularKey)
    for (let at = findNumber(index, number); at < index.entriesByNumber.length; at++) {
      const entry = index.entriesByNumber[at] as number
      if (index.entryNumber[entry] !== number) break
      if (!isCandidate.has(index.entryBuilding[entry] as number)) continue
      // once a name is similar, its buildings in other areas are compared too
      const similar = singularKeyOf(index, entry)
      keys.add(linkKey(FACT.entries, similar, number))
      addStreet(similar)
    }
  }
}

/** The street as typed first, then the other forms that are compared. */
function spellingsOf(tokens: readonly Token[], { key, words, from, to }: CivicReading['street']): string[] {
  const corrected = correctedKey(tokens, from, to)
  const forms = to > from + 1 ? [typedKey(tokens, from, to), key, withoutRepeatedWords(words)] : [key]
  return corrected === null ? forms : [...forms, corrected]
}

const singularKeyOf = (index: StreetIndex, entry: number): string => {
  const name = index.streetName[index.entryStreet[entry] as number] as number
  return index.nameBySingularKey.keys.get(index.nameSingular[name] as number)
}

/** The reason for no match says whether a street is known. The first known one ends the search. */
function addKnownStreets(index: StreetIndex, { readings, location }: Assessment, keys: Set<number>): void {
  const hint = index.directory.cities[location.hintCity]
  for (const { street } of readings) {
    const { singularKey } = street
    keys.add(hint ? areaKey(singularKey, hint) : linkKey(FACT.street, singularKey))
    if (!hint && index.nameBySingularKey.get(singularKey) !== undefined) return
  }
}

/** The reason says whether any building is in the named cities. */
function addNamedAreas(index: StreetIndex, assessment: Assessment, keys: Set<number>): void {
  for (const city of namedCities(assessment.location))
    keys.add(linkKey(FACT.covered, areaOf(index.directory.cities[city] as City)))
}

/** A building that was found by its name is compared with the streets that the text names without a number. */
function addNamedStreets(index: StreetIndex, tokens: readonly Token[], keys: Set<number>): void {
  streetsWithoutNumber(tokens, (key) => {
    keys.add(linkKey(FACT.street, key))
    return index.nameBySingularKey.get(key)
  })
}
