// A rollback that ends a merge gives back what people decided about the merged project; one that renews a merge takes it over again.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { SYSTEM } from '../../events/audit-log.ts'
import type { Act } from '../../links/desk/ledger.ts'
import type { Replaced } from '../../links/desk/repoint-decisions.ts'
import { repointBack, repointDecisions } from '../../links/desk/repoint-decisions.ts'
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
  const word: Act = { actor: options.actor ?? SYSTEM.actor, note: options.note, at: options.at }
  for (const { decisions } of ended)
    publication.addEvents(await repointBack(tx, decisions as readonly Replaced[], snapshot, word))
  for (const merge of renewed) await takeOver(publication, merge, snapshot, word)
}

async function takeOver(
  publication: Publication,
  merge: RolledBackMerge,
  snapshot: Snapshot,
  word: Act,
): Promise<void> {
  const { tx, options } = publication
  const { id, from_id: from, into_id: into, version } = merge
  const { dataset } = options
  const sides = await readBundles(tx, dataset, [from, into], version - 1)
  const { towerIds } = planMerge(sides.get(from)!.project, sides.get(into)!.project)
  const { replaced, events } = await repointDecisions(tx, { dataset, from, into, towers: towerIds }, snapshot, word)
  publication.addEvents(events)
  await setDecisions(tx, id, replaced)
}
