// Reads what every source says about a project, for people who compare the sources.
import type { FieldSource } from '../../catalog/records/field-sources.ts'
import { fieldSourcesOf } from '../../catalog/records/field-sources.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Database } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import { at } from '../../kernel/at.ts'
import { isUnknown } from '../join/compose.ts'
import type { ProjectRow } from '../record/row.ts'
import { sameValue } from '../record/same-value.ts'

/** A row about a project, as its source reports it. */
export interface ReportedRow {
  readonly source: string
  readonly key: string
  readonly observed_at: string | null
  /** True when the project is made from this row. */
  readonly is_anchor: boolean
  /** Null for generated sources. */
  readonly row: ProjectRow | null
}

export interface ReportedValue {
  readonly source: string
  readonly key: string
  readonly observed_at: string | null
  readonly value: unknown
  /** True for the value that the project has. */
  readonly won: boolean
}

/** In no particular order. */
export async function rowsOfProject(db: Database, dataset: Dataset, projectId: number): Promise<ReportedRow[]> {
  const rows = await db.query
    .selectFrom('identities')
    .select(['source', 'key', 'observed_at', 'is_anchor', 'row'])
    .where('dataset', '=', dataset)
    .where('project_id', '=', projectId)
    .where('present', '=', true)
    .execute()
  return rows as ReportedRow[]
}

/** Parts that are not comparable as one value. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  ...['key', 'id', 'buildings', 'floor_plans', 'units', 'media', 'history', 'developers', 'name_source', 'invented'],
])

/** Fields for which two rows report different values. The winning value is first. Pure. */
export function disagreements(project: ProjectRecord, rows: readonly ReportedRow[]): Record<string, ReportedValue[]> {
  const { fields } = fieldSourcesOf(project)
  const names = new Set(rows.flatMap(({ row }) => Object.keys(row ?? {})).filter((field) => !NOT_COMPARED.has(field)))
  const found: Record<string, ReportedValue[]> = {}
  for (const field of names) {
    const values = rows.flatMap(({ source, key, observed_at, row }): ReportedValue[] => {
      const value = row?.[field as keyof ProjectRow]
      return isUnknown(value) ? [] : [{ source, key, observed_at, value, won: isFrom(fields[field], source, key) }]
    })
    if (values.every(({ value }) => sameValue(value, at(values, 0).value))) continue
    found[field] = values.sort((a, b) => Number(b.won) - Number(a.won) || (a.source < b.source ? -1 : 1))
  }
  return found
}

const isFrom = (origin: FieldSource | undefined, source: string, key: string): boolean =>
  origin?.source === source && origin.key === key
