// Moves people's decisions about projects that joined another project.
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { SYSTEM } from '../../events/audit-log.ts'
import { moveDecisions } from '../../links/desk/move-decisions.ts'
import { counterpartOf } from '../join/compose.ts'
import type { Publication } from './publication.ts'
import { readBundles } from './read-state.ts'

/** `successors` maps each project that disappeared to the project that has its rows now. */
export async function followSuccessors(
  publication: Publication,
  successors: ReadonlyMap<number, number>,
  snapshot: () => Promise<Snapshot>,
): Promise<void> {
  if (successors.size === 0) return
  const { tx, options, head } = publication
  const { dataset } = options
  const decided = await tx
    .selectFrom('link_decisions')
    .select('project_id')
    .distinct()
    .where('dataset', '=', dataset)
    .where('state', 'in', ['verified', 'proposed'])
    .where('project_id', 'is not', null)
    .execute()
  const moving = decided.flatMap(({ project_id: from }) => {
    const into = successors.get(from!)
    return into === undefined ? [] : [{ from: from!, into }]
  })
  if (moving.length === 0) return
  const current = await snapshot()
  const attribution = { actor: options.actor ?? SYSTEM.actor, note: options.note, at: options.at }
  for (const { from, into } of moving) {
    const before = (await readBundles(tx, dataset, [from], head.number)).get(from)
    const after = (await readBundles(tx, dataset, [into])).get(into)
    const towers = before?.project.buildings ?? []
    const buildings = new Map(
      towers.flatMap((tower): [number, number][] => {
        const same = counterpartOf(tower, towers.length, after?.project.buildings ?? [])
        return same ? [[tower.id, same.id]] : []
      }),
    )
    const { events } = await moveDecisions(tx, { dataset, from, into, buildings }, current, attribution)
    publication.addEvents(events)
  }
}
