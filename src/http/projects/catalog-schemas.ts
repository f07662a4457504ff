// JSON schemas and writers for projects, floor plans, units and media.
import { z } from 'zod'
import type { ProjectView } from '../../catalog/query/list-projects.ts'
import { Building, FloorPlan, Media, Project, Unit } from '../../catalog/records/record-schemas.ts'
import type { MediaRecord, PlanRecord, UnitRecord } from '../../catalog/records/record-types.ts'
import { AttributionSchema } from '../sources/source-schemas.ts'

const named = <T extends z.ZodType>(schema: T, id: string): T => schema.meta({ id }) as T

export const BuildingSchema = named(Building.extend({ invented: Project.shape.invented }), 'Building')
export const MediaSchema = named(Media, 'Media')
export const FloorPlanSchema = named(FloorPlan, 'FloorPlan')
export const UnitSchema = named(Unit, 'Unit')

const fieldSources = z.record(
  z.string(),
  z.object({
    source: z.string().describe('The source’s name'),
    key: z.string().nullable().optional().describe('The row’s key in the source. Only for operators who signed in'),
    observed_at: z.iso
      .datetime()
      .nullable()
      .describe('When the source first reported this row as it is. Null for corrections (`desk`)'),
  }),
)
export const FieldSourcesSchema = z
  .object({
    fields: fieldSources.describe('Source of each field with a known value. Derived fields are left out'),
    buildings: z.array(z.object({ id: z.int(), fields: fieldSources })),
    sources: z.array(AttributionSchema.omit({ projects: true })).describe('The sources with their licences'),
  })
  .meta({ id: 'FieldSources' })

export const ProjectSchema = named(
  Project.extend({
    buildings: z
      .array(BuildingSchema)
      .optional()
      .describe('Returned with `include=buildings`, and always when you get a single project'),
    floor_plans: z.array(FloorPlanSchema).optional().describe('Returned with `include=floor_plans`'),
    media: z.array(MediaSchema).optional().describe('Returned with `include=media`'),
    field_sources: FieldSourcesSchema.optional().describe('Returned with `include=sources`'),
  }),
  'Project',
)

export const HistorySchema = z
  .object({
    resource: z.object({ type: z.enum(['project', 'floor_plan']), id: z.int() }),
    field: z.string(),
    from: z.unknown(),
    to: z.unknown(),
    effective_at: z.iso.datetime(),
    recorded_at: z.iso.datetime().nullable(),
    source: z.string().nullable(),
    is_correction: z.boolean(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'HistoryEntry' })
export const PricePeriodSchema = z
  .object({ price: z.int().nullable(), from: z.iso.datetime().nullable(), to: z.iso.datetime().nullable() })
  .meta({ id: 'PricePeriod', description: 'A price and the period it applied to. `to` is null for the current price' })

export const DeveloperSchema = z
  .object({ id: z.int(), name: z.string(), projects_count: z.int(), selling_count: z.int() })
  .meta({ id: 'Developer' })
export const CitySchema = z
  .object({
    name: z.string(),
    province: z.string(),
    projects_count: z.int(),
    selling_count: z.int(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  })
  .meta({ id: 'City' })

const facetValue = z.object({ value: z.string(), count: z.int() })
const facetRange = z.object({ min: z.number().nullable(), max: z.number().nullable() })
export const FacetsSchema = z
  .object({
    total: z.int(),
    values: z.record(z.string(), z.array(facetValue)),
    lists: z
      .record(z.string(), z.object({ total: z.int(), truncated: z.boolean() }))
      .describe('Number of values of each facet, and whether `limit` leaves some out'),
    ranges: z.record(z.string(), facetRange),
  })
  .meta({ id: 'Facets' })

/** A GeoJSON response with points or clusters of these records. */
export const pointMapOf = (records: 'projects' | 'buildings', id: string) =>
  z
    .object({
      type: z.literal('FeatureCollection'),
      features: z.array(
        z.object({
          type: z.literal('Feature'),
          geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()) }),
          properties: z.looseObject({ cluster: z.boolean() }),
        }),
      ),
      total: z.int(),
      located: z.int(),
      clustered: z.boolean(),
    })
    .meta({
      id,
      description: `A GeoJSON FeatureCollection. When there are too many ${records}, points are grouped into clusters with a count and a bounding box`,
    })

export const MapSchema = pointMapOf('projects', 'ProjectMap')

export const MapLabelsSchema = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()) }),
        properties: z.object({
          kind: z.enum(['street', 'neighbourhood']),
          name: z.string().describe('As the addresses write it'),
          city_name: z.string(),
          count: z.int().describe('Buildings on the street, or projects in the neighbourhood'),
        }),
      }),
    ),
    truncated: z.boolean().describe('There are more labels than `limit`; those with the fewest buildings are left out'),
  })
  .meta({
    id: 'MapLabels',
    description: 'A GeoJSON FeatureCollection of points',
  })

export interface MediaUrls {
  readonly url: string
  readonly variants: z.input<typeof Media>['variants']
  readonly stored: boolean
}
export type SignMedia = (media: MediaRecord) => MediaUrls

/** Copies only the fields of the schema, in schema order, so that internal fields never leave the server. */
function pickFields<T extends z.ZodObject>(schema: T): (record: object) => z.output<T> {
  const names = Object.keys(schema.shape)
  return (record) => {
    const out: Record<string, unknown> = {}
    for (const name of names) out[name] = (record as Record<string, unknown>)[name]
    return out as z.output<T>
  }
}

const mediaFields = pickFields(Media)
const planFields = pickFields(FloorPlan)
const unitFields = pickFields(Unit)
const projectFields = pickFields(Project)

export function toMediaJson(media: MediaRecord, sign: SignMedia): z.output<typeof Media> {
  return mediaFields({ ...media, ...sign(media) })
}
export const toPlanJson = (plan: PlanRecord): z.output<typeof FloorPlan> => planFields(plan)
export const toUnitJson = (unit: UnitRecord): z.output<typeof Unit> => unitFields(unit)

export function toProjectJson(view: ProjectView, sign: SignMedia): z.output<typeof Project> {
  const { project, name_source, invented, cover_media, media_count, data_as_of } = view
  return projectFields({
    ...project,
    name_source,
    invented,
    planning: project.planning ?? null,
    media_count,
    cover_media: cover_media ? toMediaJson(cover_media, sign) : null,
    data_as_of,
  })
}
