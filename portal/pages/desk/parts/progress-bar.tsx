// A progress bar for long-running work on the server.
import type { Progress } from '../../../api/progress-stream.ts'
import { formatNumber, formatPercent } from '../../../parts/format.ts'
import { text } from './text.ts'
import './progress-bar.css'

export interface ProgressBarProps {
  readonly label: string
  /** From 0 to 1; leave out while unknown. */
  readonly share?: number
}

export function ProgressBar({ label, share }: ProgressBarProps) {
  return (
    <div class="progress-bar" role="status">
      <progress aria-label={label} {...(share === undefined ? {} : { value: share, max: 1 })} />
      <span>{label}</span>
    </div>
  )
}

export function describeProgress({ rows, bytes, bytes_total }: Progress): ProgressBarProps {
  if (rows === undefined || !bytes_total) return { label: text.working }
  const share = Math.min(1, (bytes ?? 0) / bytes_total)
  if (share === 1) return { label: text.comparing(formatNumber(rows)) }
  return { label: text.progress(formatNumber(rows), formatPercent(share)), share }
}
