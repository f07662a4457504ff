// The candidates of a listing with their evidence; one is selected.
import type { ComponentChildren } from 'preact'
import type { BuildingLink } from '../../../../src/http/api-types.ts'
import { CandidateList } from '../../../evidence/candidates.tsx'
import { Waterfall } from '../../../evidence/waterfall.tsx'
import { fill, inPageLanguage } from '../../../language/choose-language.ts'
import { buildingName } from './listings-api.ts'
import { text } from './text.ts'

interface CandidatesProps {
  readonly links: readonly BuildingLink[]
  readonly selected: number
  readonly onSelect: (index: number) => void
  /** Beside each candidate, such as a key that confirms it. */
  readonly mark?: (index: number) => ComponentChildren
}

export function Candidates({ mark = (index) => <span class="soft">{index + 1}</span>, ...list }: CandidatesProps) {
  return <CandidateList {...list} mark={mark} nameOf={buildingName} label={text.listing.candidates} />
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
