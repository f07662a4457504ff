// The records as they are stored and held in memory: the fields of model.ts without what only the door can say.
import type { Building, FloorPlan, Media, MediaKind, Project, Unit } from './record-schemas.ts'

/** Plans that lack floor plans do not see these, nor anything counted from them. */
export const PAID_MEDIA_KINDS = ['floor_plan', 'key_plate', 'price_list'] as const satisfies readonly MediaKind[]

export function isFreeMedia(kind: MediaKind): boolean {
  return !(PAID_MEDIA_KINDS as readonly MediaKind[]).includes(kind)
}

/** URLs are signed where they leave; `origin` says where the bytes come from. */
export type MediaRecord = Readonly<Omit<Media, 'url' | 'variants'>> & { readonly origin: string }

/** `created_at` is for reading the past; it is not shown. */
export type PlanRecord = Readonly<FloorPlan> & { readonly created_at: string }

export type UnitRecord = Readonly<Unit>

/**
 * A project with its towers. `media_count` counts what every plan may see. `filled` names the fields that came from
 * another source than the owner's.
 */
export type ProjectRecord = Readonly<Omit<Project, 'cover_media' | 'data_as_of'>> & {
  readonly buildings: readonly Readonly<Building>[]
  readonly cover_media_id: number | null
  readonly filled: Readonly<Record<string, string>>
}

/** Everything of one project, the unit of the diff. */
export interface Bundle {
  readonly project: ProjectRecord
  readonly floor_plans: readonly PlanRecord[]
  readonly units: readonly UnitRecord[]
  readonly media: readonly MediaRecord[]
}

export const RECORD_KINDS = ['project', 'floor_plan', 'unit', 'media'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

export interface RecordOf {
  project: ProjectRecord
  floor_plan: PlanRecord
  unit: UnitRecord
  media: MediaRecord
}
