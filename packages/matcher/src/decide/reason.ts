// Says why there is no match: a code for programs and a sentence for people.

import type { Assessment } from '../compare/assess.ts'
import type { ScoredCandidate } from '../compare/candidate-set.ts'
import { LEVEL, POSITION } from '../compare/components.ts'
import { DIRECTIONS } from '../gazetteer/directions.ts'
import { PROVINCES } from '../gazetteer/place-tables.ts'
import { STREET_TYPES } from '../gazetteer/street-types.ts'
import type { StreetIndex } from '../index/street-index.ts'
import { roleOf } from '../read/address-role.ts'
import type { City } from '../read/city-directory.ts'
import { ABROAD } from '../read/place-mention.ts'
import { namedCities } from '../read/read-location.ts'
import { isTypeAlone } from '../read/street-phrase.ts'
import type { NoMatchReason } from '../types/verdict.ts'

export interface Reason {
  readonly code: NoMatchReason
  readonly detail: string
}

/** What a reason looks at. */
interface Refusal extends Assessment {
  readonly index: StreetIndex
  /** The candidate that was closest; null when there was none. */
  readonly top: ScoredCandidate | null
}

interface ReasonRow {
  readonly code: NoMatchReason
  /** A query that gets this reason. */
  readonly example: string
  readonly applies: (refusal: Refusal) => boolean
  readonly detail: (refusal: Refusal) => string
}

const has = ({ top }: Refusal, component: keyof typeof POSITION, ...levels: readonly number[]): boolean =>
  top !== null && levels.includes(top.levels[POSITION[component]] as number)

const titleCase = (words: string): string => words.replace(/(^|\s)([a-z])/g, (_, s, c: string) => s + c.toUpperCase())

/** The address of the building that was close: `1480 Howe St, Vancouver`. */
function closest({ index, top }: Refusal): string {
  const { entry, building } = top as ScoredCandidate
  const city = cityOf(index, building).name
  if (entry < 0) return [index.buildingNames.get(building), city].filter(Boolean).join(', ')
  const street = index.entryStreet[entry] as number
  const name = titleCase(index.nameWords.get(index.streetName[street] as number))
  const type = STREET_TYPES[index.streetType[street] as number]?.english ?? ''
  const direction = DIRECTIONS.find((d) => d.id === index.streetDirection[street])?.english ?? ''
  const line = [String(index.entryNumber[entry]), name, type, direction].filter(Boolean).join(' ')
  return [line, city].filter(Boolean).join(', ')
}

const cityOf = (index: StreetIndex, building: number): City =>
  index.directory.cities[index.buildingCity[building] as number] as City

/** The first civic number whose street is in the index, in the metropolitan area of the city hint. */
function numberOnKnownStreet({ index, location, readings }: Refusal): number | null {
  const { cities } = index.directory
  const metro = location.hintCity >= 0 ? (cities[location.hintCity] as City).metro : -1
  for (const { street, number } of readings)
    for (let n = index.nameBySingularKey.get(street.singularKey) ?? -1; n >= 0; n = index.nextNameOfKey[n] as number)
      for (let s = index.firstStreet[n] as number; s < (index.firstStreet[n + 1] as number); s++)
        if (metro < 0 || (cities[index.streetCity[s] as number] as City).metro === metro) return number
  return null
}

const coveredCities = new WeakMap<Uint32Array, ReadonlySet<number>>()

/** Reports whether any building is in one of the cities. */
export function isCovered({ buildingCity }: StreetIndex, cities: readonly number[]): boolean {
  let covered = coveredCities.get(buildingCity)
  if (!covered) {
    covered = new Set(buildingCity)
    coveredCities.set(buildingCity, covered)
  }
  return cities.some((city) => covered.has(city))
}

function namedPlaceName({ index, location, query, tokens, text }: Refusal): string {
  const unknown = location.otherPlaces[0]
  if (unknown) return text.slice(tokens[unknown.from]!.start, tokens[unknown.to - 1]!.end)
  const [city] = namedCities(location)
  return city === undefined ? (query.city ?? 'that city') : (index.directory.cities[city] as City).name
}

const OUTSIDE = 'The address is outside Canada; only Canadian buildings are covered.'

/** The first row that applies. */
export const REASONS: readonly ReasonRow[] = [
  {
    code: 'outside_canada',
    example: '1480 Howe St, Seattle, WA 98101',
    applies: (r) =>
      r.location.isHintAbroad ||
      r.location.otherPlaces.some((p) => p.kind === ABROAD) ||
      has(r, 'city', LEVEL.city.abroad),
    detail: () => OUTSIDE,
  },
  {
    code: 'unparseable',
    example: '?!',
    applies: ({ tokens }) => !tokens.some((t) => t.text.length > 1),
    detail: () => 'The text contains no words that could be an address.',
  },
  {
    code: 'no_civic_number',
    example: 'Howe St, Vancouver',
    applies: ({ readings, tokens }) => readings.every(({ street }) => isTypeAlone(tokens, street)),
    detail: () => 'The text has no civic number next to a street name.',
  },
  {
    code: 'address_is_a_landmark',
    example: 'Bright flat near 1480 Howe St',
    applies: ({ tokens, readings }) => readings.every((r) => roleOf(tokens, r.numberAt, r.street.end) !== 'own'),
    detail: ({ readings }) =>
      `The text gives ${readings[0]?.number} ${titleCase(readings[0]?.street.words ?? '')} as a landmark, an office or a former address, not as the listing's own.`,
  },
  {
    code: 'not_covered',
    example: '99 Main St, Gander, NL',
    applies: (r) => {
      const cities = namedCities(r.location)
      return r.top === null && (cities.length > 0 ? !isCovered(r.index, cities) : isUnknownPlace(r))
    },
    detail: (r) => `The dataset has no buildings in ${namedPlaceName(r)}.`,
  },
  {
    code: 'city_conflict',
    example: '1480 Howe St, Toronto',
    applies: (r) =>
      has(
        r,
        'city',
        LEVEL.city.other_metro,
        LEVEL.city.elsewhere,
        LEVEL.city.elsewhere_in_text,
        LEVEL.city.unknown_city,
      ),
    detail: (r) => `The closest building is ${closest(r)}, but the address names ${namedPlaceName(r)}.`,
  },
  {
    code: 'city_conflict',
    example: '1480 Howe St, ON',
    applies: (r) => has(r, 'province', LEVEL.province.conflict),
    detail: (r) => {
      const typed = PROVINCES[r.location.textProvince || r.location.hintProvince]
      return `The closest building is ${closest(r)}, but the address names ${typed!.code}.`
    },
  },
  {
    code: 'direction_conflict',
    example: '930 12 St SW, Calgary',
    applies: (r) => has(r, 'direction', LEVEL.direction.opposite, LEVEL.direction.other_quadrant),
    detail: (r) => `The closest building is ${closest(r)}: another direction or quadrant of the street.`,
  },
  {
    code: 'below_threshold',
    example: '100 Main St, listed before the building was built',
    applies: ({ top }) => top !== null && (top.levels[POSITION.address_dates] as number) > LEVEL.address_dates.in_force,
    detail: (r) => `${closest(r)} was not the building's address on the day of the listing.`,
  },
  {
    code: 'below_threshold',
    example: '1480 Howe Ave, Vancouver',
    applies: ({ top }) => top !== null && top.score > -6,
    detail: (r) => `The closest building is ${closest(r)}, but that is not close enough.`,
  },
  {
    code: 'civic_number_not_on_street',
    example: '1500 Howe St, Vancouver',
    applies: (r) => numberOnKnownStreet(r) !== null,
    detail: (r) => `The street is known, but it has no building at number ${numberOnKnownStreet(r)}.`,
  },
  {
    code: 'street_unknown',
    example: '1480 Nowhere Cres, Vancouver',
    applies: () => true,
    detail: ({ readings }) => `No building is on a street called "${readings[0]?.street.words}" there.`,
  },
]

const isUnknownPlace = ({ location }: Refusal): boolean =>
  location.otherPlaces.length > 0 || (location.hint !== null && location.hint.ids.length === 0)

export function reasonOf(index: StreetIndex, assessment: Assessment): Reason {
  const { query, text, tokens, location, readings, condoCorps, tower, candidates, isFound, steps } = assessment
  let top: ScoredCandidate | null = null
  for (const candidate of candidates) if (top === null || candidate.score > top.score) top = candidate
  // all fields in full: a spread takes as long as reading the address
  const refusal: Refusal = {
    query,
    text,
    tokens,
    location,
    readings,
    condoCorps,
    tower,
    candidates,
    isFound,
    steps,
    index,
    top,
  }
  const row = REASONS.find(({ applies }) => applies(refusal)) as ReasonRow
  return { code: row.code, detail: row.detail(refusal) }
}
