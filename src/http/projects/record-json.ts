// Serializes records to JSON; project bytes are cached per snapshot, view and day.

import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Principal } from '../../access/rights/principal.ts'
import type { View } from '../../catalog/query/catalog-query.ts'
import { viewProject } from '../../catalog/query/list-projects.ts'
import type { MediaRecord, PlanRecord, ProjectRecord, UnitRecord } from '../../catalog/records/record-types.ts'
import { isInvented } from '../../catalog/records/record-types.ts'
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { editionOf, viewOf } from '../server/data-edition.ts'
import type { CatalogueServices } from '../server/services.ts'
import type { BuildingSchema, SignMedia } from './catalog-schemas.ts'
import { toMediaJson, toPlanJson, toProjectJson, toUnitJson } from './catalog-schemas.ts'

/** Serializes records for one caller. */
export interface RecordSerializer {
  readonly snapshot: Snapshot
  readonly view: View
  readonly edition: string
  readonly sign: SignMedia
  project(record: ProjectRecord): z.output<typeof import('../../catalog/records/record-schemas.ts').Project>
  /** The same as JSON bytes, cached. */
  projectJson(record: ProjectRecord): Buffer
}

interface DayCache {
  readonly day: number
  readonly bytes: LRUCache<number, Buffer>
}

/** Bytes of cached JSON per snapshot and view: about two thousand projects. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024

/** Weak keys free the cached bytes together with their snapshot. */
const caches = new WeakMap<Snapshot, Map<boolean, DayCache>>()

export function serializerFor(services: CatalogueServices, principal: Principal): RecordSerializer {
  const snapshot = services.catalog.snapshot(principal.dataset)
  const view = viewOf(principal)
  const now = services.clock.now()
  const day = Math.floor(now / DAY_MS)
  const sign: SignMedia = (media) => services.mediaUrls.urlsOf(media, now)
  const project = (record: ProjectRecord) => toProjectJson(viewProject(snapshot, record, view), sign)
  const bytes = cachedBytes(snapshot, view, day)
  return {
    snapshot,
    view,
    edition: editionOf(services, principal),
    sign,
    project,
    projectJson(record) {
      let json = bytes.get(record.id)
      if (!json) {
        json = Buffer.from(JSON.stringify(project(record)))
        bytes.set(record.id, json, { size: json.length })
      }
      return json
    },
  }
}

function cachedBytes(snapshot: Snapshot, view: View, day: number): LRUCache<number, Buffer> {
  let views = caches.get(snapshot)
  if (!views) {
    views = new Map()
    caches.set(snapshot, views)
  }
  let cache = views.get(view.paidMedia)
  if (cache?.day !== day) {
    cache = { day, bytes: new LRUCache({ maxSize: MAX_CACHED_BYTES }) }
    views.set(view.paidMedia, cache)
  }
  return cache.bytes
}

export const planJson = (plan: PlanRecord) => toPlanJson(plan)
export const unitJson = (unit: UnitRecord) => toUnitJson(unit)
export const mediaJson = (serializer: RecordSerializer) => (media: MediaRecord) => toMediaJson(media, serializer.sign)

export const toBuildingRecords = (project: ProjectRecord): z.output<typeof BuildingSchema>[] =>
  project.buildings.map((building) => ({ ...building, invented: isInvented(project) }))

/** Returns only the requested fields, and always the id. */
export function pickFields<T extends { id: number }>(
  record: T,
  fields: readonly string[] | undefined,
): Partial<T> & { id: number } {
  if (!fields) return record
  const picked: Record<string, unknown> = { id: record.id }
  for (const field of fields) picked[field] = (record as Record<string, unknown>)[field]
  return picked as Partial<T> & { id: number }
}
