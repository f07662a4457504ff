// What is known about a building: its own values, or those of a project with one building. Pure.
import type { Building } from './record-schemas.ts'
import type { ProjectRecord } from './record-types.ts'

export type BuildingFacts = Pick<
  ProjectRecord,
  'storeys' | 'year_built' | 'postal_code' | 'latitude' | 'longitude' | 'location_accuracy'
> & { readonly name: string | null; readonly units: number | null; readonly address: string }

interface BuildingOfProject {
  readonly project: ProjectRecord
  readonly building: Readonly<Building>
}

/** The values of a project with several buildings are about the site, so that its towers do not inherit them. */
export function factsOfBuilding({ project, building }: BuildingOfProject): BuildingFacts {
  const only = project.buildings.length === 1 ? project : null
  const point = building.latitude !== null && building.longitude !== null ? building : only
  return {
    name: building.name ?? only?.name ?? null,
    address: addressOfBuilding({ project, building }),
    postal_code: only?.postal_code ?? null,
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    location_accuracy: only?.location_accuracy ?? null,
    storeys: building.storeys ?? only?.storeys ?? null,
    units: building.units ?? only?.units_total ?? null,
    year_built: building.year_built ?? only?.year_built ?? null,
  }
}

/**
 * The canonical address, written like that of a project: `15 Lower Jarvis St, Toronto, ON`. A building that has the
 * address of its project keeps it; otherwise its current municipal address counts.
 */
export function addressOfBuilding({ project, building }: BuildingOfProject): string {
  const { address, city_name, province } = project
  const current = building.addresses.filter(({ valid_to }) => valid_to === null)
  if (project.buildings.length === 1 || current.some(({ line }) => address.startsWith(`${line}, `))) return address
  const best = current.find(({ kind }) => kind === 'municipal') ?? current[0] ?? building.addresses[0]
  return best ? `${best.line}, ${city_name}, ${province}` : address
}

/** The building of a project that has exactly one: where the project is known, so is the building. */
export const onlyBuilding = ({ buildings }: ProjectRecord): Readonly<Building> | undefined =>
  buildings.length === 1 ? buildings[0] : undefined

/** The building that a person's decision is about. Undefined for a site with several, or if the building was removed. */
export const decidedBuilding = (project: ProjectRecord, buildingId: number | null): Readonly<Building> | undefined =>
  buildingId === null ? onlyBuilding(project) : project.buildings.find(({ id }) => id === buildingId)

/** Every name of a building, its own first. */
export function namesOfBuilding({ project, building }: BuildingOfProject): string[] {
  const names = [building.name, project.name, project.name_fr, ...project.aliases]
  return [...new Set(names.filter((name) => name !== null))]
}
