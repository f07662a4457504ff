// Candidates side by side: each component compared, its level and its weight in bits; a candidate is chosen by its heading.
import type { BuildingLink, CaseDetail } from '../../../../src/contract/api-types.ts'
import { componentLabel, formatBits, formatConfidence, levelLabel } from '../../../parts/evidence-text.ts'
import { NO_VALUE } from '../../../parts/format.ts'
import { text } from './text.ts'

export const letterOf = (place: number) => String.fromCharCode(65 + place)

/** Components that say something about any of them, in the matcher's order. */
function componentsOf(candidates: readonly BuildingLink[]): string[] {
  const all = candidates.flatMap(({ evidence = [] }) => evidence)
  return [...new Set(all.filter(({ bits }) => Math.abs(bits) >= 0.05).map(({ component }) => component))]
}

function Weight({ candidate, component }: { candidate: BuildingLink; component: string }) {
  const found = candidate.evidence?.find((one) => one.component === component)
  if (!found) return <td class="none">{NO_VALUE}</td>
  const { bits, level, building } = found
  const tone = bits <= -0.05 ? 'against' : bits >= 0.05 ? 'for' : 'none'
  const width = Math.min(100, Math.abs(bits) * 6)
  return (
    <td class={tone}>
      <div class="weight">
        <strong>{formatBits(bits)}</strong>
        <span class="bar" style={{ width: `${width}%` }} />
      </div>
      <span class="level">
        {levelLabel(component, level)}
        {building && ` · ${building}`}
      </span>
    </td>
  )
}

interface EvidenceTableProps {
  readonly of: CaseDetail
  readonly onChoose: (place: number) => void
}

export function EvidenceTable({ of: { candidates, none_probability }, onChoose }: EvidenceTableProps) {
  if (candidates.length === 0) return <p class="quiet">{text.noCandidates}</p>
  const asked = (component: string) =>
    candidates.flatMap(({ evidence = [] }) => evidence).find((one) => one.component === component && one.query)?.query
  return (
    <>
      <section class="evidence" tabIndex={0} aria-label={text.candidates}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.component}</th>
              {candidates.map((candidate, place) => (
                <th scope="col" key={place}>
                  <button type="button" class="candidate" onClick={() => onChoose(place)}>
                    <span class="hidden">{text.acceptThis} </span>
                    <span class="letter">{letterOf(place)}</span>
                    <span>
                      <strong>{candidate.project_name}</strong>
                      {candidate.building_name && <em> {candidate.building_name}</em>}
                      <small>{candidate.canonical_mls_address}</small>
                    </span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr class="sum">
              <th scope="row">{text.confidence}</th>
              {candidates.map(({ match_confidence }, place) => (
                <td key={place}>
                  <strong>{formatConfidence(match_confidence)}</strong>
                </td>
              ))}
            </tr>
            {componentsOf(candidates).map((component) => (
              <tr key={component}>
                <th scope="row">
                  {componentLabel(component)}
                  {asked(component) && <small>{asked(component)}</small>}
                </th>
                {candidates.map((candidate, place) => (
                  <Weight key={place} candidate={candidate} component={component} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="quiet">{text.none(formatConfidence(none_probability))}</p>
    </>
  )
}
