// Adds decisions to the ledger and changes their state, with events, in the caller's transaction.
import { addressOfBuilding, decidedBuilding, onlyBuilding } from '../../catalog/records/building-facts.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { placeNames } from '../../catalog/snapshot/city-names.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Tx } from '../../db/database.ts'
import type { EventDraft } from '../../events/event-types.ts'
import { Fault } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import type { DecisionState, DecisionsTable } from '../link-tables.ts'
import { nextLinksRevision } from '../verified-addresses.ts'
import { requireTransition } from './decision-transitions.ts'

export interface Decision extends Omit<DecisionsTable, 'evidence' | 'decided_at' | 'reader_version'> {
  readonly evidence: unknown
  readonly reader_version: string
  readonly decided_at: string
}

export type DecisionDraft = Omit<Decision, 'id' | 'supersedes' | 'decided_at' | 'revision'>

/** Who acted, when and why. */
export interface Attribution {
  readonly actor: string
  readonly note: string | null
  readonly at: Date
}

/** Publish the events last in the same transaction. */
export interface LedgerChange {
  readonly decision: Decision
  readonly superseded: Decision | null
  readonly events: readonly EventDraft[]
}

/** A draft with the same content, to enter the decision again. */
export function copyAsDraft({ id, supersedes, decided_at, revision, ...draft }: Decision): DecisionDraft {
  return { ...draft, state: 'verified' }
}

/** The content of an earlier decision under the key of its successor, which is read as texts are read today. */
export function restoredDraft(earlier: Decision, { address_key, reader_version }: Decision): DecisionDraft {
  return { ...copyAsDraft(earlier), address_key, reader_version }
}

/** A verified decision supersedes the current one for its address. */
export async function addDecision(
  tx: Tx,
  draft: DecisionDraft,
  snapshot: Snapshot,
  attribution: Attribution,
): Promise<LedgerChange> {
  // Locks the counter row until the commit, so that decisions on one address are serialized.
  const firstRevision = await nextLinksRevision(tx)
  const current = draft.state === 'verified' ? await currentDecision(tx, draft) : undefined
  const superseded = current ? await moveTo(tx, current, 'superseded', attribution, firstRevision) : null
  const decision = await tx
    .insertInto('link_decisions')
    .values({
      ...draft,
      id: newId('dec'),
      evidence: JSON.stringify(draft.evidence),
      supersedes: superseded?.id ?? null,
      decided_at: attribution.at.toISOString(),
      revision: superseded ? await nextLinksRevision(tx) : firstRevision,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeMove(tx, decision.id, 1, null, decision.state, attribution)
  const events = decision.state === 'verified' ? eventsOf(current, decision, snapshot) : []
  return { decision, superseded, events }
}

/** Verifies a proposal, or revokes a decision. */
export async function changeState(
  tx: Tx,
  decision: Decision,
  to: 'verified' | 'revoked',
  snapshot: Snapshot,
  attribution: Attribution,
): Promise<LedgerChange> {
  const firstRevision = await nextLinksRevision(tx)
  const current = to === 'verified' ? await currentDecision(tx, decision) : undefined
  const superseded = current ? await moveTo(tx, current, 'superseded', attribution, firstRevision) : null
  const moved = await moveTo(
    tx,
    decision,
    to,
    attribution,
    superseded ? await nextLinksRevision(tx) : firstRevision,
    superseded?.id,
  )
  const events =
    to === 'verified'
      ? eventsOf(current, moved, snapshot)
      : decision.state === 'verified'
        ? eventsOf(decision, undefined, snapshot)
        : []
  return { decision: moved, superseded, events }
}

/** An older decision gives way to a newer one, when both turn out to be about the same address. */
export async function supersede(
  tx: Tx,
  older: Decision,
  newer: Decision,
  snapshot: Snapshot,
  attribution: Attribution,
): Promise<LedgerChange> {
  const superseded = await moveTo(tx, older, 'superseded', attribution, await nextLinksRevision(tx))
  if (newer.supersedes === null)
    await tx.updateTable('link_decisions').set({ supersedes: older.id }).where('id', '=', newer.id).execute()
  const isSameTarget = older.project_id === newer.project_id && older.building_id === newer.building_id
  return { decision: newer, superseded, events: isSameTarget ? [] : eventsOf(older, newer, snapshot) }
}

function currentDecision(tx: Tx, { dataset, address_key }: DecisionDraft): Promise<Decision | undefined> {
  return tx
    .selectFrom('link_decisions')
    .selectAll()
    .where('dataset', '=', dataset)
    .where('address_key', '=', address_key)
    .where('state', '=', 'verified')
    .executeTakeFirst()
}

async function moveTo(
  tx: Tx,
  decision: Decision,
  to: DecisionState,
  attribution: Attribution,
  revision: number,
  supersedes?: string,
): Promise<Decision> {
  requireTransition(decision.state, to)
  const { count } = await tx
    .selectFrom('link_moves')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('decision_id', '=', decision.id)
    .executeTakeFirstOrThrow()
  await writeMove(tx, decision.id, Number(count) + 1, decision.state, to, attribution)
  return tx
    .updateTable('link_decisions')
    .set({ state: to, revision, ...(supersedes ? { supersedes } : {}) })
    .where('id', '=', decision.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function writeMove(
  tx: Tx,
  decision_id: string,
  number: number,
  from_state: DecisionState | null,
  to_state: DecisionState,
  { actor, note, at }: Attribution,
): Promise<void> {
  const values = { decision_id, number, from_state, to_state, actor, note, moved_at: at.toISOString() }
  await tx.insertInto('link_moves').values(values).execute()
}

export async function lockDecision(tx: Tx, id: string): Promise<Decision> {
  const row = await tx.selectFrom('link_decisions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Fault('decision_not_found', { detail: `Decision ${id} not found.` })
  return row
}

/** Events for a changed verification. They contain IDs and catalogue data only, never the caller's text. */
function eventsOf(before: Decision | undefined, after: Decision | undefined, snapshot: Snapshot): EventDraft[] {
  const subject = after?.project_id != null ? after : before?.project_id != null ? before : undefined
  if (!subject) return []
  const verified = subject === after
  const project = snapshot.projects.get(subject.project_id!)
  const changes = (['project_id', 'building_id'] as const)
    .map((field) => ({ field, from: before?.[field] ?? null, to: verified ? (after?.[field] ?? null) : null }))
    .filter(({ from, to }) => from !== to)
  return [
    {
      type: verified ? 'building_link.verified' : 'building_link.revoked',
      resource_type: 'building_link',
      resource_id: subject.id,
      project_id: subject.project_id,
      changed_fields: changes.map(({ field }) => field),
      body: {
        changes,
        ...(project ? { province: project.province, city: project.city_name, places: placeNames(project) } : {}),
        details: linkDetails(project, subject.building_id),
      },
    },
  ]
}

/** What the events show of the link. */
function linkDetails(project: ProjectRecord | undefined, decidedId: number | null) {
  const building = project && (decidedBuilding(project, decidedId) ?? onlyBuilding(project))
  const project_address = project?.address ?? null
  const canonical_mls_address = building ? addressOfBuilding({ project, building }) : project_address
  return { building_id: building?.id ?? decidedId, canonical_mls_address, project_address }
}
