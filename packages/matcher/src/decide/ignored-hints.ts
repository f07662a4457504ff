// Names the hints that cannot be right and were ignored.

import { isPossiblePoint } from '../compare/compare-location.ts'
import { normalizePostal } from '../text/postal-code.ts'
import type { MatchQuery } from '../types/match-query.ts'
import type { HintWarning } from '../types/verdict.ts'

/** Null when every hint was used. */
export function ignoredHints({ lat, lng, postal }: MatchQuery): readonly HintWarning[] | null {
  const isPointIgnored = lat != null && lng != null && !isPossiblePoint(lat, lng)
  const isPostalIgnored = Boolean(postal) && normalizePostal(postal as string) === ''
  if (!isPointIgnored && !isPostalIgnored) return null
  return [
    ...(isPointIgnored ? ['point_ignored' as const] : []),
    ...(isPostalIgnored ? ['postal_code_ignored' as const] : []),
  ]
}
