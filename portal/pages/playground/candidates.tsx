// The candidates, lettered as on the map, and “None of these”.
import type { BuildingLink } from '../../../src/http/api-types.ts'
import { formatConfidence, strategyLabel } from '../../evidence/evidence-text.ts'
import { PointMap } from '../../map/point-map.tsx'
import { text } from './text.ts'

export const letterFor = (index: number) => String.fromCharCode(65 + index)

function Meter({ share }: { share: number }) {
  return (
    <span class="meter" aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}

interface CandidatesProps {
  readonly links: readonly BuildingLink[]
  readonly none: number
  /** Null until the user chooses one of equal candidates. */
  readonly selected: number | null
  readonly onSelect: (index: number) => void
}

export function Candidates({ links, none, selected, onSelect }: CandidatesProps) {
  return (
    <section class="card" aria-label={text.candidates}>
      <h2>{text.candidates}</h2>
      <ol class="candidates">
        {links.map((link, index) => (
          <li key={`${link.project_id} ${link.building_id}`}>
            <button type="button" class="plain" aria-pressed={index === selected} onClick={() => onSelect(index)}>
              <span class="letter">{letterFor(index)}</span>
              <span class="name">
                <strong>
                  {link.building_name ? `${link.project_name}, ${link.building_name}` : link.project_name}
                </strong>
                <span>{link.canonical_mls_address}</span>
                <span class="quiet">{strategyLabel(link.match_strategy)}</span>
              </span>
              <span class="share">{formatConfidence(link.match_confidence)}</span>
              <Meter share={link.match_confidence} />
            </button>
          </li>
        ))}
        <li class="none">
          <span class="letter">∅</span>
          <span class="name">
            <strong>{text.noneOfThem}</strong>
            <span class="quiet">{text.noneNote}</span>
          </span>
          <span class="share">{formatConfidence(none)}</span>
          <Meter share={none} />
        </li>
      </ol>
    </section>
  )
}

export function CandidateMap({ links, selected, onSelect }: Omit<CandidatesProps, 'none'>) {
  const points = links.flatMap(({ latitude, longitude, project_name }, index) =>
    latitude === null || longitude === null
      ? []
      : [{ id: index, latitude, longitude, label: project_name, mark: letterFor(index), tone: 'stone' as const }],
  )
  if (points.length === 0) return <p class="quiet">{text.noCoordinates}</p>
  return <PointMap label={text.map} points={points} selected={selected} onSelect={onSelect} />
}
