// Lists the versions of a dataset.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { RecordKind } from '../../catalog/records/record-types.ts'
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'

export type Counts = Readonly<Record<RecordKind, number>>

export interface VersionRow {
  readonly number: number
  readonly version: string
  readonly published_at: string
  readonly kind: 'import' | 'rollback' | 'correction' | 'merge'
  readonly source: string
  readonly counts: Counts
  readonly note: string | null
  readonly actor: string | null
  /** The import that published it, if any. */
  readonly import_id: string | null
}

/** Returns undefined when the version does not exist. */
export async function versionNumber(
  db: Kysely<Tables>,
  dataset: Dataset,
  version: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('dataset_versions')
    .select('number')
    .where('dataset', '=', dataset)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.number
}

/** Newest first. `after` is the number of the last version on the previous page. */
export async function readVersions(
  db: Database,
  dataset: Dataset,
  { limit, after }: { readonly limit: number; readonly after?: number | undefined },
): Promise<{ versions: VersionRow[]; hasMore: boolean }> {
  const { rows } = await sql<VersionRow>`
    select number, version, published_at, kind, source, counts, note, actor,
      (select r.id from import_runs r where r.version = v.version and r.outcome = 'published' and v.dataset = 'production'
        limit 1) as import_id
    from dataset_versions v
    where dataset = ${dataset} and ${after === undefined ? sql`true` : sql`number < ${after}`}
    order by number desc limit ${limit + 1}`.execute(db.query)
  return { versions: rows.slice(0, limit), hasMore: rows.length > limit }
}
