// Rows behind the desk: a case taken and put back, and what a person decided last.
import type { Tx } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Case } from './cases.ts'
import { readCase } from './cases.ts'
import type { Attribution, Decision, DecisionDraft } from './ledger.ts'

export async function lockCase(tx: Tx, id: string, version: number): Promise<Case> {
  await tx.selectFrom('link_cases').select('id').where('id', '=', id).forUpdate().execute()
  const found = await readCase(tx, id)
  if (found.version === version) return found
  throw new Fault('precondition_failed', {
    detail: `The case is at version ${found.version}, and you saw ${version}. Read it again.`,
    extra: { current_version: found.version },
  })
}

export async function setStatus(tx: Tx, found: Case, status: Case['status'], { at }: Attribution): Promise<Case> {
  await tx
    .updateTable('link_cases')
    .set({ status, version: found.version + 1, updated_at: at.toISOString() })
    .where('id', '=', found.id)
    .execute()
  return { ...found, status, version: found.version + 1, updated_at: at.toISOString() }
}

export async function reopenCase(tx: Tx, id: string, { at }: Attribution): Promise<void> {
  await tx
    .updateTable('link_cases')
    .set((e) => ({ status: 'open' as const, version: e('version', '+', 1), updated_at: at.toISOString() }))
    .where('id', '=', id)
    .execute()
}

/** The last decision that this person put into force, if it still is. */
export function lastDecisionOf(tx: Tx, actor: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('link_decisions as d')
    .innerJoin('link_moves as m', 'm.decision_id', 'd.id')
    .select('d.id')
    .where('m.actor', '=', actor)
    .where('m.to_state', '=', 'verified')
    .where('d.state', '=', 'verified')
    .orderBy('d.revision', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function lockOpenProposals(tx: Tx, decisionId: string): Promise<Decision[]> {
  return tx
    .selectFrom('link_decisions')
    .selectAll()
    .where('suggested_by', '=', decisionId)
    .where('state', '=', 'proposed')
    .forUpdate()
    .execute()
}

/** The same alias for the same place, not settled yet. */
export function findOpenProposal(tx: Tx, draft: DecisionDraft): Promise<Decision | undefined> {
  return tx
    .selectFrom('link_decisions')
    .selectAll()
    .where('dataset', '=', draft.dataset)
    .where('address_key', '=', draft.address_key)
    .where('state', '=', 'proposed')
    .where('project_id', '=', draft.project_id)
    .where('building_id', 'is not distinct from', draft.building_id)
    .executeTakeFirst()
}

/** Whether anybody ever decided anything about this address. */
export async function hasDecision(tx: Tx, { dataset, address_key }: DecisionDraft): Promise<boolean> {
  const row = await tx
    .selectFrom('link_decisions')
    .select('id')
    .where('dataset', '=', dataset)
    .where('address_key', '=', address_key)
    .where('state', '<>', 'proposed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
