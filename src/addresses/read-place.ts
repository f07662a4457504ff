// Reads the place of an address: municipality, part of it, province and postal code.

import type { Assessment } from '@plinth/matcher/internal/compare/assess'
import { PROVINCES } from '@plinth/matcher/internal/gazetteer/place-tables'
import type { City } from '@plinth/matcher/internal/read/city-directory'
import { CITY_CONTINUES } from '@plinth/matcher/internal/read/city-marks'
import { ABROAD } from '@plinth/matcher/internal/read/place-mention'
import { isProvinceAt } from '@plinth/matcher/internal/read/read-location'
import type { CivicReading } from '@plinth/matcher/internal/read/readings'
import { canonicalKey } from '@plinth/matcher/internal/text/name-keys'
import { normalizePostal, provincesOfPostal } from '@plinth/matcher/internal/text/postal-code'
import type { Token } from '@plinth/matcher/internal/text/token'
import { COMMA, POSTAL } from '@plinth/matcher/internal/text/token'
import type { Province } from '../catalog/records/record-schemas.ts'
import type { AddressBook } from './address-book.ts'
import type { AddressPart, Municipality, PostalCodeCheck, Understood } from './address-types.ts'
import type { OriginalText } from './original-text.ts'
import { districtName, metroName, placeKey } from './place-names.ts'
import { checkPostal, formatPostal, isCompletePostal } from './postal-code-check.ts'
import { titleCase } from './street-name.ts'

export interface PlaceReading {
  /** -1 when unknown. */
  readonly city: number
  readonly province: Province | null
  /** Complete, as Canada Post writes it. */
  readonly postal: string | null
  readonly parts: readonly AddressPart[]
  readonly municipality: Municipality | null
  readonly check: PostalCodeCheck | null
  readonly isAbroad: boolean
}

/** What a building that confirms the address knows about its place. */
export interface ConfirmedPlace {
  readonly city: number
  readonly postal_code: string | null
  /** The address is linked to it, which outweighs a city that was typed. */
  readonly isLinked: boolean
}

type Mention = Assessment['location']['mentions'][number]

interface Named {
  /** -1 for a place that is not in the gazetteer. */
  readonly city: number
  readonly name: string | null
  readonly as_given: string | null
  readonly understood: Understood
  readonly district: string | null
}

const NOTHING: Named = { city: -1, name: null, as_given: null, understood: 'unknown', district: null }

export function readPlace(
  book: AddressBook,
  assessment: Assessment,
  original: OriginalText,
  reading: CivicReading | null,
  confirmed: ConfirmedPlace | null,
): PlaceReading {
  const { location, query } = assessment
  const { directory } = book.index
  const typed = cityInText(book, assessment, original, reading) ?? cityInHint(book, assessment) ?? NOTHING
  const isAbroad = location.isHintAbroad || placesOutside(assessment, reading).some(({ kind }) => kind === ABROAD)
  const code = location.postals[0] ?? ''
  const named = isAbroad ? typed : completed(book, typed, confirmed, code)
  const city = named.city >= 0 ? (directory.cities[named.city] as City) : null
  const typedProvince = isAbroad ? 0 : provinceInText(assessment, reading) || location.hintProvince
  const provinceId = city?.province || typedProvince
  const province = (PROVINCES[provinceId]?.code || null) as Province | null
  const given = provinceGiven(assessment, original, reading)
  const check = code === '' ? invalidHint(query.postal) : checkPostal(code, named.city, provinceId, directory)
  const ownPostal = code === '' ? (confirmed?.postal_code ?? null) : null
  const postal = isCompletePostal(code) ? formatPostal(code) : ownPostal
  const parts: AddressPart[] = [
    { name: 'city', value: named.name, as_given: named.as_given, understood: named.understood },
    { name: 'province', value: province, as_given: given, understood: understoodAs(province, given, provinceId) },
    {
      name: 'postal_code',
      value: code === '' ? ownPostal : formatPostal(code),
      as_given: code === '' ? null : postalGiven(assessment, original, code),
      understood: code !== '' ? 'given' : ownPostal === null ? 'unknown' : 'inferred',
    },
  ]
  const municipality = named.name === null ? null : municipalityOf(named, city, province)
  return { city: named.city, province, postal, parts, municipality, check, isAbroad }
}

const understoodAs = (province: Province | null, given: string | null, id: number): Understood => {
  if (province === null) return 'unknown'
  if (given === null) return 'inferred'
  return isProvince(given, id) ? 'given' : 'corrected'
}

const isProvince = (text: string, id: number): boolean =>
  PROVINCES[id]?.words.split(' ').includes(placeKey(text)) === true

function municipalityOf(named: Named, city: City | null, province: Province | null): Municipality {
  return {
    name: named.name!,
    province,
    district: named.district,
    part_of: city && metroName(city),
    known: city !== null,
  }
}

/** A postal code that cannot be read at all. */
const invalidHint = (hint: string | null | undefined): PostalCodeCheck | null =>
  hint ? { given: hint, valid: false, fits: null } : null

/** Adds the city of a confirmed address, or that of the postal code. */
function completed(book: AddressBook, typed: Named, confirmed: ConfirmedPlace | null, code: string): Named {
  const { directory } = book.index
  const nameOf = (city: number) => (directory.cities[city] as City).name || null
  const ofCode = code === '' ? -1 : directory.cityOfPostal(code)
  const isConfirmed =
    confirmed && (confirmed.isLinked || (typed.name === null && ofCode < 0)) && confirmed.city !== typed.city
  if (isConfirmed && nameOf(confirmed.city) !== null) {
    const understood = typed.as_given === null ? 'inferred' : 'corrected'
    return { ...NOTHING, city: confirmed.city, name: nameOf(confirmed.city), as_given: typed.as_given, understood }
  }
  if (typed.name !== null) return typed
  return ofCode < 0 ? typed : { ...NOTHING, city: ofCode, name: nameOf(ofCode), understood: 'inferred' }
}

/** The first city that the text names outside the street, or a place that the gazetteer does not know. */
function cityInText(
  book: AddressBook,
  assessment: Assessment,
  original: OriginalText,
  reading: CivicReading | null,
): Named | null {
  const { tokens, location } = assessment
  const { cities } = book.index.directory
  const [from, to] = reading ? [Math.min(reading.numberAt, reading.street.from), reading.street.to] : [-1, -1]
  const { hintProvince } = location
  const textProvince = provinceInText(assessment, reading)
  let city = -1
  let as_given = ''
  let district: string | null = null
  for (const found of location.mentions) {
    if (found.from < to && found.to > from) continue
    const mention = withoutStreetWords(book, found, tokens)
    const inProvince = (province: number) => mention.ids.find((id) => (cities[id] as City).province === province)
    const id = textProvince ? inProvince(textProvince) : (inProvince(hintProvince) ?? mention.ids[0])
    if (id === undefined || (city >= 0 && id !== city)) continue
    if (city < 0) as_given = sliceOf(original, tokens, mention.from, mention.to)
    city = id
    district ??= districtName(canonicalKey(tokens, mention.from, mention.to), (cities[id] as City).name)
  }
  if (city >= 0) return { city, name: (cities[city] as City).name, as_given, understood: 'given', district }
  const [other] = placesOutside(assessment, reading)
  if (!other) return null
  const typed = sliceOf(original, tokens, other.from, other.to)
  return { ...NOTHING, name: writtenPlace(typed), as_given: typed, understood: 'given' }
}

/** `9521 Cardston Ct` is not in Connecticut. */
function placesOutside({ location }: Assessment, reading: CivicReading | null): Assessment['location']['otherPlaces'] {
  if (!reading) return location.otherPlaces
  const from = Math.min(reading.numberAt, reading.street.from)
  return location.otherPlaces.filter((place) => place.from >= reading.street.end || place.to <= from)
}

/** The token that names the province: not the street's (`Rue Ontario`) nor the city's (Fort Saskatchewan). -1 for none. */
function provinceAt({ tokens, location }: Assessment, reading: CivicReading | null): number {
  const [from, to] = reading ? [Math.min(reading.numberAt, reading.street.from), reading.street.to] : [-1, -1]
  for (let at = 1; at < tokens.length; at++) {
    if ((at >= from && at < to) || location.cityMarks[at] === CITY_CONTINUES) continue
    if (tokens[at]!.word?.province && isProvinceAt(tokens, location.cityMarks, at)) return at
  }
  return -1
}

/** By its name or its postal code; 0 for none. */
function provinceInText(assessment: Assessment, reading: CivicReading | null): number {
  const at = provinceAt(assessment, reading)
  if (at >= 0) return assessment.tokens[at]!.word!.province
  const { postals } = assessment.location
  return postals.length === 1 ? (provincesOfPostal(postals[0]!)[0] ?? 0) : 0
}

/** `1055 Georgia St West, Vancouver` is not in West Vancouver. */
function withoutStreetWords({ index }: AddressBook, mention: Mention, tokens: readonly Token[]): Mention {
  let { from, to } = mention
  while (to > from + 1 && tokens[to - 1]!.canon === '') to--
  for (let at = from + 1; at < to; at++) {
    const ids = tokens[at]!.gap & COMMA ? index.directory.idsByKey.get(canonicalKey(tokens, at, to)) : undefined
    if (ids) return { ...mention, from: at, to, ids }
  }
  return { ...mention, from, to }
}

function cityInHint({ index }: AddressBook, { location, query }: Assessment): Named | null {
  if (!query.city) return null
  const given = { as_given: query.city, understood: 'given' as const }
  if (location.hintCity < 0) return { ...NOTHING, ...given, name: writtenPlace(query.city) }
  const { name } = index.directory.cities[location.hintCity] as City
  return { city: location.hintCity, name, ...given, district: districtName(placeKey(query.city), name) }
}

const writtenPlace = (typed: string): string => (/\p{Lu}\p{Ll}|\p{Ll}\p{Lu}/u.test(typed) ? typed : titleCase(typed))

function sliceOf(original: OriginalText, tokens: readonly Token[], from: number, to: number): string {
  return original.slice((tokens[from] as Token).start, (tokens[to - 1] as Token).end)
}

/** The word that names the province in the text, or the hint. */
function provinceGiven(assessment: Assessment, original: OriginalText, reading: CivicReading | null): string | null {
  const at = provinceAt(assessment, reading)
  return at >= 0 ? sliceOf(original, assessment.tokens, at, at + 1) : (assessment.query.province ?? null)
}

function postalGiven({ tokens, query }: Assessment, original: OriginalText, code: string): string | null {
  const at = tokens.findIndex((t) => t.kind === POSTAL && t.text === code)
  if (at >= 0) return sliceOf(original, tokens, at, at + 1)
  return query.postal && normalizePostal(query.postal) === code ? query.postal : null
}
