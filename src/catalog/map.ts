// Projects as GeoJSON points; where there are too many to draw, those of one square of a grid become one.
import { filterProjects } from './project-filters.ts'
import type { ProjectFilters } from './query.ts'
import type { ProjectRecord } from './records.ts'
import type { Snapshot } from './snapshot.ts'

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
  /** West, south, east, north: the view that shows its projects. */
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
  /** Projects that match, and those among them with a place. */
  readonly total: number
  readonly located: number
  readonly clustered: boolean
}

/** More points than this are drawn as clusters, on a grid of this many squares a side. */
const MOST_POINTS = 2000
const SQUARES = 24

export function mapOf(snapshot: Snapshot, query: ProjectFilters, mostPoints = MOST_POINTS): FeatureCollection {
  const { projects, index } = snapshot
  const set = filterProjects(projects, index, query)
  const rows = set === null ? Uint32Array.from(projects.records.keys()) : set.rows()
  const located = rows.filter((row) => !Number.isNaN(index.latitude[row]!) && !Number.isNaN(index.longitude[row]!))
  const clustered = located.length > mostPoints
  const features = clustered
    ? cluster(snapshot, located, query.bbox ?? extent(snapshot, located))
    : Array.from(located, (row) => point(projects.records[row]!))
  return { type: 'FeatureCollection', features, total: rows.length, located: located.length, clustered }
}

function point(project: ProjectRecord): Feature {
  const { id, slug, name, city_name, status, price_from } = project
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [project.longitude!, project.latitude!] },
    properties: { cluster: false, project_id: id, slug, name, city_name, status, price_from },
  }
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

interface Square {
  rows: number[]
  lng: number
  lat: number
  box: [number, number, number, number]
}

function cluster({ projects, index }: Snapshot, rows: Uint32Array, [west, south, east, north]: Box): Feature[] {
  const width = (east - west) / SQUARES || 1
  const height = (north - south) / SQUARES || 1
  const squares = new Map<string, Square>()
  for (const row of rows) {
    const lng = index.longitude[row]!
    const lat = index.latitude[row]!
    const name = `${Math.floor((lng - west) / width)} ${Math.floor((lat - south) / height)}`
    const square = squares.get(name) ?? { rows: [], lng: 0, lat: 0, box: [Infinity, Infinity, -Infinity, -Infinity] }
    squares.set(name, square)
    square.rows.push(row)
    square.lng += lng
    square.lat += lat
    grow(square.box, lng, lat)
  }
  return Array.from(squares.values(), (square): Feature => {
    const count = square.rows.length
    if (count === 1) return point(projects.records[square.rows[0]!]!)
    const round = (sum: number) => Math.round((sum / count) * 1e5) / 1e5
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [round(square.lng), round(square.lat)] },
      properties: { cluster: true, count, bbox: square.box },
    }
  })
}
