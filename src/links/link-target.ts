// Where a link leads: what is the same in every answer that names a building, put together once.
import type { Building } from '../catalog/record-schemas.ts'
import type { ProjectRecord } from '../catalog/records.ts'

export interface LinkTarget {
  readonly project_id: number
  readonly project_name: string
  readonly canonical_mls_address: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly building_id: number | null
  readonly building_name: string | null
}

/** By the tower, or by the project where no tower is certain; a record that changes is another object, and its towers with it. */
const targets = new WeakMap<Readonly<Building> | ProjectRecord, LinkTarget>()

export function linkTarget(project: ProjectRecord, building: Readonly<Building> | undefined): LinkTarget {
  const record = building ?? project
  let target = targets.get(record)
  if (!target) {
    target = Object.freeze({
      project_id: project.id,
      project_name: project.name,
      canonical_mls_address: project.address,
      latitude: building?.latitude ?? project.latitude,
      longitude: building?.longitude ?? project.longitude,
      building_id: building?.id ?? null,
      building_name: building?.name ?? null,
    })
    targets.set(record, target)
  }
  return target
}
