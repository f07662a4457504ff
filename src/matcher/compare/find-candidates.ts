// Step 4, candidates from narrow to wide: number and street → corporation → street spelled almost so → building name.

import type { StreetIndex } from '../index/street-index.ts'
import { corpsIn } from '../read/condo-corp-number.ts'
import type { Place } from '../read/read-place.ts'
import type { CivicReading } from '../read/readings.ts'
import { clean } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { tokenise } from '../text/tokenize.ts'
import type { MatchQuery } from '../types.ts'
import type { ScoredCandidate } from './assess.ts'
import { Found, GOOD_BITS } from './candidate-set.ts'
import type { Weights } from './compare.ts'
import { findByName } from './compare-building-name.ts'
import { CONDO_CORP } from './components.ts'

const MAX_FUZZY_READINGS = 12
const CORP_COMPONENT = 14

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
  for (const corp of corps)
    for (const building of index.byCorp.get(corp) ?? []) found.add(building, CORP_COMPONENT, CONDO_CORP.is.same)
  if (found.best < GOOD_BITS) {
    let left = MAX_FUZZY_READINGS
    for (const reading of readings) if (!reading.street.doubtful && left-- > 0) found.nearly(reading)
  }
  if (found.isContested() || query.building_name)
    findByName(found, index, tokens, query.building_name, readings.length === 0)
  return found.list
}
