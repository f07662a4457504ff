// Reads a project from the database with its version, for edits.
import type { Bundle } from '../../catalog/records/record-types.ts'
import type { Tx } from '../../db/database.ts'
import { Fault } from '../../kernel/fault.ts'
import { readBundles } from '../publish/read-state.ts'

/** Edits apply to production only. The sandbox has fixed data. */
export const DATASET = 'production'

export interface CurrentProject {
  readonly bundle: Bundle
  /** The dataset version of the project's last change. */
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
  if (!last) throw new Fault('project_not_found', { detail: `Project ${projectId} does not exist.` })
  if (last.until !== null) throw removedFault(projectId, last.body as { merged_into: number | null })
  const bundle = (await readBundles(tx, DATASET, [projectId])).get(projectId)!
  return { bundle, version: last.since }
}

function removedFault(id: number, { merged_into }: { merged_into: number | null }): Fault {
  if (merged_into === null) return new Fault('project_removed', { detail: `Project ${id} was removed.` })
  const detail = `Project ${id} was merged into project ${merged_into}.`
  return new Fault('project_removed', { detail, extra: { merged_into } })
}

/** Stops two people from overwriting each other's edits. */
export function requireVersion({ bundle, version }: CurrentProject, expected: number): void {
  if (version === expected) return
  throw new Fault('precondition_failed', {
    detail: `Project ${bundle.project.id} is at version ${version}; you sent ${expected}. Read the project again and retry.`,
    extra: { current_version: version },
  })
}
