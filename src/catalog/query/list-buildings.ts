// Lists and finds buildings, and collects what a caller may see of one.

import type { Area } from '../area/polygon.ts'
import type { BuildingFacts } from '../records/building-facts.ts'
import { factsOfBuilding, namesOfBuilding } from '../records/building-facts.ts'
import type { Building } from '../records/record-schemas.ts'
import { isInvented } from '../records/record-types.ts'
import type { Page, PageRequest } from '../snapshot/collection.ts'
import { chordSquaredToKm, unitVector } from '../snapshot/distance.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { BuildingRow } from '../snapshot/table-fields.ts'
import { filterBuildings } from './building-filters.ts'
import type { BuildingQuery, View } from './catalog-query.ts'
import type { Removal } from './list-projects.ts'
import { dataAsOf, findRemoval } from './list-projects.ts'
import type { Point } from './nearest.ts'
import { pageByDistance } from './nearest.ts'

const BY_ID = { key: 'id', descending: false } as const
const NEAREST_FIRST = { key: 'distance', descending: false } as const

/** With a point, only buildings with coordinates, the nearest first. */
export function listBuildings(
  snapshot: Snapshot,
  query: BuildingQuery,
  request: PageRequest,
  area?: Area,
): Page<Readonly<Building>> {
  const { buildings } = snapshot
  const { near } = query
  const sort = query.sort ?? (near ? NEAREST_FIRST : BY_ID)
  const set = filterBuildings(snapshot, query, area)
  if (sort.key !== 'distance') return buildings.page(set, sort, request)
  return pageByDistance(buildings, set, { vectors: buildings.vectors, near, descending: sort.descending }, request)
}

export function findBuilding(snapshot: Snapshot, id: number): BuildingRow | undefined {
  return snapshot.buildings.rowOf(id)
}

/** Null if no removed project had this building. */
export function findBuildingRemoval(snapshot: Snapshot, id: number): (Removal & { project_id: number }) | null {
  const project = snapshot.removed.buildings.projectOf(id)
  const removal = project && findRemoval(snapshot, project.body.id)
  return removal ? { ...removal, project_id: project.body.id } : null
}

/** Whole metres; null if the building has no coordinates. */
export function distanceM(facts: Pick<BuildingFacts, 'latitude' | 'longitude'>, near: Point): number | null {
  if (facts.latitude === null || facts.longitude === null) return null
  const a = unitVector(facts.latitude, facts.longitude)
  const b = unitVector(near.latitude, near.longitude)
  return Math.round(chordSquaredToKm((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2) * 1000)
}

/** A building with what its project and the other tables say about it. */
export interface BuildingView extends BuildingRow {
  readonly facts: BuildingFacts
  readonly names: readonly string[]
  /** The other buildings of the project. */
  readonly site_buildings: readonly { readonly id: number; readonly name: string | null; readonly address: string }[]
  readonly floor_plans_count: number
  /** Null if the plan has no unit rows. */
  readonly units_count: number | null
  /** Media belong to projects, so that these are the media of the whole site. */
  readonly media_count: number
  readonly data_as_of: string
  readonly invented: boolean
}

type BuildingCounts = Pick<BuildingView, 'floor_plans_count' | 'units_count' | 'media_count'>

export function viewBuilding(snapshot: Snapshot, row: BuildingRow, view: View): BuildingView {
  const { floorPlans, units, media } = snapshot
  const { project } = row
  return composeBuilding(row, {
    floor_plans_count: countIn(floorPlans, row),
    units_count: view.unitRows ? countIn(units, row) : null,
    media_count: view.paidMedia ? media.countOf(project.id) : project.media_count,
  })
}

export function composeBuilding(row: BuildingRow, counts: BuildingCounts): BuildingView {
  const { project, building } = row
  const others = project.buildings.filter(({ id }) => id !== building.id)
  return {
    ...row,
    facts: factsOfBuilding(row),
    names: namesOfBuilding(row),
    site_buildings: others.map(({ id, name }, i) => {
      const { address } = factsOfBuilding({ project, building: others[i]! })
      return { id, name, address }
    }),
    ...counts,
    data_as_of: dataAsOf(project),
    invented: isInvented(project),
  }
}

type Children = Snapshot['floorPlans'] | Snapshot['units']

/** All records of a project with one building are in that building. */
function countIn(children: Children, { project, building }: BuildingRow): number {
  if (project.buildings.length === 1) return children.countOf(project.id)
  const column = children.all.sorted<number>('building_id')
  return children.rowsOfProject(project.id).filter((row) => column.valueAt(row) === building.id).length
}
