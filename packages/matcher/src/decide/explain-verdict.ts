// Explains a verdict: the reading, and the evidence of each component with its weight.

import type { QueryReading } from '../compare/assess.ts'
import type { ScoredCandidate } from '../compare/candidate-set.ts'
import type { ComponentName, Weights } from '../compare/components.ts'
import { COMPONENTS, LEVEL, MAX_LEVELS, POSITION } from '../compare/components.ts'
import { DIRECTIONS } from '../gazetteer/directions.ts'
import { PROVINCES } from '../gazetteer/place-tables.ts'
import { STREET_TYPES } from '../gazetteer/street-types.ts'
import { formatDay, NO_END } from '../index/day-number.ts'
import type { StreetIndex } from '../index/street-index.ts'
import { packPostal, unpackPostal } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import { citiesInText } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import type { Token } from '../text/token.ts'
import type { Evidence, Reading } from '../types/verdict.ts'

const typeName = (id: number): string | null => STREET_TYPES[id]?.english || null
/** By id, which is a set of bits. */
const directionNames: (string | null)[] = Array.from(
  { length: 16 },
  (_, id) => DIRECTIONS.find((d) => d.id === id)?.english ?? null,
)
const directionName = (id: number): string | null => directionNames[id] ?? null
const orNull = (text: string): string | null => (text === '' ? null : text)

/** The name as typed, without accents. Tokens lose their spelling but keep their position in the text. */
function typedStreetName(text: string, tokens: readonly Token[], reading: CivicReading): string | null {
  const first = tokens[reading.street.from]
  const last = tokens[reading.street.to - 1]
  return first && last ? text.slice(first.start, last.end) : null
}

export function toReading(
  index: StreetIndex,
  assessment: QueryReading,
  r: CivicReading | null,
  unit: string | null,
): Reading {
  const { text, tokens, location, condoCorps } = assessment
  const { cities } = index.directory
  const from = r ? Math.min(r.numberAt, r.street.from) : -1
  const inText =
    location.mentions.length > 0 ? citiesInText(location, from, r ? r.street.to : -1, cities)[0] : undefined
  const city = inText ?? location.hintCity
  const low = r?.otherNumbers.length ? Math.min(r.number, ...r.otherNumbers) : null
  return {
    civic_number: r ? String(low ?? r.number) : null,
    civic_number_to: r && low !== null && low !== r.number ? String(r.number) : null,
    number_suffix: r && r.suffix !== '' ? r.suffix.toUpperCase() : null,
    street_name: r ? typedStreetName(text, tokens, r) : null,
    street_type: r ? typeName(r.street.type) : null,
    direction: r ? directionName(r.street.postDirection || r.street.preDirection) : null,
    unit,
    city: city >= 0 ? (cities[city] as City).name : null,
    province: PROVINCES[location.textProvince || location.hintProvince]?.code || null,
    postal_code: location.postals.length > 0 ? (location.postals[0] as string) : null,
    building_name: null,
    condo_corp: condoCorps.length > 0 ? (condoCorps[0] as string) : null,
  }
}

/** `2009-10-19 –`; null when the address has no dates. */
function period(index: StreetIndex, entry: number): string | null {
  const [from, to] = [index.entryFrom[entry] as number, index.entryTo[entry] as number]
  if (from === 0 && to === NO_END) return null
  return `${from === 0 ? '' : formatDay(from)} – ${to === NO_END ? '' : formatDay(to)}`.trim()
}

/** The place that was compared with the building's city: a town that is no city of the directory, a city, or the hint. */
function comparedPlace(
  index: StreetIndex,
  { levels, reading: r, building }: ScoredCandidate,
  reading: Reading,
  { text, tokens, location, query }: QueryReading,
): string | null {
  const level = levels[POSITION.city] as number
  const { same, elsewhere, elsewhere_in_text, abroad, unknown_city } = LEVEL.city
  if (level === same) return (index.directory.cities[index.buildingCity[building] as number] as City).name
  if (![elsewhere, elsewhere_in_text, abroad, unknown_city].includes(level)) return reading.city
  const place = location.otherPlaces.find((p) => !r || p.from >= r.street.to || p.to <= r.numberAt)
  if (!place) return query.city ?? query.province ?? null
  return text.slice((tokens[place.from] as Token).start, (tokens[place.to - 1] as Token).end)
}

/** The retired code, if the building's code replaced one of several; else the first. */
function comparedPostal(
  index: StreetIndex,
  { levels, building }: ScoredCandidate,
  { postal_code }: Reading,
  { location }: QueryReading,
): string | null {
  if (levels[POSITION.postal_code] !== LEVEL.postal_code.replaced) return postal_code
  const real = index.postal[building] as number
  return location.postals.find((code) => index.lexicon.isReplaced(packPostal(code), real)) ?? postal_code
}

/** The value of the query and the value of the building, by component. */
function comparedValues(
  index: StreetIndex,
  candidate: ScoredCandidate,
  reading: Reading,
  assessment: QueryReading,
): Partial<Record<ComponentName, [query: string | null, building: string | null]>> {
  const { entry, building } = candidate
  const street = entry >= 0 ? (index.entryStreet[entry] as number) : -1
  const city = index.directory.cities[index.buildingCity[building] as number] as City
  const real = <T>(get: (street: number) => T): T | null => (street >= 0 ? get(street) : null)
  const name = orNull(index.buildingNames.get(building))
  const corp = index.corp[building] as number
  const { query, tower } = assessment
  const realPostal = index.postal[building] as number
  return {
    civic_number: [
      reading.civic_number_to ?? reading.civic_number,
      entry >= 0 ? String(index.entryNumber[entry]) : null,
    ],
    number_suffix: [
      reading.number_suffix,
      entry >= 0 ? orNull((index.suffixes[index.entrySuffix[entry] as number] as string).toUpperCase()) : null,
    ],
    street_name: [reading.street_name, real((s) => index.nameWords.get(index.streetName[s] as number))],
    name_frequency: [null, real((s) => `${index.nameCities[index.streetName[s] as number]} cities`)],
    typed_street: [reading.street_name, null],
    street_type: [reading.street_type, real((s) => typeName(index.streetType[s] as number))],
    direction: [reading.direction, real((s) => directionName(index.streetDirection[s] as number))],
    city: [comparedPlace(index, candidate, reading, assessment), city.name],
    province: [reading.province, orNull(PROVINCES[city.province]?.code ?? '')],
    postal_code: [comparedPostal(index, candidate, reading, assessment), orNull(unpackPostal(realPostal))],
    unit: [reading.unit, index.storeys[building] ? `${index.storeys[building]} storeys` : null],
    building_name: [candidate.name ?? null, name],
    tower: [tower?.value ?? null, orNull(index.towers[index.tower[building] as number] as string)],
    condo_corp: [reading.condo_corp, corp >= 0 ? index.buildingsByCorp.keys.get(corp) : null],
    address_dates: [query.listed_on ?? null, entry >= 0 ? period(index, entry) : null],
  }
}

/** The evidence adds up to the score exactly, in this order. Dates are left out when the query has no day. */
export function toEvidence(
  index: StreetIndex,
  weights: Weights,
  candidate: ScoredCandidate,
  reading: Reading,
  assessment: QueryReading,
): Evidence[] {
  const values = comparedValues(index, candidate, reading, assessment)
  const compared = COMPONENTS.filter(({ name }) => name !== 'address_dates' || assessment.query.listed_on)
  return compared.map(({ name, levels }) => {
    const level = candidate.levels[POSITION[name]] as number
    const [query, building] = values[name] ?? [null, null]
    const bits = weights[POSITION[name] * MAX_LEVELS + level] as number
    return { component: name, query, building, level: levels[level] as string, bits }
  })
}
