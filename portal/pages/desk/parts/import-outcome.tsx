// How imports are told in every list and on every page: their outcome, who ordered them, how long ago.
import type { ImportRunPage } from '../../../../src/contract/api-types.ts'
import type { Tone } from '../../../parts/badge.tsx'
import { Badge } from '../../../parts/badge.tsx'
import { formatNumber, NO_VALUE } from '../../../parts/format.ts'
import { text } from '../imports/text.ts'

export type RunRow = ImportRunPage['data'][number]

const TONES: Readonly<Record<keyof typeof text.outcomes, Tone>> = {
  published: 'good',
  unchanged: 'none',
  refused: 'bad',
  failed: 'bad',
  dry_run: 'info',
  running: 'warn',
}

export function ImportOutcome({ run }: { run: Pick<RunRow, 'outcome' | 'approved_by'> }) {
  const outcome = run.outcome ?? 'running'
  return (
    <span class="row">
      <Badge tone={TONES[outcome]}>{text.outcomes[outcome]}</Badge>
      {run.approved_by && <Badge tone="good">{text.approvedBadge}</Badge>}
    </span>
  )
}

export function ChangeCounts({ changes }: { changes: RunRow['changes'] }) {
  if (!changes) return <>{NO_VALUE}</>
  const { created, changed, gone } = changes
  return (
    <span class="moves">
      <span title={text.created(formatNumber(created))}>+{formatNumber(created)}</span>{' '}
      <span title={text.changed(formatNumber(changed))}>~{formatNumber(changed)}</span>{' '}
      <span title={text.gone(formatNumber(gone))}>−{formatNumber(gone)}</span>
    </span>
  )
}

/** A person by the address, the software by a word. */
export function formatActor({ actor, actor_email }: { actor: string | null; actor_email: string | null }): string {
  if (actor_email || actor === null) return actor_email ?? NO_VALUE
  return text.actors[actor as keyof typeof text.actors] ?? actor
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

export function formatAge(seconds: number | null): string {
  if (seconds === null) return text.never
  const say = (unit: number) => formatNumber(Math.floor(seconds / unit))
  if (seconds < MINUTE) return text.ago.now
  if (seconds < HOUR) return text.ago.minutes(say(MINUTE))
  return seconds < 2 * DAY ? text.ago.hours(say(HOUR)) : text.ago.days(say(DAY))
}
