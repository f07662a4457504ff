// Step 4, candidates from narrow to wide: number and street → corporation → building name → street spelled almost so.

import type { ScoredCandidate } from './assess.ts'
import type { Weights } from './compare.ts'
import { corpsIn } from './condo-corp.ts'
import { clean } from './fold.ts'
import { Found, GOOD_BITS } from './found.ts'
import type { Place } from './place.ts'
import type { CivicReading } from './read.ts'
import type { StreetIndex } from './street-index.ts'
import type { Token } from './tokens.ts'
import { tokenise } from './tokens.ts'
import type { MatchQuery } from './types.ts'

const MAX_FUZZY_READINGS = 12

export function gather(
  index: StreetIndex,
  weights: Weights,
  query: MatchQuery,
  tokens: readonly Token[],
  place: Place,
  readings: readonly CivicReading[],
): ScoredCandidate[] {
  const found = new Found(index, weights, query, tokens, place)
  for (const reading of readings) found.exact(reading)
  const corps = corpsIn(tokens)
  if (query.condo_corp) corps.push(...corpsIn(tokenise(clean(query.condo_corp))))
  if (corps.length > 0) found.byCorp(corps)
  if (found.isContested() || query.building_name) found.byName(query.building_name)
  if (found.best < GOOD_BITS) {
    let left = MAX_FUZZY_READINGS
    for (const reading of readings) if (!reading.street.doubtful && left-- > 0) found.nearly(reading)
  }
  return found.list
}
