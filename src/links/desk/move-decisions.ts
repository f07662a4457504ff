// Moves decisions to the surviving project of a merge, and back when it is undone.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Tx } from '../../db/database.ts'
import type { Dataset, EventDraft } from '../../events/event-types.ts'
import { candidateProjects } from '../rejections.ts'
import type { Attribution, Decision, DecisionDraft } from './ledger.ts'
import { addDecision, changeState, copyAsDraft, lockDecision, restoredDraft } from './ledger.ts'

/** IDs of two ledger entries. */
export type Replacement = readonly [old: string, replacement: string]

export interface MovedDecisions {
  readonly replaced: readonly Replacement[]
  readonly events: readonly EventDraft[]
}

export interface DecisionCounts {
  readonly verified: number
  readonly proposed: number
}

interface ProjectMerge {
  readonly dataset: Dataset
  readonly from: number
  readonly into: number
  readonly buildings: ReadonlyMap<number, number>
}

/** Enters verified addresses, open proposals and rejections again for the surviving project. */
export async function moveDecisions(
  tx: Tx,
  merge: ProjectMerge,
  snapshot: Snapshot,
  attribution: Attribution,
): Promise<MovedDecisions> {
  const events: EventDraft[] = []
  const replaced: Replacement[] = []
  for (const decision of await decisionsAbout(tx, merge)) {
    const replacement = await replace(tx, decision, movedDraft(decision, merge), snapshot, attribution)
    events.push(...replacement.events)
    replaced.push([decision.id, replacement.id])
  }
  return { replaced, events }
}

/** Restores the moved decisions, except those that a curator has changed since. */
export async function restoreDecisions(
  tx: Tx,
  replaced: readonly Replacement[],
  snapshot: Snapshot,
  attribution: Attribution,
): Promise<readonly EventDraft[]> {
  const events: EventDraft[] = []
  for (const [oldId, replacementId] of replaced) {
    const [old, current] = [await lockDecision(tx, oldId), await lockDecision(tx, replacementId)]
    if (current.state !== 'verified' && current.state !== 'proposed') continue
    const replacement = await replace(
      tx,
      current,
      { ...restoredDraft(old, current), state: current.state },
      snapshot,
      attribution,
    )
    events.push(...replacement.events)
  }
  return events
}

/** Counts verified and proposed addresses of a project. */
export async function countDecisions(tx: Tx, dataset: Dataset, projectId: number): Promise<DecisionCounts> {
  const rows = await decisionsAbout(tx, { dataset, from: projectId, into: projectId })
  const count = (state: Decision['state']) =>
    rows.filter((row) => row.project_id !== null && row.state === state).length
  return { verified: count('verified'), proposed: count('proposed') }
}

async function decisionsAbout(
  tx: Tx,
  { dataset, from, into }: Pick<ProjectMerge, 'dataset' | 'from' | 'into'>,
): Promise<Decision[]> {
  const open = tx.selectFrom('link_decisions').selectAll().where('dataset', '=', dataset)
  const targeting = await open
    .where('project_id', '=', from)
    .where('state', 'in', ['verified', 'proposed'])
    .orderBy('revision')
    .execute()
  const rejections = await open
    .where('kind', '=', 'reject')
    .where('state', '=', 'verified')
    .orderBy('revision')
    .execute()
  const rejecting = rejections.filter(({ evidence }) => {
    const candidates = candidateProjects(evidence)
    return candidates.has(from) && !candidates.has(into)
  })
  return [...targeting, ...rejecting]
}

function movedDraft(decision: Decision, { into, buildings }: ProjectMerge): DecisionDraft {
  const draft = { ...copyAsDraft(decision), state: decision.state }
  if (decision.project_id === null) return { ...draft, evidence: withCandidate(decision.evidence, into) }
  const building_id = decision.building_id === null ? null : (buildings.get(decision.building_id) ?? null)
  return { ...draft, project_id: into, building_id }
}

/** A rejection of the merged project also rejects the surviving one. */
function withCandidate(evidence: unknown, project_id: number): unknown {
  const { candidates = [], ...rest } = evidence as { candidates?: readonly object[] }
  return { ...rest, candidates: [...candidates, { project_id, building_id: null }] }
}

async function replace(tx: Tx, old: Decision, draft: DecisionDraft, snapshot: Snapshot, attribution: Attribution) {
  // `addDecision` supersedes a verified decision by itself.
  if (old.state === 'proposed') await changeState(tx, old, 'revoked', snapshot, attribution)
  const { decision, events } = await addDecision(
    tx,
    { ...draft, actor: attribution.actor, note: attribution.note },
    snapshot,
    attribution,
  )
  return { id: decision.id, events }
}
