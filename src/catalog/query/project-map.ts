// Projects and buildings as GeoJSON points, clustered on a grid when there are too many.

import type { ProjectRecord } from '../records/record-types.ts'
import { isInventedSource } from '../records/record-types.ts'
import { Bitset } from '../snapshot/bitset.ts'
import { foldText } from '../snapshot/fold-name.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { filterBuildings } from './building-filters.ts'
import type { BuildingFilters, ProjectFilters } from './catalog-query.ts'
import { filterProjects } from './project-filters.ts'

export interface PointProperties {
  readonly cluster: false
  readonly project_id: number
  readonly slug: string
  readonly name: string
  readonly city_name: string
  readonly status: ProjectRecord['status']
  readonly price_from: number | null
  readonly invented: boolean
}

export interface BuildingPointProperties {
  readonly cluster: false
  readonly building_id: number
  readonly project_id: number
  readonly name: string | null
  readonly project_name: string
  readonly city_name: string
  readonly status: ProjectRecord['status']
  readonly storeys: number | null
  readonly year_built: number | null
  readonly invented: boolean
}

export interface ClusterProperties {
  readonly cluster: true
  readonly count: number
  /** West, south, east, north of its points. */
  readonly bbox: readonly [number, number, number, number]
}

export interface Feature<P = PointProperties> {
  readonly type: 'Feature'
  readonly geometry: { readonly type: 'Point'; readonly coordinates: readonly [number, number] }
  readonly properties: P | ClusterProperties
}

export interface FeatureCollection<P = PointProperties> {
  readonly type: 'FeatureCollection'
  readonly features: readonly Feature<P>[]
  /** Records that match. */
  readonly total: number
  /** Matching records with coordinates. */
  readonly located: number
  readonly clustered: boolean
}

/** More points than this are clustered. */
const MAX_POINTS = 2000
/** Grid cells per side. */
const GRID_SIZE = 24

export function mapProjects(snapshot: Snapshot, query: ProjectFilters, maxPoints = MAX_POINTS): FeatureCollection {
  const { projects, index } = snapshot
  const set = filterProjects(projects, index, query)
  return collect(index, projects.size, set, query.bbox, projectProperties(snapshot), maxPoints)
}

export function mapBuildings(
  snapshot: Snapshot,
  query: BuildingFilters,
  maxPoints = MAX_POINTS,
): FeatureCollection<BuildingPointProperties> {
  const { buildings } = snapshot
  const set = filterBuildings(snapshot, query)
  return collect(buildings, buildings.size, set, query.bbox, buildingProperties(snapshot), maxPoints)
}

interface Points {
  readonly latitude: Float64Array
  readonly longitude: Float64Array
}

function collect<P>(
  points: Points,
  size: number,
  set: Bitset | null,
  bbox: Box | undefined,
  propertiesOf: (row: number) => P,
  maxPoints: number,
): FeatureCollection<P> {
  const { latitude, longitude } = points
  const rows = (set ?? Bitset.all(size)).rows()
  const located = rows.filter((row) => !Number.isNaN(latitude[row]!) && !Number.isNaN(longitude[row]!))
  const clustered = located.length > maxPoints
  const pointOf = (row: number): Feature<P> => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude[row]!, latitude[row]!] },
    properties: propertiesOf(row),
  })
  const features = clustered
    ? cluster(points, located, bbox ?? extent(points, located), pointOf)
    : Array.from(located, pointOf)
  return { type: 'FeatureCollection', features, total: rows.length, located: located.length, clustered }
}

/** From columns, without decoding records. */
function projectProperties({ projects }: Snapshot): (row: number) => PointProperties {
  const names = projects.sorted<string>('point_name')
  const slugs = projects.sorted<string>('point_slug')
  const prices = projects.numbers('point_price')
  const cities = projects.lists('city_names')
  const statuses = projects.lists('status')
  const sources = projects.lists('source_kinds')
  return (row) => ({
    cluster: false,
    project_id: projects.ids[row]!,
    slug: slugs.valueAt(row)!,
    name: names.valueAt(row)!,
    city_name: cities.firstOf(row)!,
    status: statuses.firstOf(row) as ProjectRecord['status'],
    price_from: Number.isNaN(prices[row]!) ? null : prices[row]!,
    invented: isInventedSource(sources.firstOf(row)),
  })
}

/** Only buildings with a name of their own are decoded. */
function buildingProperties(snapshot: Snapshot): (row: number) => BuildingPointProperties {
  const { buildings, projects } = snapshot
  const siteOf = projectProperties(snapshot)
  const projectIds = buildings.idsOf('project_id')
  const names = buildings.sorted<string>('name')
  const storeys = buildings.sorted<number>('storeys')
  const years = buildings.sorted<number>('year_built')
  return (row) => {
    const site = siteOf(projects.row(projectIds[row]!)!)
    const name = names.valueAt(row)
    return {
      cluster: false,
      building_id: buildings.ids[row]!,
      project_id: site.project_id,
      name: name === null || name === foldText(site.name) ? name && site.name : buildings.at(row).name,
      project_name: site.name,
      city_name: site.city_name,
      status: site.status,
      storeys: storeys.valueAt(row),
      year_built: years.valueAt(row),
      invented: site.invented,
    }
  }
}

type Box = readonly [west: number, south: number, east: number, north: number]

function extent({ latitude, longitude }: Points, rows: Uint32Array): Box {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const row of rows) grow(box, longitude[row]!, latitude[row]!)
  return box
}

function grow(box: [number, number, number, number], lng: number, lat: number): void {
  box[0] = Math.min(box[0], lng)
  box[1] = Math.min(box[1], lat)
  box[2] = Math.max(box[2], lng)
  box[3] = Math.max(box[3], lat)
}

/** Points outside the box belong to the nearest edge cell. */
function cluster<P>(
  { longitude, latitude }: Points,
  rows: Uint32Array,
  [west, south, east, north]: Box,
  pointOf: (row: number) => Feature<P>,
): Feature<P>[] {
  const width = (east - west) / GRID_SIZE || 1
  const height = (north - south) / GRID_SIZE || 1
  const clamp = (n: number) => Math.min(GRID_SIZE - 1, Math.max(0, Math.floor(n)))
  const cellOf = (row: number) =>
    clamp((longitude[row]! - west) / width) + GRID_SIZE * clamp((latitude[row]! - south) / height)
  const members = new Map<number, number[]>()
  for (let i = 0; i < rows.length; i++) {
    const cell = cellOf(rows[i]!)
    const list = members.get(cell)
    if (list) list.push(rows[i]!)
    else members.set(cell, [rows[i]!])
  }
  return Array.from(members.values(), (list): Feature<P> => {
    if (list.length === 1) return pointOf(list[0]!)
    const bbox: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
    let lng = 0
    let lat = 0
    for (const row of list) {
      lng += longitude[row]!
      lat += latitude[row]!
      grow(bbox, longitude[row]!, latitude[row]!)
    }
    const round = (sum: number) => Math.round((sum / list.length) * 1e5) / 1e5
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [round(lng), round(lat)] },
      properties: { cluster: true, count: list.length, bbox },
    }
  })
}
