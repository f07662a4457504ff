// The outcome of a lookup as a badge.
import type { BuildingLinkAnswer } from '../../src/http/api-types.ts'
import type { Tone } from '../parts/badge.tsx'
import { Badge } from '../parts/badge.tsx'
import { outcomeLabel } from './evidence-text.ts'

export type Outcome = BuildingLinkAnswer['meta']['outcome'] | 'error'

export const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  matched: 'good',
  ambiguous: 'warn',
  weak: 'warn',
  no_match: 'none',
  error: 'bad',
}

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  return <Badge tone={OUTCOME_TONES[outcome]}>{outcomeLabel(outcome)}</Badge>
}
