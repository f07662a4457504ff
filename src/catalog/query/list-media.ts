// Lists media across projects, without media that the plan may not see.

import type { MediaKind } from '../records/record-schemas.ts'
import type { MediaRecord } from '../records/record-types.ts'
import { isFreeMedia } from '../records/record-types.ts'
import type { Page, PageRequest } from '../snapshot/collection.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { MediaFilters, MediaQuery, View } from './catalog-query.ts'
import type { ChildFilter } from './child-index.ts'
import { commonFilters, filterChildren, oneOf, recordsOfPlans, recordsOfProjects } from './child-index.ts'

const BY_ID = { key: 'id', descending: false } as const

const MEDIA_FILTERS: readonly ChildFilter<MediaRecord, MediaFilters>[] = [
  ...commonFilters<MediaRecord>(),
  { reads: ['project_id'], rows: (query, _, snapshot) => recordsOfProjects(snapshot.media, query.project_id!) },
  {
    reads: ['floor_plan_id'],
    crossKind: true,
    rows: (query, _, snapshot) => recordsOfPlans(snapshot.media, query.floor_plan_id!, snapshot),
  },
  oneOf('kind'),
]

export function listMedia(snapshot: Snapshot, query: MediaQuery, view: View, request: PageRequest): Page<MediaRecord> {
  const { all } = snapshot.media
  let set = filterChildren(MEDIA_FILTERS, all, query, snapshot)
  if (!view.paidMedia) {
    const free = all.cachedSet('free', () => all.sorted<MediaKind>('kind').matching(isFreeMedia))
    set = set === null ? free : set.and(free)
  }
  return all.page(set, query.sort ?? BY_ID, request)
}

/** In display order: the cover first, then by position. */
export function mediaOfProject(snapshot: Snapshot, projectId: number, view: View): MediaRecord[] {
  return snapshot.media
    .ofProject(projectId)
    .filter((item) => view.paidMedia || isFreeMedia(item.kind))
    .sort((a, b) => Number(b.is_cover) - Number(a.is_cover) || a.position - b.position || a.id - b.id)
}

/** Undefined for media that the plan may not see. */
export function findMedia(snapshot: Snapshot, id: number, view: View): MediaRecord | undefined {
  const item = snapshot.media.all.get(id)
  return item && (view.paidMedia || isFreeMedia(item.kind)) ? item : undefined
}
