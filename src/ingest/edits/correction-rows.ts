// The rows of corrections: made, ended and read.
import type { Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import type { CorrectionState, CorrectionsTable } from '../overrides/override-tables.ts'
import { DATASET } from './current-project.ts'

export type Correction = Readonly<Selectable<CorrectionsTable>>

/** Who does it, why, when, and with which version. */
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
  act: EditDetails,
): Promise<void> {
  await tx
    .updateTable('corrections')
    .set({ state, ended_at: act.at, ended_by: act.actor, end_reason: act.reason, ended_version: act.version })
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
  const said = { value: JSON.stringify(value), source_value: JSON.stringify(sourceValue) }
  const act = { actor, reason, made_at: at, version, state: 'in_force' as const }
  await tx
    .insertInto('corrections')
    .values({ id, dataset: DATASET, project_id: projectId, field, ...said, ...act })
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

/** Of one project, newest first: those in force, and the last of those that are not. */
export function correctionsOf(tx: Tx, projectId: number, most: number): Promise<Correction[]> {
  return tx
    .selectFrom('corrections')
    .selectAll()
    .where('dataset', '=', DATASET)
    .where('project_id', '=', projectId)
    .orderBy((e) => e.case().when('state', '=', 'in_force').then(0).else(1).end())
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
}
