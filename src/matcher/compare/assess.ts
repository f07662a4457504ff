// Steps 1 to 6 without the decision: everything a query brings up, scored. The fitting script learns from what this returns.

import type { StreetIndex } from '../index/street-index.ts'
import type { QueryLocation } from '../read/read-location.ts'
import { readLocation } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import { readCivicAddress } from '../read/readings.ts'
import { normalizeText } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import type { MatchQuery } from '../types.ts'
import type { Weights } from './compare-entry.ts'
import type { Levels } from './components.ts'
import { findCandidates } from './find-candidates.ts'

export interface ScoredCandidate {
  readonly building: number
  /** Entry of the index that was compared; -1 for a building found by its name or corporation. */
  entry: number
  reading: CivicReading | null
  levels: Levels
  score: number
}

export interface Assessment {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly location: QueryLocation
  readonly readings: readonly CivicReading[]
  readonly candidates: ScoredCandidate[]
}

export function assess(index: StreetIndex, weights: Weights, query: MatchQuery): Assessment {
  const text = normalizeText(query.address)
  const tokens = tokenize(text)
  const place = readLocation(tokens, query, index.directory)
  const readings = readCivicAddress(tokens, place.cityMarks)
  return {
    text,
    tokens,
    location: place,
    readings,
    candidates: findCandidates(index, weights, query, tokens, place, readings),
  }
}
