// Joins the rows that a change concerns, and writes the projects that this changes.
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import { groupBy } from '../../catalog/snapshot/group-by.ts'
import { runInSteps } from '../../catalog/snapshot/read-dataset.ts'
import type { Assignment } from '../join/assign-projects.ts'
import { assignProjects } from '../join/assign-projects.ts'
import type { Decision, RowRef } from '../join/decisions.ts'
import { refKey } from '../join/decisions.ts'
import type { JoinKeys } from '../join/join-keys.ts'
import { joinKeysOf } from '../join/join-keys.ts'
import type { JoinResult, JoinRow } from '../join/join-rows.ts'
import { joinRowsInSteps } from '../join/join-rows.ts'
import { TrustOrder } from '../join/trust-order.ts'
import { readDecisions, writeJoinCases } from '../rows/join-cases.ts'
import { writeJoinReasons } from '../rows/join-reasons.ts'
import {
  clearPending,
  countRows,
  hasCurrentKeys,
  hasUnkeyedRows,
  joinLater,
  markCurrentKeys,
  writeKeys,
} from '../rows/row-keys.ts'
import type { StoredRowFacts } from '../rows/stored-rows.ts'
import { readRowFacts, readTrust, writePlacements } from '../rows/stored-rows.ts'
import type { ProjectRows } from './compose-projects.ts'
import { writeProjects } from './compose-projects.ts'
import { readConnectedRows } from './connected-rows.ts'
import { diffBundle } from './diff.ts'
import type { Succession } from './follow-successors.ts'
import { redirectRemoved } from './follow-successors.ts'
import type { Publication } from './publication.ts'
import { readBundles } from './read-state.ts'

export interface RowChanges {
  /** `refKey`s of the rows with new content. */
  readonly changed: ReadonlySet<string>
  /** `refKey`s of the rows that were not present before, in the order of the file. */
  readonly added: ReadonlySet<string>
  /** Rows to start from: those with new content, those that left, and those about which people decided. Null for all. */
  readonly refs: readonly RowRef[] | null
  /** The keys that changed rows had before. */
  readonly former: readonly JoinKeys[]
  /** Projects whose rows left. */
  readonly touched: ReadonlySet<number>
  /** True when every project with several rows must be composed again, because the order of trust changed. */
  readonly everything?: boolean
  readonly reason: string | null
  readonly isManual?: boolean
}

type JoinedRow = StoredRowFacts & JoinRow

export interface Resolved extends Succession {
  /** Projects that no longer exist and have no successor. */
  readonly projectsGone: number
  /** What became of the rows that were joined: `refKey` → place. */
  readonly places: ReadonlyMap<string, RowPlace>
}

export type RowPlace = 'joined' | 'created' | 'waiting'

interface RowsToJoin {
  readonly stored: readonly StoredRowFacts[]
  readonly isKnownStreet?: (street: number) => boolean
  /** All projects that exist and could have lost their rows. */
  readonly existing: Iterable<number>
}

/** Finding the rows around a row takes some 20 times as long as joining a row. */
const SEARCH_COST = 20
/** Below it, searching is fast whatever the number of rows. */
const FEW_CHANGED = 500

export async function resolveProjects(publication: Publication, changes: RowChanges): Promise<Resolved> {
  const { tx, options, overrides, registry, now, count } = publication
  const { dataset } = options
  const decisions = await readDecisions(tx, dataset)
  const refs = (await needsAllRows(publication, changes)) ? null : changes.refs
  const { stored, isKnownStreet, existing } =
    refs === null ? await readAll(publication) : await readConnected(publication, changes, refs, decisions)
  const rows = stored
    .filter((row): row is StoredRowFacts & { facts: JoinRow['facts'] } => row.facts !== null)
    .map((row): JoinedRow => {
      const address = row.is_anchor
        ? overrides.addressOf(row.project_id ?? undefined, row.facts.address)
        : row.facts.address
      const keys = { keys: row.join_keys ?? [], streets: row.street_keys ?? [] }
      return { ...row, ...keys, correctedAddress: address === row.facts.address ? null : address }
    })
  const order = new TrustOrder(await readTrust(tx), new Set(stored.map(({ source }) => source)))
  const onProgress = (done: number) => options.onProgress?.('joining', done, rows.length)
  const join = await runInSteps(joinRowsInSteps(rows, order, decisions, isKnownStreet, onProgress))
  count.rowsJoined += rows.length
  const groups = join.projects
  const arrivals = new Map([...changes.added].map((ref, at) => [ref, at]))
  await registry.knowProjects(tx, formerProjects(rows, groups))
  const assignment = assignProjects({
    rows: rows.map((row) => {
      const ref = refKey(row)
      const address = foldText(row.correctedAddress ?? row.facts.address)
      const keepsAddress = row.project_id !== null && registry.addressKeyOf(row.project_id) === address
      return { ...row, arrival: arrivals.get(ref) ?? null, isChanged: changes.changed.has(ref), keepsAddress }
    }),
    groups,
    waiting: join.waiting,
    canReturnTo: (id) => !registry.isPresent(id) && !overrides.isMerged(id),
    existing,
    touched: changes.touched,
    nextId: () => registry.nextId('project'),
  })
  const affected = affectedProjects(rows, stored, assignment, changes)
  const returned = await writeProjects(publication, affected, { order, context: changes })
  await removeProjects(publication, assignment.removed, changes)
  const redirected = await redirectRemoved(publication, assignment.successors)
  await writePlacements(tx, dataset, waitingPlacements(rows, join, assignment))
  const projectOf = new Map(assignment.projects.flatMap(({ id, rows: own }) => own.map((row) => [row, id] as const)))
  const joined = rows.map((row, number) => {
    return { row, projectId: projectOf.get(number) ?? null, reason: join.reasons.get(number) }
  })
  await writeJoinReasons(tx, dataset, joined, now)
  const refOf = (row: number) => ({ source: rows[row]!.source, key: rows[row]!.key })
  const cases = join.doubts.map(({ row, other, ...doubt }) => ({ row: refOf(row), other: refOf(other), ...doubt }))
  await writeJoinCases(tx, dataset, cases, refs && [...rows, ...refs], now)
  await clearPending(tx, dataset)
  // The address of a correction counts for the row that is the anchor now, from the next publish on.
  const corrected = [...affected.map(({ id }) => id), ...assignment.removed.keys()].filter(
    (id) => overrides.correctedAddressesOf(id).length > 0,
  )
  if (corrected.length > 0)
    await joinLater(
      tx,
      dataset,
      corrected,
      corrected.flatMap((id) => overrides.correctedAddressesOf(id)),
    )
  return {
    projectsGone: [...assignment.removed.values()].filter((successor) => successor === null).length,
    successors: new Map([
      ...[...assignment.removed].flatMap(([id, into]): [number, number][] => (into === null ? [] : [[id, into]])),
      ...redirected,
    ]),
    returned,
    places: placesOf(rows, join),
  }
}

/** Those that several groups of rows could claim, and those that rows could return to. */
function* formerProjects(rows: readonly JoinedRow[], groups: readonly (readonly number[])[]): Generator<number> {
  const groupOf = new Map<number, number>()
  for (const [at, group] of groups.entries()) {
    const ids = new Set(group.flatMap((row) => rows[row]!.project_id ?? []))
    for (const id of ids) {
      if (ids.size > 1 || groupOf.has(id)) yield* [...ids, id]
      groupOf.set(id, at)
    }
  }
  for (const { own_project_id: own, project_id } of rows) if (own !== null && own !== project_id) yield own
}

async function needsAllRows({ tx, options }: Publication, { everything, refs }: RowChanges): Promise<boolean> {
  const { dataset } = options
  if (everything || refs === null || !(await hasCurrentKeys(tx, dataset)) || (await hasUnkeyedRows(tx, dataset)))
    return true
  return refs.length > FEW_CHANGED && refs.length * SEARCH_COST > (await countRows(tx, dataset))
}

async function readConnected(
  { tx, options, registry, overrides }: Publication,
  { former, touched }: RowChanges,
  refs: readonly RowRef[],
  decisions: readonly Decision[],
): Promise<RowsToJoin> {
  const seeds = { refs, former, projects: touched }
  const { rows, isKnownStreet } = await readConnectedRows(tx, options.dataset, seeds, decisions, overrides)
  const projects = [...new Set([...touched, ...rows.flatMap(({ project_id }) => project_id ?? [])])]
  await registry.knowProjects(tx, projects)
  const existing = projects.filter((id) => registry.isPresent(id))
  return { stored: rows, isKnownStreet, existing }
}

/** Also makes the keys of rows that have none, or those of an older version. */
async function readAll({ tx, options, registry }: Publication): Promise<RowsToJoin> {
  const { dataset } = options
  const areCurrent = await hasCurrentKeys(tx, dataset)
  const rows = await readRowFacts(tx, dataset)
  const made: (RowRef & JoinKeys)[] = []
  const stored = rows.map((row) => {
    if (areCurrent && row.join_keys !== null) return row
    const { keys, streets } = row.facts === null ? NO_KEYS : joinKeysOf(row.facts)
    // The record describes an anchor without a stored row, and it can change without the row.
    if (row.isStored && !hasKeys(row, keys, streets)) made.push({ source: row.source, key: row.key, keys, streets })
    return { ...row, join_keys: keys, street_keys: streets }
  })
  await writeKeys(tx, dataset, made)
  if (!areCurrent) await markCurrentKeys(tx, dataset)
  return { stored, existing: await registry.presentIds(tx) }
}

const hasKeys = ({ join_keys, street_keys }: StoredRowFacts, keys: readonly number[], streets: readonly number[]) =>
  String(join_keys) === String(keys) && String(street_keys) === String(streets) && join_keys !== null

const NO_KEYS: JoinKeys = { keys: [], streets: [] }

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

/** A row that waits has no project. It can return to the one that it had. */
function waitingPlacements(rows: readonly JoinedRow[], { waiting }: JoinResult, { removed }: Assignment) {
  return [...waiting.keys()].flatMap((row) => {
    const { source, key, project_id, own_project_id: own } = rows[row]!
    if (project_id === null) return []
    const own_project_id = own === null || removed.has(project_id) ? project_id : own
    return [{ source, key, project_id: null, is_anchor: false, children: null, own_project_id }]
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
    await registry.knowProjects(tx, batch)
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

function placesOf(rows: readonly JoinedRow[], { projects, waiting }: JoinResult): Map<string, RowPlace> {
  const places = new Map<string, RowPlace>()
  for (const group of projects)
    for (const [at, row] of group.entries()) places.set(refKey(rows[row]!), at === 0 ? 'created' : 'joined')
  for (const row of waiting.keys()) places.set(refKey(rows[row]!), 'waiting')
  return places
}
