// Step 7, decide: towers or projects, order, outcome, recommended action, and the strategy that found each candidate.

import type { Assessment, ScoredCandidate } from '../compare/assess.ts'
import { CONDO_CORP, DIRECTION, KIND, NAME, NUMBER, TYPE } from '../compare/components.ts'
import type { StreetIndex } from '../index/street-index.ts'
import type { Candidate, MatchAction, MatchLevel, MatchOutcome, MatchStrategy } from '../types.ts'
import type { Model } from './model-shape.ts'
import { calibrate, probabilities } from './score.ts'

interface Ranked {
  readonly candidate: ScoredCandidate
  confidence: number
  readonly level: MatchLevel
}

export interface Ranking {
  readonly ranked: readonly Ranked[]
  readonly none: number
}

/** A tower is certain when it holds nearly all of what its project holds; otherwise only the project is. Never guess a tower. */
const TOWER_CERTAINTY = 0.9

function mergeTowers(index: StreetIndex, candidates: readonly ScoredCandidate[], p: readonly number[]): Ranked[] {
  const [only] = candidates
  if (only && candidates.length === 1) return [{ candidate: only, confidence: p[0] as number, level: 'building' }]
  const ranked: Ranked[] = []
  const done = new Set<number>()
  candidates.forEach((candidate, i) => {
    const group = index.group[candidate.building] as number
    if (group < 0) {
      ranked.push({ candidate, confidence: p[i] as number, level: 'building' })
      return
    }
    if (done.has(group)) return
    done.add(group)
    const towers = candidates
      .map((c, k) => ({ c, p: p[k] as number }))
      .filter(({ c }) => index.group[c.building] === group)
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

export function rank(index: StreetIndex, assessment: Assessment, model: Model): Ranking {
  const { candidates } = assessment
  if (candidates.length === 0) return { ranked: [], none: 1 - calibrate(0, model.calibration) }
  const p = probabilities(candidates.map((c) => c.score))
  const ranked = mergeTowers(index, candidates, p)
  if (ranked.length > 1)
    ranked.sort((a, b) => b.confidence - a.confidence || a.candidate.building - b.candidate.building)
  // what is calibrated is whether any of them is meant: candidates that are equal stay equal, and the sum stays 1
  const some = 1 - (p[candidates.length] as number)
  const calibrated = calibrate(some, model.calibration)
  if (some > 0) for (const r of ranked) r.confidence *= calibrated / some
  const none = 1 - calibrated
  return { ranked, none }
}

/** Of what is shown, the likeliest first. */
export function outcomeOf(candidates: readonly Pick<Candidate, 'confidence'>[]): MatchOutcome {
  const first = candidates[0]
  if (first === undefined) return 'no_match'
  if (first.confidence >= 0.8) return 'matched'
  const second = candidates[1]
  return second !== undefined && second.confidence >= 0.2 ? 'ambiguous' : 'weak'
}

export function actionOf(confidence: number | undefined): MatchAction {
  if (confidence === undefined) return 'reject'
  return confidence >= 0.95 ? 'accept' : confidence >= 0.5 ? 'review' : 'reject'
}

const PARTIAL_TYPES: readonly number[] = [TYPE.is.missing, TYPE.is.missing_numbered, TYPE.is.missing_rival]
const PARTIAL_DIRECTIONS: readonly number[] = [
  DIRECTION.is.missing,
  DIRECTION.is.missing_rival,
  DIRECTION.is.missing_quadrant,
  DIRECTION.is.missing_quadrant_rival,
]
const FUZZY_TYPES: readonly number[] = [
  TYPE.is.other,
  TYPE.is.street_for_avenue,
  TYPE.is.other_numbered,
  TYPE.is.other_rival,
]

export function strategyOf({ levels }: ScoredCandidate): MatchStrategy {
  const number = levels[1] as number
  const name = levels[3] as number
  const type = levels[6] as number
  const direction = levels[7] as number
  const kind = levels[12] as number
  const corp = levels[14] as number
  if (corp === CONDO_CORP.is.same && name === NAME.is.not_compared) return 'condo_corp'
  if (name === NAME.is.not_compared) return 'building_name'
  if (number === NUMBER.is.inside_range || number === NUMBER.is.other_of_pair || kind === KIND.is.range)
    return 'range_address'
  if (kind === KIND.is.alias) return 'alias_address'
  if (name > NAME.is.same_then_more || FUZZY_TYPES.includes(type)) return 'fuzzy_address'
  if (PARTIAL_TYPES.includes(type) || PARTIAL_DIRECTIONS.includes(direction)) return 'partial_address'
  return 'exact_address'
}
