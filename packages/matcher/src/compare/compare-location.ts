// Compares city, province, postal code and distance.

import type { StreetIndex } from '../index/street-index.ts'
import { packPostal, postalArea } from '../index/street-index.ts'
import type { CityStreets, KnownStreet } from '../index/street-lexicon.ts'
import { hasNumber } from '../index/street-lexicon.ts'
import type { City, NamedPlace } from '../read/city-directory.ts'
import { placeKey } from '../read/city-directory.ts'
import { resemblesPlace } from '../read/near-names.ts'
import type { PlaceMention } from '../read/place-mention.ts'
import { DISTRICT, MISSPELLED } from '../read/place-mention.ts'
import type { QueryLocation } from '../read/read-location.ts'
import { citiesInText, isStatedAbroad, statedPlaces } from '../read/read-location.ts'
import type { MatchQuery } from '../types/match-query.ts'
import { LEVEL } from './components.ts'

/** The places that a query names, apart from its street. */
export interface NamedPlaces {
  /** The places that the text states for the address. */
  readonly stated: readonly PlaceMention[]
  /** The cities that the text names anywhere. */
  readonly inText: readonly number[]
  /** The cities of the text and those of the hint. */
  readonly all: readonly number[]
}

/** `from` and `to` are the tokens of the number and the street name, where a name is no place; its type and direction end before `end`. */
export function namedPlaces(
  index: StreetIndex,
  location: QueryLocation,
  from: number,
  to: number,
  end = to,
): NamedPlaces {
  const { hint, mentions } = location
  const inText = mentions.length === 0 ? NO_CITIES : citiesInText(location, from, to, index.directory.cities)
  const hinted = hint?.ids ?? NO_CITIES
  const all =
    inText.length === 0
      ? hinted
      : hinted.length === 0 || hinted.every((c) => inText.includes(c))
        ? inText
        : [...new Set([...hinted, ...inText])]
  return { stated: to < 0 ? NO_PLACES : statedPlaces(location, from, to, end), inText, all }
}

const NO_CITIES: readonly number[] = []
const NO_PLACES: readonly PlaceMention[] = []

/** A building and its address that was compared; -1 for none. */
interface Compared {
  readonly building: number
  readonly entry: number
}

/** What the text states outweighs a hint, and a city that it names elsewhere can only confirm. */
export function compareCity(
  index: StreetIndex,
  named: NamedPlaces,
  location: QueryLocation,
  building: number,
  entry: number,
): number {
  const level = LEVEL.city
  const city = index.buildingCity[building] as number
  // the building has no city to compare
  if ((index.directory.cities[city] as City).name === '') return level.missing
  const compared = { building, entry }
  if (named.stated.length > 0) return compareStated(index, named, location, compared)
  if (named.inText.includes(city)) return level.same
  if (location.isHintAbroad) return level.abroad
  if (location.hint !== null) return compareHint(index, location.hint, location, compared)
  return isMentionedElsewhere(index, named, location, city) ? level.mentioned_elsewhere : level.missing
}

function compareStated(
  index: StreetIndex,
  { stated, inText }: NamedPlaces,
  location: QueryLocation,
  compared: Compared,
): number {
  const level = LEVEL.city
  const city = index.buildingCity[compared.building] as number
  if (isStatedAbroad(stated)) return level.abroad
  const own = inText.includes(city) ? stated.find((m) => m.ids.includes(city)) : undefined
  if (own) return own.kind === MISSPELLED ? level.misspelled : level.same
  const name = placeKey((index.directory.cities[city] as City).name)
  if (stated.some((m) => m.kind >= MISSPELLED && resemblesPlace(m.key, name))) return level.misspelled
  const isHinted = location.hint?.ids.includes(city) === true
  const others = stated.filter((m) => m.kind !== DISTRICT)
  if (others.length === 0) return isHinted || inText.includes(city) ? level.same : level.missing
  return compareOthers(index, others, location, compared, isHinted)
}

/** The text states places that are not the building's. */
function compareOthers(
  index: StreetIndex,
  others: readonly PlaceMention[],
  location: QueryLocation,
  compared: Compared,
  isHinted: boolean,
): number {
  const level = LEVEL.city
  const { cities } = index.directory
  if (others.some((m) => m.ids.length === 0)) {
    if (isHinted) return level.elsewhere_in_text
    // of two places that no gazetteer has, one may be the post office of the other
    const isPlaceless = isUnplaced(cities[index.buildingCity[compared.building] as number] as City)
    return isPlaceless ? level.same_metro : level.elsewhere
  }
  const ids = others.flatMap((m) => m.ids)
  // a part of the city that the gazetteer does not place there
  if (isHinted && ids.every((id) => !(cities[id] as City).isMunicipality)) return level.same
  const relation = relationTo(index, ids, location, compared)
  return relation === level.other_metro && isHinted ? level.elsewhere_in_text : relation
}

function compareHint(index: StreetIndex, hint: NamedPlace, location: QueryLocation, compared: Compared): number {
  const level = LEVEL.city
  const city = index.directory.cities[index.buildingCity[compared.building] as number] as City
  if (hint.ids.includes(city.id)) return level.same
  if (hint.ids.length > 0) return relationTo(index, hint.ids, location, compared)
  return resemblesPlace(hint.key, placeKey(city.name)) ? level.misspelled : level.unknown_city
}

/** `2 bedrooms in Hamilton: 390 King St`: the text states a city for the home, and not the building's area. */
function isMentionedElsewhere(
  index: StreetIndex,
  { inText }: NamedPlaces,
  { mentions }: QueryLocation,
  city: number,
): boolean {
  const { cities } = index.directory
  if (inText.length === 0 || inText.some((c) => areNear(cities[c] as City, cities[city] as City))) return false
  return mentions.some((m) => m.isPlaced && m.isMajor && m.ids.some((id) => inText.includes(id)))
}

/** The mildest relation of the building's city to one of the named cities. */
function relationTo(
  index: StreetIndex,
  ids: readonly number[],
  location: QueryLocation,
  { building, entry }: Compared,
): number {
  const level = LEVEL.city
  const { cities } = index.directory
  const city = cities[index.buildingCity[building] as number] as City
  const isMailing = ids.some((id) => isMailingPlace(index, cities[id] as City, city, building))
  const near = ids.filter((id) => areNear(cities[id] as City, city))
  const mayBeMailing = isMailing || ids.some((id) => mayBeMailingPlace(cities[id] as City, city))
  if (near.length === 0 && !mayBeMailing) return level.other_metro
  if (isConfirmed(index, location, building)) return level.same_metro_confirmed
  if (ids.some((id) => hasAddress(index, id, entry) === true)) return level.same_metro_rival
  if (isMailing) return level.mailing_place
  const isAbsent = near.length > 0 && near.every((id) => hasAddress(index, id, entry) === false)
  return isAbsent ? level.same_metro_no_street : level.same_metro
}

/** A postal code of the building's area says more than the name of a city. */
function isConfirmed(index: StreetIndex, { postals }: QueryLocation, building: number): boolean {
  const real = index.postal[building] as number
  return real !== 0 && postals.some((code) => postalArea(packPostal(code)) === postalArea(real))
}

/** Whether the named city has the street with the number; undefined when nothing shows that it has or lacks it. */
function hasAddress(index: StreetIndex, city: number, entry: number): boolean | undefined {
  if (entry < 0) return undefined
  const name = index.streetName[index.entryStreet[entry] as number] as number
  for (let s = index.firstStreet[name] as number; s < (index.firstStreet[name + 1] as number); s++)
    if (index.streetCity[s] === city) return true
  const list = index.lexicon.get(city)
  if (!list) return undefined
  const listed = listedStreets(list.streets(), index.nameBySingularKey.keys.get(index.nameSingular[name] as number))
  // a name is often confused with that of another type, and a number seldom
  if (listed) return listed.some((s) => hasNumber(s, index.entryNumber[entry] as number)) || undefined
  return list.isComplete ? false : undefined
}

/** W 16th Ave is on 16th Ave. */
function listedStreets(streets: CityStreets, key: string): readonly KnownStreet[] | undefined {
  const rest = LEADING_DIRECTION.exec(key)?.[1]
  return streets.get(key) ?? (rest === undefined ? undefined : streets.get(rest))
}

const LEADING_DIRECTION = /^(?:north|south|east|west)(.+)$/

const METRES_PER_DEGREE = 111_320
/** Neighbours outside the metropolitan areas. */
const NEAR_METRES = 30_000
/** A rural post office serves addresses this far away. */
const MAILING_METRES = 45_000

function metresBetween(lat: number, lng: number, otherLat: number, otherLng: number): number {
  const north = (lat - otherLat) * METRES_PER_DEGREE
  const east = (lng - otherLng) * METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
  return Math.sqrt(north * north + east * east)
}

const areNear = (a: City, b: City): boolean =>
  a.metro === b.metro || metresBetween(a.lat, a.lng, b.lat, b.lng) <= NEAR_METRES

const isUnplaced = (city: City): boolean => !city.isMunicipality && Number.isNaN(city.lat)

/** A building in a place without a known point. */
const mayBeMailingPlace = (named: City, city: City): boolean => named.province === city.province && isUnplaced(city)

/** One of the two is no municipality, so the other may be its post office: Blewett is served from Nelson. */
function isMailingPlace(index: StreetIndex, named: City, city: City, building: number): boolean {
  if (named.province !== city.province || (named.isMunicipality && city.isMunicipality)) return false
  const lat = index.latitude[building] as number
  const metres = Number.isNaN(lat)
    ? metresBetween(city.lat, city.lng, named.lat, named.lng)
    : metresBetween(lat, index.longitude[building] as number, named.lat, named.lng)
  return metres <= MAILING_METRES
}

/** A hint that contradicts the city of the text, or the city hint, is merely wrong. */
export function compareProvince(
  index: StreetIndex,
  named: NamedPlaces,
  location: QueryLocation,
  building: number,
): number {
  const level = LEVEL.province
  const { textProvince, hintProvince } = location
  const city = index.buildingCity[building] as number
  const real = (index.directory.cities[city] as City).province
  const typed = textProvince || hintProvince
  if (!typed) return level.missing
  if (real === 0 || real === typed) return level.same
  if (textProvince) return level.conflict
  return named.all.includes(city) ? level.hint_conflict : level.conflict
}

/** Returns the best level over all postal codes of the query: a repeated tail may contain a second, wrong code. */
export function comparePostal(index: StreetIndex, location: QueryLocation, building: number): number {
  let best = LEVEL.postal_code.missing
  let bestRank = -1
  for (const code of location.postals) {
    const level = comparePostalCode(index, code, building)
    const rank = POSTAL_LEVELS_WORST_FIRST.indexOf(level)
    if (rank > bestRank) {
      bestRank = rank
      best = level
    }
  }
  return best
}

const POSTAL_LEVELS_WORST_FIRST = [
  LEVEL.postal_code.other_city,
  LEVEL.postal_code.unknown,
  LEVEL.postal_code.other_area,
  LEVEL.postal_code.fits_city,
  LEVEL.postal_code.same_area,
  LEVEL.postal_code.replaced,
  LEVEL.postal_code.same,
]

function comparePostalCode(index: StreetIndex, code: string, building: number): number {
  const level = LEVEL.postal_code
  const real = index.postal[building] as number
  const typed = packPostal(code)
  if (real && real === typed) return level.same
  if (real && index.lexicon.isReplaced(typed, real)) return level.replaced
  if (real && postalArea(real) === postalArea(typed)) return level.same_area
  const cityOfCode = index.directory.cityOfPostal(code)
  if (cityOfCode < 0) return level.unknown
  const city = index.buildingCity[building] as number
  if (cityOfCode !== city && index.directory.cities[city]?.name !== '') return level.other_city
  return real ? level.other_area : level.fits_city
}

/** Canada and a margin. A point elsewhere is a mistake: 0/0, swapped, without its sign. */
export const isPossiblePoint = (lat: number, lng: number): boolean => lat > 41 && lat < 84 && lng > -142 && lng < -52

export function compareDistance(index: StreetIndex, query: MatchQuery, building: number): number {
  const lat = index.latitude[building] as number
  if (query.lat == null || query.lng == null || Number.isNaN(lat) || !isPossiblePoint(query.lat, query.lng))
    return LEVEL.distance.missing
  const metres = metresBetween(lat, index.longitude[building] as number, query.lat, query.lng)
  if (metres <= 100) return LEVEL.distance.within_100_m
  if (metres <= 500) return LEVEL.distance.within_500_m
  return metres <= 5000 ? LEVEL.distance.within_5_km : LEVEL.distance.farther
}
