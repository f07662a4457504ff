// Reads the rows of join cases as their sources reported them.
import type { Database } from '../../db/database.ts'
import type { ProjectRow } from '../record/row.ts'
import { DATASET } from './current-project.ts'

/** A row as its source reported it. */
export interface CaseRow {
  readonly source: string
  /** The source's display name, if it has one. */
  readonly title: string | null
  readonly key: string
  readonly observed_at: string | null
  readonly project_id: number | null
  /** Null when the source no longer has the row. */
  readonly row: ProjectRow | null
}

export interface RowRef {
  readonly source: string
  readonly key: string
}

function select(db: Database) {
  return db.query
    .selectFrom('identities')
    .leftJoin('sources', 'sources.name', 'identities.source')
    .select(['identities.source', 'identities.key', 'identities.project_id', 'identities.observed_at'])
    .select(['identities.row', 'identities.present', 'sources.title'])
    .where('identities.dataset', '=', DATASET)
}

type Selected = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const toCaseRow = ({ source, title, key, observed_at, project_id, present, row }: Selected): CaseRow => ({
  source,
  title,
  key,
  observed_at,
  project_id,
  row: present ? ((row as ProjectRow | null) ?? null) : null,
})

/** In the order of `refs`. */
export async function readCaseRows(db: Database, refs: readonly RowRef[]): Promise<CaseRow[]> {
  if (refs.length === 0) return []
  const rows = await select(db)
    .where((e) =>
      e(
        e.refTuple('identities.source', 'identities.key'),
        'in',
        refs.map(({ source, key }) => e.tuple(source, key)),
      ),
    )
    .execute()
  const idOf = ({ source, key }: RowRef) => JSON.stringify([source, key])
  const byId = new Map(rows.map((row) => [idOf(row), toCaseRow(row)]))
  const missing = { title: null, observed_at: null, project_id: null, row: null }
  return refs.map((ref) => byId.get(idOf(ref)) ?? { source: ref.source, key: ref.key, ...missing })
}
