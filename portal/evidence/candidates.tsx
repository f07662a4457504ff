// Candidates of an address as buttons: their building, address, strategy and confidence. One is selected.
import './candidates.css'
import type { ComponentChildren } from 'preact'
import type { BuildingLink } from '../../src/http/api-types.ts'
import { formatConfidence, strategyLabel } from './evidence-text.ts'

interface CandidateListProps {
  readonly label?: string
  readonly links: readonly BuildingLink[]
  readonly selected: number | null
  readonly onSelect: (index: number) => void
  /** Before each candidate, such as its letter on the map. */
  readonly mark: (index: number) => ComponentChildren
  readonly nameOf: (link: BuildingLink) => string
  /** After the candidates: none of them. */
  readonly children?: ComponentChildren
}

export function CandidateList(props: CandidateListProps) {
  const { label, links, selected, onSelect, mark, nameOf, children } = props
  return (
    <ol class="candidates" aria-label={label}>
      {links.map((link, index) => (
        <li key={`${link.project_id} ${link.building_id}`}>
          <button
            type="button"
            class="plain entry tile"
            aria-pressed={index === selected}
            onClick={() => onSelect(index)}
          >
            {mark(index)}
            <CandidateText
              name={nameOf(link)}
              address={link.canonical_mls_address}
              note={strategyLabel(link.match_strategy)}
              share={link.match_confidence}
            />
          </button>
        </li>
      ))}
      {children}
    </ol>
  )
}

interface CandidateTextProps {
  readonly name: string
  readonly address?: string | null
  readonly note: string
  readonly share: number
}

export function CandidateText({ name, address, note, share }: CandidateTextProps) {
  return (
    <>
      <span class="anywhere">
        <strong class="block">{name}</strong>
        <span class="block">{address}</span>
        <span class="block quiet">{note}</span>
      </span>
      <strong class="number">{formatConfidence(share)}</strong>
      <span class="bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </>
  )
}
