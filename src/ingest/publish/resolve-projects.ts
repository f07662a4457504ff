// Joins all stored rows again, and writes the projects that this changes.
import { groupBy } from '../../catalog/snapshot/group-by.ts'
import { runInSteps } from '../../catalog/snapshot/read-dataset.ts'
import type { Assignment } from '../join/assign-projects.ts'
import { assignProjects } from '../join/assign-projects.ts'
import { refKey } from '../join/decisions.ts'
import type { JoinResult, JoinRow } from '../join/join-rows.ts'
import { joinRowsInSteps } from '../join/join-rows.ts'
import { TrustOrder } from '../join/trust-order.ts'
import { readDecisions, writeJoinCases } from '../rows/join-cases.ts'
import type { StoredRowFacts } from '../rows/stored-rows.ts'
import { readRowFacts, readTrust, writePlacements } from '../rows/stored-rows.ts'
import type { ProjectRows } from './compose-projects.ts'
import { writeProjects } from './compose-projects.ts'
import { diffBundle } from './diff.ts'
import type { Publication } from './publication.ts'
import { readBundles } from './read-state.ts'
import type { JoinCounts } from './report.ts'

export interface RowChanges {
  /** `refKey`s of the rows with new content. */
  readonly changed: ReadonlySet<string>
  /** `refKey`s of the rows that were not present before, in the order of the file. */
  readonly added: ReadonlySet<string>
  /** Projects whose rows left. */
  readonly touched: ReadonlySet<number>
  /** True when every project with several rows must be composed again, because the order of trust changed. */
  readonly everything?: boolean
  readonly reason: string | null
  readonly isManual?: boolean
}

type JoinedRow = StoredRowFacts & JoinRow

export interface Resolved {
  /** Projects that no longer exist and have no successor. */
  readonly projectsGone: number
  /** Projects that joined another → that project. */
  readonly successors: ReadonlyMap<number, number>
  readonly countsOf: (source: string) => JoinCounts
  /** Rows without a project because another project has their address. */
  readonly rejected: readonly { readonly source: string; readonly key: string; readonly reason: string }[]
}

export async function resolveProjects(publication: Publication, changes: RowChanges): Promise<Resolved> {
  const { tx, options, overrides, registry, at } = publication
  const { dataset } = options
  const stored = await readRowFacts(tx, dataset)
  const rows = stored
    .filter((row): row is StoredRowFacts & { facts: JoinRow['facts'] } => row.facts !== null)
    .map((row): JoinedRow => {
      const address = row.is_anchor
        ? overrides.addressOf(row.project_id ?? undefined, row.facts.address)
        : row.facts.address
      return { ...row, correctedAddress: address === row.facts.address ? null : address }
    })
  const order = new TrustOrder(await readTrust(tx), new Set(stored.map(({ source }) => source)))
  const decisions = await readDecisions(tx, dataset)
  const onProgress = (done: number) => options.onProgress?.('joining', done, rows.length)
  const join = await runInSteps(joinRowsInSteps(rows, order, decisions, onProgress))
  const groups = join.projects
  const arrivals = new Map([...changes.added].map((ref, at) => [ref, at]))
  const assignment = assignProjects({
    rows: rows.map((row) => {
      const ref = refKey(row)
      return { ...row, arrival: arrivals.get(ref) ?? null, isChanged: changes.changed.has(ref) }
    }),
    groups,
    existing: registry.presentIds(),
    touched: changes.touched,
    nextId: () => registry.nextId('project'),
  })
  await writeProjects(publication, affectedProjects(rows, stored, assignment, changes), { order, context: changes })
  await removeProjects(publication, assignment.removed, changes)
  await writePlacements(tx, dataset, waitingPlacements(rows, join))
  const refOf = (row: number) => ({ source: rows[row]!.source, key: rows[row]!.key })
  const cases = join.doubts.map(({ row, other, ...doubt }) => ({ row: refOf(row), other: refOf(other), ...doubt }))
  await writeJoinCases(tx, dataset, cases, at)
  return {
    projectsGone: [...assignment.removed.values()].filter((successor) => successor === null).length,
    successors: new Map([...assignment.removed].flatMap(([id, into]) => (into === null ? [] : [[id, into]]))),
    countsOf: (source) => countsOf(source, rows, join),
    rejected: rejectedRows(rows, join, assignment),
  }
}

/** Rows that are not described stay with their project. */
function affectedProjects(
  rows: readonly JoinedRow[],
  stored: readonly StoredRowFacts[],
  { projects }: Assignment,
  { everything = false }: RowChanges,
): ProjectRows[] {
  const loose = groupBy(
    stored.filter(({ facts }) => facts === null),
    ({ project_id }) => project_id,
  )
  return projects
    .filter(({ isAffected, rows: own }) => isAffected || (everything && own.length > 1))
    .sort((a, b) => a.id - b.id)
    .map(({ id, rows: own }) => {
      return { id, rows: [...own.map((row) => rows[row]!), ...(loose.get(id) ?? [])] }
    })
}

/** A row that waits has no project. */
function waitingPlacements(rows: readonly JoinedRow[], { waiting }: JoinResult) {
  return [...waiting.keys()].flatMap((row) => {
    const { source, key, project_id } = rows[row]!
    return project_id === null ? [] : [{ source, key, project_id: null, is_anchor: false, children: null }]
  })
}

const BATCH = 200

/** `removed` has the successor of each project, or null. */
export async function removeProjects(
  publication: Publication,
  removed: ReadonlyMap<number, number | null>,
  { reason, isManual }: Pick<RowChanges, 'reason' | 'isManual'>,
): Promise<void> {
  const { tx, options, registry, at } = publication
  const ids = [...removed.keys()].sort((a, b) => a - b)
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH)
    const bundles = await readBundles(tx, options.dataset, batch)
    const diffs = batch.flatMap((id) => {
      registry.setAddress(id, null)
      const before = bundles.get(id)
      if (!before) return []
      const mergedInto = removed.get(id) ?? null
      const context = { at, reason, reported: [], known: new Set<string>(), isManual: isManual ?? false }
      return [diffBundle(before, null, mergedInto === null ? context : { ...context, mergedInto })]
    })
    await publication.write(diffs)
  }
}

function countsOf(source: string, rows: readonly JoinedRow[], join: JoinResult): JoinCounts {
  const counts = { joined: 0, created: 0, waiting: 0, doubtful: 0 }
  for (const group of join.projects) {
    for (const [at, row] of group.entries()) if (rows[row]!.source === source) counts[at === 0 ? 'created' : 'joined']++
  }
  for (const row of join.waiting.keys()) if (rows[row]!.source === source) counts.waiting++
  for (const { row } of join.doubts) if (rows[row]!.source === source) counts.doubtful++
  return counts
}

function rejectedRows(
  rows: readonly JoinedRow[],
  { waiting, doubts, projects: groups }: JoinResult,
  { projects }: Assignment,
) {
  const inDoubt = new Set(doubts.map(({ row }) => row))
  const idOf = new Map(groups.map((group, at) => [group[0]!, projects[at]!.id]))
  return [...waiting].flatMap(([row, { holder }]) => {
    if (holder === null || inDoubt.has(row)) return []
    const { source, key, facts } = rows[row]!
    return [{ source, key, reason: `the address ${facts.address} belongs to project ${idOf.get(holder)}` }]
  })
}
