// Removes the projects that a curator rejected for an address from a verdict. Pure.

import type { Candidate, Matcher, MatchQuery, Verdict } from '@plinth/matcher'
import { DEFAULT_LIMIT, DEFAULT_MIN_CONFIDENCE } from '@plinth/matcher'
import { actionOf, outcomeOf } from '@plinth/matcher/internal/decide/decide'

/** The projects that the curator saw and rejected. Projects imported later are not among them. */
export function candidateProjects(evidence: unknown): ReadonlySet<number> {
  const { candidates = [] } = (evidence ?? {}) as { candidates?: readonly { project_id?: number }[] }
  return new Set(candidates.flatMap(({ project_id }) => project_id ?? []))
}

const EVERY_CANDIDATE = { min_confidence: 0, limit: 1000 }
const REASON_DETAIL = 'A curator reviewed this address and rejected all similar buildings.'

/** Adds the rejected projects' probability to `none_probability`; other candidates keep theirs. */
export function withoutRejected(
  query: MatchQuery,
  original: Verdict,
  rejected: ReadonlySet<number>,
  matcher: Matcher,
): Verdict {
  const { min_confidence = DEFAULT_MIN_CONFIDENCE, limit = DEFAULT_LIMIT } = query
  const all = matcher.match({ ...query, ...EVERY_CANDIDATE })
  const isRejected = ({ group }: Candidate) => rejected.has(Number(group))
  const rejectedProbability = all.candidates.filter(isRejected).reduce((sum, { confidence }) => sum + confidence, 0)
  const remaining = all.candidates.filter((candidate) => !isRejected(candidate))
  const candidates = remaining.filter(({ confidence }) => confidence >= min_confidence).slice(0, limit)
  const isRejectedOnly = candidates.length === 0 && original.reason === null
  return {
    ...original,
    candidates,
    outcome: outcomeOf(candidates),
    action: actionOf(candidates),
    reason: isRejectedOnly ? 'not_covered' : original.reason,
    reason_detail: isRejectedOnly ? REASON_DETAIL : original.reason_detail,
    none_probability: Math.min(1, all.none_probability + rejectedProbability),
    below_min_confidence: remaining.filter(({ confidence }) => confidence < min_confidence).length,
    ...(original.calculation && {
      calculation: { ...original.calculation, rejected_probability: rejectedProbability },
    }),
  }
}
