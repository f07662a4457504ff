// Composes projects from their stored rows, compares them with the records, and writes the differences.
import type { Bundle, ProjectRecord } from '../../catalog/records/record-types.ts'
import type { RowAbout } from '../join/compose.ts'
import { compose, counterpartOf, withoutFilled } from '../join/compose.ts'
import type { RowRef } from '../join/decisions.ts'
import { refKey } from '../join/decisions.ts'
import type { TrustOrder } from '../join/trust-order.ts'
import type { MergeInForce } from '../overrides/merge-additions.ts'
import type { ChildIds } from '../record/identity.ts'
import { NO_CHILD_IDS } from '../record/identity.ts'
import type { ProjectRow } from '../record/row.ts'
import type { Placement, RowContent } from '../rows/stored-rows.ts'
import { readRowContents, writePlacements } from '../rows/stored-rows.ts'
import { assemble } from './assemble.ts'
import type { DiffContext, ProjectDiff } from './diff.ts'
import { diffBundle } from './diff.ts'
import { reportedHistory } from './field-changes.ts'
import type { Publication } from './publication.ts'
import type { ProjectState } from './read-state.ts'
import { readLastProjects, readProjects } from './read-state.ts'
import { assignChildIds } from './row-identity.ts'

/** A project and its rows; the first is the anchor. */
export interface ProjectRows {
  readonly id: number
  readonly rows: readonly RowRef[]
}

/** Differs from the stored state while a person edits it. */
interface ComposeOptions {
  readonly order: TrustOrder
  readonly context: Pick<DiffContext, 'reason' | 'isManual'>
  readonly merges?: readonly MergeInForce[]
  /** The state to start from when neither a row nor a record exists. */
  readonly restored?: Bundle
}

/** Projects per batch: about 8,000 records to write. */
const BATCH = 200

/** Returns the projects that ended before and exist again. */
export async function writeProjects(
  publication: Publication,
  projects: readonly ProjectRows[],
  options: ComposeOptions,
): Promise<number[]> {
  const { tx, options: publish, registry, overrides, now } = publication
  const returned: number[] = []
  for (let start = 0; start < projects.length; start += BATCH) {
    const batch = projects.slice(start, start + BATCH)
    const ids = batch.map(({ id }) => id)
    const states = await readProjects(tx, publish.dataset, ids, { history: true })
    const contents = await readRowContents(
      tx,
      publish.dataset,
      batch.flatMap(({ rows }) => rows),
    )
    const former = [...contents.values()].flatMap((row) => [row.project_id ?? 0, row.own_project_id ?? 0])
    const ended = former.filter((id) => states.get(id)?.bundle === null)
    const last = await readLastProjects(tx, publish.dataset, ended)
    returned.push(...last.keys())
    await registry.knowProjects(tx, ids)
    await registry.knowDevelopers(tx, developersIn(contents.values()))
    const composed = batch.map(({ id, rows: refs }) => {
      const rows = refs.flatMap((ref) => contents.get(refKey(ref)) ?? [])
      return composeProject(publication, id, rows, { ...states.get(id)!, last: last.get(id)?.body ?? null }, options)
    })
    await registry.knowSlugs(
      tx,
      composed.flatMap(({ id, after }) => (after ? [[id, after.project] as const] : [])),
    )
    await publication.write(composed.flatMap((one) => diffOf(publication, one, options) ?? []))
    await writePlacements(
      tx,
      publish.dataset,
      composed.flatMap(({ placements }) => placements),
    )
    await overrides.saveLapsed(tx, publish.source, publication.number, now)
    publish.onProgress?.('writing', Math.min(start + BATCH, projects.length), projects.length)
  }
  return returned
}

function* developersIn(contents: Iterable<RowContent>): Generator<string> {
  for (const { row, offers } of contents)
    for (const { name } of [...(row?.developers ?? []), ...(offers?.developers ?? [])]) yield name
}

interface FormerState extends ProjectState {
  /** Its last record, when it was removed and its rows return. */
  readonly last: ProjectRecord | null
}

interface ComposedProject {
  readonly id: number
  readonly state: FormerState
  readonly anchor: RowContent
  readonly children: ChildIds
  readonly placements: readonly Placement[]
  /** Without its slug and overrides. Null when it is not described. */
  readonly after: Bundle | null
}

function composeProject(
  publication: Publication,
  id: number,
  rows: readonly RowContent[],
  state: FormerState,
  { order, restored }: ComposeOptions,
): ComposedProject {
  const { at, registry } = publication
  const { bundle: before } = state
  const [anchor, ...others] = rows as [RowContent, ...RowContent[]]
  const children = childIds(anchor, id, before?.project ?? state.last, registry.nextId)
  const base = baseOf(publication, anchor, id, children, before ?? restored ?? null)
  const placements = rows.map(({ source, key }, at) => {
    return { source, key, project_id: id, is_anchor: at === 0, children: at === 0 ? children : null }
  })
  const composed = { id, state, anchor, children, placements }
  if (base === null) return { ...composed, after: null }
  const about = rowsAbout(others, anchor, order, at)
  const project = compose(base.project, seen(anchor, at), about, (name) => registry.developerId(name))
  return { ...composed, after: { ...base, project } }
}

const seen = ({ source, key, observed_at }: RowContent, at: string) => ({ source, key, observed_at: observed_at ?? at })

/** What rows of other sources than the anchor's say about its project. */
export function rowsAbout(rows: readonly RowContent[], anchor: RowRef, order: TrustOrder, at: string): RowAbout[] {
  return rows
    .filter(({ source }) => source !== anchor.source)
    .map((row) => ({ ...seen(row, at), row: row.row ?? row.offers ?? {}, outranks: order.outranks(row, anchor) }))
}

function diffOf(
  { at, registry, overrides }: Publication,
  { id, state: { bundle: before, knownFacts: known, last }, anchor, children, after: composed }: ComposedProject,
  { context, merges, restored }: ComposeOptions,
): ProjectDiff | null {
  if (composed === null) return null
  const slug = registry.assignSlug(id, composed.project)
  const project = overrides.apply({ ...composed.project, slug }, merges)
  registry.setAddress(id, project.address)
  const reported = anchor.row ? reportedHistory(anchor.row.history, id, children.floor_plan) : []
  const former = restored?.project ?? last
  const created = before === null && former ? { created_at: former.created_at } : {}
  const after = { ...composed, project: { ...project, ...created } }
  return diffBundle(before, after, { at, reported, known, reason: context.reason, isManual: context.isManual })
}

/** From the anchor's row; when it is not stored, from the record without what others supplied. */
function baseOf(
  { at, registry, overrides }: Publication,
  { row, source }: RowContent,
  id: number,
  children: ChildIds,
  before: Bundle | null,
): Bundle | null {
  if (row === null) return before && { ...before, project: withoutFilled(overrides.remove(before.project)) }
  const developerIds = row.developers.map(({ name }) => registry.developerId(name))
  return assemble(row, { id, slug: '', developerIds, children, source }, at)
}

/**
 * A row that was the anchor keeps its ids. One that becomes the anchor of an existing project takes over the ids of the
 * buildings, since callers know the buildings by them.
 */
function childIds(
  anchor: RowContent,
  id: number,
  before: ProjectRecord | null,
  nextId: Parameters<typeof assignChildIds>[2],
) {
  const isOwn = anchor.project_id === id || anchor.own_project_id === id
  const stored = isOwn ? anchor.children : NO_CHILD_IDS
  if (anchor.row === null) return stored
  // While a row was absent, another source's row may have become the anchor.
  const wasAnchor = anchor.is_anchor && (before?.rows?.[0]?.source ?? anchor.source) === anchor.source
  if (isOwn && wasAnchor) return assignChildIds(anchor.row, stored, nextId)
  const known = anchor.own_project_id === id ? anchor.children.building : {}
  const building = before ? buildingIds(anchor.row, before, known) : known
  return assignChildIds(anchor.row, { ...stored, building }, nextId)
}

/** `known` are ids that the row's buildings had in this project. */
function buildingIds(
  row: ProjectRow,
  project: ProjectRecord,
  known: Readonly<Record<string, number>>,
): Record<string, number> {
  const current = new Set(project.buildings.map((building) => building.id))
  const missing = Object.entries(known).filter(([, id]) => !current.has(id))
  const ids: Record<string, number> = Object.assign(Object.create(null), Object.fromEntries(missing))
  const free = [...project.buildings]
  for (const building of row.buildings) {
    const counterpart = counterpartOf(building, row.buildings.length, free)
    if (!counterpart) continue
    ids[building.key] = counterpart.id
    free.splice(free.indexOf(counterpart), 1)
  }
  return ids
}
