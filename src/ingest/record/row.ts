// The row format for all sources: one project with its buildings, plans, units and history.
import { z } from 'zod'
import { Address, Building, FloorPlan, Media, Project, Unit } from '../../catalog/records/record-schemas.ts'

/** Stable within its source: imports find existing records by it. */
const key = z.string().min(1).max(200)

export const BuildingRow = Building.omit({ id: true, project_id: true, addresses: true }).extend({
  key,
  addresses: z.array(Address).min(1),
  /** The labels of all units in short form, `101-110,PH1`. Stored with the row, not in records. */
  unit_labels: z.string().optional(),
})

export const FloorPlanRow = FloorPlan.omit({
  id: true,
  project_id: true,
  building_id: true,
  psf: true,
  media_ids: true,
  price_changed_at: true,
  updated_at: true,
}).extend({ key, building_key: key.nullable() })

export const UnitRow = Unit.omit({
  id: true,
  project_id: true,
  building_id: true,
  floor_plan_id: true,
  status_changed_at: true,
}).extend({ key, floor_plan_key: key })

export const MediaRow = Media.omit({
  id: true,
  project_id: true,
  floor_plan_id: true,
  url: true,
  variants: true,
  stored: true,
  created_at: true,
}).extend({
  key,
  floor_plan_key: key.nullable(),
  /**
   * Location of the bytes: `drawing:<descriptor>` is drawn on demand, `file:<name>` is in the media folder,
   * `reference:<url>` was at that URL when the record was exported.
   */
  origin: z.string(),
})

/** A past change of a project field (`floor_plan_key` null) or a plan field. Oldest first. */
export const HistoryRow = z.object({
  floor_plan_key: key.nullable(),
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  effective_at: z.iso.datetime(),
})

export const ProjectRow = Project.omit({
  id: true,
  slug: true,
  name_source: true,
  invented: true,
  status: true,
  status_changed_at: true,
  developer: true,
  developers: true,
  psf_from: true,
  psf_to: true,
  currency: true,
  buildings_count: true,
  floor_plans_count: true,
  available_floor_plans_count: true,
  media_count: true,
  cover_media: true,
  sources: true,
  merged_into: true,
  created_at: true,
  updated_at: true,
  data_as_of: true,
}).extend({
  key,
  /** Fixed ids are for the sandbox only. All other projects get the next free id. */
  id: z.int().optional(),
  /** In an export of another installation. The project then names the demonstration as a source, too. */
  invented: z.boolean().optional(),
  developers: z.array(z.object({ name: z.string(), role: z.string() })),
  buildings: z.array(BuildingRow).min(1),
  floor_plans: z.array(FloorPlanRow),
  units: z.array(UnitRow),
  media: z.array(MediaRow),
  history: z.array(HistoryRow),
})

export type ProjectRow = z.infer<typeof ProjectRow>
export type BuildingRow = z.infer<typeof BuildingRow>
export type FloorPlanRow = z.infer<typeof FloorPlanRow>
export type UnitRow = z.infer<typeof UnitRow>
export type MediaRow = z.infer<typeof MediaRow>
export type HistoryRow = z.infer<typeof HistoryRow>
