// The project and building fields that every link contains.
import type { Building } from '../catalog/records/record-schemas.ts'
import type { ProjectRecord } from '../catalog/records/record-types.ts'

export interface LinkTarget {
  readonly project_id: number
  readonly project_name: string
  readonly canonical_mls_address: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly building_id: number | null
  readonly building_name: string | null
}

/** Cached per building, or per project if no building is certain. Changed records are new objects. */
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
