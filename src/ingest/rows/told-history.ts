// The history that a source told about projects, and the projects of its rows.
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { ChildIds } from '../record/identity.ts'
import { inBatches } from '../record/in-batches.ts'
import { nextVersionOf } from './stored-rows.ts'

export interface ToldFact {
  /** Where the row of the table is, until the transaction ends. */
  readonly place: string
  readonly project_id: number
  readonly field: string
  readonly from: unknown
  readonly to: unknown
  readonly effective_at: string
}

/** Also what rollbacks wrote, and the publish that runs. */
export async function readToldHistory(tx: Tx, dataset: Dataset, source: string, projects: readonly number[]) {
  const { rows } = await sql<ToldFact>`
    select h.ctid::text as place, h.project_id, h.field, h.from_value as "from", h.to_value as "to", h.effective_at
    from history h left join dataset_versions v on v.dataset = h.dataset and v.number = h.version
    where h.dataset = ${dataset} and h.project_id = any(${projects}::int[]) and h.kind = 'project' and h.until is null
      and (v.number is null or v.source = ${source} or v.kind = 'rollback')`.execute(tx)
  return rows
}

export async function endHistory(tx: Tx, version: number, facts: readonly Pick<ToldFact, 'place'>[]): Promise<void> {
  const places = facts.map(({ place }) => place)
  await sql`update history set until = ${version}::int where ctid = any(${places}::tid[])`.execute(tx)
}

export interface OwnProject {
  readonly key: string
  readonly project_id: number
  readonly children: ChildIds
  readonly observed_at: string | null
}

/** The projects that are made from rows, or were: a row that returns gets its own back. */
export async function writeOwnProjects(
  tx: Tx,
  dataset: Dataset,
  source: string,
  projects: readonly OwnProject[],
): Promise<void> {
  await inBatches(
    projects,
    (json) => sql`
      insert into identities (dataset, source, key, project_id, own_project_id, present, row_hash, children, is_anchor,
        observed_at, since)
      select ${dataset}, ${source}, p.key, p.project_id, p.project_id, false, '', p.children, true, p.observed_at,
        ${nextVersionOf(dataset)}
      from json_to_recordset(${json}::json) as p(key text, project_id int, children json, observed_at timestamptz)
      on conflict (dataset, source, key) do update set project_id = excluded.project_id,
        own_project_id = excluded.own_project_id, children = excluded.children, is_anchor = true,
        observed_at = coalesce(excluded.observed_at, identities.observed_at)`,
    tx,
  )
}
