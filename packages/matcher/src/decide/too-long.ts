// Refuses texts over the limit instead of cutting them, which could lose the address.

import { MAX_TEXT } from '../text/repair.ts'
import type { MatchQuery } from '../types/match-query.ts'
import type { Verdict } from '../types/verdict.ts'
import { NO_CANDIDATES } from './calculation.ts'

export const isTooLong = ({ address }: MatchQuery): boolean => address.length > MAX_TEXT

export const TOO_LONG: Verdict = Object.freeze({
  outcome: 'no_match',
  action: 'reject',
  reason: 'unparseable',
  reason_detail: `The text has more than ${MAX_TEXT} characters.`,
  candidates: [],
  none_probability: 1,
  below_min_confidence: 0,
  reading: null,
  readings: [],
  calculation: NO_CANDIDATES,
  search: [],
})
