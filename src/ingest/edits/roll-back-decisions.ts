// Moves people's decisions when a rollback ends or restores a merge.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { SYSTEM } from '../../events/audit-log.ts'
import type { Attribution } from '../../links/desk/ledger.ts'
import type { Replacement } from '../../links/desk/move-decisions.ts'
import { moveDecisions, restoreDecisions } from '../../links/desk/move-decisions.ts'
import type { RolledBackMerge, RolledBackMerges } from '../overrides/roll-back-overrides.ts'
import type { Publication } from '../publish/publication.ts'
import { readBundles } from '../publish/read-state.ts'
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
  const sides = await readBundles(tx, dataset, [from, into], version - 1)
  const { towerIds } = planMerge(sides.get(from)!.project, sides.get(into)!.project)
  const { replaced, events } = await moveDecisions(
    tx,
    { dataset, from, into, buildings: towerIds },
    snapshot,
    attribution,
  )
  publication.addEvents(events)
  await setDecisions(tx, id, replaced)
}
