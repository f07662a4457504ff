// Projects as GeoJSON points, clustered on a grid when there are too many.

import type { ProjectRecord } from '../records/record-types.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { ProjectFilters } from './catalog-query.ts'
import { filterProjects } from './project-filters.ts'

export interface PointProperties {
  readonly cluster: false
  readonly project_id: number
  readonly slug: string
  readonly name: string
  readonly city_name: string
  readonly status: ProjectRecord['status']
  readonly price_from: number | null
}

export interface ClusterProperties {
  readonly cluster: true
  readonly count: number
  /** West, south, east, north of its projects. */
  readonly bbox: readonly [number, number, number, number]
}

export interface Feature {
  readonly type: 'Feature'
  readonly geometry: { readonly type: 'Point'; readonly coordinates: readonly [number, number] }
  readonly properties: PointProperties | ClusterProperties
}

export interface FeatureCollection {
  readonly type: 'FeatureCollection'
  readonly features: readonly Feature[]
  /** Projects that match. */
  readonly total: number
  /** Matching projects with coordinates. */
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
  const rows = set === null ? Uint32Array.from(projects.ids.keys()) : set.rows()
  const located = rows.filter((row) => !Number.isNaN(index.latitude[row]!) && !Number.isNaN(index.longitude[row]!))
  const clustered = located.length > maxPoints
  const features = clustered
    ? cluster(snapshot, located, query.bbox ?? extent(snapshot, located))
    : Array.from(located, pointMaker(snapshot))
  return { type: 'FeatureCollection', features, total: rows.length, located: located.length, clustered }
}

/** Makes points from columns, without decoding records. */
function pointMaker({ projects, index }: Snapshot): (row: number) => Feature {
  const names = projects.sorted<string>('point_name')
  const slugs = projects.sorted<string>('point_slug')
  const prices = projects.numbers('point_price')
  const cities = projects.lists('city_names')
  return (row) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [index.longitude[row]!, index.latitude[row]!] },
    properties: {
      cluster: false,
      project_id: projects.ids[row]!,
      slug: slugs.valueAt(row)!,
      name: names.valueAt(row)!,
      city_name: cities.firstOf(row)!,
      status: index.status.firstOf(row) as ProjectRecord['status'],
      price_from: Number.isNaN(prices[row]!) ? null : prices[row]!,
    },
  })
}

type Box = readonly [west: number, south: number, east: number, north: number]

function extent({ index }: Snapshot, rows: Uint32Array): Box {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const row of rows) grow(box, index.longitude[row]!, index.latitude[row]!)
  return box
}

function grow(box: [number, number, number, number], lng: number, lat: number): void {
  box[0] = Math.min(box[0], lng)
  box[1] = Math.min(box[1], lat)
  box[2] = Math.max(box[2], lng)
  box[3] = Math.max(box[3], lat)
}

/** Points outside the box belong to the nearest edge cell. */
function cluster(snapshot: Snapshot, rows: Uint32Array, [west, south, east, north]: Box): Feature[] {
  const { longitude, latitude } = snapshot.index
  const point = pointMaker(snapshot)
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
  return Array.from(members.values(), (list): Feature => {
    if (list.length === 1) return point(list[0]!)
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
