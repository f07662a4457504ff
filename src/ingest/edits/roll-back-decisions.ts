// Moves people's decisions when a rollback ends or restores a merge.
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Tx } from '../../db/database.ts'
import { SYSTEM } from '../../events/audit-log.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { Attribution } from '../../links/desk/ledger.ts'
import type { Replacement } from '../../links/desk/move-decisions.ts'
import { moveDecisions, restoreDecisions } from '../../links/desk/move-decisions.ts'
import type { RolledBackMerge, RolledBackMerges } from '../overrides/roll-back-overrides.ts'
import type { Publication } from '../publish/publication.ts'
import { planMerge } from './merge-plan.ts'
import { setDecisions } from './merge-rows.ts'

/** Runs in the rollback's transaction, so that no decision ever points at the wrong project. */
export async function rollBackDecisions(
  publication: Publication,
  { ended, restored }: RolledBackMerges,
  snapshot: Snapshot,
): Promise<void> {
  const { tx, options } = publication
  const attribution: Attribution = { actor: options.actor ?? SYSTEM.actor, note: options.note, at: options.at }
  for (const { decisions } of ended)
    publication.addEvents(await restoreDecisions(tx, decisions as readonly Replacement[], snapshot, attribution))
  for (const merge of restored) await moveDecisionsAgain(publication, merge, snapshot, attribution)
}

async function moveDecisionsAgain(
  publication: Publication,
  merge: RolledBackMerge,
  snapshot: Snapshot,
  attribution: Attribution,
): Promise<void> {
  const { tx, options } = publication
  const { id, from_id: from, into_id: into, version } = merge
  const { dataset } = options
  const [merged, survivor] = [
    await lastProject(tx, dataset, from, version),
    await lastProject(tx, dataset, into, version),
  ]
  const { towerIds } = planMerge(merged, survivor)
  const { replaced, events } = await moveDecisions(
    tx,
    { dataset, from, into, buildings: towerIds },
    snapshot,
    attribution,
  )
  publication.addEvents(events)
  await setDecisions(tx, id, replaced)
}

/** The project as it last was before a version. A merge that a rollback restored may have missed it just before. */
async function lastProject(tx: Tx, dataset: Dataset, id: number, before: number): Promise<ProjectRecord> {
  const row = await tx
    .selectFrom('records')
    .select('body')
    .where('dataset', '=', dataset)
    .where('kind', '=', 'project')
    .where('id', '=', id)
    .where('since', '<', before)
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.body as ProjectRecord
}
