// A decision in brief: its state, verdict and project.
import type { Decision } from '../../../../src/http/api-types.ts'
import { humanize } from '../../../language/format.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { text } from './text.ts'

const STATE_TONES: Readonly<Record<Decision['state'], Tone>> = {
  proposed: 'info',
  verified: 'good',
  revoked: 'bad',
  superseded: 'none',
}

export function StateBadge({ decision: { state, kind } }: { decision: Pick<Decision, 'state' | 'kind'> }) {
  // A rejection in force verifies no building.
  if (state === 'verified' && kind === 'reject') return <Badge tone="warn">{text.rejected}</Badge>
  return <Badge tone={STATE_TONES[state]}>{humanize(state)}</Badge>
}

/** `accept → The Howe Residences`, `reject`. */
export function describeDecision({
  kind,
  project_id: id,
  project_name: name,
}: Pick<Decision, 'kind' | 'project_name' | 'project_id'>): string {
  return id === null ? text.verdicts[kind] : `${text.verdicts[kind]} → ${name ?? `#${id}`}`
}
