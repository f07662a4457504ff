// Step 4, candidates from narrow to wide: number and street → corporation → street spelled almost so → building name.

import type { StreetIndex } from '../index/street-index.ts'
import { findCondoCorps } from '../read/condo-corp-number.ts'
import type { QueryLocation } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import { normalizeText } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import type { MatchQuery } from '../types.ts'
import type { ScoredCandidate } from './assess.ts'
import { CandidateSet, GOOD_SCORE } from './candidate-set.ts'
import type { Weights } from './compare-entry.ts'
import { CONDO_CORP } from './components.ts'
import { findByName } from './find-by-name.ts'

const MAX_FUZZY_READINGS = 12
const CORP_COMPONENT = 14

export function findCandidates(
  index: StreetIndex,
  weights: Weights,
  query: MatchQuery,
  tokens: readonly Token[],
  place: QueryLocation,
  readings: readonly CivicReading[],
): ScoredCandidate[] {
  const found = new CandidateSet(index, weights, query, tokens, place)
  for (const reading of readings) found.addExact(reading)
  const corps = findCondoCorps(tokens)
  if (query.condo_corp) corps.push(...findCondoCorps(tokenize(normalizeText(query.condo_corp))))
  for (const corp of corps)
    for (const building of index.buildingsByCorp.get(corp) ?? [])
      found.addLevel(building, CORP_COMPONENT, CONDO_CORP.is.same)
  if (found.best < GOOD_SCORE) {
    let left = MAX_FUZZY_READINGS
    for (const reading of readings) if (!reading.street.isDoubtful && left-- > 0) found.addFuzzy(reading)
  }
  if (found.isContested() || query.building_name)
    findByName(found, index, tokens, query.building_name, readings.length === 0)
  return found.candidates
}
