// Reads a query and scores its candidates. Fitting learns from the same result that deciding uses.

import type { StreetIndex } from '../index/street-index.ts'
import { findCondoCorps, readCondoCorps } from '../read/condo-corp-number.ts'
import type { QueryLocation } from '../read/read-location.ts'
import { readLocation } from '../read/read-location.ts'
import type { CivicReading } from '../read/readings.ts'
import { readCivicAddress } from '../read/readings.ts'
import type { TowerDesignation } from '../read/tower-designation.ts'
import { findTower } from '../read/tower-designation.ts'
import { normalizeText } from '../text/fold-text.ts'
import type { Token } from '../text/token.ts'
import { DOT, MIXED, NUMBER } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import type { MatchQuery } from '../types/match-query.ts'
import type { StepReport } from '../types/verdict.ts'
import type { ScoredCandidate } from './candidate-set.ts'
import type { Weights } from './components.ts'
import { findCandidates } from './find-candidates.ts'

/** What was read, before any building is looked up. */
export interface QueryReading {
  readonly query: MatchQuery
  readonly text: string
  readonly tokens: readonly Token[]
  readonly location: QueryLocation
  readonly readings: readonly CivicReading[]
  /** The condominium corporations that the text and the hint name. */
  readonly condoCorps: readonly string[]
  readonly tower: TowerDesignation | null
}

export interface Assessment extends QueryReading {
  readonly candidates: ScoredCandidate[]
  /** The address itself was found, so similar streets and misspelled names were not searched. */
  readonly isFound: boolean
  /** With `explain`; otherwise null. */
  readonly steps: readonly StepReport[] | null
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
  const special = hasSpecialWord(tokens)
  const condoCorps = special ? findCondoCorps(tokens) : []
  if (query.condo_corp) condoCorps.push(...readCondoCorps(query.condo_corp))
  const tower = special ? findTower(tokens) : null
  const read: QueryReading = { query, text, tokens, location, readings, condoCorps, tower }
  const candidates: ScoredCandidate[] = []
  const { isFound, steps } = findCandidates(index, weights, read, candidates)
  return { query, text, tokens, location, readings, condoCorps, tower, candidates, isFound, steps }
}

const LETTER_T = 116

/** Most texts name no tower and no corporation. */
function hasSpecialWord(tokens: readonly Token[]): boolean {
  // `NW 2345`, `NW2345`
  if (tokens[0]?.text.startsWith('nw') && (tokens[0].kind === MIXED || tokens[0].text.length === 2)) return true
  for (let i = 0; i < tokens.length; i++) {
    const t = tokens[i] as Token
    if (t.word?.special) return true
    if (t.kind === NUMBER || t.text.length > 2) continue
    // `T2-905`, `T.S.C.C. 2345`
    if (t.text.length === 2 ? t.text.charCodeAt(0) === LETTER_T : ((tokens[i + 1]?.gap ?? 0) & DOT) !== 0) return true
  }
  return false
}
