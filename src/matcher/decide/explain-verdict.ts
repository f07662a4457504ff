// Step 8, explain: what was read and what the building has, component by component, with the weight each level carried.

import type { ScoredCandidate } from '../compare/assess.ts'
import { formatDay, NO_END } from '../compare/compare-dates.ts'
import type { Weights } from '../compare/compare-entry.ts'
import { MAX_LEVELS } from '../compare/compare-entry.ts'
import { COMPONENTS, DATES } from '../compare/components.ts'
import { DIRECTIONS } from '../gazetteer/directions.ts'
import { PROVINCES } from '../gazetteer/provinces.ts'
import { STREET_TYPES } from '../gazetteer/street-types.ts'
import type { StreetIndex } from '../index/street-index.ts'
import { unpackPostal } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import { findCondoCorps } from '../read/condo-corp-number.ts'
import type { QueryLocation } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import { readUnit } from '../read/unit.ts'
import type { Token } from '../text/token.ts'
import type { Evidence, Reading } from '../types.ts'

const typeName = (id: number): string | null => STREET_TYPES[id]?.english || null
const directionName = (id: number): string | null => DIRECTIONS.find((d) => d.id === id)?.english ?? null
const orNull = (text: string): string | null => (text === '' ? null : text)

/** A name as it was written, accents folded: the tokens' own spelling is gone, their place in the text is not. */
function typedStreetName(text: string, tokens: readonly Token[], reading: CivicReading): string | null {
  const first = tokens[reading.street.from]
  const last = tokens[reading.street.to - 1]
  return first && last ? text.slice(first.start, last.end) : null
}

export function toReading(
  index: StreetIndex,
  text: string,
  tokens: readonly Token[],
  location: QueryLocation,
  r: CivicReading | null,
): Reading {
  const { cities } = index.directory
  const mention = location.mentions.find((m) => !r || m.from >= r.street.to || m.to <= r.numberAt)
  const city = location.hintCity >= 0 ? location.hintCity : (mention?.ids[0] ?? -1)
  const low = r?.otherNumbers.length ? Math.min(r.number, ...r.otherNumbers) : null
  return {
    civic_number: r ? String(low ?? r.number) : null,
    civic_number_to: r && low !== null && low !== r.number ? String(r.number) : null,
    number_suffix: r ? orNull(r.suffix.toUpperCase()) : null,
    street_name: r ? typedStreetName(text, tokens, r) : null,
    street_type: r ? typeName(r.street.type) : null,
    direction: r ? directionName(r.street.postDirection || r.street.preDirection) : null,
    unit: readUnit(tokens, r),
    city: city >= 0 ? (cities[city] as City).name : null,
    province: orNull(PROVINCES[location.province]?.code ?? ''),
    postal_code: location.postals[0] ?? null,
    building_name: null,
    condo_corp: findCondoCorps(tokens)[0] ?? null,
  }
}

/** `2009-10-19 –`; nothing when nobody dated it. */
function period(index: StreetIndex, entry: number): string | null {
  const [from, to] = [index.entryFrom[entry] as number, index.entryTo[entry] as number]
  if (from === 0 && to === NO_END) return null
  return `${from === 0 ? '' : formatDay(from)} – ${to === NO_END ? '' : formatDay(to)}`.trim()
}

/** [what was read, what the building has] by component. */
function comparedValues(
  index: StreetIndex,
  candidate: ScoredCandidate,
  reading: Reading,
  listedOn: string | null,
): Record<string, [string | null, string | null]> {
  const { entry, building } = candidate
  const street = entry >= 0 ? (index.entryStreet[entry] as number) : -1
  const city = index.directory.cities[index.buildingCity[building] as number] as City
  const real = <T>(get: (street: number) => T): T | null => (street >= 0 ? get(street) : null)
  return {
    civic_number: [
      reading.civic_number_to ?? reading.civic_number,
      entry >= 0 ? String(index.entryNumber[entry]) : null,
    ],
    number_suffix: [
      reading.number_suffix,
      entry >= 0 ? orNull((index.suffixes[index.entrySuffix[entry] as number] as string).toUpperCase()) : null,
    ],
    street_name: [reading.street_name, real((s) => index.nameWords[index.streetName[s] as number] as string)],
    name_frequency: [null, real((s) => `${index.nameCities[index.streetName[s] as number]} cities`)],
    typed_street: [reading.street_name, null],
    street_type: [reading.street_type, real((s) => typeName(index.streetType[s] as number))],
    direction: [reading.direction, real((s) => directionName(index.streetDirection[s] as number))],
    city: [reading.city, city.name],
    province: [reading.province, orNull(PROVINCES[city.province]?.code ?? '')],
    postal_code: [reading.postal_code, orNull(unpackPostal(index.postal[building] as number))],
    unit: [reading.unit, index.storeys[building] ? `${index.storeys[building]} storeys` : null],
    // the name was read only where it made a difference
    building_name: [
      candidate.levels[13] === 0 ? null : (index.buildingNames[building] ?? null),
      index.buildingNames[building] ?? null,
    ],
    condo_corp: [reading.condo_corp, index.condoCorps.get(building) ?? null],
    address_dates: [listedOn, entry >= 0 ? period(index, entry) : null],
  }
}

/** Every component that was compared, dates only when a day was given; the bits add up to the score exactly, in this order. */
export function toEvidence(
  index: StreetIndex,
  weights: Weights,
  candidate: ScoredCandidate,
  reading: Reading,
  listedOn: string | null,
): Evidence[] {
  const values = comparedValues(index, candidate, reading, listedOn)
  const components = listedOn === null ? COMPONENTS.filter((component) => component !== DATES) : COMPONENTS
  return components.map((component, c) => {
    const level = candidate.levels[c] as number
    const [query, building] = values[component.name] ?? [null, null]
    return {
      component: component.name,
      query,
      building,
      level: component.levels[level] as string,
      bits: weights[c * MAX_LEVELS + level] as number,
    }
  })
}
