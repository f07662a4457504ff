// Applies rows of a generated source as they arrive: they have no other source to join.

import { compose } from '../join/compose.ts'
import { NO_CHILD_IDS } from '../record/identity.ts'
import type { ProjectRow } from '../record/row.ts'
import type { HashedRow } from '../rows/stored-rows.ts'
import { assemble } from './assemble.ts'
import type { ProjectDiff } from './diff.ts'
import { diffBundle } from './diff.ts'
import { reportedHistory } from './field-changes.ts'
import type { Publication } from './publication.ts'
import type { ProjectState } from './read-state.ts'
import { readIdentities, readProjects } from './read-state.ts'
import { assignChildIds } from './row-identity.ts'
import type { IdentityWrite } from './write-state.ts'
import { writeIdentities } from './write-state.ts'

interface PlacedRow extends HashedRow {
  readonly projectId: number
  readonly children: IdentityWrite['children']
}

const NEW_PROJECT: ProjectState = { bundle: null, knownFacts: new Set() }

export async function applyGeneratedRows(
  publication: Publication,
  rows: readonly HashedRow[],
  { source, note }: { readonly source: string; readonly note: string | null },
): Promise<void> {
  if (rows.length === 0) return
  const { tx, options, registry, overrides, at } = publication
  const keys = rows.map(({ row }) => row.key)
  const identities = await readIdentities(tx, options.dataset, source, keys)
  await registry.knowProjects(
    tx,
    [...identities.values(), ...rows.map(({ row }) => ({ project_id: row.id }))].flatMap(
      ({ project_id }) => project_id ?? [],
    ),
  )
  await registry.knowAddresses(
    tx,
    rows.map(({ row }) => overrides.addressOf(identities.get(row.key)?.project_id ?? undefined, row.address)),
  )
  await registry.knowSlugs(
    tx,
    rows.map(({ row }) => [row.id ?? 0, row] as const),
  )
  await registry.knowDevelopers(
    tx,
    rows.flatMap(({ row }) => row.developers.map(({ name }) => name)),
  )
  const writes: IdentityWrite[] = []
  const placed: PlacedRow[] = []
  for (const item of rows) {
    const { key } = item.row
    const known = identities.get(key)
    const write = { source, key, row_hash: item.hash }
    // A person merged its project into another, which has a row of its own.
    if (known && !known.is_anchor) {
      writes.push({ ...write, project_id: known.project_id, children: known.children, is_anchor: false })
      continue
    }
    const projectId = projectOf(publication, item.row, known?.project_id ?? null)
    if (projectId === null) continue
    const children = assignChildIds(item.row, known?.children ?? NO_CHILD_IDS, registry.nextId)
    placed.push({ ...item, projectId, children })
    writes.push({ ...write, project_id: projectId, children, is_anchor: true })
  }
  const known = placed.flatMap(({ row, projectId }) => (identities.has(row.key) ? [projectId] : []))
  const states = await readProjects(tx, options.dataset, known, { history: true })
  const diffs = placed.map(({ row, projectId: id, children }): ProjectDiff => {
    const { bundle: before, knownFacts } = states.get(id) ?? NEW_PROJECT
    const developerIds = row.developers.map(({ name }) => registry.developerId(name))
    const slug = registry.assignSlug(id, row)
    const after = assemble(row, { id, slug, developerIds, children, source }, at)
    const anchor = { source, key: row.key, observed_at: at }
    const project = overrides.apply(compose(after.project, anchor, [], (name) => registry.developerId(name)))
    const reported = reportedHistory(row.history, id, children.floor_plan)
    return diffBundle(before, { ...after, project }, { at, reason: note, reported, known: knownFacts })
  })
  await publication.write(diffs)
  await writeIdentities(tx, options.dataset, writes)
  await overrides.saveLapsed(tx, source, publication.number, publication.now)
}

/** Null when the row is rejected. */
function projectOf({ registry, overrides, count }: Publication, row: ProjectRow, known: number | null): number | null {
  const address = overrides.addressOf(known ?? undefined, row.address)
  const holder = registry.projectAt(address)
  if (holder !== undefined && holder !== known) {
    count.reject(row, `the address ${address} belongs to project ${holder}`)
    return null
  }
  if (known === null && row.id !== undefined && registry.isIdTaken(row.id)) {
    count.reject(row, `the id ${row.id} is already in use`)
    return null
  }
  const id = known ?? registry.assignProjectId(row.id)
  registry.assignSlug(id, row)
  registry.setAddress(id, address)
  return id
}
