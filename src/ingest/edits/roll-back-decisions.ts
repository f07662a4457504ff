// A rollback that ends a merge gives back what people decided about the merged project; one that renews a merge takes it over again.
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

/** In the rollback's own transaction: nobody ever said that the addresses of the one are in the other. */
export async function rollBackDecisions(
  publication: Publication,
  { ended, renewed }: RolledBackMerges,
  snapshot: Snapshot,
): Promise<void> {
  const { tx, options } = publication
  const word: Attribution = { actor: options.actor ?? SYSTEM.actor, note: options.note, at: options.at }
  for (const { decisions } of ended)
    publication.addEvents(await restoreDecisions(tx, decisions as readonly Replacement[], snapshot, word))
  for (const merge of renewed) await takeOver(publication, merge, snapshot, word)
}

async function takeOver(
  publication: Publication,
  merge: RolledBackMerge,
  snapshot: Snapshot,
  word: Attribution,
): Promise<void> {
  const { tx, options } = publication
  const { id, from_id: from, into_id: into, version } = merge
  const { dataset } = options
  const sides = await readBundles(tx, dataset, [from, into], version - 1)
  const { towerIds } = planMerge(sides.get(from)!.project, sides.get(into)!.project)
  const { replaced, events } = await moveDecisions(tx, { dataset, from, into, buildings: towerIds }, snapshot, word)
  publication.addEvents(events)
  await setDecisions(tx, id, replaced)
}
