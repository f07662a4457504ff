// Steps 1 to 6 without the decision: everything a query brings up, scored. The fitting script learns from what this returns.

import { gather } from './candidates.ts'
import type { Weights } from './compare.ts'
import { clean } from './fold.ts'
import type { Levels } from './levels.ts'
import type { Place } from './place.ts'
import { readPlace } from './place.ts'
import type { CivicReading } from './read.ts'
import { readCivic } from './read.ts'
import type { StreetIndex } from './street-index.ts'
import type { Token } from './token.ts'
import { tokenise } from './tokens.ts'
import type { MatchQuery } from './types.ts'

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
