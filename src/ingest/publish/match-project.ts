// Finds the project of a row: by key, then address, then matcher. Otherwise it is new.
import type { ChildIds, Identity } from '../identity.ts'
import { NO_CHILD_IDS } from '../identity.ts'
import type { ProjectRow } from '../row.ts'
import type { Registry } from './registry.ts'

/** The matcher's result for a row with a new key: a project, none, or several. */
export type Resolution = { readonly projectId: number } | { readonly ambiguous: string } | null
export type ResolveRow = (row: ProjectRow) => Resolution

export type RowMatch =
  | { readonly role: 'owner'; readonly projectId: number; readonly children: ChildIds }
  /** Another source owns the project; the row fills in unknown fields. */
  | { readonly role: 'secondary'; readonly projectId: number; readonly children: ChildIds }
  /** Decided after the whole file is read: the project at its address may still move or disappear. */
  | { readonly role: 'deferred'; readonly holder: number }
  | { readonly role: 'rejected'; readonly reason: string }

export interface MatchContext {
  readonly registry: Registry
  /** Projects that this source owns, including ones created by this publish. */
  readonly ownProjects: ReadonlySet<number>
  readonly resolve: ResolveRow | undefined
}

/** `address` is the row's address, or its correction. */
export function matchProject(
  row: ProjectRow,
  address: string,
  identity: Identity | undefined,
  context: MatchContext,
): RowMatch {
  const { registry, ownProjects, resolve } = context
  const holder = registry.projectAt(address)
  if (identity) {
    const { project_id: projectId, children, offers } = identity
    if (offers !== null && registry.isPresent(projectId)) return { role: 'secondary', projectId, children }
    if (holder !== undefined && holder !== projectId) return { role: 'deferred', holder }
    return { role: 'owner', projectId, children }
  }
  const resolved = holder === undefined ? (resolve?.(row) ?? null) : { projectId: holder }
  if (resolved && 'ambiguous' in resolved) return { role: 'rejected', reason: resolved.ambiguous }
  if (resolved && registry.isPresent(resolved.projectId)) {
    // A new key at the address of a merged project is that project's row under a new key.
    const isOwn = ownProjects.has(resolved.projectId) && !registry.isFormerAddress(address)
    if (isOwn) return { role: 'deferred', holder: resolved.projectId }
    return { role: 'secondary', projectId: resolved.projectId, children: NO_CHILD_IDS }
  }
  if (row.id !== undefined && registry.isIdTaken(row.id))
    return { role: 'rejected', reason: `the id ${row.id} is already in use` }
  return { role: 'owner', projectId: registry.assignProjectId(row.id), children: NO_CHILD_IDS }
}
