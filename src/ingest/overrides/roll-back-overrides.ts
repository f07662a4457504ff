// Ends the overrides that are newer than a version and restores those it had.
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { IdPrefix } from '../../kernel/ids.ts'
import { newId } from '../../kernel/ids.ts'
import type { MovedIdentity } from './moved-identities.ts'
import { moveIdentities } from './moved-identities.ts'

export interface RollbackTarget {
  readonly tx: Transaction<Tables>
  readonly dataset: Dataset
  /** The version to return to. */
  readonly target: number
  /** The version that the rollback creates. */
  readonly version: number
  readonly at: string
  readonly actor: string
  readonly note: string | null
}

type OverrideTable = 'merges' | 'corrections'

export interface RolledBackMerge {
  readonly id: string
  /** The version that first made it. */
  readonly version: number
  readonly from_id: number
  readonly into_id: number
  readonly identities: unknown
  /** Decisions that the merge moved, as `links/desk/move-decisions.ts` stores them. */
  readonly decisions: unknown
}

/** `ended` is newest first, `restored` oldest first. */
export interface RolledBackMerges {
  readonly ended: readonly RolledBackMerge[]
  readonly restored: readonly RolledBackMerge[]
}

/** Runs before the projects are restored: the owner of a row decides which projects exist. */
export async function rollBackOverrides(rollback: RollbackTarget): Promise<RolledBackMerges> {
  const { tx, dataset } = rollback
  const ended = await endNewer(rollback, 'merges')
  for (const { into_id, identities } of ended)
    await moveIdentities(tx, dataset, identities as MovedIdentity[], 'before', into_id)
  const restored = await restoreEnded(rollback, 'merges')
  for (const { into_id, identities } of restored)
    await moveIdentities(tx, dataset, identities as MovedIdentity[], 'after', into_id)
  await endNewer(rollback, 'corrections')
  await restoreEnded(rollback, 'corrections')
  return { ended, restored }
}

/** Newest first, because a survivor may itself have been merged later. */
async function endNewer(rollback: RollbackTarget, table: OverrideTable): Promise<RolledBackMerge[]> {
  const { tx, dataset, target, version, at, actor, note } = rollback
  const { rows } = await sql<RolledBackMerge>`
    update ${sql.table(table)} set state = 'rolled_back', ended_at = ${at}::timestamptz, ended_by = ${actor},
      end_reason = ${note}, ended_version = ${version}::int
    where dataset = ${dataset} and state = 'in_force' and version > ${target}::int
    returning *`.execute(tx)
  return rows.toSorted((a, b) => b.version - a.version)
}

const PREFIX: Readonly<Record<OverrideTable, IdPrefix>> = { corrections: 'cor', merges: 'mrg' }

const COLUMNS: Readonly<Record<OverrideTable, string>> = {
  corrections: 'dataset, project_id, field, value, source_value, reason, actor, made_at',
  merges:
    'dataset, from_id, into_id, from_address, additions, identities, into_rows, decisions, reason, actor, made_at',
}

/** Inserts a copy, because a row records one period in force. */
async function restoreEnded(rollback: RollbackTarget, table: OverrideTable): Promise<RolledBackMerge[]> {
  const { tx, dataset, target, version } = rollback
  const columns = sql.raw(COLUMNS[table])
  const { rows } = await sql<RolledBackMerge>`
    select * from ${sql.table(table)}
    where dataset = ${dataset} and version <= ${target}::int and ended_version > ${target}::int
    order by version`.execute(tx)
  const restored: RolledBackMerge[] = []
  for (const row of rows) {
    const id = newId(PREFIX[table])
    await sql`
      insert into ${sql.table(table)} (id, version, state, ${columns})
      select ${id}, ${version}::int, 'in_force', ${columns} from ${sql.table(table)} where id = ${row.id}`.execute(tx)
    restored.push({ ...row, id })
  }
  return restored
}
