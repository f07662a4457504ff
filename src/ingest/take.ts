// Takes rows into the running publish: place, assemble, diff, write. And lets go of those that are no longer there.
import { groupBy } from '../catalog/group.ts'
import type { Bundle } from '../catalog/records.ts'
import { assemble } from './assemble.ts'
import { toldFacts } from './changes.ts'
import type { ProjectDiff } from './diff.ts'
import { diffBundle } from './diff.ts'
import { nameChildren } from './identity.ts'
import type { Offers } from './offers.ts'
import { applyOffers, offersOf, withoutOffers } from './offers.ts'
import type { Placement, Resolve } from './place.ts'
import { place } from './place.ts'
import type { Publication } from './publication.ts'
import type { Identity, PresentKey } from './read-state.ts'
import { readBundles, readIdentities, readKnownFacts, readWitnesses } from './read-state.ts'
import type { ProjectRow } from './row.ts'
import type { IdentityWrite } from './write-state.ts'
import { markAbsent, writeIdentities } from './write-state.ts'

export interface RowToTake {
  readonly row: ProjectRow
  readonly hash: string
}

/** A row and the project in its way. */
export type LateRow = RowToTake & { readonly holder: number }

export interface TakeContext {
  readonly source: string
  readonly note: string | null
  readonly resolve: Resolve | undefined
  readonly ownProjects: Set<number>
  /** Filled with the rows that have to wait for the end of the file. */
  readonly late: LateRow[]
}

type Placed = RowToTake & { readonly placement: Extract<Placement, { role: 'owner' | 'witness' }> }

export async function takeRows(
  publication: Publication,
  rows: readonly RowToTake[],
  context: TakeContext,
): Promise<void> {
  if (rows.length === 0) return
  const { tx, registry, count, options } = publication
  const keys = rows.map(({ row }) => row.key)
  const identities = await readIdentities(tx, options.dataset, context.source, keys)
  const placed: Placed[] = []
  for (const item of rows) {
    const placement = place(item.row, identities.get(item.row.key), { registry, ...context })
    if (placement.role === 'rejected') count.reject(item.row, placement.reason)
    else if (placement.role === 'later') context.late.push({ ...item, holder: placement.holder })
    else {
      if (placement.role === 'owner') {
        context.ownProjects.add(placement.projectId)
        registry.slugOf(placement.projectId, item.row)
        registry.settle(placement.projectId, item.row.address)
      }
      placed.push({ ...item, placement })
    }
  }
  await writePlaced(publication, placed, context)
}

async function writePlaced(publication: Publication, placed: readonly Placed[], context: TakeContext): Promise<void> {
  const { tx, at, options } = publication
  const ids = placed.map(({ placement }) => placement.projectId)
  const bundles = await readBundles(tx, options.dataset, ids)
  const known = await readKnownFacts(tx, options.dataset, ids)
  const witnesses = groupBy(await readWitnesses(tx, options.dataset, ids), (identity) => identity.project_id)
  const diffs: ProjectDiff[] = []
  const identities: IdentityWrite[] = []
  for (const { row, hash, placement } of placed) {
    const { projectId, role } = placement
    const before = bundles.get(projectId) ?? null
    const others = offersOfOthers(witnesses.get(projectId) ?? [], context.source)
    const children = nameChildren(row, placement.children, publication.registry.take)
    const told = toldFacts(row.history, projectId, children.floor_plan)
    const facts = { at, source: context.source, reason: context.note, known: known.get(projectId) ?? new Set<string>() }
    const offers = role === 'witness' ? offersOf(row) : null
    if (role === 'owner') {
      const after = assemble(row, { ...namingOf(publication, row, projectId), children, source: context.source }, at)
      const project = applyOffers(after.project, others, at)
      diffs.push(diffBundle(before, { ...after, project }, { ...facts, told }))
    } else if (before) {
      const after = withOffers(before, new Map(others).set(context.source, offers!), at)
      diffs.push(diffBundle(before, after, { ...facts, told: [] }))
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
}

function namingOf({ registry }: Publication, row: ProjectRow, id: number) {
  const developerIds = row.developers.map(({ name }) => registry.developerId(name))
  return { id, slug: registry.slugOf(id, row), developerIds }
}

function offersOfOthers(witnesses: readonly Identity[], source: string): Map<string, Offers> {
  const others = witnesses.filter((identity) => identity.source !== source && identity.offers !== null)
  return new Map(others.map((identity) => [identity.source, identity.offers!]))
}

function withOffers(bundle: Bundle, offers: ReadonlyMap<string, Offers>, at: string): Bundle {
  const base = withoutOffers(bundle.project, new Set(offers.keys()))
  return { ...bundle, project: applyOffers(base, offers, at) }
}

/** The rows that had to wait: the project in their way has moved, has gone, or was theirs under an older key. */
export async function takeLate(
  publication: Publication,
  context: TakeContext,
  present: ReadonlyMap<string, PresentKey>,
  seen: ReadonlySet<string>,
): Promise<void> {
  const { registry, count, tx, options } = publication
  const waiting = context.late.splice(0)
  const keyOf = new Map([...present].map(([key, { project_id }]) => [project_id, key]))
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
      registry.settle(holder, null)
      await takeRows(publication, [item], context)
    } else if (oldKey !== undefined) {
      const old = (await readIdentities(tx, options.dataset, context.source, [oldKey])).get(oldKey)!
      keyOf.delete(holder)
      registry.settle(holder, item.row.address)
      const placement = { role: 'owner' as const, projectId: old.project_id, children: old.children }
      await writePlaced(publication, [{ ...item, placement }], context)
    } else if (atAddress === undefined || atAddress === own?.project_id) {
      // Two keys of one source are two things, however alike their addresses are.
      await takeRows(publication, [item], { ...context, resolve: undefined })
    } else {
      count.reject(item.row, `the address ${item.row.address} belongs to project ${atAddress}`)
    }
  }
  for (const { row } of context.late.splice(0)) count.reject(row, `it stands for a project that another row stands for`)
}

/** Keys that are no longer in their source. Returns how many projects went with them. */
export async function removeKeys(
  publication: Publication,
  source: string,
  keys: readonly string[],
  present: ReadonlyMap<string, PresentKey>,
  seen: ReadonlySet<string>,
): Promise<number> {
  const { tx, at, options, registry } = publication
  const stillNamed = new Set([...seen].flatMap((key) => present.get(key)?.project_id ?? []))
  let gone = 0
  for (let start = 0; start < keys.length; start += 200) {
    const batch = keys.slice(start, start + 200)
    const ids = batch.map((key) => present.get(key)!.project_id)
    const bundles = await readBundles(tx, options.dataset, ids)
    const speaking = await readWitnesses(tx, options.dataset, ids)
    const witnesses = groupBy(speaking, (identity) => identity.project_id)
    const leaving = new Set(batch)
    const diffs: ProjectDiff[] = []
    for (const [id, before] of bundles) {
      const others = (witnesses.get(id) ?? []).filter((one) => one.source !== source || !leaving.has(one.key))
      if (stillNamed.has(id) || others.some((one) => one.source === source)) continue
      const context = { at, source, reason: null, told: [], known: new Set<string>() }
      if (others.length > 0) {
        const after = withOffers(before, offersOfOthers(others, source), at)
        const sources = after.project.sources.filter((ref) => ref.kind !== source)
        diffs.push(diffBundle(before, { ...after, project: { ...after.project, sources } }, context))
        continue
      }
      gone++
      if (registry.projectAt(before.project.address) === id) registry.settle(id, null)
      diffs.push(diffBundle(before, null, context))
    }
    await publication.write(diffs)
    await markAbsent(tx, options.dataset, source, batch)
  }
  return gone
}
