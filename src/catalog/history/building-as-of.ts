// A building as of a past day, from the history of the project that it was in. Pure.
import type { Building } from '../records/record-schemas.ts'
import type { PlanRecord, ProjectRecord } from '../records/record-types.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { AsOf } from './as-of.ts'
import { projectAsOf } from './as-of.ts'

export type BuildingAsOf =
  | {
      readonly kind: 'found'
      readonly project: ProjectRecord
      readonly building: Readonly<Building>
      /** The plans in the building. */
      readonly floor_plans: readonly PlanRecord[]
    }
  /** The project has data for that day, but not this building. */
  | { readonly kind: 'not_yet' }
  | Exclude<AsOf, { kind: 'found' }>

/** A merge moves a building to another project, so that it may have been in a removed one. */
export function buildingAsOf(snapshot: Snapshot, buildingId: number, date: string): BuildingAsOf {
  const current = snapshot.buildings.rowOf(buildingId)?.project.id
  const former = snapshot.removed.buildings.projectOf(buildingId)?.body.id
  const results = [current, former].flatMap((id) => (id === undefined ? [] : projectAsOf(snapshot, id, date)))
  for (const result of results) {
    const building = result.kind === 'found' && result.project.buildings.find(({ id }) => id === buildingId)
    if (result.kind !== 'found' || !building) continue
    const { project, floor_plans } = result
    const isOnly = project.buildings.length === 1
    return {
      kind: 'found',
      project,
      building,
      floor_plans: floor_plans.filter(({ building_id }) => isOnly || building_id === buildingId),
    }
  }
  const [first] = results
  if (!first) return { kind: 'not_found' }
  return first.kind === 'found' ? { kind: 'not_yet' } : first
}
