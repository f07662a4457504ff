// Listing projects and finding one: filters, order, page. And a project as a plan sees it.

import type { MediaRecord, ProjectRecord } from '../records.ts'
import type { Page, PageRequest } from '../snapshot/collection.ts'
import { chordSquaredToKm, unitVector } from '../snapshot/distance.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { ProjectQuery, View } from './catalog-query.ts'
import { listByDistance } from './nearest.ts'
import { filterProjects } from './project-filters.ts'

const BY_ID = { key: 'id', descending: false } as const

export function listProjects(snapshot: Snapshot, query: ProjectQuery, request: PageRequest): Page<ProjectRecord> {
  const sort = query.sort ?? BY_ID
  if (sort.key === 'distance') return listByDistance(snapshot, query, sort.descending, request)
  const set = filterProjects(snapshot.projects, snapshot.index, query)
  return snapshot.projects.page(set, sort, request)
}

/** By id or by slug; slugs are never digits alone. */
export function findProject(snapshot: Snapshot, idOrSlug: number | string): ProjectRecord | undefined {
  return typeof idOrSlug === 'number' ? snapshot.projects.get(idOrSlug) : snapshot.bySlug.get(idOrSlug)
}

export interface Removal {
  readonly removed_at: string
  /** The project that it is now, when it was merged into one that is there. */
  readonly merged_into: number | null
}

/** When the project was removed, if there was one by this id or slug, and what it has become. */
export function findRemoval(snapshot: Snapshot, idOrSlug: number | string): Removal | null {
  const { project: gone } = snapshot.removed
  const found =
    typeof idOrSlug === 'number' ? gone.get(idOrSlug) : [...gone.values()].find(({ body }) => body.slug === idOrSlug)
  if (!found) return null
  let successor = found.body.merged_into
  // The successor may have been merged on; as many times as there are projects, should the way lead in a circle.
  for (let step = 0; successor !== null && gone.has(successor) && step < gone.size; step++)
    successor = gone.get(successor)!.body.merged_into
  const there = successor !== null && snapshot.projects.get(successor) !== undefined
  return { removed_at: found.removed_at, merged_into: there ? successor : null }
}

/** Kilometres from a point, for every project that has a place. */
export function distanceKm(project: ProjectRecord, near: { latitude: number; longitude: number }): number | null {
  if (project.latitude === null || project.longitude === null) return null
  const a = unitVector(project.latitude, project.longitude)
  const b = unitVector(near.latitude, near.longitude)
  return chordSquaredToKm((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)
}

/** A project with what a plan may see of its media. The door signs the cover's URLs. */
export interface ProjectView {
  readonly project: ProjectRecord
  readonly cover_media: MediaRecord | null
  readonly media_count: number
  readonly data_as_of: string | null
}

export function viewProject(snapshot: Snapshot, project: ProjectRecord, view: View): ProjectView {
  const { media, version } = snapshot
  return {
    project,
    cover_media: project.cover_media_id === null ? null : (media.all.get(project.cover_media_id) ?? null),
    media_count: view.paidMedia ? (media.byProject.get(project.id)?.length ?? 0) : project.media_count,
    data_as_of: version?.published_at ?? null,
  }
}
