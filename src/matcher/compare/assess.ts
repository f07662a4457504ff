// Reads a query and scores its candidates. Fitting learns from the same result that deciding uses.

import type { StreetIndex } from '../index/street-index.ts'
import type { QueryLocation } from '../read/read-location.ts'
import { readLocation } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import { readCivicAddress } from '../read/readings.ts'
import { normalizeText } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import type { MatchQuery } from '../types.ts'
import type { ScoredCandidate } from './candidate-set.ts'
import type { Weights } from './components.ts'
import { findCandidates } from './find-candidates.ts'

export interface Assessment {
  readonly query: MatchQuery
  readonly text: string
  readonly tokens: readonly Token[]
  readonly location: QueryLocation
  readonly readings: readonly CivicReading[]
  readonly candidates: ScoredCandidate[]
}

/** A building name that is an address (`One Bloor`) is read with the text. */
function addressOf({ address, building_name }: MatchQuery): string {
  return building_name && NUMBER_FIRST.test(building_name) ? `${address}, ${building_name}` : address
}

const NUMBER_FIRST = /^(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)/i

export function assess(index: StreetIndex, weights: Weights, query: MatchQuery): Assessment {
  const text = normalizeText(addressOf(query))
  const tokens = tokenize(text)
  const location = readLocation(tokens, text, query, index.directory)
  const readings = readCivicAddress(tokens, location.cityMarks)
  const candidates = findCandidates(index, weights, query, tokens, location, readings)
  return { query, text, tokens, location, readings, candidates }
}
