// Step 5, the street: type, direction and rival streets, each compared to one level.

import { EAST, NORTH, SOUTH, WEST } from '../gazetteer/directions.ts'
import { STREET_TYPES } from '../gazetteer/street-types.ts'
import type { StreetIndex } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import type { StreetPhrase } from '../read/street-phrase.ts'
import { DIRECTION, RIVAL, TYPE } from './components.ts'

const typeId = (code: string): number => STREET_TYPES.findIndex((t) => t.code === code)

/** Types that translate each other: `chemin` = Road, `promenade` = Drive (Ottawa), `sentier` = Trail is one type already. */
const TRANSLATIONS = [
  ['CH', 'RD'],
  ['PROM', 'DR'],
  ['ALLEE', 'LANE'],
].map(([a, b]) => [typeId(a as string), typeId(b as string)])

function isSameType(a: number, b: number): boolean {
  return a === b || TRANSLATIONS.some(([x, y]) => (a === x && b === y) || (a === y && b === x))
}

/** Is there, in the same city, a street of this name, or of the name that was typed, that fits? Queen St is a rival of Queens Quay. */
function hasStreet(index: StreetIndex, strong: string, street: number, fits: (other: number) => boolean): boolean {
  const real = index.streetName[street] as number
  const city = index.streetCity[street]
  const ofName = (name: number): boolean => {
    for (let s = index.firstStreet[name] as number; s < (index.firstStreet[name + 1] as number); s++)
      if (s !== street && index.streetCity[s] === city && fits(s)) return true
    return false
  }
  if (ofName(real)) return true
  for (let name = index.nameBySingularKey.get(strong) ?? -1; name >= 0; name = index.nextNameOfKey[name] as number)
    if (name !== real && ofName(name)) return true
  return false
}

/** In a grid of numbers (`10 St`, `W 12th Ave`) or letters (`Avenue D`) the type is half of the name. */
function isGrid(raw: string): boolean {
  if (raw.length <= 1) return true
  for (let i = 0; i < raw.length; i++) if (raw.charCodeAt(i) < 58) return true
  return false
}

const STREET = typeId('ST')
const AVENUE = typeId('AVE')

export function compareType(index: StreetIndex, phrase: StreetPhrase, street: number): number {
  const typed = phrase.type
  const real = index.streetType[street] as number
  if (typed === real) return typed ? TYPE.is.same : TYPE.is.both_none
  if (typed && real && isSameType(typed, real)) return TYPE.is.same
  const numbered = isGrid(index.nameKey[index.streetName[street] as number] as string)
  if (typed === 0) {
    if (hasStreet(index, phrase.singularKey, street, (s) => index.streetType[s] !== real && index.streetType[s] !== 0))
      return TYPE.is.missing_rival
    return numbered ? TYPE.is.missing_numbered : TYPE.is.missing
  }
  const rival = hasStreet(index, phrase.singularKey, street, (s) => index.streetType[s] === typed)
  if (real === 0) return rival ? TYPE.is.added_rival : TYPE.is.added
  if (numbered) return TYPE.is.other_numbered
  if (rival) return TYPE.is.other_rival
  return typed + real === STREET + AVENUE && (typed === STREET || typed === AVENUE)
    ? TYPE.is.street_for_avenue
    : TYPE.is.other
}

const isQuadrant = (d: number): boolean => (d & (NORTH | SOUTH)) !== 0 && (d & (EAST | WEST)) !== 0

function areOpposite(a: number, b: number): boolean {
  const union = a | b
  return !isQuadrant(a) && !isQuadrant(b) && (union === (NORTH | SOUTH) || union === (EAST | WEST))
}

export function compareDirection(index: StreetIndex, phrase: StreetPhrase, street: number): number {
  const real = index.streetDirection[street] as number
  const { preDirection: pre, postDirection: post } = phrase
  const typed = post || pre
  if (typed === real || (real && pre === real)) return typed ? DIRECTION.is.same : DIRECTION.is.both_none
  const home = (index.directory.cities[index.streetCity[street] as number] as City).homeQuadrant
  if (home && (typed || home) === (real || home)) return DIRECTION.is.same
  const type = index.streetType[street]
  const sibling = (fits: (d: number) => boolean): boolean =>
    hasStreet(
      index,
      phrase.singularKey,
      street,
      (s) => index.streetType[s] === type && fits(index.streetDirection[s] as number),
    )
  if (typed === 0) {
    const rival = sibling((d) => d !== 0 && d !== real)
    if (isQuadrant(real)) return rival ? DIRECTION.is.missing_quadrant_rival : DIRECTION.is.missing_quadrant
    return rival ? DIRECTION.is.missing_rival : DIRECTION.is.missing
  }
  const rival = sibling((d) => d === typed)
  if (real === 0)
    return rival ? DIRECTION.is.added_rival : isQuadrant(typed) ? DIRECTION.is.added_quadrant : DIRECTION.is.added
  if (isQuadrant(typed) && isQuadrant(real)) return DIRECTION.is.other_quadrant
  if (!isQuadrant(typed) && !isQuadrant(real))
    return rival || areOpposite(typed, real) ? DIRECTION.is.opposite : DIRECTION.is.other_axis
  return (typed & real) === typed || (typed & real) === real
    ? DIRECTION.is.part_of_quadrant
    : DIRECTION.is.other_quadrant
}

/** For a street spelled almost so: does the one that was typed exist, and where? A street that exists is not corrected. */
export function compareTypedStreet(index: StreetIndex, phrase: StreetPhrase, street: number): number {
  const { cities } = index.directory
  const city = index.streetCity[street] as number
  const metro = (cities[city] as City).metro
  let name = index.nameBySingularKey.get(phrase.singularKey) ?? -1
  if (name < 0) return RIVAL.is.unknown
  let level: number = RIVAL.is.exists_elsewhere
  for (; name >= 0; name = index.nextNameOfKey[name] as number)
    for (let s = index.firstStreet[name] as number; s < (index.firstStreet[name + 1] as number); s++) {
      const other = index.streetCity[s] as number
      if ((cities[other] as City).metro !== metro) continue
      const type = index.streetType[s] as number
      const here = other === city && (type === phrase.type || phrase.type === 0 || type === 0)
      if (here) return RIVAL.is.exists_here
      level = Math.max(level, other === city ? RIVAL.is.exists_with_other_type : RIVAL.is.exists_in_metro)
    }
  return level
}
