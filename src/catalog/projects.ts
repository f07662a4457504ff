// Listing projects and finding one: filters, order, page. And a project as a plan sees it.
import type { Page, PageRequest } from './collection.ts'
import { listByDistance } from './nearest.ts'
import { filterProjects } from './project-filters.ts'
import type { ProjectQuery, View } from './query.ts'
import type { MediaRecord, ProjectRecord } from './records.ts'
import type { Snapshot } from './snapshot.ts'
import { kmOfChordSquared, unitVector } from './sphere.ts'

const BY_ID = { key: 'id', descending: false } as const

export function listProjects(snapshot: Snapshot, query: ProjectQuery, request: PageRequest): Page<ProjectRecord> {
  const sort = query.sort ?? BY_ID
  if (sort.key === 'distance') return listByDistance(snapshot, query, sort.descending, request)
  const set = filterProjects(snapshot.projects, snapshot.index, query)
  return snapshot.projects.page(set, sort, request)
}

/** The same answer to everything that is asked for: an id, or a slug. */
export function findProject(snapshot: Snapshot, idOrSlug: number | string): ProjectRecord | undefined {
  return typeof idOrSlug === 'number' ? snapshot.projects.get(idOrSlug) : snapshot.bySlug.get(idOrSlug)
}

/** When the project was removed, if there was one by this id or slug. */
export function removalOf(snapshot: Snapshot, idOrSlug: number | string): string | null {
  if (typeof idOrSlug === 'number') return snapshot.removed.project.get(idOrSlug)?.removed_at ?? null
  for (const { body, removed_at } of snapshot.removed.project.values()) if (body.slug === idOrSlug) return removed_at
  return null
}

/** Kilometres from a point, for every project that has a place. */
export function distanceKm(project: ProjectRecord, near: { latitude: number; longitude: number }): number | null {
  if (project.latitude === null || project.longitude === null) return null
  const a = unitVector(project.latitude, project.longitude)
  const b = unitVector(near.latitude, near.longitude)
  return kmOfChordSquared((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)
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
    media_count: view.paidMedia ? (media.ofProject.get(project.id)?.length ?? 0) : project.media_count,
    data_as_of: version?.published_at ?? null,
  }
}
