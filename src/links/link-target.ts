// The project and building fields that every link contains.

import type { Candidate } from '@plinth/matcher'
import { LRUCache } from 'lru-cache'
import { addressOfBuilding, onlyBuilding } from '../catalog/records/building-facts.ts'
import type { Building } from '../catalog/records/record-schemas.ts'
import type { ProjectRecord } from '../catalog/records/record-types.ts'
import { isInvented } from '../catalog/records/record-types.ts'
import type { Snapshot } from '../catalog/snapshot/snapshot.ts'

export interface LinkTarget {
  readonly project_id: number
  readonly project_name: string
  /** Of the building, or of the project where only that is certain. */
  readonly canonical_mls_address: string
  readonly project_address: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly building_id: number | null
  readonly building_name: string | null
  readonly invented: boolean
  /** The units that the sources list, packed. Undefined if they list none. */
  readonly unit_labels?: string
  /** How exact the point is. */
  readonly location_accuracy?: ProjectRecord['location_accuracy']
}

/** Links repeat; decoding a project takes longer than matching an address. */
const MAX_CACHED = 50_000
const targets = new WeakMap<Snapshot['projects'], LRUCache<string, LinkTarget>>()

/** The building of a candidate, or the first of its towers where the project is the match. */
export const towerOf = ({ key, first_tower }: Candidate): number => Number(key ?? first_tower)

/** The project of a building, and the building itself if it is certain or the only one. Undefined if it is not in the snapshot. */
export function linkTargetOf(
  snapshot: Snapshot,
  buildingId: number,
  level: Candidate['level'],
): LinkTarget | undefined {
  const cache = cacheOf(snapshot)
  const key = `${level} ${buildingId}`
  let target = cache.get(key)
  if (!target) {
    const building = snapshot.buildings.get(buildingId)
    const project = building && snapshot.projects.get(building.project_id)
    if (!project) return undefined
    target = linkTarget(project, level === 'building' ? building : undefined)
    cache.set(key, target)
  }
  return target
}

/** A project, with its building if it has only one. Cached like the others. */
export function projectTargetOf(snapshot: Snapshot, projectId: number): LinkTarget | undefined {
  const cache = cacheOf(snapshot)
  const key = `of ${projectId}`
  let target = cache.get(key)
  if (!target) {
    const project = snapshot.projects.get(projectId)
    if (!project) return undefined
    target = linkTarget(project, undefined)
    cache.set(key, target)
  }
  return target
}

function cacheOf(snapshot: Snapshot): LRUCache<string, LinkTarget> {
  let cache = targets.get(snapshot.projects)
  if (!cache) {
    cache = new LRUCache({ max: MAX_CACHED })
    targets.set(snapshot.projects, cache)
  }
  return cache
}

function linkTarget(project: ProjectRecord, certain: Readonly<Building> | undefined): LinkTarget {
  const building = certain ?? onlyBuilding(project)
  const labels = building && project.unit_labels?.[building.id]
  return Object.freeze({
    project_id: project.id,
    project_name: project.name,
    canonical_mls_address: building ? addressOfBuilding({ project, building }) : project.address,
    project_address: project.address,
    latitude: building?.latitude ?? project.latitude,
    longitude: building?.longitude ?? project.longitude,
    building_id: building?.id ?? null,
    building_name: building?.name ?? null,
    invented: isInvented(project),
    ...(labels === undefined ? {} : { unit_labels: labels }),
    location_accuracy: project.location_accuracy,
  })
}
