// Reads people's decisions about rows, and opens and closes the cases that wait for one.
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import { newId } from '../../kernel/ids.ts'
import type { Decision, RowRef } from '../join/decisions.ts'
import { refKey } from '../join/decisions.ts'

type Tx = Transaction<Tables>

export async function readDecisions(tx: Tx, dataset: Dataset): Promise<Decision[]> {
  const cases = await tx
    .selectFrom('join_cases')
    .select(['source', 'key', 'other_source', 'other_key', 'state'])
    .where('dataset', '=', dataset)
    .where('state', 'in', ['joined', 'apart'])
    .orderBy('id')
    .execute()
  return [
    ...(await readMerges(tx, dataset)),
    ...cases.map(({ source, key, other_source, other_key, state }): Decision => {
      const rows = [
        { source, key },
        { source: other_source, key: other_key },
      ] as const
      return { kind: state === 'joined' ? 'same' : 'apart', rows }
    }),
  ]
}

/** A merge of an older installation does not name the rows of the survivor: it takes the anchor. */
async function readMerges(tx: Tx, dataset: Dataset): Promise<Decision[]> {
  const merges = await tx
    .selectFrom('merges')
    .select(['into_id', 'identities', 'into_rows'])
    .where('dataset', '=', dataset)
    .where('state', '=', 'in_force')
    .orderBy('version')
    .orderBy('id')
    .execute()
  const decisions: Decision[] = []
  for (const { into_id, identities, into_rows } of merges) {
    const from = identities as RowRef[]
    const into = (into_rows as RowRef[] | null) ?? (await anchorOf(tx, dataset, into_id))
    decisions.push({ kind: 'merged', from, into })
  }
  return decisions
}

function anchorOf(tx: Tx, dataset: Dataset, projectId: number): Promise<RowRef[]> {
  return tx
    .selectFrom('identities')
    .select(['source', 'key'])
    .where('dataset', '=', dataset)
    .where('project_id', '=', projectId)
    .where('is_anchor', '=', true)
    .execute()
}

export interface JoinCase {
  readonly row: RowRef
  /** The more trusted row. */
  readonly other: RowRef
  readonly confidence: number
  readonly distanceM: number | null
  readonly reason: string
}

/**
 * `cases` are the pairs in doubt now, and `scope` the rows that were joined; null for all. Decided cases stay decided; the
 * others of these rows open and close.
 */
export async function writeJoinCases(
  tx: Tx,
  dataset: Dataset,
  cases: readonly JoinCase[],
  scope: readonly RowRef[] | null,
  at: string,
): Promise<void> {
  const known = await readUndecided(tx, dataset, scope)
  const pairKey = (row: RowRef, other: RowRef) => `${refKey(row)}\n${refKey(other)}`
  const storedOf = new Map(
    known.map((one) => [pairKey(one, { source: one.other_source, key: one.other_key }), one] as const),
  )
  const open = cases.flatMap(({ row, other, confidence, distanceM, reason }) => {
    const stored = storedOf.get(pairKey(row, other))
    storedOf.delete(pairKey(row, other))
    const isSame = stored?.state === 'open' && stored.reason === reason && stored.distance_m === distanceM
    if (isSame) return []
    const opened_at = stored?.state === 'open' ? stored.opened_at : at
    const refs = { source: row.source, key: row.key, other_source: other.source, other_key: other.key }
    return [{ id: stored?.id ?? newId('join'), ...refs, confidence, distance_m: distanceM, reason, opened_at }]
  })
  const closing = [...storedOf.values()].filter(({ state }) => state === 'open').map(({ id }) => id)
  if (closing.length > 0)
    await sql`update join_cases set state = 'closed' where id = any(${closing}::text[])`.execute(tx)
  if (open.length === 0) return
  await sql`
    insert into join_cases (id, dataset, source, key, other_source, other_key, confidence, distance_m, reason, opened_at,
      state)
    select c.id, ${dataset}, c.source, c.key, c.other_source, c.other_key, c.confidence, c.distance_m, c.reason,
      c.opened_at, 'open'
    from json_to_recordset(${JSON.stringify(open)}::json) as c(id text, source text, key text, other_source text,
      other_key text, confidence real, distance_m int, reason text, opened_at timestamptz)
    on conflict (dataset, source, key, other_source, other_key) do update set state = 'open',
      confidence = excluded.confidence, distance_m = excluded.distance_m, reason = excluded.reason,
      opened_at = excluded.opened_at
    where join_cases.state in ('open', 'closed')`.execute(tx)
}

async function readUndecided(tx: Tx, dataset: Dataset, scope: readonly RowRef[] | null) {
  const undecided = tx
    .selectFrom('join_cases')
    .selectAll()
    .where('dataset', '=', dataset)
    .where('state', 'in', ['open', 'closed'])
  if (scope === null) return undecided.execute()
  const refs = JSON.stringify(scope.map(({ source, key }) => ({ source, key })))
  const pairs = sql`json_to_recordset(${refs}::json) as r(source text, key text)`
  const near = sql<string>`(
    select c.id from ${pairs} join join_cases c on c.dataset = ${dataset} and c.source = r.source and c.key = r.key
    union
    select c.id from ${pairs} join join_cases c on c.dataset = ${dataset} and c.other_source = r.source and c.other_key = r.key)`
  return undecided.where('id', 'in', near).execute()
}

/** The rows of a source that have no project, and for which no case is open. */
export async function readWaitingRows(tx: Tx, dataset: Dataset, source: string) {
  const { rows } = await sql<{ key: string; address: string }>`
    select i.key, i.facts ->> 'address' as address from identities i
    where i.dataset = ${dataset} and i.source = ${source} and i.present and i.project_id is null and i.facts is not null
      and not exists (select 1 from join_cases c
        where c.dataset = i.dataset and c.source = i.source and c.key = i.key and c.state = 'open')`.execute(tx)
  return rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** How many rows of a source are in doubt. */
export async function countDoubtful(tx: Tx, dataset: Dataset, source: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct key)::int as count from join_cases
    where dataset = ${dataset} and source = ${source} and state = 'open'`.execute(tx)
  return rows[0]!.count
}
