// Moves people's decisions about projects that joined another project.
import { sql } from 'kysely'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database, Tx } from '../../db/database.ts'
import { SYSTEM } from '../../events/audit-log.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { Replacement } from '../../links/desk/move-decisions.ts'
import { moveDecisions, restoreDecisions } from '../../links/desk/move-decisions.ts'
import { counterpartOf } from '../join/compose.ts'
import type { Publication } from './publication.ts'
import { readBundles, readLastProjects } from './read-state.ts'
import type { Resolved } from './resolve-projects.ts'

/** A snapshot of many projects takes seconds to load, so it is loaded only when there is something to move. */
export async function hasLinkDecisions(db: Database, dataset: Dataset): Promise<boolean> {
  const row = await db.query.selectFrom('link_decisions').select('id').where('dataset', '=', dataset).limit(1).execute()
  return row.length > 0
}

/** Decisions about projects that joined another move with them, and back when a project returns. */
export async function followSuccessors(
  publication: Publication,
  { successors, returned }: Pick<Resolved, 'successors' | 'returned'>,
  snapshot: Snapshot,
): Promise<void> {
  const { tx, options } = publication
  const { dataset } = options
  const attribution = { actor: options.actor ?? SYSTEM.actor, note: options.note, at: options.at }
  publication.addEvents(await restoreDecisions(tx, await takeMoved(tx, dataset, returned), snapshot, attribution))
  if (successors.size === 0) return
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
    const { replaced, events } = await moveDecisions(tx, { dataset, from, into, buildings }, snapshot, attribution)
    publication.addEvents(events)
    await storeMoved(tx, dataset, from, replaced)
  }
}

async function storeMoved(tx: Tx, dataset: Dataset, project_id: number, replaced: readonly Replacement[]) {
  const values = { replaced: JSON.stringify(replaced) }
  await tx
    .insertInto('moved_decisions')
    .values({ dataset, project_id, ...values })
    .onConflict((conflict) => conflict.columns(['dataset', 'project_id']).doUpdateSet(values))
    .execute()
}

/** Each decision with its newest copy: it may have moved on with the project that took it. */
async function takeMoved(tx: Tx, dataset: Dataset, returned: readonly number[]): Promise<Replacement[]> {
  if (returned.length === 0) return []
  const moved = await tx.selectFrom('moved_decisions').selectAll().where('dataset', '=', dataset).execute()
  const replacementOf = new Map(moved.flatMap(({ replaced }) => replaced as Replacement[]))
  const newest = (id: string): string => {
    const next = replacementOf.get(id)
    return next === undefined ? id : newest(next)
  }
  const back = moved.filter(({ project_id }) => returned.includes(project_id))
  for (const { project_id } of back)
    await tx.deleteFrom('moved_decisions').where('dataset', '=', dataset).where('project_id', '=', project_id).execute()
  return back.flatMap(({ replaced }) => (replaced as Replacement[]).map(([old]): Replacement => [old, newest(old)]))
}
