// Long work while it goes on: what is done, and how far it is.
import type { Progress } from '../../../api/progress-stream.ts'
import { formatNumber, formatPercent } from '../../../parts/format.ts'
import { text } from '../imports/text.ts'

interface WorkBarProps {
  readonly said: string
  /** From 0 to 1; left out while nobody knows. */
  readonly share?: number
}

export function ProgressBar({ said, share }: WorkBarProps) {
  return (
    <div class="work-bar" role="status">
      <progress aria-label={said} {...(share === undefined ? {} : { value: share, max: 1 })} />
      <span>{said}</span>
    </div>
  )
}

/** An import as far as it is. */
export function describeProgress({ rows, bytes, bytes_total }: Progress): WorkBarProps {
  if (rows === undefined || !bytes_total) return { said: text.working }
  const share = Math.min(1, (bytes ?? 0) / bytes_total)
  if (share === 1) return { said: text.comparing(formatNumber(rows)) }
  return { said: text.progress(formatNumber(rows), formatPercent(share)), share }
}
