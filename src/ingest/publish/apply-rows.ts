// Takes rows into the running publish: place, assemble, diff, write. And lets go of those that are no longer there.
import { groupBy } from '../../catalog/snapshot/group-by.ts'
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
import { readBundles, readIdentities, readKnownFacts, readPresentIdentities } from './read-state.ts'
import { assignChildIds } from './row-identity.ts'
import type { IdentityWrite } from './write-state.ts'
import { markAbsent, promoteToOwners, writeIdentities } from './write-state.ts'

export interface HashedRow {
  readonly row: ProjectRow
  readonly hash: string
}

/** A row and the project in its way. */
export type DeferredRow = HashedRow & { readonly holder: number }

export interface ApplyContext {
  readonly source: string
  readonly note: string | null
  readonly resolve: ResolveRow | undefined
  readonly ownProjects: Set<number>
  /** Filled with the rows that have to wait for the end of the file. */
  readonly deferred: DeferredRow[]
}

type MatchedRow = HashedRow & { readonly placement: Extract<RowMatch, { role: 'owner' | 'witness' }> }

export async function applyRows(
  publication: Publication,
  rows: readonly HashedRow[],
  context: ApplyContext,
): Promise<void> {
  if (rows.length === 0) return
  const { tx, registry, overrides: hand, count, options } = publication
  const keys = rows.map(({ row }) => row.key)
  const identities = await readIdentities(tx, options.dataset, context.source, keys)
  const placed: MatchedRow[] = []
  for (const item of rows) {
    const identity = identities.get(item.row.key)
    const address = hand.addressOf(identity?.project_id, item.row.address)
    const placement = matchProject(item.row, address, identity, { registry, ...context })
    if (placement.role === 'rejected') count.reject(item.row, placement.reason)
    else if (placement.role === 'later') context.deferred.push({ ...item, holder: placement.holder })
    else {
      if (placement.role === 'owner') {
        context.ownProjects.add(placement.projectId)
        registry.assignSlug(placement.projectId, item.row)
        registry.setAddress(placement.projectId, address)
      }
      placed.push({ ...item, placement })
    }
  }
  await writeMatched(publication, placed, context)
}

async function writeMatched(
  publication: Publication,
  placed: readonly MatchedRow[],
  context: ApplyContext,
): Promise<void> {
  const { tx, at, overrides: hand, options } = publication
  const ids = placed.map(({ placement }) => placement.projectId)
  const bundles = await readBundles(tx, options.dataset, ids)
  const known = await readKnownFacts(tx, options.dataset, ids)
  const witnesses = groupBy(await readPresentIdentities(tx, options.dataset, ids), (identity) => identity.project_id)
  const diffs: ProjectDiff[] = []
  const identities: IdentityWrite[] = []
  for (const { row, hash, placement } of placed) {
    const { projectId, role } = placement
    const before = bundles.get(projectId) ?? null
    const speaking = witnesses.get(projectId) ?? []
    const others = supplementsFromOthers(speaking, context.source)
    const children = assignChildIds(row, placement.children, publication.registry.nextId)
    const told = reportedHistory(row.history, projectId, children.floor_plan)
    const facts = { at, source: context.source, reason: context.note, known: known.get(projectId) ?? new Set<string>() }
    const offers =
      role === 'owner' ? null : isDuplicateRow(row.key, context.source, speaking) ? {} : supplementFrom(row)
    if (role === 'owner') {
      const after = assemble(row, { ...namingOf(publication, row, projectId), children, source: context.source }, at)
      const project = hand.apply(applySupplements(after.project, others, at))
      diffs.push(diffBundle(before, { ...after, project }, { ...facts, reported: told }))
    } else if (before && !isDuplicateRow(row.key, context.source, speaking)) {
      const after = withSupplements(hand, before, new Map(others).set(context.source, offers!), at)
      diffs.push(diffBundle(before, after, { ...facts, reported: [] }))
    }
    identities.push({
      source: context.source,
      key: row.key,
      project_id: projectId,
      present: true,
      row_hash: hash,
      children,
      offers,
    })
  }
  await publication.write(diffs)
  await writeIdentities(tx, options.dataset, identities)
  await hand.saveLapsed(tx, context.source, publication.number, at)
}

function namingOf({ registry }: Publication, row: ProjectRow, id: number) {
  const developerIds = row.developers.map(({ name }) => registry.developerId(name))
  return { id, slug: registry.assignSlug(id, row), developerIds }
}

/** The rows that had to wait: the project in their way has moved, has gone, or was theirs under an older key. */
export async function applyDeferredRows(
  publication: Publication,
  context: ApplyContext,
  present: ReadonlyMap<string, PresentKey>,
  seen: ReadonlySet<string>,
): Promise<void> {
  const { registry, count, tx, options } = publication
  const waiting = context.deferred.splice(0)
  const owners = [...present].filter(([, { is_owner }]) => is_owner)
  const keyOf = new Map(owners.map(([key, { project_id }]) => [project_id, key]))
  const goneKey = (projectId: number | undefined) => {
    const key = projectId === undefined ? undefined : keyOf.get(projectId)
    return key !== undefined && !seen.has(key) ? key : undefined
  }
  for (const item of waiting) {
    const atAddress = registry.projectAt(item.row.address)
    // Nobody at its address: then it was the matcher that named the project.
    const holder = atAddress ?? item.holder
    const oldKey = goneKey(holder)
    const own = (await readIdentities(tx, options.dataset, context.source, [item.row.key])).get(item.row.key)
    if (oldKey !== undefined && own) {
      // The row's own project moves to an address whose project leaves with this import.
      registry.setAddress(holder, null)
      await applyRows(publication, [item], context)
    } else if (oldKey !== undefined) {
      const old = (await readIdentities(tx, options.dataset, context.source, [oldKey])).get(oldKey)!
      keyOf.delete(holder)
      registry.setAddress(holder, item.row.address)
      const placement = { role: 'owner' as const, projectId: old.project_id, children: old.children }
      await writeMatched(publication, [{ ...item, placement }], context)
    } else if (atAddress === undefined || atAddress === own?.project_id) {
      // Two keys of one source are two things, however alike their addresses are.
      await applyRows(publication, [item], { ...context, resolve: undefined })
    } else {
      count.reject(item.row, `the address ${item.row.address} belongs to project ${atAddress}`)
    }
  }
  for (const { row } of context.deferred.splice(0))
    count.reject(row, `it stands for a project that another row stands for`)
}

/** Keys that are no longer in their source. Returns how many projects went with them. */
export async function removeMissingKeys(
  publication: Publication,
  source: string,
  keys: readonly string[],
  present: ReadonlyMap<string, PresentKey>,
  seen: ReadonlySet<string>,
): Promise<number> {
  const { tx, at, options, registry, overrides: hand } = publication
  const stillNamed = new Set([...seen].flatMap((key) => present.get(key)?.project_id ?? []))
  let gone = 0
  for (let start = 0; start < keys.length; start += 200) {
    const batch = keys.slice(start, start + 200)
    const ids = batch.map((key) => present.get(key)!.project_id)
    const bundles = await readBundles(tx, options.dataset, ids)
    const speaking = await readPresentIdentities(tx, options.dataset, ids)
    const witnesses = groupBy(speaking, (identity) => identity.project_id)
    const leaving = new Set(batch)
    const diffs: ProjectDiff[] = []
    const heirs: string[] = []
    for (const [id, before] of bundles) {
      const others = (witnesses.get(id) ?? []).filter((one) => one.source !== source || !leaving.has(one.key))
      const own = others.find((one) => one.source === source)
      if (own && !others.some((one) => one.offers === null)) heirs.push(own.key)
      if (stillNamed.has(id) || own) continue
      const context = { at, source, reason: null, reported: [], known: new Set<string>() }
      if (others.length > 0) {
        const after = withSupplements(hand, before, supplementsFromOthers(others, source), at)
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
    await promoteToOwners(tx, options.dataset, source, heirs)
    await hand.saveLapsed(tx, source, publication.number, at)
  }
  return gone
}
