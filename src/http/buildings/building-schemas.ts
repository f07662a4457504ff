// JSON schemas and writer of buildings.
import { z } from 'zod'
import type { BuildingView } from '../../catalog/query/list-buildings.ts'
import { Address, Building, Parcel, Project } from '../../catalog/records/record-schemas.ts'
import { pointMapOf } from '../projects/catalog-schemas.ts'
import { ListMeta } from '../rest/envelope.ts'

const { id, project_id, storeys, units, year_built } = Building.shape
const site = Project.shape
const path = z.string()

export const BuildingDetailSchema = z
  .object({
    id,
    project_id,
    project_name: site.name,
    project_slug: site.slug,
    invented: site.invented,
    name: z.string().nullable().describe('Its own name, or the name of a project with one building'),
    names: z.array(z.string()).describe('All names of the building and its project'),
    address: z.string().describe('The canonical address'),
    addresses: z.array(Address),
    city_name: site.city_name,
    province: site.province,
    neighbourhood_name: site.neighbourhood_name,
    postal_code: site.postal_code.describe('Null for the towers of a project with several buildings'),
    latitude: site.latitude,
    longitude: site.longitude,
    location_accuracy: site.location_accuracy,
    storeys,
    units: units.describe('Dwellings in the building'),
    year_built,
    building_type: site.building_type,
    tenure: site.tenure,
    status: site.status,
    condo_corp: site.condo_corp,
    parcels: z.array(Parcel).describe('Parcel ids that a source lists. Empty if there are more than 50'),
    developer: site.developer,
    amenities: site.amenities,
    site_buildings: z
      .array(z.object({ id, name: Building.shape.name, address: z.string() }))
      .describe('The other buildings of the project'),
    floor_plans_count: site.floor_plans_count,
    units_count: z.int().min(0).nullable().describe('Unit rows. Null if your plan does not include units'),
    media_count: site.media_count.describe('Media of the project'),
    updated_at: site.updated_at,
    data_as_of: site.data_as_of,
    links: z
      .object({ project: path, floor_plans: path, units: path, media: path })
      .describe('Paths of related records in the API'),
    distance_m: z.int().min(0).optional().describe('Metres from `near`. Only with `near`'),
  })
  .meta({ id: 'BuildingDetail', description: 'A building with its project’s values that apply to it' })

export type BuildingDetail = z.output<typeof BuildingDetailSchema>

/** A row of the export: the same building, without paths of the API. */
export const ExportedBuilding = BuildingDetailSchema.omit({ links: true, distance_m: true }).meta({
  id: 'ExportedBuilding',
})

export const BUILDING_REASONS = ['no_match', 'none_within_radius', 'outside_canada'] as const

export const BuildingListSchema = z.object({
  data: z.array(BuildingDetailSchema),
  meta: ListMeta.extend({
    reason: z.enum(BUILDING_REASONS).nullable().describe('Why the list is empty. Null if it is not'),
    reason_detail: z.string().nullable().describe('The reason as text'),
  }).meta({ id: 'BuildingListMeta' }),
})

export const BuildingMapSchema = pointMapOf('buildings', 'BuildingMap')

export const BuildingUnitsSchema = z.object({
  data: z.array(
    z
      .object({ unit: z.string().describe('The label in short form: `101`, `PH1`, `12B`') })
      .meta({ id: 'BuildingUnit' }),
  ),
  meta: ListMeta.extend({
    sources: z
      .array(z.string())
      .describe(
        'The sources whose lists these are. Each unit is in at least one of the lists. Empty for data that was imported before sources were stored with the lists',
      ),
  }).meta({ id: 'BuildingUnitsMeta' }),
})

/** `distance` in metres, if the request has a point. */
export function toBuildingJson(view: BuildingView, distance?: number | null): BuildingDetail {
  const { project, building, facts, names } = view
  return {
    id: building.id,
    project_id: project.id,
    project_name: project.name,
    project_slug: project.slug,
    invented: view.invented,
    name: facts.name,
    names: [...names],
    address: facts.address,
    addresses: building.addresses,
    city_name: project.city_name,
    province: project.province,
    neighbourhood_name: project.neighbourhood_name,
    postal_code: facts.postal_code,
    latitude: facts.latitude,
    longitude: facts.longitude,
    location_accuracy: facts.location_accuracy,
    storeys: facts.storeys,
    units: facts.units,
    year_built: facts.year_built,
    building_type: project.building_type,
    tenure: project.tenure,
    status: project.status,
    condo_corp: project.condo_corp,
    parcels: building.parcels ?? [],
    developer: project.developer,
    amenities: project.amenities,
    site_buildings: [...view.site_buildings],
    floor_plans_count: view.floor_plans_count,
    units_count: view.units_count,
    media_count: view.media_count,
    updated_at: project.updated_at,
    data_as_of: view.data_as_of,
    links: linksOf(view),
    ...(typeof distance === 'number' ? { distance_m: distance } : {}),
  }
}

/** All plans and units of a project with one building are in that building. */
function linksOf({ project, building }: BuildingView): BuildingDetail['links'] {
  const start = `/api/v1/projects/${project.id}`
  const only = project.buildings.length === 1 ? '' : `?building_id=${building.id}`
  return {
    project: start,
    floor_plans: `${start}/floor-plans${only}`,
    units: `${start}/units${only}`,
    media: `${start}/media`,
  }
}
