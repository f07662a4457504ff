// A progress bar for long-running work on the server.
import type { Progress } from '../../../api/progress-stream.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber, formatPercent } from '../../../language/format.ts'
import { text } from './text.ts'

export interface ProgressBarProps {
  readonly label: string
  /** From 0 to 1; leave out while unknown. */
  readonly share?: number
}

export function ProgressBar({ label, share }: ProgressBarProps) {
  return (
    <div class="row progress-bar" role="status">
      <progress aria-label={label} {...(share === undefined ? {} : { value: share, max: 1 })} />
      <span>{label}</span>
    </div>
  )
}

export function describeProgress({ phase = 'reading', rows, done = 0, total = 0 }: Progress): ProgressBarProps {
  if (rows === undefined || (phase === 'reading' && total === 0)) return { label: text.working }
  const share = total > 0 ? Math.min(1, done / total) : undefined
  if (phase === 'downloading')
    return { label: fill(text.downloading, { share: formatPercent(share ?? 0) }), share: share ?? 0 }
  if (phase === 'reading' && share !== undefined && share < 1)
    return { label: fill(text.progress, { rows: formatNumber(rows), share: formatPercent(share) }), share }
  const label = fill(text.phases[phase === 'reading' ? 'joining' : phase], { rows: formatNumber(rows) })
  return share === undefined || share === 1 ? { label } : { label, share }
}
