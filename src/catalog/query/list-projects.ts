// Lists and finds projects, and shapes one for the caller's plan.

import type { Project } from '../records/record-schemas.ts'
import type { MediaRecord, ProjectRecord } from '../records/record-types.ts'
import { isInvented } from '../records/record-types.ts'
import type { Page, PageRequest } from '../snapshot/collection.ts'
import { chordSquaredToKm, unitVector } from '../snapshot/distance.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { ProjectQuery, View } from './catalog-query.ts'
import { nameSource } from './name-source.ts'
import { pageByDistance } from './nearest.ts'
import { filterProjects } from './project-filters.ts'

const BY_ID = { key: 'id', descending: false } as const

export function listProjects(snapshot: Snapshot, query: ProjectQuery, request: PageRequest): Page<ProjectRecord> {
  const sort = query.sort ?? BY_ID
  const { projects, index } = snapshot
  if (sort.key !== 'distance') return projects.page(filterProjects(projects, index, query), sort, request)
  const { near, radius_km, ...others } = query
  // `near` only sorts; it filters when there is a radius.
  const set = filterProjects(projects, index, radius_km === undefined ? others : query)
  return pageByDistance(projects, set, { vectors: index.vectors, near, descending: sort.descending }, request)
}

/** A slug never consists of digits only. */
export const projectKey = (idOrSlug: string) => (/^\d{1,9}$/.test(idOrSlug) ? Number(idOrSlug) : idOrSlug)

export function findProject(snapshot: Snapshot, idOrSlug: number | string): ProjectRecord | undefined {
  return typeof idOrSlug === 'number' ? snapshot.projects.get(idOrSlug) : snapshot.bySlug.get(idOrSlug)
}

export interface Removal {
  readonly removed_at: string
  /** The surviving project, if it was merged into one that still exists. */
  readonly merged_into: number | null
}

/** Null if no removed project has this ID or slug. */
export function findRemoval(snapshot: Snapshot, idOrSlug: number | string): Removal | null {
  const { project: removed } = snapshot.removed
  const found = typeof idOrSlug === 'number' ? removed.get(idOrSlug) : snapshot.removed.projectBySlug.get(idOrSlug)
  if (!found) return null
  let survivor = found.body.merged_into
  // The survivor may itself have been merged. The step limit stops a cycle.
  for (let step = 0; survivor !== null && removed.has(survivor) && step < removed.size; step++)
    survivor = removed.get(survivor)!.body.merged_into
  const exists = survivor !== null && snapshot.projects.get(survivor) !== undefined
  return { removed_at: found.removed_at, merged_into: exists ? survivor : null }
}

/** Null if the project has no coordinates. */
export function distanceKm(project: ProjectRecord, near: { latitude: number; longitude: number }): number | null {
  if (project.latitude === null || project.longitude === null) return null
  const a = unitVector(project.latitude, project.longitude)
  const b = unitVector(near.latitude, near.longitude)
  return chordSquaredToKm((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)
}

/** A project with the media that the plan may see. Media URLs are signed in the response. */
export interface ProjectView {
  readonly project: ProjectRecord
  readonly name_source: Project['name_source']
  readonly invented: boolean
  readonly cover_media: MediaRecord | null
  readonly media_count: number
  readonly data_as_of: string
}

/** The newest observation that the record has values of. Reading a source again moves it only when the record changes. */
export function dataAsOf({ sources, updated_at }: Pick<ProjectRecord, 'sources' | 'updated_at'>): string {
  return (
    sources
      .map(({ observed_at }) => observed_at)
      .sort()
      .at(-1) ?? updated_at
  )
}

export function viewProject(snapshot: Snapshot, project: ProjectRecord, view: View): ProjectView {
  const { media } = snapshot
  return {
    project,
    name_source: nameSource(project),
    invented: isInvented(project),
    cover_media: project.cover_media_id === null ? null : (media.all.get(project.cover_media_id) ?? null),
    media_count: view.paidMedia ? media.countOf(project.id) : project.media_count,
    data_as_of: dataAsOf(project),
  }
}
