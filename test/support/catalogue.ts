// A catalogue without what may depend on the order of imports: ids, slugs, times, versions, history.

import type { ProjectRecord } from '../../src/catalog/records/record-types.ts'
import { readSnapshot } from '../../src/catalog/snapshot/open-dataset.ts'
import type { Database } from '../../src/db/database.ts'

/** One line of JSON per project, sorted, then the rows that wait and the open cases. */
export async function catalogueOf(db: Database): Promise<string[]> {
  const { projects } = await readSnapshot(db, 'production')
  const rows = await db.query
    .selectFrom('identities')
    .select(['source', 'key'])
    .where('present', '=', true)
    .where('project_id', 'is', null)
    .execute()
  const cases = await db.query
    .selectFrom('join_cases')
    .select(['source', 'key', 'other_source', 'other_key', 'reason', 'distance_m'])
    .where('state', '=', 'open')
    .execute()
  return [
    ...projects.toArray().map(withoutIds).sort(),
    ...rows.map(({ source, key }) => `waiting ${source} ${key}`).sort(),
    ...cases.map((one) => `case ${JSON.stringify(one)}`).sort(),
  ]
}

function withoutIds(project: ProjectRecord): string {
  const { id: _, slug: _slug, created_at, updated_at, status_changed_at, ...fields } = project
  const numberOf = new Map(project.buildings.map(({ id }, at) => [String(id), at]))
  const row_of = Object.entries(project.row_of ?? {}).map(([field, row]) => [
    field.replace(/^buildings\.(\d+)/, (_, id: string) => `buildings.#${numberOf.get(id)}`),
    row,
  ])
  return JSON.stringify({
    ...fields,
    developers: project.developers.map(({ name, role }) => ({ name, role })),
    buildings: project.buildings.map(({ id: _, project_id, ...building }) => building),
    sources: project.sources.map(({ kind }) => kind),
    rows: project.rows?.map(({ source, key }) => `${source} ${key}`),
    row_of: row_of.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    cover_media_id: null,
  })
}
