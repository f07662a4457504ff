// Why a candidate has the probability it has: its evidence, then the way from bits to a probability.
import type { BuildingLink } from '../../../src/contract/api-types.ts'
import { formatBits, formatConfidence } from '../../parts/evidence-text.ts'
import { formatNumber } from '../../parts/format.ts'
import { totalBits, Waterfall } from '../../parts/waterfall.tsx'
import { letterOf } from './candidates.tsx'
import { text } from './text.ts'

/** The softmax of the matcher, over the candidates that are shown and “none of them” at 0 bits. */
export function shareOf(scores: readonly number[], at: number): number {
  const highest = Math.max(0, ...scores)
  const total = scores.reduce((sum, score) => sum + 2 ** (score - highest), 2 ** -highest)
  return 2 ** (scores[at]! - highest) / total
}

function sayOdds(score: number): string {
  const times = 2 ** Math.abs(score)
  const said = formatNumber(Number(times.toPrecision(2)))
  return score >= 0 ? text.times(said) : text.oneIn(said)
}

export function Explanation({ links, chosen }: { links: readonly BuildingLink[]; chosen: number }) {
  const link = links[chosen]!
  const evidence = link.evidence ?? []
  const scores = links.map((one) => totalBits(one.evidence ?? []))
  const score = scores[chosen]!
  const isVerified = link.match_method === 'verified'
  return (
    <section class="card" aria-label={text.why(letterOf(chosen), link.project_name)}>
      <h2>{text.why(letterOf(chosen), link.project_name)}</h2>
      {isVerified && <p>{evidence.length > 0 ? text.verified : text.verifiedBare}</p>}
      {evidence.length > 0 && <Waterfall name={link.project_name} evidence={evidence} />}
      {evidence.length > 0 && !isVerified && (
        <ol class="steps">
          <li>{text.score(formatBits(score), sayOdds(score))}</li>
          <li>
            {link.match_level === 'project' ? text.towers : text.share(formatConfidence(shareOf(scores, chosen)))}
          </li>
          <li>{text.calibrated(formatConfidence(link.match_confidence))}</li>
        </ol>
      )}
    </section>
  )
}
