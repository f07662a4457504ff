// How uncertain a verdict is, and how that ranks its case in the queue.

import type { Verdict } from '@plinth/matcher'
import { sql } from 'kysely'

/** Below this, the verdict is nearly certain and needs no review. */
export const REVIEW_THRESHOLD = 0.05

/** The probability that the most likely outcome, a building or no match, is wrong. */
export function uncertaintyOf({
  candidates,
  none_probability,
}: Pick<Verdict, 'candidates' | 'none_probability'>): number {
  return Math.max(0, 1 - Math.max(candidates[0]?.confidence ?? 0, none_probability))
}

/** An objection counts as this many queries. */
const QUERIES_PER_OBJECTION = 20
const MIN_UNCERTAINTY_WITH_OBJECTION = 0.5

/** A sampled sure answer ranks like one of this uncertainty. */
const UNCERTAINTY_OF_SAMPLE = 0.1

/** Number of queries × uncertainty × learning value. A confirmation does not make a case more urgent. */
export const PRIORITY = sql<number>`
  (asks + ${sql.lit(QUERIES_PER_OBJECTION)} * objections)
  * greatest(
      doubt,
      case when objections > 0 then ${sql.lit(MIN_UNCERTAINTY_WITH_OBJECTION)} else 0 end,
      case when is_sample then ${sql.lit(UNCERTAINTY_OF_SAMPLE)} else 0 end)
  * learning`
