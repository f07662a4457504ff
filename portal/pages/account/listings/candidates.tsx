// The candidates of a listing with their evidence; one is selected.
import type { ComponentChildren } from 'preact'
import type { BuildingLink } from '../../../../src/http/api-types.ts'
import { formatConfidence, strategyLabel } from '../../../evidence/evidence-text.ts'
import { Waterfall } from '../../../evidence/waterfall.tsx'
import { fill, inPageLanguage } from '../../../parts/choose-language.ts'
import { buildingName } from './listings-api.ts'
import { text } from './text.ts'
import './candidates.css'

interface CandidatesProps {
  readonly links: readonly BuildingLink[]
  readonly selected: number
  readonly onSelect: (index: number) => void
  /** Beside each candidate, such as a key that confirms it. */
  readonly mark?: (index: number) => ComponentChildren
}

export function Candidates({ links, selected, onSelect, mark }: CandidatesProps) {
  return (
    <ol class="link-candidates" aria-label={text.listing.candidates}>
      {links.map((link, index) => (
        <li key={`${link.project_id} ${link.building_id}`}>
          <button type="button" class="plain" aria-pressed={index === selected} onClick={() => onSelect(index)}>
            {mark?.(index)}
            <span class="name">
              <strong>{buildingName(link)}</strong>
              <span>{link.canonical_mls_address}</span>
              <span class="quiet">{strategyLabel(link.match_strategy)}</span>
            </span>
            <span class="share">{formatConfidence(link.match_confidence)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

export function Evidence({ link }: { link: BuildingLink }) {
  const evidence = link.evidence ?? []
  return (
    <section aria-label={fill(text.listing.why, { name: link.project_name })}>
      <h3>{fill(text.listing.why, { name: buildingName(link) })}</h3>
      {link.summary && <p>{inPageLanguage(link.summary)}</p>}
      {evidence.length > 0 ? (
        <Waterfall name={link.project_name} evidence={evidence} />
      ) : (
        <p class="quiet">{text.listing.noEvidenceFor}</p>
      )}
    </section>
  )
}
