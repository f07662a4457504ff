// Candidates side by side with their evidence in bits. Clicking a heading accepts it.
import type { BuildingLink, CaseDetail } from '../../../../src/http/api-types.ts'
import { formatBits, formatConfidence } from '../../../evidence/evidence-text.ts'
import { componentLabel, levelLabel } from '../../../evidence/level-text.ts'
import { fill, inPageLanguage } from '../../../language/choose-language.ts'
import { NO_VALUE } from '../../../language/format.ts'
import { letterOf } from '../../../map/map-point.ts'
import { text } from './text.ts'
import './evidence-table.css'

/** Components that matter for any candidate, in the matcher's order. */
function componentsOf(candidates: readonly BuildingLink[]): string[] {
  const all = candidates.flatMap(({ evidence = [] }) => evidence)
  return [...new Set(all.filter(({ bits }) => Math.abs(bits) >= 0.05).map(({ component }) => component))]
}

function Weight({ candidate, component }: { candidate: BuildingLink; component: string }) {
  const evidence = candidate.evidence?.find((each) => each.component === component)
  if (!evidence) return <td>{NO_VALUE}</td>
  const { bits, level, building } = evidence
  const tone = bits <= -0.05 ? 'bad' : bits >= 0.05 ? 'good' : ''
  const width = Math.min(100, Math.abs(bits) * 6)
  return (
    <td class={tone}>
      <div class="row line number">
        <strong>{formatBits(bits)}</strong>
        <span class="weight" style={{ width: `${width}%` }} />
      </div>
      <small>
        {levelLabel(component, level)}
        {building && ` · ${building}`}
      </small>
    </td>
  )
}

interface EvidenceTableProps {
  readonly of: CaseDetail
  readonly onAccept: (index: number) => void
}

export function EvidenceTable({ of: { candidates, none_probability }, onAccept }: EvidenceTableProps) {
  if (candidates.length === 0) return <p class="quiet">{text.noCandidates}</p>
  const queryOf = (component: string) =>
    candidates.flatMap(({ evidence = [] }) => evidence).find((each) => each.component === component && each.query)
      ?.query
  return (
    <>
      <section class="scroll tile evidence" tabIndex={0} aria-label={text.candidates}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.component}</th>
              {candidates.map((candidate, index) => (
                <th scope="col" key={index}>
                  <button type="button" class="plain entry candidate" onClick={() => onAccept(index)}>
                    <span class="hidden">{text.acceptCandidate} </span>
                    <span class="letter">{letterOf(index)}</span>
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
            <tr>
              <th scope="row">{text.probability}</th>
              {candidates.map(({ match_confidence }, index) => (
                <td key={index}>
                  <strong class="big">{formatConfidence(match_confidence)}</strong>
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{text.building}</th>
              {candidates.map(({ building_id: id, project_id }, index) => (
                <td key={index}>
                  <a href={`/desk/projects/${project_id}`}>{fill(text.projectId, { id: project_id })}</a>
                  {id !== null && (
                    <a class="block" href={`/buildings/${id}`}>
                      {fill(text.buildingId, { id })}
                    </a>
                  )}
                </td>
              ))}
            </tr>
            <tr class="summary">
              <th scope="row">{text.summary}</th>
              {candidates.map(({ summary }, index) => (
                <td key={index}>{summary ? inPageLanguage(summary) : NO_VALUE}</td>
              ))}
            </tr>
            {componentsOf(candidates).map((component) => (
              <tr key={component}>
                <th scope="row">
                  {componentLabel(component)}
                  {queryOf(component) && <small>{queryOf(component)}</small>}
                </th>
                {candidates.map((candidate, index) => (
                  <Weight key={index} candidate={candidate} component={component} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="quiet">{fill(text.none, { share: formatConfidence(none_probability) })}</p>
    </>
  )
}
