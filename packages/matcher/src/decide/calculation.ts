// The numbers from which a caller can compute the confidences again.

import type { Assessment } from '../compare/assess.ts'
import type { ScoredCandidate } from '../compare/candidate-set.ts'
import type { StreetIndex } from '../index/street-index.ts'
import type { Calculation, Candidate } from '../types/verdict.ts'
import type { Caps } from './caps.ts'
import { CAPS, capOf } from './caps.ts'
import type { Ranked, Ranking } from './decide.ts'
import { inputOf } from './decide.ts'
import { probabilities } from './score.ts'

export const NO_CANDIDATES: Calculation = Object.freeze({
  scores: [],
  any_raw: 0,
  any_calibrated: 0,
  calibration: null,
  capped_probability: 0,
  rejected_probability: 0,
})

export function calculationOf({ candidates, query }: Assessment, ranking: Ranking): Calculation {
  if (ranking.stratum === null) return NO_CANDIDATES
  const scores = candidates.map(({ score }) => score).sort((a, b) => b - a)
  return {
    scores,
    any_raw: 1 - (probabilities(scores)[scores.length] as number),
    any_calibrated: ranking.any,
    calibration: { stratum: ranking.stratum, input: inputOf(query) },
    capped_probability: ranking.capped,
    rejected_probability: 0,
  }
}

/** The share of one ranked candidate. A project's share is the sum of its towers' shares. */
export function shareOf(
  index: StreetIndex,
  { candidates }: Assessment,
  { candidate, level, confidence }: Ranked,
  caps: Caps = CAPS,
): Required<Pick<Candidate, 'raw_probability' | 'merged_scores' | 'capped_by'>> {
  const p = probabilities(candidates.map(({ score }) => score))
  const project = index.project[candidate.building]
  const isMerged = (other: ScoredCandidate): boolean =>
    other === candidate || (level === 'project' && index.project[other.building] === project)
  return {
    raw_probability: candidates.reduce((sum, other, i) => sum + (isMerged(other) ? (p[i] as number) : 0), 0),
    merged_scores: candidates.filter(isMerged).map(({ score }) => score),
    capped_by: capOf(candidate.levels, confidence, caps),
  }
}
