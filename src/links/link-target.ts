// Where a link leads: what is the same in every answer that names a building, put together once.
import type { Building } from '../catalog/record-schemas.ts'
import type { ProjectRecord } from '../catalog/records.ts'

export interface LinkPlace {
  readonly project_id: number
  readonly project_name: string
  readonly canonical_mls_address: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly building_id: number | null
  readonly building_name: string | null
}

/** By the tower, or by the project where no tower is certain; a record that changes is another object, and its towers with it. */
const places = new WeakMap<Readonly<Building> | ProjectRecord, LinkPlace>()

export function placeOf(project: ProjectRecord, tower: Readonly<Building> | undefined): LinkPlace {
  const record = tower ?? project
  let place = places.get(record)
  if (!place) {
    place = Object.freeze({
      project_id: project.id,
      project_name: project.name,
      canonical_mls_address: project.address,
      latitude: tower?.latitude ?? project.latitude,
      longitude: tower?.longitude ?? project.longitude,
      building_id: tower?.id ?? null,
      building_name: tower?.name ?? null,
    })
    places.set(record, place)
  }
  return place
}
