// How much of a limit is used, as a bar with its numbers.

import { formatNumber, formatPercent } from '../../../parts/format.ts'
import { text } from '../text.ts'

export function Meter({ label, used, limit }: { label: string; used: number; limit: number }) {
  const share = limit === 0 ? 0 : Math.min(1, used / limit)
  const tone = share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'good'
  const said = limit === 0 ? text.notIncluded : text.overview.of(formatNumber(used), formatNumber(limit))
  return (
    <div class="meter">
      <div class="row">
        <strong>{label}</strong>
        <span class="quiet">
          {said}
          {used > 0 && limit > 0 && ` · ${share < 0.001 ? text.hardlyAny : formatPercent(share)}`}
        </span>
      </div>
      <div class="bar" aria-hidden="true">
        {/* A little is not nothing: the first request is seen. */}
        {used > 0 && limit > 0 && <span class={tone} style={{ width: `${Math.max(0.5, share * 100)}%` }} />}
      </div>
    </div>
  )
}
