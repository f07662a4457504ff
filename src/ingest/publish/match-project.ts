// Whose project a row is about: its key says so, else its address, else the matcher; else it is a new one. Pure.

import type { ProjectRow } from '../row.ts'
import type { Children } from './identity.ts'
import { NO_CHILDREN } from './identity.ts'
import type { Identity } from './read-state.ts'
import type { Registry } from './registry.ts'

/** The matcher's word on a row whose key is new: a project, none, or too many. */
export type Resolution = { readonly projectId: number } | { readonly ambiguous: string } | null
export type Resolve = (row: ProjectRow) => Resolution

export type Placement =
  | { readonly role: 'owner'; readonly projectId: number; readonly children: Children }
  /** Another source's project: the row fills in what is unknown. */
  | { readonly role: 'witness'; readonly projectId: number; readonly children: Children }
  /** Decided when the whole file is read: the one in its way may yet move or disappear. */
  | { readonly role: 'later'; readonly holder: number }
  | { readonly role: 'rejected'; readonly reason: string }

export interface PlaceContext {
  readonly registry: Registry
  /** Projects that this source itself owns or has just made. */
  readonly ownProjects: ReadonlySet<number>
  readonly resolve: Resolve | undefined
}

/** `address` is where the row's project stands: what the row says, unless somebody corrected it. */
export function place(
  row: ProjectRow,
  address: string,
  identity: Identity | undefined,
  context: PlaceContext,
): Placement {
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
    const isOwn = ownProjects.has(resolved.projectId) && !registry.isStandIn(address)
    if (isOwn) return { role: 'later', holder: resolved.projectId }
    return { role: 'witness', projectId: resolved.projectId, children: NO_CHILDREN }
  }
  if (row.id !== undefined && registry.isTaken(row.id)) return { role: 'rejected', reason: `the id ${row.id} is taken` }
  return { role: 'owner', projectId: registry.projectId(row.id), children: NO_CHILDREN }
}
