// Import runs in lists: outcome, change counts and who started them.
import type { ImportRunPage } from '../../../../src/http/api-types.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber, NO_VALUE } from '../../../language/format.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { text } from './text.ts'

export type RunRow = ImportRunPage['data'][number]

const TONES: Readonly<Record<keyof typeof text.outcomes, Tone>> = {
  published: 'good',
  unchanged: 'none',
  refused: 'bad',
  failed: 'bad',
  dry_run: 'info',
  running: 'warn',
}

export function ImportOutcome({ outcome, approved = false }: { outcome: RunRow['outcome']; approved?: boolean }) {
  const value = outcome ?? 'running'
  return (
    <span class="row">
      <Badge tone={TONES[value]}>{text.outcomes[value]}</Badge>
      {approved && <Badge tone="good">{text.approved}</Badge>}
    </span>
  )
}

/** A person's email address, or a name for automatic actors. */
export function formatActor({ actor, actor_email }: { actor: string | null; actor_email: string | null }): string {
  if (actor_email || actor === null) return actor_email ?? NO_VALUE
  return text.actors[actor as keyof typeof text.actors] ?? actor
}

export function ChangeCounts({ changes }: { changes: RunRow['changes'] }) {
  if (!changes) return <>{NO_VALUE}</>
  const { created, changed, gone } = changes
  return (
    <span class="number nowrap">
      <span title={fill(text.created, { count: formatNumber(created) })}>+{formatNumber(created)}</span>{' '}
      <span title={fill(text.changed, { count: formatNumber(changed) })}>~{formatNumber(changed)}</span>{' '}
      <span title={fill(text.gone, { count: formatNumber(gone) })}>−{formatNumber(gone)}</span>
    </span>
  )
}
