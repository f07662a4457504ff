// A project as it stands in the database, with the version that brought it: what people at the desk see and change.
import type { Bundle } from '../../catalog/records.ts'
import type { Tx } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { readBundles } from '../publish/read-state.ts'

/** The desk works on the data that customers see; the sandbox is written by hand as it is. */
export const DATASET = 'production'

export interface CurrentProject {
  readonly bundle: Bundle
  /** The dataset version since which the project says what it says. */
  readonly version: number
}

export async function readCurrentProject(tx: Tx, projectId: number): Promise<CurrentProject> {
  const rows = await tx
    .selectFrom('records')
    .select(['since', 'until', 'body'])
    .where('dataset', '=', DATASET)
    .where('project_id', '=', projectId)
    .where('kind', '=', 'project')
    .where('id', '=', projectId)
    .orderBy('since', 'desc')
    .limit(1)
    .execute()
  const last = rows[0]
  if (!last) throw new Fault('project_not_found', { detail: `There is no project ${projectId}.` })
  if (last.until !== null) throw gone(projectId, last.body as { merged_into: number | null })
  const bundle = (await readBundles(tx, DATASET, [projectId])).get(projectId)!
  return { bundle, version: last.since }
}

function gone(id: number, { merged_into }: { merged_into: number | null }): Fault {
  if (merged_into === null) return new Fault('project_removed', { detail: `Project ${id} was removed.` })
  const detail = `Project ${id} was merged into project ${merged_into}.`
  return new Fault('project_removed', { detail, extra: { merged_into } })
}

/** Two people at one project must not overwrite each other. */
export function requireVersion({ bundle, version }: CurrentProject, seen: number): void {
  if (version === seen) return
  throw new Fault('precondition_failed', {
    detail: `Project ${bundle.project.id} is at version ${version}, and you saw ${seen}. Read it again.`,
    extra: { current_version: version },
  })
}
