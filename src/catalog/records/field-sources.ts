// Which source row each field of a project and its buildings came from. Pure.
import type { ProjectRecord } from './record-types.ts'

/** The row of a source that a value came from. */
export interface FieldSource {
  readonly source: string
  /** Null when the row is not known. */
  readonly key: string | null
  readonly observed_at: string
}

export interface FieldSources {
  /** Field → source, for every field with a known value. */
  readonly fields: Readonly<Record<string, FieldSource>>
  readonly buildings: readonly { readonly id: number; readonly fields: Readonly<Record<string, FieldSource>> }[]
}

/** Fields that Plinth assigns or derives from others. */
const NOT_FROM_SOURCES: ReadonlySet<string> = new Set([
  'id',
  'slug',
  'developer',
  'status',
  'status_changed_at',
  'psf_from',
  'psf_to',
  'currency',
  'buildings',
  'buildings_count',
  'floor_plans_count',
  'available_floor_plans_count',
  'media_count',
  'cover_media_id',
  'sources',
  'filled',
  'merged_into',
  'created_at',
  'updated_at',
])

const isUnknown = (value: unknown): boolean =>
  value == null || value === '' || value === 'unknown' || (Array.isArray(value) && value.length === 0)

export function fieldSourcesOf(project: ProjectRecord): FieldSources {
  const [owner] = project.sources
  if (!owner) return { fields: {}, buildings: [] }
  const sourceOf = (name: string): FieldSource => {
    const { kind, observed_at } = project.sources.find(({ kind }) => kind === name) ?? owner
    return { source: kind, key: null, observed_at }
  }
  const fields: Record<string, FieldSource> = {}
  for (const [field, value] of Object.entries(project)) {
    if (NOT_FROM_SOURCES.has(field) || isUnknown(value)) continue
    fields[field] = sourceOf(project.filled[field] ?? owner.kind)
  }
  const buildings = project.buildings.map(({ id, project_id: _, ...building }) => {
    const known = Object.entries(building).filter(([, value]) => !isUnknown(value))
    return { id, fields: Object.fromEntries(known.map(([field]) => [field, sourceOf(owner.kind)])) }
  })
  return { fields, buildings }
}
