// Step 5, compare: one reading against one entry of the index, component by component, into levels and their sum of bits.

import type { StreetIndex } from '../index/street-index.ts'
import { ALIAS, INSIDE_RANGE, REGISTER_LETTER } from '../index/street-index.ts'
import type { QueryLocation } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import { AFTER_STREET, HASHED, IN_STREET } from '../read/readings.ts'
import type { Resemblance } from '../text/similarity.ts'
import type { MatchQuery } from '../types.ts'
import { compareDates } from './compare-dates.ts'
import { compareCity, compareDistance, comparePostal, compareProvince } from './compare-location.ts'
import { compareDirection, compareType, compareTypedStreet } from './compare-street.ts'
import type { Levels } from './components.ts'
import { COMMON, COMPONENTS, DIRECTION, KIND, NAME, NUMBER, RIVAL, SLIPS, SUFFIX, TYPE, UNIT } from './components.ts'

/** Weights as one array: bits of level l of component c are at c * WIDTH + l. */
export type Weights = Float64Array
export const MAX_LEVELS = 16

/** What does not change from entry to entry. */
export interface Comparison {
  readonly index: StreetIndex
  readonly query: MatchQuery
  readonly location: QueryLocation
  /** Level of UNIT by reading. */
  readonly unit: number
  /** Floor of the unit, 0 when unknown. */
  readonly floor: number
  readonly namedCities: readonly number[]
  /** The day the listing was written, 0 when unknown. */
  readonly day: number
}

export function scoreOf(levels: Levels, weights: Weights): number {
  let sum = 0
  for (let c = 0; c < COMPONENTS.length; c++) sum += weights[c * MAX_LEVELS + (levels[c] as number)] as number
  return sum
}

function compareSuffix(typed: string, real: string): number {
  if (typed === real) return typed ? SUFFIX.is.same : SUFFIX.is.both_none
  if (typed === REGISTER_LETTER && !real) return SUFFIX.is.both_none
  if (!typed) return SUFFIX.is.missing
  return real ? SUFFIX.is.conflict : SUFFIX.is.added
}

function compareNumber(reading: CivicReading, number: number, kind: number): number {
  if (number !== reading.number) return reading.isDashed ? NUMBER.is.start_of_range : NUMBER.is.other_of_pair
  if (kind === INSIDE_RANGE) return NUMBER.is.inside_range
  if (reading.numberStyle === AFTER_STREET) return NUMBER.is.late
  if (reading.numberStyle === IN_STREET) return NUMBER.is.in_street
  return reading.numberStyle === HASHED ? NUMBER.is.hashed : NUMBER.is.same
}

function compareUnit(subject: Comparison, building: number): number {
  const storeys = subject.index.storeys[building] as number
  return storeys > 0 && subject.floor > storeys + 3 ? UNIT.is.above_top_floor : subject.unit
}

/** A fuzzy name, a type that is misspelled, a type or direction that differs or lacks, a suffix that differs. */
function compareErrorCount(levels: Levels, misspelt: boolean): number {
  let slips = misspelt ? 1 : 0
  if ((levels[2] as number) > SUFFIX.is.same) slips++
  if ((levels[3] as number) > NAME.is.almost_same) slips++
  if ((levels[6] as number) > TYPE.is.both_none) slips++
  if ((levels[7] as number) > DIRECTION.is.both_none) slips++
  return slips <= 1 ? SLIPS.is.at_most_one : slips === 2 ? SLIPS.is.two : SLIPS.is.more
}

/** Levels of a reading against an entry. `near` says how the name resembles when it is not equal. */
export function compareEntry(
  subject: Comparison,
  reading: CivicReading,
  entry: number,
  near: Resemblance | null,
  levels: Levels,
): void {
  const { index, location: place } = subject
  const street = index.entryStreet[entry] as number
  const name = index.streetName[street] as number
  const building = index.entryBuilding[entry] as number
  const phrase = reading.street
  const kind = index.entryKind[entry] as number
  levels[0] = 0
  levels[1] = compareNumber(reading, index.entryNumber[entry] as number, kind)
  levels[2] = compareSuffix(reading.suffix, index.suffixes[index.entrySuffix[entry] as number] as string)
  levels[3] = near
    ? NAME.is[near]
    : phrase.hasLeftover && phrase.type === 0
      ? NAME.is.same_then_more
      : index.nameKey[name] === phrase.key
        ? NAME.is.same
        : NAME.is.almost_same
  const cities = index.nameCities[name] as number
  levels[4] = cities === 1 ? COMMON.is.one_city : cities <= 4 ? COMMON.is.few_cities : COMMON.is.many_cities
  levels[5] = near ? compareTypedStreet(index, phrase, street) : RIVAL.is.is_this
  levels[6] = compareType(index, phrase, street)
  levels[7] = compareDirection(index, phrase, street)
  levels[8] = compareCity(index, subject.namedCities, place, building, name)
  levels[9] = compareProvince(index, place, building)
  levels[10] = comparePostal(index, place, building)
  levels[11] = compareUnit(subject, building)
  levels[12] = kind === ALIAS ? KIND.is.alias : kind === INSIDE_RANGE ? KIND.is.range : KIND.is.municipal
  levels[13] = 0
  levels[14] = 0
  levels[15] = compareDistance(index, subject.query, building)
  levels[16] = compareErrorCount(levels, phrase.isMisspelled)
  levels[17] = compareDates(index, entry, subject.day)
}
