// Links from a match to the pages of its building and its project.
import type { BuildingLink } from '../../src/http/api-types.ts'
import { useDataSession } from '../api/current-user.tsx'
import { text } from './evidence-text.ts'

/** Visitors see only the sandbox's pages, but lookups find real buildings for them, too. */
export function MatchLinks({ of: { building_id, project_id, invented } }: { of: BuildingLink }) {
  if (!useDataSession() && !invented) return null
  return (
    <>
      {building_id !== null && <a href={`/buildings/${building_id}`}>{text.viewBuilding}</a>}
      <a href={`/explore/${project_id}`}>{text.viewProject}</a>
    </>
  )
}
