// A row whose key changed but not its address keeps its project and the decisions about it.
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import { NO_CHILD_IDS } from '../record/identity.ts'

type Tx = Transaction<Tables>

interface Renamed {
  readonly from: string
  readonly to: string
}

/** `added` are the new keys with their addresses. Each row that left has at most one successor. */
export function findRenamed(
  leaving: readonly { readonly key: string; readonly address: string | null }[],
  added: ReadonlyMap<string, string>,
): Renamed[] {
  const byAddress = new Map<string, string>()
  for (const [key, address] of [...added].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const folded = foldText(address)
    if (!byAddress.has(folded)) byAddress.set(folded, key)
  }
  const sorted = leaving.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return sorted.flatMap(({ key, address }) => {
    const folded = address === null ? '' : foldText(address)
    const to = byAddress.get(folded)
    if (to === undefined) return []
    byAddress.delete(folded)
    return [{ from: key, to }]
  })
}

export async function renameRows(tx: Tx, dataset: Dataset, source: string, renamed: readonly Renamed[]): Promise<void> {
  if (renamed.length === 0) return
  const pairs = sql`json_to_recordset(${JSON.stringify(renamed)}::json) as r("from" text, "to" text)`
  await sql`
    update identities i set project_id = old.project_id, is_anchor = old.is_anchor, children = old.children,
      own_project_id = old.own_project_id, join_rule = old.join_rule, join_value = old.join_value,
      join_distance_m = old.join_distance_m, joined_at = old.joined_at
    from identities old, ${pairs}
    where i.dataset = ${dataset} and i.source = ${source} and i.key = r."to"
      and old.dataset = ${dataset} and old.source = ${source} and old.key = r."from"`.execute(tx)
  // As if it had never been there: a rollback may need it.
  await sql`
    update identities i set present = false, project_id = null, own_project_id = null, is_anchor = false,
      join_rule = null, joined_at = null,
      children = ${JSON.stringify(NO_CHILD_IDS)}::json
    from ${pairs}
    where i.dataset = ${dataset} and i.source = ${source} and i.key = r."from"`.execute(tx)
  await renameDecisions(tx, dataset, source, renamed)
}

export async function renameDecisions(
  tx: Tx,
  dataset: Dataset,
  source: string,
  renamed: readonly Renamed[],
): Promise<void> {
  if (renamed.length === 0) return
  const pairs = sql`json_to_recordset(${JSON.stringify(renamed)}::json) as r("from" text, "to" text)`
  // The new key was in the source before, and has cases of its own.
  await sql`
    delete from join_cases c using join_cases o, ${pairs}
    where c.dataset = ${dataset} and o.dataset = c.dataset and (
      (c.source = ${source} and c.key = r."to" and o.source = c.source and o.key = r."from"
        and o.other_source = c.other_source and o.other_key = c.other_key)
      or (c.other_source = ${source} and c.other_key = r."to" and o.other_source = c.other_source
        and o.other_key = r."from" and o.source = c.source and o.key = c.key))`.execute(tx)
  await sql`
    update join_cases c set key = r."to" from ${pairs}
    where c.dataset = ${dataset} and c.source = ${source} and c.key = r."from"`.execute(tx)
  await sql`
    update join_cases c set other_key = r."to" from ${pairs}
    where c.dataset = ${dataset} and c.other_source = ${source} and c.other_key = r."from"`.execute(tx)
  await renameInMerges(tx, dataset, source, renamed)
}

async function renameInMerges(tx: Tx, dataset: Dataset, source: string, renamed: readonly Renamed[]): Promise<void> {
  const newKey = new Map(renamed.map(({ from, to }) => [from, to]))
  const merges = await tx
    .selectFrom('merges')
    .select(['id', 'identities', 'into_rows'])
    .where('dataset', '=', dataset)
    .where('state', '=', 'in_force')
    .execute()
  const rename = (list: unknown) =>
    JSON.stringify(
      ((list ?? []) as { source: string; key: string }[]).map((row) =>
        row.source === source ? { ...row, key: newKey.get(row.key) ?? row.key } : row,
      ),
    )
  for (const { id, identities, into_rows } of merges) {
    const values = { identities: rename(identities), into_rows: into_rows === null ? null : rename(into_rows) }
    if (values.identities === JSON.stringify(identities) && values.into_rows === JSON.stringify(into_rows)) continue
    await tx.updateTable('merges').set(values).where('id', '=', id).execute()
  }
}
