// Compares street type and direction, and checks whether the typed street exists.

import { EAST, NORTH, SOUTH, WEST } from '../gazetteer/directions.ts'
import { typeId } from '../gazetteer/street-types.ts'
import type { StreetIndex } from '../index/street-index.ts'
import type { KnownStreet, KnownStreets } from '../index/street-lexicon.ts'
import { hasNumber } from '../index/street-lexicon.ts'
import type { City } from '../read/city-directory.ts'
import type { CivicReading } from '../read/readings.ts'
import type { StreetPhrase } from '../read/street-phrase.ts'
import { LEVEL } from './components.ts'

/** Pairs of types that are translations: `chemin` = Road, `promenade` = Drive (Ottawa). */
const TRANSLATIONS = [
  ['CH', 'RD'],
  ['PROM', 'DR'],
  ['ALLEE', 'LANE'],
].map(([a, b]) => [typeId(a as string), typeId(b as string)])

const isPair = (a: number, b: number, x: number, y: number): boolean => (a === x && b === y) || (a === y && b === x)

export const isSameType = (a: number, b: number): boolean =>
  a === b || TRANSLATIONS.some(([x, y]) => isPair(a, b, x as number, y as number))

type Fits = (type: number, direction: number) => boolean

const NO_RIVAL = 0
const RIVAL = 1
/** The civic numbers of the city's streets are known, and no other street of the name has this number. */
const RULED_OUT = 2

/** Says whether the city has another street of the real or the typed name that `fits`: Queen St is a rival of Queens Quay. */
function findRival(index: StreetIndex, phrase: StreetPhrase, street: number, number: number, fits: Fits): number {
  const real = index.streetName[street] as number
  const city = index.streetCity[street] as number
  const listed = index.lexicon.get(city)?.streets().get(phrase.singularKey)
  if (listed) {
    const [type, direction] = [index.streetType[street] as number, index.streetDirection[street] as number]
    const isOther = (s: KnownStreet): boolean => s.type !== type || s.direction !== direction
    if (listed.some((s) => isOther(s) && fits(s.type, s.direction) && hasNumber(s, number))) return RIVAL
    if (listed.some((s) => s.numbers.length > 0)) return RULED_OUT
  }
  const hasStreetNamed = (name: number): boolean => {
    for (let s = index.firstStreet[name] as number; s < (index.firstStreet[name + 1] as number); s++)
      if (
        s !== street &&
        index.streetCity[s] === city &&
        fits(index.streetType[s] as number, index.streetDirection[s] as number)
      )
        return true
    return false
  }
  if (hasStreetNamed(real)) return RIVAL
  for (let n = index.nameBySingularKey.get(phrase.singularKey) ?? -1; n >= 0; n = index.nextNameOfKey[n] as number)
    if (n !== real && hasStreetNamed(n)) return RIVAL
  return NO_RIVAL
}

/** In a grid of numbers (`10 St`, `W 12th Ave`) or letters (`Avenue D`) the type is half of the name. */
function isGridStreet(index: StreetIndex, street: number): boolean {
  const key = index.nameKey.get(index.streetName[street] as number)
  if (key.length <= 1) return true
  for (let i = 0; i < key.length; i++) if (key.charCodeAt(i) < 58) return true
  return false
}

const STREET = typeId('ST')
const AVENUE = typeId('AVE')

export function compareType(index: StreetIndex, phrase: StreetPhrase, street: number, number: number): number {
  const level = LEVEL.street_type
  const typed = phrase.type
  const real = index.streetType[street] as number
  if (typed === real) return typed ? level.same : level.both_none
  if (typed === 0) return leftOutType(index, phrase, street, number)
  if (real && isSameType(typed, real)) return level.same
  const hasTypedStreet = findRival(index, phrase, street, number, (type) => type === typed) === RIVAL
  if (real === 0) return hasTypedStreet ? level.added_rival : level.added
  if (isGridStreet(index, street)) return level.other_numbered
  if (hasTypedStreet) return level.other_rival
  return isPair(typed, real, STREET, AVENUE) ? level.street_for_avenue : level.other
}

function leftOutType(index: StreetIndex, phrase: StreetPhrase, street: number, number: number): number {
  const level = LEVEL.street_type
  const real = index.streetType[street] as number
  const rival = findRival(index, phrase, street, number, (type) => type !== real && type !== 0)
  if (rival === RIVAL) return level.missing_rival
  return isGridStreet(index, street) ? level.missing_numbered : level.missing
}

const isQuadrant = (d: number): boolean => (d & (NORTH | SOUTH)) !== 0 && (d & (EAST | WEST)) !== 0

function areOpposite(a: number, b: number): boolean {
  const union = a | b
  return !isQuadrant(a) && !isQuadrant(b) && (union === (NORTH | SOUTH) || union === (EAST | WEST))
}

export function compareDirection(index: StreetIndex, phrase: StreetPhrase, street: number, number: number): number {
  const level = LEVEL.direction
  const real = index.streetDirection[street] as number
  const { preDirection, postDirection } = phrase
  const typed = postDirection || preDirection
  if (typed === real || (real && preDirection === real)) return typed ? level.same : level.both_none
  const home = (index.directory.cities[index.streetCity[street] as number] as City).homeQuadrant
  if (home && (typed || home) === (real || home)) return level.same
  if (typed === 0) return leftOutDirection(index, phrase, street, number)
  const type = index.streetType[street]
  const rival = findRival(index, phrase, street, number, (t, d) => t === type && d === typed)
  if (real !== 0) return otherDirection(index, street, typed, rival === RIVAL)
  return rival === RIVAL ? level.added_rival : isQuadrant(typed) ? level.added_quadrant : level.added
}

function leftOutDirection(index: StreetIndex, phrase: StreetPhrase, street: number, number: number): number {
  const level = LEVEL.direction
  const real = index.streetDirection[street] as number
  const type = index.streetType[street]
  const rival = findRival(index, phrase, street, number, (t, d) => t === type && d !== 0 && d !== real)
  if (rival === RULED_OUT) return level.missing_sure
  if (isQuadrant(real)) return rival === RIVAL ? level.missing_quadrant_rival : level.missing_quadrant
  return rival === RIVAL ? level.missing_rival : level.missing
}

function otherDirection(index: StreetIndex, street: number, typed: number, hasTypedStreet: boolean): number {
  const level = LEVEL.direction
  const real = index.streetDirection[street] as number
  if (isQuadrant(typed) && isQuadrant(real)) return level.other_quadrant
  if (!isQuadrant(typed) && !isQuadrant(real))
    return hasTypedStreet || areOpposite(typed, real) ? level.opposite : level.other_axis
  // `210 15 Ave SE` is in a city with quadrants, not on E 15th Ave
  if (isQuadrant(typed) && isGridStreet(index, street)) return level.other_quadrant
  return (typed & real) === typed || (typed & real) === real ? level.part_of_quadrant : level.other_quadrant
}

/** Says whether a list of real streets has the typed one, with this number and type. */
function compareWithList(list: KnownStreets, phrase: StreetPhrase, number: number): number {
  const level = LEVEL.typed_street
  const listed = list.streets().get(phrase.singularKey)
  if (!listed) return list.isComplete ? level.not_a_street_here : level.unknown
  let found: number = level.exists_with_other_type
  for (const s of listed) {
    if (phrase.type !== 0 && s.type !== 0 && !isSameType(s.type, phrase.type)) continue
    if (hasNumber(s, number)) return level.exists_here
    found = level.exists_without_number
  }
  return found
}

/** For a fuzzy match: says where the typed street itself exists. A street that exists is not corrected to another. */
export function compareTypedStreet(
  index: StreetIndex,
  reading: CivicReading,
  street: number,
  namedCities: readonly number[],
): number {
  const level = LEVEL.typed_street
  const phrase = reading.street
  const listed = levelInLists(index, reading, street, namedCities)
  if (listed > level.not_a_street_here) return listed
  // a real name of another city is less likely a typo than a word that is no street anywhere
  if (index.nameBySingularKey.get(phrase.singularKey) === undefined) {
    const isOpen = listed === level.unknown || namedCities.length === 0
    return isOpen && index.lexicon.hasStreet(phrase.singularKey) ? level.exists_elsewhere : listed
  }
  const found = levelInIndex(index, phrase, index.streetCity[street] as number)
  // a street of that name in another metropolitan area says nothing where the list of streets is complete
  return found === level.exists_elsewhere && listed === level.not_a_street_here ? listed : found
}

/** Reports whether a city has the typed street with the number, by its list or by its buildings. Then it is not misspelled. */
export function isStreetThere(index: StreetIndex, { street: phrase, number }: CivicReading, city: number): boolean {
  const list = index.lexicon.get(city)
  if (list && compareWithList(list, phrase, number) === LEVEL.typed_street.exists_here) return true
  for (let n = index.nameBySingularKey.get(phrase.singularKey) ?? -1; n >= 0; n = index.nextNameOfKey[n] as number)
    for (let s = index.firstStreet[n] as number; s < (index.firstStreet[n + 1] as number); s++)
      if (index.streetCity[s] === city && index.streetType[s] === phrase.type) return true
  return false
}

/** By the lists of the building's city and of the city that the query names. */
function levelInLists(
  index: StreetIndex,
  { street: phrase, number }: CivicReading,
  street: number,
  namedCities: readonly number[],
): number {
  const { cities } = index.directory
  const city = index.streetCity[street] as number
  let listed: number = LEVEL.typed_street.unknown
  for (const c of namedCities.includes(city) ? namedCities : [city, ...namedCities]) {
    const isNear = (cities[c] as City).metro === (cities[city] as City).metro
    const list = isNear ? index.lexicon.get(c) : undefined
    if (list) listed = Math.max(listed, compareWithList(list, phrase, number))
  }
  return listed
}

/** By the streets of buildings in the metropolitan area. */
function levelInIndex(index: StreetIndex, phrase: StreetPhrase, city: number): number {
  const level = LEVEL.typed_street
  const { cities } = index.directory
  let found: number = level.exists_elsewhere
  for (let n = index.nameBySingularKey.get(phrase.singularKey) ?? -1; n >= 0; n = index.nextNameOfKey[n] as number)
    for (let s = index.firstStreet[n] as number; s < (index.firstStreet[n + 1] as number); s++) {
      const other = index.streetCity[s] as number
      if ((cities[other] as City).metro !== (cities[city] as City).metro) continue
      const type = index.streetType[s] as number
      if (other === city && (type === phrase.type || phrase.type === 0 || type === 0)) return level.exists_here
      found = Math.max(found, other === city ? level.exists_with_other_type : level.exists_in_metro)
    }
  return found
}
