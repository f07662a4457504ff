// When two projects become one, what people decided about the one holds for the other; and back, when that was a mistake.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Tx } from '../../db/database.ts'
import type { Dataset, EventDraft } from '../../events/event-types.ts'
import { offeredProjects } from '../rejections.ts'
import type { Attribution, Decision, DecisionDraft } from './ledger.ts'
import { addDecision, changeState, copyAsDraft, lockDecision } from './ledger.ts'

/** Entries of the ledger: the one that was, the one in its place. */
export type Replacement = readonly [was: string, is: string]

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

/** Verified addresses, open proposals and rejections of the project that goes, entered again for its successor. */
export async function moveDecisions(
  tx: Tx,
  to: ProjectMerge,
  snapshot: Snapshot,
  act: Attribution,
): Promise<MovedDecisions> {
  const events: EventDraft[] = []
  const replaced: Replacement[] = []
  for (const decision of await decisionsAbout(tx, to)) {
    const replacement = await replace(tx, decision, movedDraft(decision, to), snapshot, act)
    events.push(...replacement.events)
    replaced.push([decision.id, replacement.id])
  }
  return { replaced, events }
}

/** The other way round: what nobody has decided anew since is as it was. */
export async function restoreDecisions(
  tx: Tx,
  replaced: readonly Replacement[],
  snapshot: Snapshot,
  act: Attribution,
): Promise<readonly EventDraft[]> {
  const events: EventDraft[] = []
  for (const [oldId, newId] of replaced) {
    const [old, now] = [await lockDecision(tx, oldId), await lockDecision(tx, newId)]
    if (now.state !== 'verified' && now.state !== 'proposed') continue
    const replacement = await replace(tx, now, { ...copyAsDraft(old), state: now.state }, snapshot, act)
    events.push(...replacement.events)
  }
  return events
}

/** How many decisions that hold, or are proposed, put an address into a project. */
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
  const placed = await open
    .where('project_id', '=', from)
    .where('state', 'in', ['verified', 'proposed'])
    .orderBy('revision')
    .execute()
  const rejections = await open
    .where('kind', '=', 'reject')
    .where('state', '=', 'verified')
    .orderBy('revision')
    .execute()
  const refused = rejections.filter(({ evidence }) => {
    const offered = offeredProjects(evidence)
    return offered.has(from) && !offered.has(into)
  })
  return [...placed, ...refused]
}

function movedDraft(decision: Decision, { into, buildings: towers }: ProjectMerge): DecisionDraft {
  const draft = { ...copyAsDraft(decision), state: decision.state }
  if (decision.project_id === null) return { ...draft, evidence: withCandidate(decision.evidence, into) }
  const building_id = decision.building_id === null ? null : (towers.get(decision.building_id) ?? null)
  return { ...draft, project_id: into, building_id }
}

/** Who said that an address is not in a project said it of the one that it became. */
function withCandidate(evidence: unknown, project_id: number): unknown {
  const { candidates = [], ...rest } = evidence as { candidates?: readonly object[] }
  return { ...rest, candidates: [...candidates, { project_id, building_id: null }] }
}

async function replace(tx: Tx, old: Decision, draft: DecisionDraft, snapshot: Snapshot, act: Attribution) {
  // A verified one gives way to the new one by itself.
  if (old.state === 'proposed') await changeState(tx, old, 'revoked', snapshot, act)
  const { decision, events } = await addDecision(tx, { ...draft, actor: act.actor, note: act.note }, snapshot, act)
  return { id: decision.id, events }
}
