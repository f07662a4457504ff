// The project's buildings on a map.
import { useMemo } from 'preact/hooks'
import type { Project } from '../../../src/http/api-types.ts'
import { fill, labelled } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import type { MapPoint } from '../../map/map-point.ts'
import { PointMap } from '../../map/point-map.tsx'
import { text } from './text.ts'

const letterFor = (i: number) => String.fromCharCode(65 + (i % 26))

/** A point per building; without any, the point of the project. */
function pointsOf({ id, address, latitude, longitude, buildings }: Project): MapPoint[] {
  const towers = (buildings ?? []).flatMap((tower, i) =>
    tower.latitude === null || tower.longitude === null
      ? []
      : [
          {
            id: tower.id,
            latitude: tower.latitude,
            longitude: tower.longitude,
            label: tower.name ?? address,
            mark: letterFor(i),
          },
        ],
  )
  if (towers.length > 0) return towers
  return latitude === null || longitude === null ? [] : [{ id, latitude, longitude, label: address }]
}

export const hasLocation = (project: Project): boolean => pointsOf(project).length > 0

export function Location({ project }: { project: Project }) {
  const points = useMemo(() => pointsOf(project), [project])
  const { name, location_accuracy } = project
  return (
    <>
      <PointMap label={labelled(text.location, name)} points={points} />
      {location_accuracy && (
        <p class="quiet">{fill(text.accuracy, { accuracy: wordFor('locationAccuracy', location_accuracy) })}</p>
      )}
    </>
  )
}
