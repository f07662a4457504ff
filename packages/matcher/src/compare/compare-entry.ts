// Compares one reading with one entry of the index, component by component.

import type { StreetIndex } from '../index/street-index.ts'
import { ALIAS, INSIDE_RANGE, REGISTER_LETTER } from '../index/street-index.ts'
import type { Role } from '../read/address-role.ts'
import type { QueryLocation } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import {
  AFTER_STREET,
  BEFORE_LETTER,
  BEFORE_UNIT,
  EITHER_END,
  HASHED,
  IN_GROUPS,
  IN_STREET,
  PART_OF_SPOKEN,
  PLAIN,
  QUEBEC_ORDER,
  RANGE_START,
  REVERSED,
} from '../read/readings.ts'
import type { StreetPhrase } from '../read/street-phrase.ts'
import type { UnitClue } from '../read/unit.ts'
import type { Resemblance } from '../text/similarity.ts'
import type { MatchQuery } from '../types/match-query.ts'
import { compareDates } from './compare-dates.ts'
import type { NamedPlaces } from './compare-location.ts'
import { compareCity, compareDistance, comparePostal, compareProvince } from './compare-location.ts'
import { compareDirection, compareType, compareTypedStreet } from './compare-street.ts'
import type { Levels } from './components.ts'
import { LEVEL, POSITION } from './components.ts'

/** Everything about a reading that stays the same from entry to entry. */
export interface ReadingContext {
  readonly index: StreetIndex
  readonly query: MatchQuery
  readonly location: QueryLocation
  readonly unit: UnitClue
  readonly places: NamedPlaces
  readonly role: Role
  /** The street before it is not the listing's own, so the number is no unit of that address. */
  readonly isBehindLandmark: boolean
  /** The day the listing was written; 0 when unknown. */
  readonly day: number
}

function compareSuffix({ suffix: typed, numberStyle }: CivicReading, real: string): number {
  // `677 B Front St` is not 677A with unit B
  if (numberStyle === BEFORE_UNIT && real !== '') return LEVEL.number_suffix.conflict
  if (typed === real) return typed ? LEVEL.number_suffix.same : LEVEL.number_suffix.both_none
  if (typed === REGISTER_LETTER && !real) return LEVEL.number_suffix.both_none
  if (!typed) return LEVEL.number_suffix.missing
  return real ? LEVEL.number_suffix.conflict : LEVEL.number_suffix.added
}

/** By the style of a number. */
const LEVEL_OF_STYLE = (({ civic_number: level }) => {
  const levels: number[] = []
  levels[PLAIN] = level.same
  levels[HASHED] = level.hashed
  levels[AFTER_STREET] = level.late
  levels[IN_STREET] = level.in_street
  levels[REVERSED] = level.reversed
  levels[PART_OF_SPOKEN] = level.part_of_spoken
  levels[EITHER_END] = level.either_end
  levels[RANGE_START] = level.start_of_range
  levels[BEFORE_UNIT] = level.before_unit
  levels[QUEBEC_ORDER] = level.before_unit
  levels[IN_GROUPS] = level.in_groups
  levels[BEFORE_LETTER] = level.same
  return Object.freeze(levels)
})(LEVEL)

function compareNumber(reading: CivicReading, number: number, kind: number, isBehindLandmark: boolean): number {
  const { number: typed, numberStyle } = reading
  if (numberStyle !== EITHER_END && numberStyle !== RANGE_START) {
    if (number !== typed) return LEVEL.civic_number.other_of_pair
    if (kind === INSIDE_RANGE) return LEVEL.civic_number.inside_range
  }
  if (isBehindLandmark && numberStyle === AFTER_STREET) return LEVEL.civic_number.same
  return LEVEL_OF_STYLE[numberStyle] as number
}

function compareUnit({ index, unit }: ReadingContext, building: number): number {
  const storeys = index.storeys[building] as number
  return storeys > 0 && unit.floor > storeys + 3 ? LEVEL.unit.above_top_floor : LEVEL.unit[unit.kind]
}

/** Reports whether the text leaves out a type and a direction that the street has. */
function isMissing(levels: Levels): boolean {
  const type = levels[POSITION.street_type] as number
  const direction = levels[POSITION.direction] as number
  const { missing, missing_numbered, missing_rival } = LEVEL.street_type
  return (
    (type === missing || type === missing_numbered || type === missing_rival) &&
    direction >= LEVEL.direction.missing &&
    direction <= LEVEL.direction.missing_quadrant_rival
  )
}

/** Counts a fuzzy name, a misspelled type, a different or missing type or direction, and a different suffix. */
function countErrors(levels: Levels, isMisspelled: boolean): number {
  let errors = isMisspelled ? 1 : 0
  if ((levels[POSITION.number_suffix] as number) > LEVEL.number_suffix.same) errors++
  if ((levels[POSITION.street_name] as number) > LEVEL.street_name.almost_same) errors++
  if ((levels[POSITION.street_type] as number) > LEVEL.street_type.both_none) errors++
  if ((levels[POSITION.direction] as number) > LEVEL.direction.missing_sure) errors++
  const level = LEVEL.slips_together
  // `150 Park` for 150 Park Street West: the street may as well be another Park
  if (errors === 2 && isMissing(levels)) return level.type_and_direction_missing
  return errors <= 1 ? level.at_most_one : errors === 2 ? level.two : level.more
}

function compareName(index: StreetIndex, phrase: StreetPhrase, name: number, resemblance: Resemblance | null): number {
  const level = LEVEL.street_name
  if (resemblance) return level[resemblance]
  if (phrase.hasLeftover && phrase.type === 0) return level.same_then_more
  return index.nameKey.equals(name, phrase.key) ? level.same : level.almost_same
}

function frequencyOf(cities: number): number {
  const level = LEVEL.name_frequency
  return cities === 1 ? level.one_city : cities <= 4 ? level.few_cities : level.many_cities
}

function compareKind(kind: number): number {
  const level = LEVEL.address_kind
  return kind === ALIAS ? level.alias : kind === INSIDE_RANGE ? level.range : level.municipal
}

/**
 * Fills in the levels of an address; the other components keep level 0, which says nothing.
 * `resemblance` says how the names resemble each other; null when they are equal.
 */
export function compareEntry(
  context: ReadingContext,
  reading: CivicReading,
  entry: number,
  resemblance: Resemblance | null,
  levels: Levels,
): void {
  const { index, location, places } = context
  const street = index.entryStreet[entry] as number
  const name = index.streetName[street] as number
  const building = index.entryBuilding[entry] as number
  const phrase = reading.street
  const kind = index.entryKind[entry] as number
  const number = index.entryNumber[entry] as number
  levels[POSITION.civic_number] = compareNumber(reading, number, kind, context.isBehindLandmark)
  levels[POSITION.number_suffix] = compareSuffix(reading, index.suffixes[index.entrySuffix[entry] as number] as string)
  levels[POSITION.street_name] = compareName(index, phrase, name, resemblance)
  levels[POSITION.name_frequency] = frequencyOf(index.nameCities[name] as number)
  levels[POSITION.typed_street] = resemblance
    ? compareTypedStreet(index, reading, street, places.all)
    : LEVEL.typed_street.is_this
  levels[POSITION.street_type] = compareType(index, phrase, street, reading.number)
  levels[POSITION.direction] = compareDirection(index, phrase, street, reading.number)
  levels[POSITION.city] = compareCity(index, places, location, building, entry)
  levels[POSITION.province] = compareProvince(index, places, location, building)
  levels[POSITION.postal_code] = comparePostal(index, location, building)
  levels[POSITION.unit] = compareUnit(context, building)
  levels[POSITION.address_kind] = compareKind(kind)
  levels[POSITION.role] = LEVEL.role[context.role]
  levels[POSITION.distance] = compareDistance(index, context.query, building)
  levels[POSITION.slips_together] = countErrors(levels, phrase.isMisspelled)
  levels[POSITION.address_dates] = compareDates(index, entry, context.day)
}
