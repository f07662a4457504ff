// Explains a candidate's confidence: its evidence, then the steps from bits to confidence.
import type { BuildingLink } from '../../../src/http/api-types.ts'
import { formatBits, formatConfidence } from '../../evidence/evidence-text.ts'
import { componentLabel } from '../../evidence/level-text.ts'
import { Waterfall } from '../../evidence/waterfall.tsx'
import { inPageLanguage } from '../../parts/choose-language.ts'
import { formatNumber } from '../../parts/format.ts'
import { letterFor } from './candidates.tsx'
import { text } from './text.ts'

function formatOdds(score: number): string {
  const times = 2 ** Math.abs(score)
  const rounded = formatNumber(Number(times.toPrecision(2)))
  return score >= 0 ? text.times(rounded) : text.oneIn(rounded)
}

export function Explanation({ links, selected }: { links: readonly BuildingLink[]; selected: number }) {
  const link = links[selected]!
  const evidence = link.evidence ?? []
  const { score = null, raw_probability: raw = null, prior_bits: prior = null, capped_by: capped = null } = link
  const isVerified = link.match_method === 'verified'
  return (
    <section class="card" aria-label={text.why(letterFor(selected), link.project_name)}>
      <h2>{text.why(letterFor(selected), link.project_name)}</h2>
      {isVerified && <p>{evidence.length > 0 ? text.verified : text.verifiedOnly}</p>}
      {link.summary && !isVerified && <p class="summary">{inPageLanguage(link.summary)}</p>}
      {evidence.length > 0 && <Waterfall name={link.project_name} evidence={evidence} />}
      {score !== null && raw !== null && prior !== null && !isVerified && (
        <ol class="steps">
          <li>{text.prior(formatBits(prior))}</li>
          <li>{text.score(formatBits(score), formatOdds(score))}</li>
          <li>
            {text.share(formatConfidence(raw))} {link.match_level === 'project' && text.towers}
          </li>
          <li>
            {text.calibrated(formatConfidence(link.match_confidence))}{' '}
            {capped && text.capped(componentLabel(capped.component), formatConfidence(capped.cap))}
          </li>
        </ol>
      )}
    </section>
  )
}
