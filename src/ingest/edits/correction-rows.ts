// Inserts, ends and reads rows of the corrections table.
import type { Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import type { CorrectionState, CorrectionsTable } from '../overrides/override-tables.ts'
import { DATASET } from './current-project.ts'

export type Correction = Readonly<Selectable<CorrectionsTable>>

/** Who made an edit, why, when, and in which version. */
export interface EditDetails {
  readonly actor: string
  readonly reason: string | null
  readonly at: string
  readonly version: number
}

export async function endCorrections(
  tx: Tx,
  projectId: number,
  fields: readonly string[],
  state: Extract<CorrectionState, 'superseded' | 'revoked'>,
  { at, actor, reason, version }: EditDetails,
): Promise<void> {
  if (fields.length === 0) return
  await tx
    .updateTable('corrections')
    .set({ state, ended_at: at, ended_by: actor, end_reason: reason, ended_version: version })
    .where('dataset', '=', DATASET)
    .where('project_id', '=', projectId)
    .where('field', 'in', fields)
    .where('state', '=', 'in_force')
    .execute()
}

export async function insertCorrection(
  tx: Tx,
  projectId: number,
  { field, value, sourceValue }: { field: string; value: unknown; sourceValue: unknown },
  { actor, reason, at, version }: EditDetails,
): Promise<string> {
  const id = newId('cor')
  const values = { value: JSON.stringify(value), source_value: JSON.stringify(sourceValue) }
  const details = { actor, reason, made_at: at, version, state: 'in_force' as const }
  await tx
    .insertInto('corrections')
    .values({ id, dataset: DATASET, project_id: projectId, field, ...values, ...details })
    .execute()
  return id
}

export async function readCorrection(tx: Tx, projectId: number, id: string): Promise<Correction> {
  const row = await tx
    .selectFrom('corrections')
    .selectAll()
    .where('dataset', '=', DATASET)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) return row
  throw new Fault('correction_not_found', { detail: `Project ${projectId} has no correction ${id}.` })
}

/** Corrections in force first, then the ended ones; each newest first. */
export function correctionsOf(tx: Tx, projectId: number, limit: number): Promise<Correction[]> {
  return tx
    .selectFrom('corrections')
    .selectAll()
    .where('dataset', '=', DATASET)
    .where('project_id', '=', projectId)
    .orderBy((e) => e.case().when('state', '=', 'in_force').then(0).else(1).end())
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
