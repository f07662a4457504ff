// Matching projects on a map, clustered in the browser, and before that by the API when they are many.
import { useMemo } from 'preact/hooks'
import type { ProjectMap as MapResponse } from '../../../src/http/api-types.ts'
import { fill } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import { formatMoney, formatNumber } from '../../language/format.ts'
import { MapLinks } from '../../map/map-links.tsx'
import type { MapPoint } from '../../map/map-point.ts'
import type { PointMapProps } from '../../map/point-map.tsx'
import { PointMap } from '../../map/point-map.tsx'
import { Badge } from '../../parts/badge.tsx'
import { statusTone } from '../../parts/status-tone.ts'
import { text } from './text.ts'

/** With more projects than this, the API returns clusters: about 70 kB compressed. */
export const MAX_POINTS = 2000

interface Properties {
  readonly project_id: number
  readonly name: string
  readonly city_name: string
  readonly status: string
  readonly price_from: number | null
}

/** A cluster from the API becomes a point labelled with its count. */
export function pointsOf(response: MapResponse | undefined): MapPoint[] {
  return (response?.features ?? []).map(({ geometry, properties }, i): MapPoint => {
    const [longitude, latitude] = geometry.coordinates as [number, number]
    if (properties.cluster) {
      const count = properties.count as number
      const mark = formatNumber(count)
      return { id: -1 - i, longitude, latitude, label: fill(text.projects, { count: mark }), mark, count }
    }
    const { project_id, name, status } = properties as unknown as Properties
    return { id: project_id, longitude, latitude, label: name, tone: statusTone(status) }
  })
}

interface ProjectMapProps {
  readonly response: MapResponse | undefined
  readonly selected: number | null
  readonly hovered: number | null
  readonly onSelect: (id: number) => void
  /** Where the points are, if they are clusters. */
  readonly bounds: PointMapProps['bounds']
  readonly position: string | null
  readonly onMove: NonNullable<PointMapProps['onMove']>
}

export function ProjectMap({ response, selected, hovered, onSelect, bounds, position, onMove }: ProjectMapProps) {
  const points = useMemo(() => pointsOf(response), [response])
  const feature = response?.features.find(({ properties }) => properties.project_id === selected)
  const selectedPoint = points.find(({ id }) => id === selected)
  const missing = response ? response.total - response.located : 0
  return (
    <div class="project-map">
      <PointMap
        label={text.map}
        points={points}
        selected={hovered ?? selected}
        onSelect={onSelect}
        bounds={bounds}
        position={position}
        onMove={onMove}
        card={false}
        cluster
      />
      {feature && selectedPoint && (
        <SelectedProject project={feature.properties as unknown as Properties} point={selectedPoint} />
      )}
      {missing > 0 && <p class="quiet">{fill(text.notOnMap, { count: formatNumber(missing) })}</p>}
    </div>
  )
}

interface SelectedProjectProps {
  readonly project: Properties
  readonly point: MapPoint
}

function SelectedProject({ project, point: { latitude, longitude } }: SelectedProjectProps) {
  const { project_id, name, city_name, status, price_from } = project
  return (
    <section class="card row line selected-card" aria-label={text.selected} aria-live="polite">
      <span class="about grow">
        <span class="name one-line">{name}</span>
        <span class="quiet one-line">
          {city_name} · {price_from === null ? text.noPrice : fill(text.priceFrom, { price: formatMoney(price_from) })}
        </span>
        <MapLinks latitude={latitude} longitude={longitude} />
      </span>
      <Badge tone={statusTone(status)}>{wordFor('status', status)}</Badge>
      <a class="button small" href={`/explore/${project_id}`}>
        {text.open}
      </a>
    </section>
  )
}
