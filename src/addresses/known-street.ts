// Finds the street of a reading among the streets of buildings and the lists of real streets.
import { isSameType } from '@plinth/matcher/internal/compare/compare-street'
import { LEVEL, POSITION } from '@plinth/matcher/internal/compare/components'
import type { CityStreets, KnownStreet } from '@plinth/matcher/internal/index/street-lexicon'
import { hasNumber } from '@plinth/matcher/internal/index/street-lexicon'
import type { CivicReading } from '@plinth/matcher/internal/read/readings'
import { bitCount, letterMask } from '@plinth/matcher/internal/text/name-keys'
import type { Resemblance } from '@plinth/matcher/internal/text/similarity'
import { resemblance } from '@plinth/matcher/internal/text/similarity'
import type { AddressBook } from './address-book.ts'
import type { StreetKnowledge } from './address-types.ts'
import type { Choice } from './choose-reading.ts'
import type { StreetParts } from './street-parts.ts'
import { formatStreet, streetOfText } from './street-parts.ts'

export interface FoundStreet {
  /** As it is known; null when no line of it can be read. */
  readonly parts: StreetParts | null
  /** Its row in the index; -1 when no building is on it. */
  readonly street: number
  readonly isNameCorrected: boolean
  /** A list of the city's streets has it, so it has no other type or direction. */
  readonly isComplete: boolean
  readonly knowledge: StreetKnowledge
}

type Numbers = StreetKnowledge['numbers']

/** `city` is -1 when unknown. */
export function findStreet(book: AddressBook, { reading, candidate }: Choice, city: number): FoundStreet | null {
  if (!reading) return null
  if (candidate) {
    const isCorrected = candidate.levels[POSITION.street_name]! > LEVEL.street_name.same_then_more
    return ofIndex(book, book.index.entryStreet[candidate.entry]!, reading, isCorrected)
  }
  if (city < 0) return null
  const streets = book.index.lexicon.get(city)?.streets()
  const street = streetInIndex(book, reading, city)
  if (street >= 0) return ofIndex(book, street, reading, false)
  return streets ? (ofList(book, streets, reading, city) ?? correctedByList(book, streets, reading, city)) : null
}

const fits = (typed: number, known: number): boolean => typed === 0 || known === 0 || typed === known
const fitsType = (typed: number, known: number): boolean => fits(typed, known) || isSameType(typed, known)

/** The street of a building: the same name, and no other type or direction. -1 for none, or for several. */
function streetInIndex({ index }: AddressBook, { street: phrase }: CivicReading, city: number): number {
  const direction = phrase.postDirection || phrase.preDirection
  let found = -1
  let isOnly = true
  for (let n = index.nameBySingularKey.get(phrase.singularKey) ?? -1; n >= 0; n = index.nextNameOfKey[n]!)
    for (let s = index.firstStreet[n]!; s < index.firstStreet[n + 1]!; s++) {
      if (index.streetCity[s] !== city) continue
      const isSame = index.streetType[s] === phrase.type && index.streetDirection[s] === direction
      if (isSame) return s
      if (!fitsType(phrase.type, index.streetType[s]!) || !fits(direction, index.streetDirection[s]!)) continue
      // Without a type or direction, `Queen` may be any of several streets.
      if (found >= 0) isOnly = false
      found = s
    }
  return isOnly ? found : -1
}

/** The same street with buildings on it; -1 for none. */
function rowOf({ index }: AddressBook, { key, type, direction }: StreetParts, city: number): number {
  for (let n = index.nameBySingularKey.get(key) ?? -1; n >= 0; n = index.nextNameOfKey[n]!)
    for (let s = index.firstStreet[n]!; s < index.firstStreet[n + 1]!; s++)
      if (index.streetCity[s] === city && index.streetType[s] === type && index.streetDirection[s] === direction)
        return s
  return -1
}

function ofIndex(book: AddressBook, street: number, reading: CivicReading, isNameCorrected: boolean): FoundStreet {
  const { parts, from, to } = book.street(street)
  const city = book.index.streetCity[street]!
  const listed = parts ? listedAs(book, parts, city) : []
  const numbers = listed.flatMap((one) => one.numbers)
  const range = numbers.length > 0 ? rangeOf(numbers) : { from, to }
  const isListed = numbers.length > 0
  const includes = isListed
    ? listed.some((one) => hasNumber(one, reading.number))
    : reading.number >= from && reading.number <= to
  const knowledge = {
    name: parts && formatStreet(parts, book.provinceOf(city)),
    known: true,
    numbers: range,
    includes_number: includes,
    source: isListed ? ('street_list' as const) : ('buildings' as const),
  }
  return {
    parts,
    street,
    isNameCorrected,
    isComplete: listed.length > 0 && isComplete(book, city),
    knowledge,
  }
}

const listsWithTypes = new WeakMap<CityStreets, boolean>()

/** Ottawa's list has only names: it does not say that a street has no type. */
function hasTypes(streets: CityStreets): boolean {
  let known = listsWithTypes.get(streets)
  if (known === undefined) {
    const listed = [...streets.values()].flat()
    known = listed.filter(({ type }) => type > 0).length > listed.length / 2
    listsWithTypes.set(streets, known)
  }
  return known
}

/** A partial list does not say that a street has no direction. */
function isComplete({ index }: AddressBook, city: number): boolean {
  const list = index.lexicon.get(city)!
  return list.isComplete && hasTypes(list.streets())
}

/** The same street in the city's list. */
function listedAs({ index }: AddressBook, { key, type, direction }: StreetParts, city: number): readonly KnownStreet[] {
  const streets = index.lexicon.get(city)?.streets().get(key) ?? []
  return streets.filter((one) => fitsType(type, one.type) && fits(direction, one.direction))
}

function rangeOf(numbers: readonly number[]): Numbers {
  return numbers.length === 0 ? null : { from: Math.min(...numbers), to: Math.max(...numbers) }
}

/** The listed street of the reading. With several, the one whose numbers include this one. */
function ofList(book: AddressBook, streets: CityStreets, reading: CivicReading, city: number): FoundStreet | null {
  const { street: phrase, number } = reading
  const direction = phrase.postDirection || phrase.preDirection
  const sameName = (streets.get(phrase.singularKey) ?? []).filter((one) => fits(direction, one.direction))
  const sameType = sameName.filter((one) => fitsType(phrase.type, one.type))
  // `Bloor Ave` where the list has only Bloor St: its numbers must confirm it.
  const candidates =
    sameType.length > 0 ? sameType : sameName.filter((one) => one.numbers.length > 0 && hasNumber(one, number))
  const here = candidates.length > 1 ? candidates.filter((one) => hasNumber(one, number)) : candidates
  const exact = here.filter((one) => one.type === phrase.type && one.direction === direction)
  // a partial list may lack the street without a direction
  const isPartial = book.index.lexicon.get(city)?.isComplete === false
  const chosen = exact.length === 1 || isPartial ? exact : here
  if (chosen.length === 1) return found(book, chosen[0]!, number, city, false)
  if (candidates.length === 0) return null
  // The name exists, but the address does not say which of its streets is meant.
  const numbers = rangeOf(candidates.flatMap((one) => one.numbers))
  const knowledge = { name: null, known: true, numbers, includes_number: null, source: 'street_list' as const }
  return { parts: null, street: -1, isNameCorrected: false, isComplete: false, knowledge }
}

function found(
  book: AddressBook,
  listed: KnownStreet,
  number: number,
  city: number,
  isNameCorrected: boolean,
): FoundStreet {
  const province = book.provinceOf(city)
  const parts = streetOfText(listed.name, province, true)
  const numbers = rangeOf(listed.numbers)
  const knowledge = {
    name: parts && formatStreet(parts, province),
    known: true,
    numbers,
    includes_number: numbers && hasNumber(listed, number),
    source: 'street_list' as const,
  }
  const street = parts ? rowOf(book, parts, city) : -1
  return { parts, street, isNameCorrected, isComplete: isComplete(book, city), knowledge }
}

const SURE: ReadonlySet<Resemblance | null> = new Set(['one_edit', 'sounds_same', 'scans_same'])
const MIN_LETTERS = 6

/** A misspelled street in a city whose list is complete: corrected when exactly one street resembles it. */
function correctedByList(
  book: AddressBook,
  streets: CityStreets,
  reading: CivicReading,
  city: number,
): FoundStreet | null {
  const { street: phrase, number } = reading
  const typed = phrase.singularKey
  if (phrase.type === 0 || phrase.isDoubtful || typed.length < MIN_LETTERS || streets.has(typed)) return null
  const mask = letterMask(typed)
  const near: KnownStreet[] = []
  for (const [key, listed] of streets) {
    if (Math.abs(key.length - typed.length) > 2 || bitCount(mask ^ letterMask(key)) > 4) continue
    if (!SURE.has(resemblance(typed, typed, key, key))) continue
    const direction = phrase.postDirection || phrase.preDirection
    near.push(
      ...listed.filter((one) => one.type === phrase.type && fits(direction, one.direction) && hasNumber(one, number)),
    )
  }
  return near.length === 1 ? found(book, near[0]!, number, city, true) : null
}
