// Lets projects that joined another lead to it, and moves people's decisions about them.
import { sql } from 'kysely'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import type { Database, Tx } from '../../db/database.ts'
import { SYSTEM } from '../../events/audit-log.ts'
import type { Dataset } from '../../events/event-types.ts'
import type { Replacement } from '../../links/desk/move-decisions.ts'
import { moveDecisions, restoreDecisions } from '../../links/desk/move-decisions.ts'
import { counterpartOf } from '../join/compose.ts'
import { eventMaker } from './change-events.ts'
import type { ProjectDiff } from './diff.ts'
import type { Publication } from './publication.ts'
import { readBundles, readLastProjects } from './read-state.ts'

export interface Succession {
  /** Projects that joined another, now or after they were removed → that project. */
  readonly successors: ReadonlyMap<number, number>
  /** Projects that ended before and exist again. */
  readonly returned: readonly number[]
}

/** A snapshot of many projects takes seconds to load, so it is loaded only when there is something to move. */
export async function hasLinkDecisions(db: Database, dataset: Dataset): Promise<boolean> {
  const row = await db.query.selectFrom('link_decisions').select('id').where('dataset', '=', dataset).limit(1).execute()
  return row.length > 0
}

/** Decisions about projects that joined another move with them, and back when a project returns. */
export async function followSuccessors(
  publication: Publication,
  { successors, returned }: Succession,
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
    const towers = before?.body.buildings ?? []
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

/**
 * `successors` has former projects of rows that moved or wait. One that was removed long ago gets a new final record, when
 * its last one leads elsewhere or nowhere. Returns those that lead to another project now.
 */
export async function redirectRemoved(
  publication: Publication,
  successors: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const { tx, options, registry } = publication
  await registry.knowProjects(tx, successors.keys())
  const removed = [...successors.keys()].filter((id) => !registry.isPresent(id))
  const records = await readLastProjects(tx, options.dataset, removed)
  const redirected = new Map<number, number>()
  for (const id of removed.sort((a, b) => a - b)) {
    const [last, into] = [records.get(id)?.body, successors.get(id)!]
    if (last && last.merged_into !== into) redirected.set(id, into)
  }
  await publication.write([...redirected].map(([id, into]) => redirection(records.get(id)!.body, into)))
  return redirected
}

/** `body` is the last record. */
function redirection(body: ProjectRecord, into: number): ProjectDiff {
  const becomes = [{ field: 'merged_into', from: body.merged_into, to: into }]
  const events = [eventMaker(body)('project.removed', 'project', body.id, becomes)]
  const nothing = { writes: [], removed: [], replaced: [], history: [], pricesJumped: 0, before: null, after: null }
  const finalRecord = { kind: 'project', id: body.id, body: { ...body, merged_into: into } } as const
  return { projectId: body.id, ...nothing, events, finalRecord }
}
