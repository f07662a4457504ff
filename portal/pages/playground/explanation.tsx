// Explains a candidate's confidence: its evidence, then the steps from bits to confidence.
import type { BuildingLink } from '../../../src/contract/api-types.ts'
import { formatBits, formatConfidence } from '../../evidence/evidence-text.ts'
import { totalBits, Waterfall } from '../../evidence/waterfall.tsx'
import { inPageLanguage } from '../../parts/choose-language.ts'
import { formatNumber } from '../../parts/format.ts'
import { letterFor } from './candidates.tsx'
import { text } from './text.ts'

/** The matcher's softmax over the candidates on the page and “None of these” at 0 bits. */
function probabilityOf(scores: readonly number[], index: number): number {
  const highest = Math.max(0, ...scores)
  const total = scores.reduce((sum, score) => sum + 2 ** (score - highest), 2 ** -highest)
  return 2 ** (scores[index]! - highest) / total
}

function formatOdds(score: number): string {
  const times = 2 ** Math.abs(score)
  const rounded = formatNumber(Number(times.toPrecision(2)))
  return score >= 0 ? text.times(rounded) : text.oneIn(rounded)
}

export function Explanation({ links, selected }: { links: readonly BuildingLink[]; selected: number }) {
  const link = links[selected]!
  const evidence = link.evidence ?? []
  const scores = links.map(({ evidence: items }) => totalBits(items ?? []))
  const score = scores[selected]!
  const isVerified = link.match_method === 'verified'
  return (
    <section class="card" aria-label={text.why(letterFor(selected), link.project_name)}>
      <h2>{text.why(letterFor(selected), link.project_name)}</h2>
      {isVerified && <p>{evidence.length > 0 ? text.verified : text.verifiedOnly}</p>}
      {link.summary && !isVerified && <p class="summary">{inPageLanguage(link.summary)}</p>}
      {evidence.length > 0 && <Waterfall name={link.project_name} evidence={evidence} />}
      {evidence.length > 0 && !isVerified && (
        <ol class="steps">
          <li>{text.score(formatBits(score), formatOdds(score))}</li>
          <li>
            {link.match_level === 'project'
              ? text.towers
              : text.share(formatConfidence(probabilityOf(scores, selected)))}
          </li>
          <li>{text.calibrated(formatConfidence(link.match_confidence))}</li>
        </ol>
      )}
    </section>
  )
}
