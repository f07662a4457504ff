// Moves people's decisions about projects that joined another project.
import { sql } from 'kysely'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database } from '../../db/database.ts'
import { SYSTEM } from '../../events/audit-log.ts'
import type { Dataset } from '../../events/event-types.ts'
import { moveDecisions } from '../../links/desk/move-decisions.ts'
import { counterpartOf } from '../join/compose.ts'
import type { Publication } from './publication.ts'
import { readBundles, readLastProjects } from './read-state.ts'

/** A snapshot of many projects takes seconds to load, so it is loaded only when there is something to move. */
export async function hasLinkDecisions(db: Database, dataset: Dataset): Promise<boolean> {
  const row = await db.query.selectFrom('link_decisions').select('id').where('dataset', '=', dataset).limit(1).execute()
  return row.length > 0
}

/** `successors` maps each project that disappeared to the project that has its rows now. */
export async function followSuccessors(
  publication: Publication,
  successors: ReadonlyMap<number, number>,
  snapshot: Snapshot,
): Promise<void> {
  if (successors.size === 0) return
  const { tx, options } = publication
  const { dataset } = options
  const decided = await tx
    .selectFrom('link_decisions')
    .select('project_id')
    .distinct()
    .where('dataset', '=', dataset)
    .where('state', 'in', ['verified', 'proposed'])
    .where('project_id', '=', sql<number>`any(${[...successors.keys()]}::int[])`)
    .execute()
  const moving = decided.flatMap(({ project_id: from }) => {
    const into = successors.get(from!)
    return into === undefined ? [] : [{ from: from!, into }]
  })
  if (moving.length === 0) return
  const attribution = { actor: options.actor ?? SYSTEM.actor, note: options.note, at: options.at }
  for (const { from, into } of moving) {
    const before = (await readLastProjects(tx, dataset, [from])).get(from)
    const after = (await readBundles(tx, dataset, [into])).get(into)
    const towers = before?.buildings ?? []
    const buildings = new Map(
      towers.flatMap((tower): [number, number][] => {
        const same = counterpartOf(tower, towers.length, after?.project.buildings ?? [])
        return same ? [[tower.id, same.id]] : []
      }),
    )
    const { events } = await moveDecisions(tx, { dataset, from, into, buildings }, snapshot, attribution)
    publication.addEvents(events)
  }
}
