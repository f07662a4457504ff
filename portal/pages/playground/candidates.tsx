// Who was considered: lettered in the list as on the map, with “none of them” at the end.
import type { BuildingLink } from '../../../src/contract/api-types.ts'
import { formatConfidence, strategyLabel } from '../../parts/evidence-text.ts'
import { PointMap } from '../../parts/point-map.tsx'
import { text } from './text.ts'

export const letterOf = (at: number) => String.fromCharCode(65 + at)

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
  readonly chosen: number
  readonly onChoose: (at: number) => void
}

export function Candidates({ links, none, chosen, onChoose }: CandidatesProps) {
  return (
    <section class="card" aria-label={text.candidates}>
      <h2>{text.candidates}</h2>
      <ol class="candidates">
        {links.map((link, at) => (
          <li key={`${link.project_id} ${link.building_id}`}>
            <button type="button" class="plain" aria-pressed={at === chosen} onClick={() => onChoose(at)}>
              <span class="letter">{letterOf(at)}</span>
              <span class="who">
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
          <span class="who">
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

export function CandidateMap({ links, chosen, onChoose }: Omit<CandidatesProps, 'none'>) {
  const points = links.flatMap(({ latitude, longitude, project_name }, at) =>
    latitude === null || longitude === null
      ? []
      : [{ id: at, latitude, longitude, label: project_name, mark: letterOf(at), tone: 'stone' as const }],
  )
  if (points.length === 0) return <p class="quiet">{text.noPlace}</p>
  return <PointMap label={text.map} points={points} selected={chosen} onSelect={onChoose} />
}
