// Links from a match to the pages of its building and its project.
import type { BuildingLink } from '../../src/http/api-types.ts'
import { text } from './evidence-text.ts'

export function MatchLinks({ of: { building_id, project_id } }: { of: BuildingLink }) {
  return (
    <>
      {building_id !== null && <a href={`/buildings/${building_id}`}>{text.viewBuilding}</a>}
      <a href={`/explore/${project_id}`}>{text.viewProject}</a>
    </>
  )
}
