// Explains a candidate's confidence: its evidence, then the steps from bits to confidence.
import type { BuildingLink } from '../../../src/http/api-types.ts'
import { formatBits, formatConfidence } from '../../evidence/evidence-text.ts'
import { componentLabel } from '../../evidence/level-text.ts'
import { Waterfall } from '../../evidence/waterfall.tsx'
import { fill, inPageLanguage } from '../../language/choose-language.ts'
import { formatNumber } from '../../language/format.ts'
import { letterOf } from '../../map/map-point.ts'
import { text } from './text.ts'

function formatOdds(score: number): string {
  const times = 2 ** Math.abs(score)
  const rounded = formatNumber(Number(times.toPrecision(2)))
  return score >= 0 ? fill(text.times, { times: rounded }) : fill(text.oneIn, { times: rounded })
}

export function Explanation({ links, selected }: { links: readonly BuildingLink[]; selected: number }) {
  const link = links[selected]!
  const evidence = link.evidence ?? []
  const { score = null, raw_probability: raw = null, prior_bits: prior = null, capped_by: capped = null } = link
  const isVerified = link.match_method === 'verified'
  return (
    <section class="card" aria-label={fill(text.why, { letter: letterOf(selected), name: link.project_name })}>
      <h2>{fill(text.why, { letter: letterOf(selected), name: link.project_name })}</h2>
      {isVerified && <p>{evidence.length > 0 ? text.verified : text.verifiedOnly}</p>}
      {link.summary && !isVerified && <p class="summary">{inPageLanguage(link.summary)}</p>}
      {evidence.length > 0 && <Waterfall name={link.project_name} evidence={evidence} />}
      {score !== null && raw !== null && prior !== null && !isVerified && (
        <ol>
          <li>{fill(text.prior, { bits: formatBits(prior) })}</li>
          <li>{fill(text.score, { bits: formatBits(score), odds: formatOdds(score) })}</li>
          <li>
            {fill(text.share, { share: formatConfidence(raw) })} {link.match_level === 'project' && text.towers}
          </li>
          <li>
            {fill(text.calibrated, { confidence: formatConfidence(link.match_confidence) })}{' '}
            {capped &&
              fill(text.capped, { component: componentLabel(capped.component), cap: formatConfidence(capped.cap) })}
          </li>
        </ol>
      )}
    </section>
  )
}
