// Finds the candidates of a query, from the narrowest search to the widest.

import type { StreetIndex } from '../index/street-index.ts'
import { findCondoCorps } from '../read/condo-corp-number.ts'
import type { QueryLocation } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import { normalizeText } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import type { MatchQuery } from '../types.ts'
import type { ScoredCandidate } from './candidate-set.ts'
import { CandidateSet, GOOD_SCORE } from './candidate-set.ts'
import type { Weights } from './components.ts'
import { LEVEL } from './components.ts'
import { addByName } from './find-by-name.ts'

const MAX_FUZZY_READINGS = 12

export function findCandidates(
  index: StreetIndex,
  weights: Weights,
  query: MatchQuery,
  tokens: readonly Token[],
  location: QueryLocation,
  readings: readonly CivicReading[],
): ScoredCandidate[] {
  const set = new CandidateSet(index, weights, query, tokens, location)
  for (const reading of readings) set.addExact(reading)
  const corps = findCondoCorps(tokens)
  if (query.condo_corp) corps.push(...findCondoCorps(tokenize(normalizeText(query.condo_corp))))
  for (const corp of corps)
    for (const building of index.buildingsByCorp.get(corp) ?? [])
      set.addLevel(building, 'condo_corp', LEVEL.condo_corp.same)
  if (set.best < GOOD_SCORE) {
    const correctable = readings.filter((reading) => !reading.street.isDoubtful)
    for (const reading of correctable.slice(0, MAX_FUZZY_READINGS)) set.addFuzzy(reading)
  }
  if (set.isContested() || query.building_name) addByName(set, query.building_name, readings.length === 0)
  return set.candidates
}
