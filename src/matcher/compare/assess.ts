// Steps 1 to 6 without the decision: everything a query brings up, scored. The fitting script learns from what this returns.

import type { StreetIndex } from '../index/street-index.ts'
import type { Place } from '../read/read-place.ts'
import { readPlace } from '../read/read-place.ts'
import type { CivicReading } from '../read/readings.ts'
import { readCivic } from '../read/readings.ts'
import { clean } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { tokenise } from '../text/tokenize.ts'
import type { MatchQuery } from '../types.ts'
import type { Weights } from './compare.ts'
import type { Levels } from './components.ts'
import { gather } from './find-candidates.ts'

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
  readonly place: Place
  readonly readings: readonly CivicReading[]
  readonly candidates: ScoredCandidate[]
}

export function assess(index: StreetIndex, weights: Weights, query: MatchQuery): Assessment {
  const text = clean(query.address)
  const tokens = tokenise(text)
  const place = readPlace(tokens, query, index.directory)
  const readings = readCivic(tokens, place.covered)
  return { text, tokens, place, readings, candidates: gather(index, weights, query, tokens, place, readings) }
}
