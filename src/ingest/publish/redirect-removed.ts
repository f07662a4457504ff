// Lets a removed project lead to the project that has its rows now.
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { eventMaker } from './change-events.ts'
import type { ProjectDiff } from './diff.ts'
import type { Publication } from './publication.ts'
import { readLastProjects } from './read-state.ts'

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
    const [last, into] = [records.get(id), successors.get(id)!]
    if (last && last.merged_into !== into) redirected.set(id, into)
  }
  await publication.write([...redirected].map(([id, into]) => redirection(records.get(id)!, into)))
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
