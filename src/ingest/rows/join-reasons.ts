// Stores why rows joined the projects of other rows, for people who check it.
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { RowRef } from '../join/decisions.ts'
import type { JoinReason } from '../join/join-rows.ts'
import { inBatches } from '../record/in-batches.ts'
import type { StoredRowFacts } from './stored-rows.ts'

type StoredRow = Pick<StoredRowFacts, 'source' | 'key' | 'project_id' | 'join_rule' | 'join_value' | 'join_distance_m'>

/** A row and the project that it joined; without a reason it did not join, or a person put it there. */
interface JoinedRow {
  readonly row: StoredRow
  readonly projectId: number | null
  readonly reason: JoinReason | undefined
}

interface ReasonChange extends RowRef {
  readonly rule: string | null
  readonly value: string | null
  readonly distance_m: number | null
  readonly is_new: boolean
}

/** Writes only what changed: the time of a join stays while the row stays in its project. */
export async function writeJoinReasons(
  tx: Tx,
  dataset: Dataset,
  joined: readonly JoinedRow[],
  at: string,
): Promise<void> {
  const changes = joined.flatMap(({ row, projectId, reason }): ReasonChange[] => {
    const { rule = null, value = null, distanceM: distance_m = null } = reason ?? {}
    const isNew = rule !== null && (row.join_rule === null || row.project_id !== projectId)
    const isSame = row.join_rule === rule && row.join_value === value && row.join_distance_m === distance_m
    return isSame && !isNew ? [] : [{ source: row.source, key: row.key, rule, value, distance_m, is_new: isNew }]
  })
  await inBatches(
    changes,
    (json) => sql`
      update identities i set join_rule = j.rule, join_value = j.value, join_distance_m = j.distance_m,
        joined_at = case when j.is_new then ${at}::timestamptz when j.rule is null then null else i.joined_at end
      from json_to_recordset(${json}::json) as j(source text, key text, rule text, value text, distance_m int, is_new bool)
      where i.dataset = ${dataset} and i.source = j.source and i.key = j.key`,
    tx,
  )
}
