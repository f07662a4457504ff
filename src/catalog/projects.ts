// Listing projects and finding one: filters, order, page. And a project as a plan sees it.
import type { Page, PageRequest, Position } from './collection.ts'
import { compareSorted } from './collection.ts'
import { filterProjects } from './project-filters.ts'
import type { ProjectQuery, View } from './query.ts'
import type { MediaRecord, ProjectRecord } from './records.ts'
import type { Snapshot } from './snapshot.ts'
import { kmOfChordSquared, unitVector } from './sphere.ts'

const BY_ID = { key: 'id', descending: false } as const

export function listProjects(snapshot: Snapshot, query: ProjectQuery, request: PageRequest): Page<ProjectRecord> {
  const sort = query.sort ?? BY_ID
  if (sort.key === 'distance') return byDistance(snapshot, query, sort.descending, request)
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

/**
 * Distances depend on the query, so there is no order made beforehand. One pass keeps the best that fit the page and
 * one more; those without a place come last. Without a point to be near to, it is the order of ids.
 */
function byDistance(
  snapshot: Snapshot,
  query: ProjectQuery,
  descending: boolean,
  { limit, after, offset = 0 }: PageRequest,
): Page<ProjectRecord> {
  const { projects, index } = snapshot
  const { near, radius_km, ...others } = query
  // `near` orders; only with a radius does it also leave out.
  const set = filterProjects(projects, index, radius_km === undefined ? others : query)
  const rows = set === null ? null : set.rows()
  const total = rows === null ? projects.size : rows.length
  const [x, y, z] = near ? unitVector(near.latitude, near.longitude) : [Number.NaN, Number.NaN, Number.NaN]
  const { vectors } = index
  const measured: Position[] = []
  for (let i = 0; i < total; i++) {
    const row = rows === null ? i : rows[i]!
    const dx = vectors[row * 3]! - x
    const dy = vectors[row * 3 + 1]! - y
    const dz = vectors[row * 3 + 2]! - z
    const squared = dx * dx + dy * dy + dz * dz
    const one = { value: Number.isNaN(squared) ? null : squared, id: projects.records[row]!.id }
    if (after === undefined || inOrder(one, after, descending) > 0) measured.push(one)
  }
  const skip = after ? 0 : offset
  const wanted = best(measured, skip + limit + 1, descending).slice(skip)
  const page = wanted.slice(0, limit)
  return {
    total,
    records: page.map(({ id }) => projects.get(id)!),
    next: wanted.length > limit ? page.at(-1)! : null,
  }
}

function inOrder(a: Position, b: Position, descending: boolean): number {
  return compareSorted(a.value, b.value, descending) || a.id - b.id
}

/** The first `count` in order, without sorting the rest: halves the candidates around one of them until few are left. */
function best(items: Position[], count: number, descending: boolean): Position[] {
  let candidates = items
  while (candidates.length > count * 4 && candidates.length > 1000) {
    const sample = candidates.filter((_, i) => i % Math.ceil(candidates.length / 200) === 0)
    sample.sort((a, b) => inOrder(a, b, descending))
    const share = Math.min(sample.length - 1, Math.ceil(((count * 2) / candidates.length) * sample.length) + 2)
    const pivot = sample[share]!
    const nearer = candidates.filter((item) => inOrder(item, pivot, descending) <= 0)
    if (nearer.length < count || nearer.length === candidates.length) break
    candidates = nearer
  }
  return candidates.sort((a, b) => inOrder(a, b, descending)).slice(0, count)
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
