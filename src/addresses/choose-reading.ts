// Chooses one reading of an address: the one that a building confirms, or the likeliest.

import type { StreetIndex } from '@plinth/matcher'
import type { Assessment } from '@plinth/matcher/internal/compare/assess'
import type { ScoredCandidate } from '@plinth/matcher/internal/compare/candidate-set'
import { GOOD_SCORE } from '@plinth/matcher/internal/compare/candidate-set'
import type { CityMarks } from '@plinth/matcher/internal/read/city-marks'
import { CITY_CONTINUES, CITY_STARTS } from '@plinth/matcher/internal/read/city-marks'
import type { CivicReading } from '@plinth/matcher/internal/read/readings'
import {
  AFTER_STREET,
  BEFORE_LETTER,
  BEFORE_UNIT,
  HASHED,
  IN_GROUPS,
  IN_STREET,
  isFollowedByWord,
  PART_OF_SPOKEN,
  QUEBEC_ORDER,
  REVERSED,
} from '@plinth/matcher/internal/read/readings'
import type { Token } from '@plinth/matcher/internal/text/token'
import { DASH } from '@plinth/matcher/internal/text/token'
import { isTypeAsName } from './street-parts.ts'

export interface Choice {
  readonly reading: CivicReading | null
  /** A building that confirms the reading. */
  readonly candidate: ScoredCandidate | null
}

/** In bits: a building this close to the best one may be meant too. */
const RIVAL_BITS = 4

/** `linked` is the key of the building that the address was linked to; null when there is none. */
export function chooseReading(index: StreetIndex, assessment: Assessment, linked: string | null): Choice {
  const read = assessment.candidates.filter((candidate) => candidate.reading !== null)
  const own = linked === null ? undefined : read.find(({ building }) => index.keys.get(building) === linked)
  const best = own ?? read.reduce<ScoredCandidate | null>((a, b) => (a && a.score >= b.score ? a : b), null)
  if (!best || (!own && best.score < GOOD_SCORE)) return { reading: likeliest(index, assessment), candidate: null }
  const street = streetOf(index, best)
  const isRival = (other: ScoredCandidate): boolean =>
    best.score - other.score < RIVAL_BITS && streetOf(index, other) !== street
  return { reading: best.reading, candidate: !own && read.some(isRival) ? null : best }
}

/** The street of a candidate in its city. One street has several rows, one for each way to divide its name. */
function streetOf(index: StreetIndex, { entry }: ScoredCandidate): string {
  const street = index.entryStreet[entry]!
  return `${index.streetCity[street]} ${index.nameKey.get(index.streetName[street]!)} ${index.streetType[street]} ${index.streetDirection[street]}`
}

function likeliest(index: StreetIndex, { readings, tokens, location }: Assessment): CivicReading | null {
  let best: CivicReading | null = null
  let highest = Number.NEGATIVE_INFINITY
  readings.forEach((reading, i) => {
    const plausibility = plausibilityOf(index, reading, tokens, location.cityMarks) - i * 0.001
    if (plausibility <= highest) return
    best = reading
    highest = plausibility
  })
  return best
}

const STYLE: Readonly<Record<number, number>> = {
  [HASHED]: -4,
  [AFTER_STREET]: -5,
  [IN_STREET]: -3,
  [REVERSED]: -2,
  [PART_OF_SPOKEN]: -3,
  [BEFORE_UNIT]: -1,
  [BEFORE_LETTER]: -1,
  [QUEBEC_ORDER]: -4,
  [IN_GROUPS]: -4,
}

/** Higher is likelier. A street that exists outweighs the form of the text. */
function plausibilityOf(
  index: StreetIndex,
  { street, numberStyle, numberAt }: CivicReading,
  tokens: readonly Token[],
  cityMarks: CityMarks,
): number {
  let sum = STYLE[numberStyle] ?? 0
  if (index.nameBySingularKey.has(street.singularKey) || index.lexicon.hasStreet(street.singularKey)) sum += 3
  if (street.type > 0) sum += 3
  if (street.hasLeftover) sum -= 2
  if (street.isDoubtful) sum -= 4
  else if (street.isMisspelled) sum -= 1
  if (street.hasRepeatedTail) sum -= 0.5
  if (isTypeAsName(street, tokens)) sum -= 6
  // `avenue des Canadiens-de-Montréal` does not end before Montréal.
  if (tokens[street.to]?.gap === DASH) sum -= 4
  // `709-100 Rue Rhéaume` is not on 100th Street.
  if (isFollowedByWord(tokens, street)) sum -= 4
  // `372 Highway 7 E Richmond Hill` is not number 7, and Richmond Hill is no street.
  const before = tokens[numberAt - 1]
  if (before?.canon === 'highway' || before?.word?.route) sum -= 6
  if (street.type > 0 && cityMarks[street.from] === CITY_STARTS && cityMarks[street.to] === CITY_CONTINUES) sum -= 4
  // `Queen St W 100, Toronto` is not on a street called Toronto.
  if (street.type === 0 && cityMarks[street.from] === CITY_STARTS) sum -= 4
  // `W Queen St` starts with a direction; in `North Park Rd`, North is part of the name.
  if (street.preDirection > 0) sum += (tokens[street.from - 1]?.text.length ?? 9) <= 2 ? 1 : -1
  return sum
}
