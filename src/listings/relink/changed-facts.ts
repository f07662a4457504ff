// The facts that changed between two states of the data: published versions and curators' decisions.

import type { MatchBuilding } from '@plinth/matcher'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { matchBuildings, matcherInput } from '../../catalog/snapshot/snapshot-matcher.ts'
import type { Tx } from '../../db/database.ts'
import type { Dataset } from '../../events/event-types.ts'
import { cityFact, decisionFact, projectFact } from '../../links/link-facts.ts'

/** With more changed projects, naming what changed would hold the event loop for too long; all listings are linked again. */
const MAX_CHANGED_PROJECTS = 1000

interface ChangedProject {
  readonly id: number
  readonly before: ProjectRecord | undefined
  readonly after: ProjectRecord | undefined
}

/** The facts that the versions after `since` changed, up to the snapshot's; null if any listing may be affected. */
export async function changedByVersions(tx: Tx, snapshot: Snapshot, since: number): Promise<number[] | null> {
  const until = snapshot.version?.number ?? 0
  if (until === since) return []
  const projects = await changedProjects(tx, snapshot, since, until)
  if (!projects) return null
  const before = projects.flatMap((project) => project.before ?? [])
  const after = projects.flatMap((project) => project.after ?? [])
  const keys = snapshot.matcher.keysOfChange({
    before: [...matchBuildings(before)],
    after: [...matchBuildings(after)],
    buildingOf: (key) => buildingOf(snapshot, Number(key)),
  })
  return keys && [...keys, ...projects.flatMap(projectFacts)]
}

/** The projects that the matcher reads differently; null if there are too many. */
async function changedProjects(
  tx: Tx,
  { dataset, projects }: Snapshot,
  since: number,
  until: number,
): Promise<ChangedProject[] | null> {
  const records = tx.selectFrom('records').where('dataset', '=', dataset).where('kind', '=', 'project')
  const ended = await records
    .select(['id', 'body'])
    .where('since', '<=', since)
    .where('until', '>', since)
    .where('until', '<=', until)
    .limit(MAX_CHANGED_PROJECTS + 1)
    .execute()
  const begun = await records
    .select('id')
    .where('since', '>', since)
    .where('since', '<=', until)
    .where((e) => e.or([e('until', 'is', null), e('until', '>', until)]))
    .limit(MAX_CHANGED_PROJECTS + 1)
    .execute()
  if (ended.length > MAX_CHANGED_PROJECTS || begun.length > MAX_CHANGED_PROJECTS) return null
  const old = new Map(ended.map(({ id, body }) => [id, body as ProjectRecord]))
  const ids = new Set([...old.keys(), ...begun.map(({ id }) => id)])
  return [...ids]
    .map((id): ChangedProject => ({ id, before: old.get(id), after: projects.get(id) }))
    .filter(({ before, after }) => !before || !after || matcherInput(before) !== matcherInput(after))
}

function buildingOf(snapshot: Snapshot, id: number): MatchBuilding | undefined {
  const projectId = snapshot.buildings.get(id)?.project_id
  const project = projectId === undefined ? undefined : snapshot.projects.get(projectId)
  return project && [...matchBuildings([project])].find(({ key }) => key === String(id))
}

/** A city has a province as long as a project is in it. */
function projectFacts({ id, before, after }: ChangedProject): number[] {
  const place = (project: ProjectRecord | undefined) => (project ? [project.city_name, project.province] : []).join('|')
  if (place(before) === place(after)) return [projectFact(id)]
  return [projectFact(id), ...[before, after].flatMap((project) => (project ? cityFact(project.city_name) : []))]
}

/** The facts of the decisions after a revision. */
export async function changedByDecisions(tx: Tx, dataset: Dataset, since: number, until: number): Promise<number[]> {
  if (until <= since) return []
  const rows = await tx
    .selectFrom('link_decisions')
    .select('address_key')
    .where('dataset', '=', dataset)
    .where('revision', '>', since)
    .execute()
  return rows.map((row) => decisionFact(row.address_key))
}
