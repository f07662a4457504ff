// Counts of listings by outcome; each one is a link to its filter.
import { plinth } from '../../../api/plinth.ts'
import { useLoad } from '../../../api/use-load.ts'
import { outcomeLabel } from '../../../evidence/evidence-text.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatNumber } from '../../../language/format.ts'
import { WhenLoaded } from '../../../parts/notice.tsx'
import { Meter } from '../parts/meter.tsx'
import { text } from './text.ts'

const OUTCOMES = ['matched', 'ambiguous', 'weak', 'no_match'] as const

interface CountsProps {
  /** Changes when listings were stored. */
  readonly version: number
  /** The outcome that the list is filtered by. */
  readonly selected: string
}

export function Counts({ version, selected }: CountsProps) {
  const counts = useLoad(`counts ${version}`, (signal) => plinth.listings.counts({ signal }))
  const tile = (href: string, label: string, count: number, current: boolean) => (
    <li key={label}>
      <a class="block tile" href={href} aria-current={current ? 'true' : undefined}>
        <strong class="block big">{formatNumber(count)}</strong>
        <span class="block quiet">{label}</span>
      </a>
    </li>
  )
  return (
    <WhenLoaded result={counts} lines={2}>
      {({ total, limit, by_outcome, by_recommended_action, gone }) => (
        <>
          <ul class="grid fit count-tiles" aria-label={text.counts}>
            {tile('#', text.total, total, selected === '')}
            {OUTCOMES.map((outcome) =>
              tile(
                `#outcome=${outcome}`,
                outcome === 'matched' ? text.linked : outcomeLabel(outcome),
                by_outcome[outcome],
                selected === outcome,
              ),
            )}
            {tile('/account/needs-review', text.review, by_recommended_action.review, false)}
          </ul>
          {gone > 0 && <p class="quiet">{fill(text.gone, { count: formatNumber(gone) })}</p>}
          <Meter label={text.stored} used={total} limit={limit} />
        </>
      )}
    </WhenLoaded>
  )
}
