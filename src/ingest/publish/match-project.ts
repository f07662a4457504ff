// Whose project a row is about: its key says so, else its address, else the matcher; else it is a new one. Pure.

import type { ProjectRow } from '../row.ts'
import type { Identity } from './read-state.ts'
import type { Registry } from './registry.ts'
import type { ChildIds } from './row-identity.ts'
import { NO_CHILDREN } from './row-identity.ts'

/** The matcher's word on a row whose key is new: a project, none, or too many. */
export type Resolution = { readonly projectId: number } | { readonly ambiguous: string } | null
export type ResolveRow = (row: ProjectRow) => Resolution

export type RowMatch =
  | { readonly role: 'owner'; readonly projectId: number; readonly children: ChildIds }
  /** Another source's project: the row fills in what is unknown. */
  | { readonly role: 'witness'; readonly projectId: number; readonly children: ChildIds }
  /** Decided when the whole file is read: the one in its way may yet move or disappear. */
  | { readonly role: 'later'; readonly holder: number }
  | { readonly role: 'rejected'; readonly reason: string }

export interface MatchContext {
  readonly registry: Registry
  /** Projects that this source itself owns or has just made. */
  readonly ownProjects: ReadonlySet<number>
  readonly resolve: ResolveRow | undefined
}

/** `address` is where the row's project stands: what the row says, unless somebody corrected it. */
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
    if (offers !== null && registry.isPresent(projectId)) return { role: 'witness', projectId, children }
    if (holder !== undefined && holder !== projectId) return { role: 'later', holder }
    return { role: 'owner', projectId, children }
  }
  const resolved = holder === undefined ? (resolve?.(row) ?? null) : { projectId: holder }
  if (resolved && 'ambiguous' in resolved) return { role: 'rejected', reason: resolved.ambiguous }
  if (resolved && registry.isPresent(resolved.projectId)) {
    // A new key at the address of a merged project is that project's row under another name.
    const isOwn = ownProjects.has(resolved.projectId) && !registry.isFormerAddress(address)
    if (isOwn) return { role: 'later', holder: resolved.projectId }
    return { role: 'witness', projectId: resolved.projectId, children: NO_CHILDREN }
  }
  if (row.id !== undefined && registry.isIdTaken(row.id))
    return { role: 'rejected', reason: `the id ${row.id} is taken` }
  return { role: 'owner', projectId: registry.assignProjectId(row.id), children: NO_CHILDREN }
}
