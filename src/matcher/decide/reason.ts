// Why there is no answer: a code a program can act on, and one sentence for a person.

import type { Assessment, ScoredCandidate } from '../compare/assess.ts'
import { CITY, DATES, DIRECTION, PROVINCE } from '../compare/components.ts'
import type { StreetIndex } from '../index/street-index.ts'
import type { City } from '../read/city-directory.ts'
import type { NoMatchReason } from '../types.ts'

export interface Reason {
  readonly code: NoMatchReason
  readonly detail: string
}

const reason = (code: NoMatchReason, detail: string): Reason => ({ code, detail })

const best = (candidates: readonly ScoredCandidate[]): ScoredCandidate | null =>
  candidates.reduce<ScoredCandidate | null>((a, b) => (a && a.score >= b.score ? a : b), null)

/** Does any reading name a street that the index has, in the area that was meant? */
function knownStreet(index: StreetIndex, assessment: Assessment): { name: string; number: number } | null {
  const { cities } = index.directory
  const metro = assessment.location.hintCity >= 0 ? (cities[assessment.location.hintCity] as City).metro : -1
  for (const r of assessment.readings) {
    for (let n = index.nameBySingularKey.get(r.street.singularKey) ?? -1; n >= 0; n = index.nextNameOfKey[n] as number)
      for (let s = index.firstStreet[n] as number; s < (index.firstStreet[n + 1] as number); s++)
        if (metro < 0 || (cities[index.streetCity[s] as number] as City).metro === metro)
          return { name: index.nameWords[n] as string, number: r.number }
  }
  return null
}

export function reasonOf(index: StreetIndex, assessment: Assessment): Reason {
  const { tokens, location: place, readings, candidates } = assessment
  if (place.isAmerican)
    return reason('outside_canada', 'The address is in the United States; only Canadian buildings are covered.')
  if (!tokens.some((t) => t.text.length > 1))
    return reason('unparseable', 'The text holds no words that could be an address.')
  if (readings.length === 0)
    return reason('no_civic_number', 'No civic number stands next to a street name, so no building can be told.')
  const top = best(candidates)
  if (top && (top.levels[8] === CITY.is.other_metro || top.levels[9] === PROVINCE.is.conflict))
    return reason('city_conflict', 'This number and street exist, but in another city than the one given.')
  if (top && (top.levels[7] === DIRECTION.is.opposite || top.levels[7] === DIRECTION.is.other_quadrant))
    return reason(
      'direction_conflict',
      'This number exists on the street, but on its other side or in another quadrant.',
    )
  if (top && (top.levels[17] as number) > DATES.is.in_force)
    return reason('below_threshold', 'The address is known, but not as that building’s on the day of the listing.')
  if (top && top.score > -6)
    return reason('below_threshold', 'Buildings resemble the address, but none closely enough to be named.')
  if (place.isHintUnknown) return reason('not_covered', 'No building of that city is in the dataset.')
  const street = knownStreet(index, assessment)
  if (street)
    return reason(
      'civic_number_not_on_street',
      `The street is known, but no building at number ${street.number} on it.`,
    )
  const typed = readings[0]?.street.words ?? ''
  return reason(
    'street_unknown',
    typed ? `No building stands on a street called "${typed}" there.` : 'No building stands on that street.',
  )
}
