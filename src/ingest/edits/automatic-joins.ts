// Reads which rows joined the projects of other rows without a person, and why.
import type { Database } from '../../db/database.ts'
import type { JoinRule } from '../join/join-rows.ts'
import type { CaseRow } from './case-rows.ts'
import { readCaseRows } from './case-rows.ts'
import { DATASET } from './current-project.ts'

export interface AutomaticJoinsQuery {
  /** Of the row that joined. */
  readonly source?: string | undefined
  readonly rule?: JoinRule | undefined
  readonly projectId?: number | undefined
  readonly limit: number
  readonly offset: number
}

export interface AutomaticJoin {
  readonly project_id: number
  readonly rule: JoinRule
  /** What the row has in common with the project: the corporation or the address. */
  readonly value: string
  readonly distance_m: number | null
  readonly joined_at: string
  readonly row: CaseRow
  /** The row that the project is made from. */
  readonly anchor: CaseRow
}

export interface AutomaticJoinsPage {
  readonly joins: readonly AutomaticJoin[]
  readonly total: number
  readonly bySource: Readonly<Record<string, number>>
}

/** After a rollback, what joined then is listed when it was joined last. */
const joined = (db: Database, projectId: number | undefined) =>
  db.query
    .selectFrom('identities as i')
    .innerJoin('identities as a', (on) =>
      on
        .onRef('a.dataset', '=', 'i.dataset')
        .onRef('a.project_id', '=', 'i.project_id')
        .on('a.is_anchor', '=', true)
        .on('a.present', '=', true),
    )
    .where('i.dataset', '=', DATASET)
    .where('i.present', '=', true)
    .where('i.join_rule', 'is not', null)
    .where('i.is_anchor', '=', false)
    .$if(projectId !== undefined, (q) => q.where('i.project_id', '=', projectId!))

/** Newest first, then by source and key. */
export async function listAutomaticJoins(db: Database, query: AutomaticJoinsQuery): Promise<AutomaticJoinsPage> {
  const { source, rule, projectId, limit, offset } = query
  const groups = await joined(db, projectId)
    .select(['i.source', 'i.join_rule'])
    .select((e) => e.fn.countAll<number>().as('count'))
    .groupBy(['i.source', 'i.join_rule'])
    .orderBy('i.source')
    .execute()
  const rows = await joined(db, projectId)
    .select(['i.source', 'i.key', 'a.source as other_source', 'a.key as other_key'])
    .select(['i.project_id', 'i.join_rule', 'i.join_value', 'i.join_distance_m', 'i.joined_at'])
    .$if(source !== undefined, (q) => q.where('i.source', '=', source!))
    .$if(rule !== undefined, (q) => q.where('i.join_rule', '=', rule!))
    .orderBy('i.joined_at', 'desc')
    .orderBy('i.source')
    .orderBy('i.key')
    .limit(limit)
    .offset(offset)
    .execute()
  const both = rows.flatMap((one) => [one, { source: one.other_source, key: one.other_key }])
  const described = await readCaseRows(db, both)
  const ofRule = groups.filter(({ join_rule }) => rule === undefined || join_rule === rule)
  const bySource: Record<string, number> = {}
  for (const { source: name, count } of ofRule) bySource[name] = (bySource[name] ?? 0) + Number(count)
  const total = source === undefined ? Object.values(bySource).reduce((sum, count) => sum + count, 0) : bySource[source]
  return {
    joins: rows.map((one, at) => ({
      project_id: one.project_id!,
      rule: one.join_rule as JoinRule,
      value: one.join_value!,
      distance_m: one.join_distance_m,
      joined_at: one.joined_at!,
      row: described[2 * at]!,
      anchor: described[2 * at + 1]!,
    })),
    total: total ?? 0,
    bySource,
  }
}
