// Database rows for the desk: locks and updates cases, finds decisions and proposals.
import type { Kysely } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Tables } from '../../db/database-tables.ts'
import type { Dataset } from '../../events/event-types.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Case } from './cases.ts'
import { readCase } from './cases.ts'
import type { Attribution, Decision, DecisionDraft } from './ledger.ts'

export async function lockCase(tx: Tx, id: string, version: number): Promise<Case> {
  await tx.selectFrom('link_cases').select('id').where('id', '=', id).forUpdate().execute()
  const theCase = await readCase(tx, id)
  if (theCase.version === version) return theCase
  throw new Fault('precondition_failed', {
    detail: `The case is at version ${theCase.version}; you sent ${version}. Read it again.`,
    extra: { current_version: theCase.version },
  })
}

export async function setStatus(tx: Tx, theCase: Case, status: Case['status'], { at }: Attribution): Promise<Case> {
  await tx
    .updateTable('link_cases')
    .set({ status, version: theCase.version + 1, updated_at: at.toISOString() })
    .where('id', '=', theCase.id)
    .execute()
  return { ...theCase, status, version: theCase.version + 1, updated_at: at.toISOString() }
}

export async function reopenCase(tx: Tx, id: string, { at }: Attribution): Promise<void> {
  await tx
    .updateTable('link_cases')
    .set((e) => ({ status: 'open' as const, version: e('version', '+', 1), updated_at: at.toISOString() }))
    .where('id', '=', id)
    .execute()
}

/** The actor's most recently verified decision that is still verified. */
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

/** An open proposal of the same alias for the same building. */
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

/** Someone decided about exactly this text. Much faster than to match it for its key. */
export async function isDecided(query: Kysely<Tables>, dataset: Dataset, text: string): Promise<boolean> {
  const row = await query
    .selectFrom('link_decisions')
    .select('id')
    .where('dataset', '=', dataset)
    .where('text', '=', text)
    .where('state', '<>', 'proposed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** True if the address was ever decided, even if revoked since. */
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
