// Types of stored records: the schemas without fields added to responses.
import type { Building, FloorPlan, Media, MediaKind, Project, Unit } from './record-schemas.ts'

/** Subscription plans without floor plans see no such media, and no counts that include them. */
export const PAID_MEDIA_KINDS = ['floor_plan', 'key_plate', 'price_list'] as const satisfies readonly MediaKind[]

export function isFreeMedia(kind: MediaKind): boolean {
  return !(PAID_MEDIA_KINDS as readonly MediaKind[]).includes(kind)
}

/** The sources of Plinth’s own, whose projects do not exist. They join no other source. */
const INVENTED_SOURCES: ReadonlySet<string | undefined> = new Set(['demo', 'sandbox'])
export const isInventedSource = (source: string | undefined): boolean => INVENTED_SOURCES.has(source)

export const isInvented = ({ sources }: Pick<Project, 'sources'>): boolean =>
  sources.some(({ kind }) => isInventedSource(kind))

/** Registers that ship with Plinth, under open licences. */
const SHIPPED_SOURCES: ReadonlySet<string> = new Set([
  'toronto',
  'vancouver-non-market-housing',
  'vancouver-rental-standards',
])

/** Nothing but a shipped register says anything about it, so that anyone may read it. */
export const isOpenData = ({ sources }: Pick<Project, 'sources'>): boolean =>
  sources.length > 0 && sources.every(({ kind }) => SHIPPED_SOURCES.has(kind))

/** URLs are signed in responses. `origin` is the source of the file. */
export type MediaRecord = Readonly<Omit<Media, 'url' | 'variants' | 'stored'>> & { readonly origin: string }

/** `created_at` is for as-of queries and is not in responses. */
export type PlanRecord = Readonly<FloorPlan> & { readonly created_at: string }

export type UnitRecord = Readonly<Unit>

/** A row of a source, and when it first had its present content. */
export interface SourceRow {
  readonly source: string
  readonly key: string
  readonly observed_at: string
}

/**
 * A project with its buildings. `media_count` counts only free media. Records of versions before the stored rows lack the
 * optional fields.
 */
export type ProjectRecord = Readonly<Omit<Project, 'cover_media' | 'data_as_of' | 'invented' | 'name_source'>> & {
  readonly buildings: readonly Readonly<Building>[]
  readonly cover_media_id: number | null
  /** The rows about the project, by trust. The first is the anchor: the project is made from it. */
  readonly rows?: readonly SourceRow[]
  /** Fields that another row than the anchor supplies, with its position in `rows`. For example `buildings.7.storeys`. */
  readonly row_of?: Readonly<Record<string, number>>
  /** The units of a building that its sources list, by the building's id. Packed. */
  readonly unit_labels?: Readonly<Record<number, string>>
  /** The rows that list them, with their positions in `rows`. Records composed by older versions lack it. */
  readonly unit_label_rows?: Readonly<Record<number, readonly number[]>>
  /** Fields that a person corrected. */
  readonly corrected?: readonly string[]
}

/**
 * A field of history only: since when a project is absent from the releases of its source. It may return, and it may be
 * absent on a past day alone.
 */
export const REMOVED_AT = 'removed_at'

/** A project with all of its records; diffs compare bundles. */
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
