// Reads the desk's queue, ranked by priority, and single cases with their history.

import type { MatchQuery } from '@plinth/matcher'
import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import type { CaseStatus, CasesTable, FeedbackVerdict } from '../link-tables.ts'
import { PRIORITY } from '../uncertainty.ts'
import type { Decision } from './ledger.ts'

export interface Case extends Omit<CasesTable, 'created_at' | 'updated_at'> {
  readonly created_at: string
  readonly updated_at: string
  readonly priority: number
}

export interface Feedback {
  readonly id: string
  readonly account_id: string
  readonly verdict: FeedbackVerdict
  readonly text: string
  readonly project_id: number | null
  readonly building_id: number | null
  readonly note: string | null
  readonly created_at: string
}

export interface QueueQuery {
  readonly status: CaseStatus
  readonly province?: string | undefined
  readonly reason?: string | undefined
  readonly limit: number
  readonly offset: number
}

export interface Queue {
  readonly cases: readonly Case[]
  readonly total: number
  /** Counts of all cases with this status, by no-match reason, or by outcome if there was a match. */
  readonly byReason: Readonly<Record<string, number>>
  readonly byProvince: Readonly<Record<string, number>>
}

/** The last part of the key. Texts that are not addresses have no province. */
const PROVINCE = `upper(coalesce(nullif(split_part(address_key, '|', 6), ''), '?'))`

export async function readQueue(db: Database, query: QueueQuery): Promise<Queue> {
  const province = sql<string>`${sql.raw(PROVINCE)}`
  const reason = sql<string>`coalesce(reason, outcome)`
  const groups = await db.query
    .selectFrom('link_cases')
    .select([province.as('province'), reason.as('reason')])
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', query.status)
    .groupBy([province, reason])
    .execute()
  const cases = await db.query
    .selectFrom('link_cases')
    .selectAll()
    .select(PRIORITY.as('priority'))
    .where('status', '=', query.status)
    .$if(query.province !== undefined, (q) => q.where(province, '=', query.province!.toUpperCase()))
    .$if(query.reason !== undefined, (q) => q.where(reason, '=', query.reason!))
    .orderBy('priority', 'desc')
    .orderBy('id')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const matching = groups.filter(
    (group) =>
      (query.province === undefined || group.province === query.province.toUpperCase()) &&
      (query.reason === undefined || group.reason === query.reason),
  )
  return {
    cases,
    total: matching.reduce((sum, { count }) => sum + Number(count), 0),
    byReason: countBy(groups, 'reason'),
    byProvince: countBy(groups, 'province'),
  }
}

function countBy<K extends 'reason' | 'province'>(
  groups: readonly (Record<K, string> & { count: number })[],
  by: K,
): Record<string, number> {
  const out = new Map<string, number>()
  for (const group of groups) out.set(group[by], (out.get(group[by]) ?? 0) + Number(group.count))
  return Object.fromEntries([...out].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)))
}

export async function readCase(db: Database['query'] | Tx, id: string): Promise<Case> {
  const found = await db
    .selectFrom('link_cases')
    .selectAll()
    .select(PRIORITY.as('priority'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Fault('case_not_found', { detail: `Case ${id} not found.` })
  return found
}

export async function readCaseHistory(
  db: Database,
  found: Case,
): Promise<{ feedback: readonly Feedback[]; decisions: readonly Decision[] }> {
  const feedback = await db.query
    .selectFrom('link_feedback')
    .select(['id', 'account_id', 'verdict', 'text', 'project_id', 'building_id', 'note', 'created_at'])
    .where('case_id', '=', found.id)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  const decisions = await db.query
    .selectFrom('link_decisions')
    .selectAll()
    .where('dataset', '=', found.dataset)
    .where((e) => e.or([e('case_id', '=', found.id), e('address_key', '=', found.address_key)]))
    .orderBy('decided_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
  return { feedback, decisions }
}

/** The query that produced the case. */
export function caseQuery({ text, city, province, postal_code }: Case): MatchQuery {
  return { address: text, city, province, postal: postal_code, min_confidence: 0.01, limit: 10, explain: true }
}

export async function countOpenCases(db: Database): Promise<number> {
  const { count } = await db.query
    .selectFrom('link_cases')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return count
}
