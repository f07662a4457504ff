// Inserts, ends and reads rows of the merges table.
import type { Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import type { Replacement } from '../../links/desk/move-decisions.ts'
import type { RowRef } from '../join/decisions.ts'
import type { Additions } from '../overrides/merge-additions.ts'
import type { MovedIdentity } from '../overrides/moved-identities.ts'
import type { MergesTable } from '../overrides/override-tables.ts'
import type { EditDetails } from './correction-rows.ts'
import { DATASET } from './current-project.ts'

export interface Merge
  extends Omit<Readonly<Selectable<MergesTable>>, 'additions' | 'identities' | 'into_rows' | 'decisions'> {
  readonly additions: Additions
  readonly identities: readonly MovedIdentity[]
  readonly into_rows: readonly RowRef[] | null
  readonly decisions: readonly Replacement[]
}

export type MergeDraft = Pick<
  Merge,
  'from_id' | 'into_id' | 'from_address' | 'additions' | 'identities' | 'into_rows' | 'decisions' | 'reason'
>

export async function insertMerge(tx: Tx, draft: MergeDraft, { actor, at, version }: EditDetails): Promise<string> {
  const id = newId('mrg')
  const { additions, identities, into_rows, decisions, ...rest } = draft
  await tx
    .insertInto('merges')
    .values({
      id,
      dataset: DATASET,
      ...rest,
      additions: JSON.stringify(additions),
      identities: JSON.stringify(identities),
      into_rows: JSON.stringify(into_rows),
      decisions: JSON.stringify(decisions),
      actor,
      made_at: at,
      version,
      state: 'in_force',
    })
    .execute()
  return id
}

export async function endMerge(tx: Tx, id: string, { actor, reason, at, version }: EditDetails): Promise<void> {
  await tx
    .updateTable('merges')
    .set({ state: 'undone', ended_at: at, ended_by: actor, end_reason: reason, ended_version: version })
    .where('id', '=', id)
    .execute()
}

/** Stores the decisions that the merge moved. */
export async function setDecisions(tx: Tx, id: string, decisions: readonly Replacement[]): Promise<void> {
  await tx
    .updateTable('merges')
    .set({ decisions: JSON.stringify(decisions) })
    .where('id', '=', id)
    .execute()
}

/** Reads the merge and locks its row. */
export async function readMerge(tx: Tx, id: string): Promise<Merge> {
  const row = await tx.selectFrom('merges').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row) return row as Merge
  throw new Fault('merge_not_found', { detail: `Merge ${id} does not exist.` })
}

/** The version that made the merge. A rollback that restores a merge inserts a copy with its own version. */
export async function firstVersionOf(tx: Tx, { from_id, into_id, made_at }: Merge): Promise<number> {
  const { version } = await tx
    .selectFrom('merges')
    .select(({ fn }) => fn.min('version').as('version'))
    .where('dataset', '=', DATASET)
    .where('from_id', '=', from_id)
    .where('into_id', '=', into_id)
    .where('made_at', '=', made_at)
    .executeTakeFirstOrThrow()
  return version
}

/** Newest first. */
export async function mergesInto(tx: Tx, projectId: number): Promise<Merge[]> {
  const rows = await tx
    .selectFrom('merges')
    .selectAll()
    .where('dataset', '=', DATASET)
    .where('into_id', '=', projectId)
    .orderBy('version', 'desc')
    .limit(50)
    .execute()
  return rows as Merge[]
}
