// How unsure an answer is, and what that makes of a case's place in the queue. Pure, but for the same sum in SQL.
import { sql } from 'kysely'
import type { Verdict } from '../matcher/matcher.ts'

/** Below this nobody needs to look: we are nearly certain of a building, or of there being none. */
export const REVIEW_THRESHOLD = 0.05

/** The probability that what we hold likeliest, a building or none, is wrong. */
export function uncertaintyOf({
  candidates,
  none_probability,
}: Pick<Verdict, 'candidates' | 'none_probability'>): number {
  return Math.max(0, 1 - Math.max(candidates[0]?.confidence ?? 0, none_probability))
}

/** One account that says something weighs as much as this many questions. */
const QUERIES_PER_OBJECTION = 20
/** Where a caller objects, we are not as sure as we thought. */
const MIN_UNCERTAINTY_WITH_FEEDBACK = 0.5

/** How often it is asked × how unsure we are. */
export const PRIORITY = sql<number>`
  (asks + ${sql.lit(QUERIES_PER_OBJECTION)} * voices) * greatest(doubt, case when voices > 0 then ${sql.lit(MIN_UNCERTAINTY_WITH_FEEDBACK)} else 0 end)`
