// Reads and updates join cases: two rows of different sources that may be one building.
import type { Selectable } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import type { JoinCasesTable } from '../../db/database-tables.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import { TrustOrder } from '../join/trust-order.ts'
import { readTrust } from '../rows/stored-rows.ts'
import type { CaseRow, RowRef } from './case-rows.ts'
import { readCaseRows } from './case-rows.ts'
import { DATASET } from './current-project.ts'

export type JoinState = 'open' | 'joined' | 'apart' | 'closed'

export interface JoinCase extends Omit<Readonly<Selectable<JoinCasesTable>>, 'state'> {
  readonly state: JoinState
}

export interface JoinCaseDetail {
  readonly case: JoinCase
  readonly row: CaseRow
  /** The row of the more trusted source. */
  readonly other: CaseRow
}

export interface JoinsQuery {
  readonly state: JoinState
  readonly source?: string | undefined
  readonly limit: number
  readonly offset: number
}

export interface JoinsPage {
  readonly cases: readonly JoinCaseDetail[]
  readonly total: number
  /** Counts of all cases with this state. */
  readonly bySource: Readonly<Record<string, number>>
}

/** Oldest first, then by key, so that the order is stable while people decide. */
export async function listJoinCases(db: Database, query: JoinsQuery): Promise<JoinsPage> {
  const groups = await db.query
    .selectFrom('join_cases')
    .select('source')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('dataset', '=', DATASET)
    .where('state', '=', query.state)
    .groupBy('source')
    .orderBy('source')
    .execute()
  const cases = await db.query
    .selectFrom('join_cases')
    .selectAll()
    .where('dataset', '=', DATASET)
    .where('state', '=', query.state)
    .$if(query.source !== undefined, (q) => q.where('source', '=', query.source!))
    .orderBy('opened_at')
    .orderBy('source')
    .orderBy('key')
    .orderBy('id')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const counted = groups.filter(({ source }) => query.source === undefined || source === query.source)
  return {
    cases: await withRows(db, cases as JoinCase[]),
    total: counted.reduce((sum, { count }) => sum + Number(count), 0),
    bySource: Object.fromEntries(groups.map(({ source, count }) => [source, Number(count)])),
  }
}

export async function readJoinCase(db: Database, id: string): Promise<JoinCaseDetail> {
  const found = await selectCase(db.query, id).executeTakeFirst()
  if (!found) throw caseNotFound(id)
  return (await withRows(db, [found as JoinCase]))[0]!
}

const selectCase = (db: Database['query'], id: string) =>
  db.selectFrom('join_cases').selectAll().where('dataset', '=', DATASET).where('id', '=', id)

/** Locks the case, so that of two people who decide at once only one succeeds. */
export async function lockJoinCase(tx: Tx, id: string): Promise<JoinCase> {
  const found = await selectCase(tx, id).forUpdate().executeTakeFirst()
  if (!found) throw caseNotFound(id)
  return found as JoinCase
}

export async function storeDecision(
  tx: Tx,
  { id }: JoinCase,
  state: 'joined' | 'apart',
  decision: { readonly at: Date; readonly actor: string; readonly reason: string | null },
): Promise<void> {
  const { at, actor, reason } = decision
  await tx
    .updateTable('join_cases')
    .set({ state, decided_at: at.toISOString(), decided_by: actor, decision_reason: reason })
    .where('id', '=', id)
    .execute()
}

/** The case waits again, or closes if no rule is in doubt about it. */
export async function withdrawDecision(tx: Tx, { id }: JoinCase): Promise<void> {
  await tx
    .updateTable('join_cases')
    .set({ state: 'open', decided_at: null, decided_by: null, decision_reason: null })
    .where('id', '=', id)
    .execute()
}

export interface RowPair {
  readonly row: RowRef
  readonly other: RowRef
}

/** The case about two rows, whichever of them comes first; a new one if they have none. */
export async function lockPair(tx: Tx, { row, other }: RowPair, at: Date): Promise<JoinCase> {
  const order = new TrustOrder(await readTrust(tx), [row.source, other.source])
  const [first, second] = order.compare(row, other) > 0 ? [row, other] : [other, row]
  const both = [
    [first, second],
    [second, first],
  ] as const
  for (const [a, b] of both) {
    const found = await tx
      .selectFrom('join_cases')
      .selectAll()
      .where('dataset', '=', DATASET)
      .where('source', '=', a.source)
      .where('key', '=', a.key)
      .where('other_source', '=', b.source)
      .where('other_key', '=', b.key)
      .forUpdate()
      .executeTakeFirst()
    if (found) return found as JoinCase
  }
  const refs = { source: first.source, key: first.key, other_source: second.source, other_key: second.key }
  const facts = { confidence: 1, distance_m: null, reason: 'A person compared these rows.', opened_at: at }
  const values = { id: newId('join'), dataset: DATASET, ...refs, ...facts, state: 'closed' }
  const added = await tx.insertInto('join_cases').values(values).returningAll().executeTakeFirstOrThrow()
  return added as JoinCase
}

async function withRows(db: Database, cases: readonly JoinCase[]): Promise<JoinCaseDetail[]> {
  const refs = cases.flatMap(({ source, key, other_source, other_key }) => [
    { source, key },
    { source: other_source, key: other_key },
  ])
  const rows = await readCaseRows(db, refs)
  return cases.map((one, at) => ({ case: one, row: rows[2 * at]!, other: rows[2 * at + 1]! }))
}

function caseNotFound(id: string): Fault {
  return new Fault('case_not_found', { detail: `There is no join case ${id}.` })
}
