// Describes an address: standard form, parts, municipality, street, unit, postal code, point.

import type { MatchQuery } from '@plinth/matcher'
import { assess } from '@plinth/matcher/internal/compare/assess'
import { MODEL } from '@plinth/matcher/internal/decide/model'
import { flattenWeights } from '@plinth/matcher/internal/decide/score'
import { REVERSED } from '@plinth/matcher/internal/read/readings'
import { readUnit, readUnitHint } from '@plinth/matcher/internal/read/unit'
import { normalizePostal } from '@plinth/matcher/internal/text/postal-code'
import type { AddressBook } from './address-book.ts'
import type { AddressDescription, AddressPart, ApproximatePoint, StreetKnowledge } from './address-types.ts'
import { chooseReading } from './choose-reading.ts'
import { readNumber } from './civic-number.ts'
import { findStreet } from './known-street.ts'
import { originalText } from './original-text.ts'
import { formatPostal, isCompletePostal } from './postal-code-check.ts'
import { readPlace } from './read-place.ts'
import { readStreet } from './read-street.ts'
import { standardize } from './standardize.ts'
import { findUnit, isNoUnit, unitKind } from './unit-part.ts'

const weights = flattenWeights(MODEL)

const UNKNOWN_STREET: StreetKnowledge = {
  name: null,
  known: false,
  numbers: null,
  includes_number: null,
  source: null,
}

/** `linked` is the key of the building that the address is known to belong to. */
export function describeAddress(
  query: MatchQuery,
  book: AddressBook,
  linked: string | null = null,
): AddressDescription {
  const { index } = book
  // Hints about the building say nothing about the address.
  const { address, city = null, province = null, postal = null, unit = null } = query
  const assessment = assess(index, weights, { address, city, province, postal, unit })
  const original = originalText(address)
  const { tokens, tower } = assessment
  const first = chooseReading(index, assessment, linked)
  const confirmed = confirmedPlace(book, first.candidate, linked)
  const place = readPlace(book, assessment, original, first.reading, confirmed)
  // A building in another city than the one that the address names does not confirm it, unless it is linked.
  const isElsewhere = first.candidate !== null && index.buildingCity[first.candidate.building] !== place.city
  const choice = isElsewhere || place.isAbroad ? { ...first, candidate: null } : first
  const found = place.isAbroad ? null : findStreet(book, choice, place.city)
  const number = readNumber(tokens, original, choice.reading, choice.candidate !== null)
  const street = readStreet(assessment, original, choice.reading, found, place.province)
  const read = readUnit(tokens, street.reading ?? choice.reading, tower)
  // The words before a number behind its street are the street: `Queen St W 100`.
  const isStreet = choice.reading?.numberStyle === REVERSED && read !== null && !findUnit(tokens, choice.reading, read)
  const isNumber = number.numbers.length > 1 && number.numbers.includes(Number(read))
  const typedUnit = isStreet || isNumber ? null : read
  const value = [typedUnit, unit ? readUnitHint(unit) : null].find((one) => one !== null && !isNoUnit(one)) ?? null
  const span = value === null ? null : findUnit(tokens, choice.reading, value)
  const kind = value === null ? null : unitKind(value, span?.word ?? '')
  const given = span ? original.slice(tokens[span.from]!.start, tokens[span.to - 1]!.end) : unit
  const parts: AddressPart[] = [
    ...(value === null ? [] : [{ name: 'unit' as const, value, as_given: given, understood: 'given' as const }]),
    ...number.parts,
    ...street.parts,
    ...place.parts,
  ]
  return {
    standardized: standardize(number, street.street, place, value === null ? null : { value, kind: kind! }),
    parts,
    municipality: place.municipality,
    street: found?.knowledge ?? { ...UNKNOWN_STREET, name: street.text },
    unit: value === null ? null : { value, kind: kind! },
    postal_code: place.check,
    point: pointOf(book, found?.street ?? -1, choice.reading?.number ?? null, place.city),
    outside_canada: place.isAbroad,
  }
}

type Candidate = ReturnType<typeof chooseReading>['candidate']

/** The place of the building that confirms the address. Its postal code counts only when the address is linked to it. */
function confirmedPlace({ index, building }: AddressBook, candidate: Candidate, linked: string | null) {
  if (!candidate) return null
  const key = index.keys.get(candidate.building)
  const isLinked = key === linked
  const code = normalizePostal((isLinked && building(key)?.postal_code) || '')
  const postal_code = isCompletePostal(code) ? formatPostal(code) : null
  return { city: index.buildingCity[candidate.building]!, postal_code, isLinked }
}

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

function pointOf(book: AddressBook, street: number, number: number | null, city: number): ApproximatePoint | null {
  const onStreet = street >= 0 && number !== null ? book.pointOn(street, number) : null
  const point = onStreet ?? (city >= 0 ? book.centreOf(city) : null)
  if (!point) return null
  const accuracy = onStreet ? 'street' : 'city'
  return { latitude: round(point.latitude), longitude: round(point.longitude), accuracy }
}
