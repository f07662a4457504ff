// The project's buildings on a map.
import { useMemo } from 'preact/hooks'
import type { Project } from '../../../src/http/api-types.ts'
import { fill, labelled } from '../../language/choose-language.ts'
import { wordFor } from '../../language/enum-words.ts'
import type { MapPoint } from '../../map/map-point.ts'
import { letterOf, pointsOf } from '../../map/map-point.ts'
import { PointMap } from '../../map/point-map.tsx'
import { text } from './text.ts'

type Place = Pick<Project, 'name' | 'address' | 'buildings' | 'latitude' | 'longitude' | 'location_accuracy'>

/** A point per building; without any, the point of the project. */
function locationPoints(project: Place): MapPoint[] {
  const { address, buildings } = project
  const towers = pointsOf(buildings ?? [], ({ name }, i) => ({ label: name ?? address, mark: letterOf(i) }))
  return towers.length > 0 ? towers : pointsOf([project], () => ({ label: address }))
}

export const hasLocation = (project: Place): boolean => locationPoints(project).length > 0

export function Location({ project }: { project: Place }) {
  const points = useMemo(() => locationPoints(project), [project])
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
