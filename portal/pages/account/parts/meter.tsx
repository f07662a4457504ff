// How much of a limit is used, as a bar and in numbers.
import { fill } from '../../../language/choose-language.ts'
import { formatNumber, formatPercent } from '../../../language/format.ts'
import { text } from './text.ts'

export function Meter({ label, used, limit }: { label: string; used: number; limit: number }) {
  const share = limit === 0 ? 0 : Math.min(1, used / limit)
  const tone = share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'stone'
  const isUsed = used > 0 && limit > 0
  return (
    <div class="meter">
      <div class="row between">
        <strong>{label}</strong>
        <span class="quiet">
          {limit === 0 ? text.notIncluded : fill(text.usedOf, { used: formatNumber(used), limit: formatNumber(limit) })}
          {isUsed && ` · ${share < 0.001 ? text.under : formatPercent(share)}`}
        </span>
      </div>
      <div class="bar" aria-hidden="true">
        {/* Even the first request is visible. */}
        {isUsed && <span class={tone} style={{ width: `${Math.max(0.5, share * 100)}%` }} />}
      </div>
    </div>
  )
}
