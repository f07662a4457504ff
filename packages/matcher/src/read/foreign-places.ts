// Names of places outside Canada.

import { AMBIGUOUS_STATE_CODES, AMERICAN_STATES, FOREIGN_PLACES } from '../gazetteer/place-tables.ts'
import { normalizeText } from '../text/fold-text.ts'
import { canonicalKey } from '../text/name-keys.ts'
import type { Token } from '../text/token.ts'
import { COMMA } from '../text/token.ts'
import { tokenize } from '../text/tokenize.ts'
import { placeKey } from './gazetteer.ts'

export const stateCodes = new Set(AMERICAN_STATES.map(([code]) => code.toLowerCase()))
/** Codes of states that are also words of Canadian addresses. */
export const ambiguousCodes = new Set(AMBIGUOUS_STATE_CODES)
/** Cities, countries and states by key. Georgia is a street of Vancouver more often than a state. */
export const foreign = new Set(
  [...FOREIGN_PLACES, ...AMERICAN_STATES.map(([, name]) => name).filter((name) => name !== 'Georgia')].map(placeKey),
)

/** Reports whether a city or province hint is outside Canada. */
export function isForeignHint(hint: string): boolean {
  const key = placeKey(hint)
  if (foreign.has(key) || stateCodes.has(key)) return true
  // `Seattle, WA`
  const tokens = tokenize(normalizeText(hint))
  const comma = tokens.findIndex((t, i) => i > 0 && t.gap & COMMA)
  return comma > 0 && (foreign.has(canonicalKey(tokens, 0, comma)) || stateCodes.has((tokens[comma] as Token).text))
}
