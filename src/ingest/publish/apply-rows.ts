// Applies source rows to the running publish: match, assemble, diff, write. Also removes missing rows.
import { applySupplements, supplementFrom } from '../overrides/secondary-sources.ts'
import { isDuplicateRow, supplementsFromOthers, withSupplements } from '../overrides/supplement-project.ts'
import type { ProjectRow } from '../row.ts'
import { assemble } from './assemble.ts'
import type { ProjectDiff } from './diff.ts'
import { diffBundle } from './diff.ts'
import { reportedHistory } from './field-changes.ts'
import type { ResolveRow, RowMatch } from './match-project.ts'
import { matchProject } from './match-project.ts'
import type { Publication } from './publication.ts'
import type { PresentKey } from './read-state.ts'
import { readIdentities, readProjects } from './read-state.ts'
import { assignChildIds } from './row-identity.ts'
import type { IdentityWrite } from './write-state.ts'
import { markAbsent, promoteToOwners, writeIdentities } from './write-state.ts'

export interface HashedRow {
  readonly row: ProjectRow
  readonly hash: string
}

/** A row that must wait, with the project that occupies its address. */
export type DeferredRow = HashedRow & { readonly holder: number }

export interface ApplyContext {
  readonly source: string
  readonly note: string | null
  readonly resolve: ResolveRow | undefined
  readonly ownProjects: Set<number>
  /** Collects the rows that can only be matched after the whole file is read. */
  readonly deferred: DeferredRow[]
}

type MatchedRow = HashedRow & { readonly match: Extract<RowMatch, { role: 'owner' | 'secondary' }> }

export async function applyRows(
  publication: Publication,
  rows: readonly HashedRow[],
  context: ApplyContext,
): Promise<void> {
  if (rows.length === 0) return
  const { tx, registry, overrides, count, options } = publication
  const keys = rows.map(({ row }) => row.key)
  const identities = await readIdentities(tx, options.dataset, context.source, keys)
  const matched: MatchedRow[] = []
  for (const item of rows) {
    const identity = identities.get(item.row.key)
    const address = overrides.addressOf(identity?.project_id, item.row.address)
    const match = matchProject(item.row, address, identity, { registry, ...context })
    if (match.role === 'rejected') count.reject(item.row, match.reason)
    else if (match.role === 'deferred') context.deferred.push({ ...item, holder: match.holder })
    else {
      if (match.role === 'owner') {
        context.ownProjects.add(match.projectId)
        registry.assignSlug(match.projectId, item.row)
        registry.setAddress(match.projectId, address)
      }
      matched.push({ ...item, match })
    }
  }
  await writeMatched(publication, matched, context)
}

async function writeMatched(
  publication: Publication,
  matched: readonly MatchedRow[],
  context: ApplyContext,
): Promise<void> {
  const { tx, at, overrides, options, registry } = publication
  const { source } = context
  const projectIds = matched.map(({ match }) => match.projectId)
  const projects = await readProjects(tx, options.dataset, projectIds, { history: true })
  const diffs: ProjectDiff[] = []
  const writes: IdentityWrite[] = []
  for (const { row, hash, match } of matched) {
    const { projectId, role } = match
    const { bundle: before, knownFacts: known, identities } = projects.get(projectId)!
    const others = supplementsFromOthers(identities, source)
    const children = assignChildIds(row, match.children, registry.nextId)
    const facts = { at, source, reason: context.note, known }
    const isDuplicate = isDuplicateRow(row.key, source, identities)
    const supplement = role === 'owner' ? null : isDuplicate ? {} : supplementFrom(row)
    if (supplement === null) {
      const developerIds = row.developers.map(({ name }) => registry.developerId(name))
      const slug = registry.assignSlug(projectId, row)
      const after = assemble(row, { id: projectId, slug, developerIds, children, source }, at)
      const project = overrides.apply(applySupplements(after.project, others, at))
      const reported = reportedHistory(row.history, projectId, children.floor_plan)
      diffs.push(diffBundle(before, { ...after, project }, { ...facts, reported }))
    } else if (before && !isDuplicate) {
      const after = withSupplements(overrides, before, new Map(others).set(source, supplement), at)
      diffs.push(diffBundle(before, after, { ...facts, reported: [] }))
    }
    writes.push({
      source,
      key: row.key,
      project_id: projectId,
      present: true,
      row_hash: hash,
      children,
      offers: supplement,
    })
  }
  await publication.write(diffs)
  await writeIdentities(tx, options.dataset, writes)
  await overrides.saveLapsed(tx, source, publication.number, at)
}

/** By now the project at the row's address may have moved, disappeared, or turned out to be the row's under an older key. */
export async function applyDeferredRows(
  publication: Publication,
  context: ApplyContext,
  present: ReadonlyMap<string, PresentKey>,
  seen: ReadonlySet<string>,
): Promise<void> {
  const { registry, count, tx, options } = publication
  const waiting = context.deferred.splice(0)
  if (waiting.length === 0) return
  const owners = [...present].filter(([, { is_owner }]) => is_owner)
  const keyOf = new Map(owners.map(([key, { project_id }]) => [project_id, key]))
  const identitiesOf = (keys: readonly string[]) => readIdentities(tx, options.dataset, context.source, keys)
  const identities = await identitiesOf(waiting.map(({ row }) => row.key))
  for (const item of waiting) {
    const atAddress = registry.projectAt(item.row.address)
    // When no project has the address, the matcher named the project.
    const holder = atAddress ?? item.holder
    const holderKey = keyOf.get(holder)
    const missingKey = holderKey !== undefined && !seen.has(holderKey) ? holderKey : undefined
    const own = identities.get(item.row.key)
    if (missingKey !== undefined && own) {
      // The row's project moves to the address of a project that this import removes.
      registry.setAddress(holder, null)
      await applyRows(publication, [item], context)
    } else if (missingKey !== undefined) {
      const old = (await identitiesOf([missingKey])).get(missingKey)!
      keyOf.delete(holder)
      registry.setAddress(holder, item.row.address)
      const match = { role: 'owner' as const, projectId: old.project_id, children: old.children }
      await writeMatched(publication, [{ ...item, match }], context)
    } else if (atAddress === undefined || atAddress === own?.project_id) {
      // Two keys of one source are two projects, even when their addresses are alike.
      await applyRows(publication, [item], { ...context, resolve: undefined })
    } else {
      count.reject(item.row, `the address ${item.row.address} belongs to project ${atAddress}`)
    }
  }
  for (const { row } of context.deferred.splice(0)) count.reject(row, 'another row already describes this project')
}

const BATCH = 200

/** Removes keys that are no longer in the source. Returns the number of projects removed with them. */
export async function removeMissingKeys(
  publication: Publication,
  source: string,
  keys: readonly string[],
  present: ReadonlyMap<string, PresentKey>,
  seen: ReadonlySet<string>,
): Promise<number> {
  const { tx, at, options, registry, overrides } = publication
  const stillReported = new Set([...seen].flatMap((key) => present.get(key)?.project_id ?? []))
  let gone = 0
  for (let start = 0; start < keys.length; start += BATCH) {
    const batch = keys.slice(start, start + BATCH)
    const projectIds = batch.map((key) => present.get(key)!.project_id)
    const projects = await readProjects(tx, options.dataset, projectIds)
    const leaving = new Set(batch)
    const diffs: ProjectDiff[] = []
    const newOwners: string[] = []
    for (const [id, { bundle: before, identities }] of projects) {
      if (!before) continue
      const others = identities.filter((one) => one.source !== source || !leaving.has(one.key))
      const own = others.find((one) => one.source === source)
      if (own && !others.some((one) => one.offers === null)) newOwners.push(own.key)
      if (stillReported.has(id) || own) continue
      const context = { at, source, reason: null, reported: [], known: new Set<string>() }
      if (others.length > 0) {
        const after = withSupplements(overrides, before, supplementsFromOthers(others, source), at)
        const sources = after.project.sources.filter((ref) => ref.kind !== source)
        diffs.push(diffBundle(before, { ...after, project: { ...after.project, sources } }, context))
        continue
      }
      gone++
      if (registry.projectAt(before.project.address) === id) registry.setAddress(id, null)
      diffs.push(diffBundle(before, null, context))
    }
    await publication.write(diffs)
    await markAbsent(tx, options.dataset, source, batch)
    await promoteToOwners(tx, options.dataset, source, newOwners)
    await overrides.saveLapsed(tx, source, publication.number, at)
  }
  return gone
}
