// Ranks candidates, merges towers of one project, and names outcome, action and strategy.

import type { Assessment } from '../compare/assess.ts'
import type { ScoredCandidate } from '../compare/candidate-set.ts'
import { isPossiblePoint } from '../compare/compare-location.ts'
import { LEVEL, POSITION } from '../compare/components.ts'
import type { StreetIndex } from '../index/street-index.ts'
import type { MatchQuery } from '../types/match-query.ts'
import type { Candidate, MatchAction, MatchLevel, MatchOutcome, MatchStrategy } from '../types/verdict.ts'
import type { Caps } from './caps.ts'
import { CAPS, lowestCap } from './caps.ts'
import type { Input, Model, Stratum } from './model-shape.ts'
import { calibrate, probabilities, probabilityOf } from './score.ts'

export interface Ranked {
  readonly candidate: ScoredCandidate
  confidence: number
  readonly level: MatchLevel
}

export interface Ranking {
  readonly ranked: readonly Ranked[]
  readonly none: number
  /** The calibrated probability that any candidate is right, and the part of it that caps gave to `none`. */
  readonly any: number
  readonly capped: number
  /** The kind of answer whose map was used; null without candidates. */
  readonly stratum: Stratum | null
}

/** Share of its project's probability that a tower needs. Below it only the project is certain: never guess a tower. */
const TOWER_CERTAINTY = 0.9

function mergeTowers(index: StreetIndex, candidates: readonly ScoredCandidate[], p: readonly number[]): Ranked[] {
  const ranked: Ranked[] = []
  const done = new Set<number>()
  candidates.forEach((candidate, i) => {
    const group = index.project[candidate.building] as number
    if (group < 0) {
      ranked.push({ candidate, confidence: p[i] as number, level: 'building' })
      return
    }
    if (done.has(group)) return
    done.add(group)
    const towers = candidates
      .map((c, k) => ({ c, p: p[k] as number }))
      .filter(({ c }) => index.project[c.building] === group)
    const total = towers.reduce((sum, t) => sum + t.p, 0)
    const best = towers.reduce((a, b) => (b.p > a.p ? b : a))
    if (best.p >= TOWER_CERTAINTY * total)
      for (const t of towers) ranked.push({ candidate: t.c, confidence: t.p, level: 'building' })
    else {
      const first = towers.filter((t) => t.p >= best.p * 0.5).reduce((a, b) => (b.c.building < a.c.building ? b : a))
      ranked.push({ candidate: first.c, confidence: total, level: 'project' })
    }
  })
  return ranked
}

export const STRATUM_OF: Readonly<Record<MatchStrategy, Stratum>> = {
  exact_address: 'exact',
  alias_address: 'exact',
  range_address: 'partial',
  partial_address: 'partial',
  fuzzy_address: 'fuzzy',
  building_name: 'name',
  condo_corp: 'name',
}

export const stratumOf = (candidate: ScoredCandidate): Stratum => STRATUM_OF[strategyOf(candidate)]

/** A province alone says little, so it does not count. */
export const hasHints = ({ city, postal, lat, lng }: MatchQuery): boolean =>
  Boolean(city || postal || (lat != null && lng != null && isPossiblePoint(lat, lng)))

export const inputOf = (query: MatchQuery): Input => (hasHints(query) ? 'hints' : 'text')

/** Lowers the confidence to the lowest cap of the candidate's levels, and returns the difference. */
function applyCap(ranked: Ranked, caps: Caps): number {
  const at = lowestCap(ranked.candidate.levels, caps)
  const excess = at < 0 ? 0 : ranked.confidence - (caps.limits[at] as number)
  if (excess <= 0) return 0
  ranked.confidence = caps.limits[at] as number
  return excess
}

/** Most addresses have one candidate. The same result without merging and sorting. */
function rankOne(candidate: ScoredCandidate, query: MatchQuery, model: Model, caps: Caps): Ranking {
  const stratum = stratumOf(candidate)
  const any = calibrate(probabilityOf(candidate.score), model.calibration[stratum][inputOf(query)])
  const one: Ranked = { candidate, confidence: any, level: 'building' }
  const capped = applyCap(one, caps)
  return { ranked: [one], none: 1 - one.confidence, any, capped, stratum }
}

const byConfidence = (a: Ranked, b: Ranked): number =>
  b.confidence - a.confidence || a.candidate.building - b.candidate.building

export function rank(index: StreetIndex, assessment: Assessment, model: Model, caps: Caps = CAPS): Ranking {
  const { candidates, query } = assessment
  if (candidates.length === 0) return { ranked: [], none: 1, any: 0, capped: 0, stratum: null }
  if (candidates.length === 1) return rankOne(candidates[0] as ScoredCandidate, query, model, caps)
  const p = probabilities(candidates.map((c) => c.score))
  const ranked = mergeTowers(index, candidates, p).sort(byConfidence)
  // the map calibrates the probability that any candidate is right, so equal candidates stay equal and the sum stays 1
  const raw = 1 - (p[candidates.length] as number)
  const stratum = stratumOf((ranked[0] as Ranked).candidate)
  const any = calibrate(raw, model.calibration[stratum][inputOf(query)])
  if (raw > 0) for (const r of ranked) r.confidence *= any / raw
  let capped = 0
  for (const r of ranked) capped += applyCap(r, caps)
  if (capped > 0) ranked.sort(byConfidence)
  return { ranked, none: 1 - any + capped, any, capped, stratum }
}

/** `candidates` are sorted, the likeliest first. */
export function outcomeOf(candidates: readonly Pick<Candidate, 'confidence'>[]): MatchOutcome {
  const first = candidates[0]
  if (first === undefined) return 'no_match'
  if (first.confidence >= 0.8) return 'matched'
  const second = candidates[1]
  return second !== undefined && second.confidence >= 0.2 ? 'ambiguous' : 'weak'
}

/** A tie needs a person: the building is among the candidates, but the text does not say which. */
export function actionOf(candidates: readonly Pick<Candidate, 'confidence'>[]): MatchAction {
  const first = candidates[0]?.confidence ?? 0
  if (first >= 0.95) return 'accept'
  if (first >= 0.5) return 'review'
  if (candidates.length < 2) return 'reject'
  return candidates.reduce((sum, c) => sum + c.confidence, 0) >= 0.5 ? 'review' : 'reject'
}

const { street_type: TYPE, direction: DIRECTION } = LEVEL
const isPartialType = (l: number): boolean =>
  l === TYPE.missing || l === TYPE.missing_numbered || l === TYPE.missing_rival
/** The levels from `missing_sure` to `missing_quadrant_rival` follow each other. */
const isPartialDirection = (l: number): boolean => l >= DIRECTION.missing_sure && l <= DIRECTION.missing_quadrant_rival
const isFuzzyType = (l: number): boolean =>
  l === TYPE.other || l === TYPE.street_for_avenue || l === TYPE.other_numbered || l === TYPE.other_rival

export function strategyOf({ levels }: ScoredCandidate): MatchStrategy {
  const number = levels[POSITION.civic_number] as number
  const name = levels[POSITION.street_name] as number
  const type = levels[POSITION.street_type] as number
  const kind = levels[POSITION.address_kind] as number
  if (name === LEVEL.street_name.not_compared)
    return levels[POSITION.condo_corp] === LEVEL.condo_corp.same ? 'condo_corp' : 'building_name'
  const { inside_range, other_of_pair } = LEVEL.civic_number
  if (number === inside_range || number === other_of_pair || kind === LEVEL.address_kind.range) return 'range_address'
  if (kind === LEVEL.address_kind.alias) return 'alias_address'
  if (name > LEVEL.street_name.same_then_more || isFuzzyType(type)) return 'fuzzy_address'
  const direction = levels[POSITION.direction] as number
  if (isPartialType(type) || isPartialDirection(direction)) return 'partial_address'
  return 'exact_address'
}
