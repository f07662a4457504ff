// Resolves the changed rows of the only source of a dataset, without reading the others.
import { sql } from 'kysely'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import { TrustOrder } from '../join/trust-order.ts'
import { readDecisions, writeJoinCases } from '../rows/join-cases.ts'
import { readChangedRows, readTrust } from '../rows/stored-rows.ts'
import type { ProjectRows } from './compose-projects.ts'
import { writeProjects } from './compose-projects.ts'
import type { Publication } from './publication.ts'
import type { Resolved, RowChanges } from './resolve-projects.ts'
import { removeProjects } from './resolve-projects.ts'

/**
 * Without another source, every row is a project of its own, and a small change of a large source stays fast. Returns null
 * when rows could affect each other: the caller then resolves all rows.
 */
export async function resolveAlone(
  publication: Publication,
  source: string,
  changes: RowChanges,
): Promise<Resolved | null> {
  const { tx, options, registry, overrides, at } = publication
  const { dataset } = options
  const { rows: states } = await sql<{ source: string; rows: number; unplaced: number; members: number }>`
    select source, count(*)::int as rows, (count(*) filter (where project_id is null))::int as unplaced,
      (count(*) filter (where project_id is not null and not is_anchor))::int as members
    from identities where dataset = ${dataset} and present group by source`.execute(tx)
  if (states.some((one) => one.source !== source || one.members > 0) || (await readDecisions(tx, dataset)).length > 0)
    return null
  const trust = await readTrust(tx)
  if (trust.some((one) => one.name === source && !one.creates_projects)) return null
  const changed = await readChangedRows(tx, dataset, source, changes)
  // Another row without a project waits for an address that may be free now.
  if (changed.filter(({ project_id }) => project_id === null).length !== (states[0]?.unplaced ?? 0)) return null
  const addresses = new Set<string>()
  const claimed = new Set<number>()
  for (const { project_id, is_anchor, isNew, address } of changed) {
    const own = project_id ?? undefined
    const effective = is_anchor ? overrides.addressOf(own, address) : address
    const holder = registry.projectAt(effective)
    const isShared = own !== undefined && (!is_anchor || claimed.has(own) || (isNew && registry.isPresent(own)))
    if (isShared || addresses.has(foldText(effective)) || (holder !== undefined && holder !== own)) return null
    if (own !== undefined && changes.touched.has(own)) return null
    addresses.add(foldText(effective))
    if (own !== undefined) claimed.add(own)
  }
  const projects = changed.map(({ key, project_id }): ProjectRows => {
    return { id: project_id ?? registry.nextId('project'), rows: [{ source, key }] }
  })
  const order = new TrustOrder(trust, [source])
  await writeProjects(
    publication,
    projects.sort((a, b) => a.id - b.id),
    { order, context: changes },
  )
  const removed = new Map([...changes.touched].map((id) => [id, null]))
  await removeProjects(publication, removed, changes)
  await writeJoinCases(tx, dataset, [], at)
  const joins = { joined: 0, created: states[0]?.rows ?? 0, waiting: 0, doubtful: 0 }
  return { projectsGone: removed.size, successors: new Map(), countsOf: () => joins, rejected: [] }
}
