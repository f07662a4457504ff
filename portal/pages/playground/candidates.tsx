// The candidates, lettered as on the map, and “None of these”.
import type { BuildingLink } from '../../../src/http/api-types.ts'
import { CandidateList, CandidateText } from '../../evidence/candidates.tsx'
import { letterOf, pointsOf } from '../../map/map-point.ts'
import { PointMap } from '../../map/point-map.tsx'
import { text } from './text.ts'

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
      <CandidateList
        links={links}
        selected={selected}
        onSelect={onSelect}
        mark={(index) => <span class="letter">{letterOf(index)}</span>}
        nameOf={({ project_name: name, building_name: building }) => (building ? `${name}, ${building}` : name)}
      >
        <li class="tile">
          <span class="letter none">∅</span>
          <CandidateText name={text.noneOfThem} note={text.noneNote} share={none} />
        </li>
      </CandidateList>
    </section>
  )
}

export function CandidateMap({ links, selected, onSelect }: Omit<CandidatesProps, 'none'>) {
  const points = pointsOf(links, ({ project_name }, i) => ({ label: project_name, mark: letterOf(i), tone: 'stone' }))
  if (points.length === 0) return <p class="quiet">{text.noCoordinates}</p>
  return <PointMap label={text.map} points={points} selected={selected} onSelect={onSelect} />
}
