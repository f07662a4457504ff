// The projects found on a map: one request for all of them, clustered in the browser, so that moving asks for nothing.
import { useMemo } from 'preact/hooks'
import type { ProjectMap as Found } from '../../../src/contract/api-types.ts'
import { Badge } from '../../parts/badge.tsx'
import { formatMoney, formatNumber, humanize } from '../../parts/format.ts'
import type { MapPoint } from '../../parts/point-map.tsx'
import { PointMap } from '../../parts/point-map.tsx'
import { statusTone } from '../../parts/status-tone.ts'
import { text } from './text.ts'

/** The API draws clusters of its own above this. */
export const MOST_POINTS = 10_000

interface Properties {
  readonly project_id: number
  readonly name: string
  readonly city_name: string
  readonly status: string
  readonly price_from: number | null
}

/** A cluster of the API's, which comes with more projects than can be drawn, is a point with its number. */
function pointsOf(found: Found | undefined): MapPoint[] {
  return (found?.features ?? []).map(({ geometry, properties }, i): MapPoint => {
    const [longitude, latitude] = geometry.coordinates as [number, number]
    if (properties.cluster) {
      const count = formatNumber(properties.count as number)
      return { id: -1 - i, longitude, latitude, label: text.found(count), mark: count }
    }
    const { project_id, name, status } = properties as unknown as Properties
    return { id: project_id, longitude, latitude, label: name, tone: statusTone(status) }
  })
}

interface ProjectMapProps {
  readonly found: Found | undefined
  readonly selected: number | null
  readonly raised: number | null
  readonly onSelect: (id: number) => void
  readonly onMove: (bounds: readonly [number, number, number, number]) => void
}

export function ProjectMap({ found, selected, raised, onSelect, onMove }: ProjectMapProps) {
  const points = useMemo(() => pointsOf(found), [found])
  const chosen = found?.features.find(({ properties }) => properties.project_id === selected)?.properties as
    | Properties
    | undefined
  const missing = found ? found.total - found.located : 0
  return (
    <div class="project-map">
      <PointMap
        label={text.map}
        points={points}
        selected={raised ?? selected}
        onSelect={(id) => id > 0 && onSelect(id)}
        onMove={onMove}
        cluster
      />
      {chosen && <Chosen project={chosen} />}
      {missing > 0 && <p class="quiet">{text.withoutPlace(formatNumber(missing))}</p>}
    </div>
  )
}

function Chosen({ project: { project_id, name, city_name, status, price_from } }: { project: Properties }) {
  return (
    <section class="chosen-card" aria-label={text.chosen} aria-live="polite">
      <span class="about">
        <span class="name">{name}</span>
        <span class="where">
          {city_name} · {price_from === null ? text.noPrice : text.priceFrom(formatMoney(price_from))}
        </span>
      </span>
      <Badge tone={statusTone(status)}>{humanize(status)}</Badge>
      <a class="button small" href={`/explore/${project_id}`}>
        {text.open}
      </a>
    </section>
  )
}
