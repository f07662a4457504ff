// Reads the project changes of an import: stored for unpublished runs, else from records.
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import { DAY_MS } from '../../kernel/time.ts'
import type { ChangeKind, ProjectChange } from '../publish/project-change.ts'
import { projectChange } from '../publish/project-change.ts'
import { readBundles } from '../publish/read-state.ts'
import { versionNumber } from '../versions/version-list.ts'

const RETENTION_DAYS = 90

/** New projects have no id: the run that assigned it was rolled back. */
export async function saveChanges(tx: Tx, runId: string, changes: readonly ProjectChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ change, project_id, name, address, ...body }, i) => {
    return { position: i + 1, change, project_id: change === 'created' ? null : project_id, name, address, body }
  })
  await sql`
    insert into import_changes (run_id, position, change, project_id, name, address, body)
    select ${runId}, c.position, c.change, c.project_id, c.name, c.address, c.body
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(position int, change text, project_id int, name text,
      address text, body json)`.execute(tx)
}

/** Keeps the runs and their counts. */
export async function deleteOldChanges(db: Database, nowMs: number): Promise<void> {
  const oldest = new Date(nowMs - RETENTION_DAYS * DAY_MS)
  await db.query
    .deleteFrom('import_changes')
    .where('run_id', 'in', (query) =>
      query.selectFrom('import_runs').select('id').where('started_at', '<', oldest.toISOString()),
    )
    .execute()
}

export interface ChangesQuery {
  readonly limit: number
  readonly kind?: ChangeKind | undefined
  /** Part of the name or address, or a project id. */
  readonly q?: string | undefined
  /** The position of the last change on the previous page. */
  readonly after?: number | undefined
}

export interface ChangesPage {
  readonly rows: readonly (ProjectChange & { readonly position: number })[]
  readonly hasMore: boolean
}

interface FinishedRun {
  readonly id: string
  readonly outcome: string | null
  readonly version: string | null
}

export async function readRunChanges(db: Database, run: FinishedRun, query: ChangesQuery): Promise<ChangesPage> {
  const rows =
    run.outcome === 'published'
      ? await publishedChanges(db, run.version!, query)
      : await storedChanges(db, run.id, query)
  return { rows: rows.slice(0, query.limit), hasMore: rows.length > query.limit }
}

/** Matches the columns name, address and project_id. */
function matchesText(q: string): RawBuilder<boolean> {
  const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(name ilike ${pattern} or address ilike ${pattern} or project_id::text = ${q})`
}

async function storedChanges(db: Database, runId: string, { limit, kind, q, after }: ChangesQuery) {
  let query = db.query.selectFrom('import_changes').selectAll().where('run_id', '=', runId)
  if (kind !== undefined) query = query.where('change', '=', kind)
  if (q !== undefined) query = query.where(matchesText(q))
  if (after !== undefined) query = query.where('position', '>', after)
  const rows = await query
    .orderBy('position')
    .limit(limit + 1)
    .execute()
  return rows.map(({ run_id: _, position, body, change, project_id, name, address }) => {
    const details = body as Pick<ProjectChange, 'fields' | 'parts' | 'plan_prices'>
    return { position, change: change as ChangeKind, project_id, name, address, ...details }
  })
}

interface ChangedProject {
  readonly project_id: number
  readonly change: ChangeKind
  readonly name: string
  readonly address: string
}

/** A version changes the records that begin or end with it. */
async function publishedChanges(db: Database, version: string, { limit, kind, q, after = 0 }: ChangesQuery) {
  const n = (await versionNumber(db.query, 'production', version))!
  const { rows } = await sql<ChangedProject>`
    with touched as (
      select project_id,
        bool_or(kind = 'project' and since = ${n}) as begins, coalesce(bool_or(kind = 'project' and until = ${n}), false) as ends
      from records where dataset = 'production' and project_id > ${after} and (since = ${n} or until = ${n})
      group by project_id),
    named as (
      select t.project_id, p.name, p.address,
        case when begins and not ends then 'created' when ends and not begins then 'gone' else 'changed' end as change
      from touched t cross join lateral (
        select body ->> 'name' as name, body ->> 'address' as address from records r
        where r.dataset = 'production' and r.project_id = t.project_id and r.kind = 'project' and r.id = t.project_id
          and r.since <= ${n} and (r.until is null or r.until >= ${n})
        order by r.since desc limit 1) p)
    select * from named
    where ${kind === undefined ? sql`true` : sql`change = ${kind}`} and ${q === undefined ? sql`true` : matchesText(q)}
    order by project_id limit ${limit + 1}`.execute(db.query)
  const ids = rows.map((row) => row.project_id)
  const before = await readBundles(db.query, 'production', ids, n - 1)
  const afterwards = await readBundles(db.query, 'production', ids, n)
  return rows.map((row) => {
    const change = projectChange(before.get(row.project_id) ?? null, afterwards.get(row.project_id) ?? null)
    return { position: row.project_id, ...(change ?? { ...row, fields: [], parts: {}, plan_prices: null }) }
  })
}
