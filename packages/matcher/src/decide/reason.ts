// Says why there is no match: a code for programs and a sentence for people.

import type { Assessment } from '../compare/assess.ts'
import type { ScoredCandidate } from '../compare/candidate-set.ts'
import { LEVEL, POSITION } from '../compare/components.ts'
import type { StreetIndex } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import { ABROAD } from '../read/find-places.ts'
import type { NoMatchReason } from '../types.ts'

export interface Reason {
  readonly code: NoMatchReason
  readonly detail: string
}

const reason = (code: NoMatchReason, detail: string): Reason => ({ code, detail })

const best = (candidates: readonly ScoredCandidate[]): ScoredCandidate | null =>
  candidates.reduce<ScoredCandidate | null>((a, b) => (a && a.score >= b.score ? a : b), null)

/** The first civic number whose street is in the index, in the metropolitan area of the city hint. */
function numberOnKnownStreet(index: StreetIndex, { location, readings }: Assessment): number | null {
  const { cities } = index.directory
  const metro = location.hintCity >= 0 ? (cities[location.hintCity] as City).metro : -1
  for (const { street, number } of readings)
    for (let n = index.nameBySingularKey.get(street.singularKey) ?? -1; n >= 0; n = index.nextNameOfKey[n] as number)
      for (let s = index.firstStreet[n] as number; s < (index.firstStreet[n + 1] as number); s++)
        if (metro < 0 || (cities[index.streetCity[s] as number] as City).metro === metro) return number
  return null
}

/** Says what is wrong with the best candidate; null when that does not explain the missing match. */
function reasonOfBest({ levels, score }: ScoredCandidate): Reason | null {
  const [city, direction] = [levels[POSITION.city], levels[POSITION.direction]]
  if (city === LEVEL.city.abroad)
    return reason('outside_canada', 'The address is outside Canada; only Canadian buildings are covered.')
  if (city === LEVEL.city.unknown_city)
    return reason('not_covered', 'This number and street exist in the dataset, but the city you sent is not in it.')
  if (city === LEVEL.city.elsewhere)
    return reason('city_conflict', 'This number and street exist, but the address names another town.')
  if (city === LEVEL.city.other_metro || levels[POSITION.province] === LEVEL.province.conflict)
    return reason('city_conflict', 'This number and street exist, but in a different city.')
  if (direction === LEVEL.direction.opposite || direction === LEVEL.direction.other_quadrant)
    return reason(
      'direction_conflict',
      'This number exists on the street, but with a different direction or in another quadrant.',
    )
  if ((levels[POSITION.address_dates] as number) > LEVEL.address_dates.in_force)
    return reason('below_threshold', 'The building did not have this address on the day of the listing.')
  if (score > -6) return reason('below_threshold', 'Some buildings have a similar address, but none is close enough.')
  return null
}

export function reasonOf(index: StreetIndex, assessment: Assessment): Reason {
  const { tokens, location, readings, candidates } = assessment
  if (location.hintElsewhere === ABROAD || location.otherPlaces.some((p) => p.kind === ABROAD))
    return reason('outside_canada', 'The address is outside Canada; only Canadian buildings are covered.')
  if (!tokens.some((t) => t.text.length > 1))
    return reason('unparseable', 'The text contains no words that could be an address.')
  if (readings.length === 0) return reason('no_civic_number', 'The text has no civic number next to a street name.')
  const top = best(candidates)
  const ofBest = top && reasonOfBest(top)
  if (ofBest) return ofBest
  if (location.hintElsewhere || location.otherPlaces.length > 0)
    return reason('not_covered', 'The dataset has no buildings in that city.')
  const number = numberOnKnownStreet(index, assessment)
  if (number !== null)
    return reason('civic_number_not_on_street', `The street is known, but it has no building at number ${number}.`)
  const typed = readings[0]?.street.words ?? ''
  return reason(
    'street_unknown',
    typed ? `No building is on a street called "${typed}" there.` : 'No building is on that street.',
  )
}
