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
    address: only?.address ?? addressOf(building, project),
    postal_code: only?.postal_code ?? null,
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    location_accuracy: only?.location_accuracy ?? null,
    storeys: building.storeys ?? only?.storeys ?? null,
    units: building.units ?? only?.units_total ?? null,
    year_built: building.year_built ?? only?.year_built ?? null,
  }
}

/** Written like the address of a project: `15 Lower Jarvis St, Toronto, ON`. */
function addressOf({ addresses }: Readonly<Building>, { address, city_name, province }: ProjectRecord): string {
  const current = addresses.filter(({ valid_to }) => valid_to === null)
  const best = current.find(({ kind }) => kind === 'municipal') ?? current[0] ?? addresses[0]
  return best ? `${best.line}, ${city_name}, ${province}` : address
}

/** Every name of a building, its own first. */
export function namesOfBuilding({ project, building }: BuildingOfProject): string[] {
  const names = [building.name, project.name, project.name_fr, ...project.aliases]
  return [...new Set(names.filter((name) => name !== null))]
}
