// Tells which source row each field of a project comes from. Pure.
import type { ProjectRecord, SourceRow } from './record-types.ts'

/** `key` is null when a person set the value, or when the row is not known. */
export interface FieldSource {
  readonly source: string
  readonly key: string | null
  readonly observed_at: string | null
}

export interface FieldSources {
  /** Only fields with a value. */
  readonly fields: Readonly<Record<string, FieldSource>>
  readonly buildings: readonly { readonly id: number; readonly fields: Readonly<Record<string, FieldSource>> }[]
}

const DESK: FieldSource = { source: 'desk', key: null, observed_at: null }

/** Assigned or derived by Plinth, so no source reports them. */
const NOT_REPORTED: ReadonlySet<string> = new Set([
  ...[
    'id',
    'slug',
    'status',
    'status_changed_at',
    'developer',
    'psf_from',
    'psf_to',
    'currency',
    'name_source',
    'invented',
  ],
  ...['buildings_count', 'floor_plans_count', 'available_floor_plans_count', 'media_count', 'cover_media_id'],
  ...[
    'sources',
    'merged_into',
    'created_at',
    'updated_at',
    'buildings',
    'rows',
    'row_of',
    'corrected',
    'filled',
    'unit_labels',
    'unit_label_rows',
  ],
])

export function fieldSourcesOf(project: ProjectRecord): FieldSources {
  const corrected = new Set(project.corrected ?? [])
  const rows = rowsOf(project)
  const sourceOf = (path: string): FieldSource | null => {
    if (corrected.has(path)) return DESK
    const row = rows[project.row_of?.[path] ?? 0]
    return row ? { source: row.source, key: row.key || null, observed_at: row.observed_at } : null
  }
  const sourcesOf = (values: object, prefix = ''): Record<string, FieldSource> => {
    const found: Record<string, FieldSource> = {}
    for (const [field, value] of Object.entries(values)) {
      const isKnown =
        value != null && value !== '' && value !== 'unknown' && !(Array.isArray(value) && value.length === 0)
      const source = NOT_REPORTED.has(field) || !isKnown ? null : sourceOf(`${prefix}${field}`)
      if (source) found[field] = source
    }
    return found
  }
  const buildings = project.buildings.map(({ id, project_id: _, ...building }) => {
    return { id, fields: sourcesOf(building, `buildings.${id}.`) }
  })
  return { fields: sourcesOf(project), buildings }
}

/** Older records name only their sources. */
function rowsOf({ rows, sources }: ProjectRecord): readonly SourceRow[] {
  return rows ?? sources.map(({ kind, observed_at }) => ({ source: kind, key: '', observed_at }))
}

/** Fields that another source than the anchor's supplies, with its name. */
export function filledFrom({ rows = [], row_of = {} }: ProjectRecord): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row_of).flatMap(([field, at]) => (rows[at] ? [[field, rows[at].source]] : [])),
  )
}
