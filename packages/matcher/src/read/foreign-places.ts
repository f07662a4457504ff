// Names of places outside Canada.

import { AMBIGUOUS_STATE_CODES, AMERICAN_STATES, COUNTRIES, FOREIGN_CITIES } from '../gazetteer/other-places.ts'
import { normalizeText } from '../text/fold-text.ts'
import { canonicalKey } from '../text/name-keys.ts'
import type { Token } from '../text/token.ts'
import { COMMA } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import { placeKey } from './gazetteer.ts'

const keysOf = (list: string): string[] => list.split(', ').map(placeKey)

const states = AMERICAN_STATES.split(', ').map(
  (row) => [row.slice(0, 2).toLowerCase(), placeKey(row.slice(3))] as const,
)
export const stateCodes = new Set(states.map(([code]) => code))
/** Codes of states that are also words of Canadian addresses. */
export const ambiguousCodes = new Set(AMBIGUOUS_STATE_CODES.split(' '))
/** Cities, countries and states by key. Georgia is a street of Vancouver more often than a state. */
export const foreign = new Set([
  ...keysOf(FOREIGN_CITIES),
  ...keysOf(COUNTRIES),
  ...states.map(([, name]) => name).filter((name) => name !== 'georgia'),
])

/** Reports whether a city or province hint is outside Canada. */
export function isForeignHint(hint: string): boolean {
  const key = placeKey(hint)
  if (foreign.has(key) || stateCodes.has(key)) return true
  // `Seattle, WA`
  const tokens = tokenize(normalizeText(hint))
  const comma = tokens.findIndex((t, i) => i > 0 && t.gap & COMMA)
  return comma > 0 && (foreign.has(canonicalKey(tokens, 0, comma)) || stateCodes.has((tokens[comma] as Token).text))
}
