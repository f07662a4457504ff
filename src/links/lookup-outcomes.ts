// Counts lookups by outcome, for operators.

import type { MatchOutcome } from '@plinth/matcher'
import type { Dataset } from '../events/event-types.ts'
import type { LinkResult } from './links.ts'

export class LookupOutcomes {
  readonly counts = new Map<MatchOutcome, number>([
    ['matched', 0],
    ['ambiguous', 0],
    ['weak', 0],
    ['no_match', 0],
  ])

  /** Tests against the sandbox would hide what customers see. */
  count(result: LinkResult, dataset: Dataset): LinkResult {
    if (dataset === 'production') this.counts.set(result.outcome, this.counts.get(result.outcome)! + 1)
    return result
  }
}
