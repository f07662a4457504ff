// Street names and neighbourhoods for a map, from the addresses of the buildings.
import type { ProjectRecord } from '../records/record-types.ts'
import type { Collection } from '../snapshot/collection.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { Box, StreetInBox } from './street-labels.ts'
import { streetsIn } from './street-labels.ts'

type Coordinates = readonly [longitude: number, latitude: number]

interface LabelProperties {
  readonly kind: 'street' | 'neighbourhood'
  readonly name: string
  readonly city_name: string
  /** Buildings on the street, or projects in the neighbourhood. */
  readonly count: number
}

interface LabelFeature {
  readonly type: 'Feature'
  readonly geometry: { readonly type: 'Point'; readonly coordinates: Coordinates }
  readonly properties: LabelProperties
}

export interface MapLabels {
  readonly type: 'FeatureCollection'
  readonly features: readonly LabelFeature[]
  /** There are more labels than the limit. Those with the fewest buildings are left out. */
  readonly truncated: boolean
}

export const MAX_LABELS = 300

/** The labels in the box, those with the most buildings first. */
export function mapLabels(snapshot: Snapshot, box: Box, limit = MAX_LABELS): MapLabels {
  const streets = streetsIn(snapshot, box, limit)
  const areas = neighbourhoodsIn(snapshot.projects, box)
  // Neighbourhoods are few and say most.
  const features = [...areas.slice(0, Math.ceil(limit / 3)).map(areaFeature), ...streets.found.map(streetFeature)]
  const truncated = streets.truncated || features.length > limit || areas.length > Math.ceil(limit / 3)
  return { type: 'FeatureCollection', features: features.slice(0, limit), truncated }
}

/** About a metre. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5

function streetFeature({ name, city, points, middle }: StreetInBox): LabelFeature {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [round(middle.longitude), round(middle.latitude)] },
    properties: { kind: 'street', name, city_name: city, count: points.length },
  }
}

interface Area {
  readonly name: string
  readonly city: string
  readonly count: number
  readonly middle: Coordinates
}

function areaFeature({ name, city, count, middle }: Area): LabelFeature {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: middle },
    properties: { kind: 'neighbourhood', name, city_name: city, count },
  }
}

const areasOf = new WeakMap<Collection<ProjectRecord>, readonly Area[]>()

function neighbourhoodsIn(projects: Collection<ProjectRecord>, [west, south, east, north]: Box): Area[] {
  let areas = areasOf.get(projects)
  if (!areas) {
    areas = measureAreas(projects)
    areasOf.set(projects, areas)
  }
  return areas.filter(({ middle: [lng, lat] }) => lng >= west && lng <= east && lat >= south && lat <= north)
}

/** From columns, without decoding records. The most projects first. */
function measureAreas(projects: Collection<ProjectRecord>): Area[] {
  const names = projects.lists('neighbourhood_names')
  const cities = projects.lists('city_names')
  const [latitude, longitude] = [projects.numbers('latitude'), projects.numbers('longitude')]
  const groups = new Map<string, { name: string; city: string; rows: number[] }>()
  for (let row = 0; row < projects.size; row++) {
    const name = names.firstOf(row)
    const city = cities.firstOf(row)
    if (!name || !city || Number.isNaN(latitude[row]!) || Number.isNaN(longitude[row]!)) continue
    const key = `${city}\n${name}`
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { name, city, rows: [row] })
  }
  const areas = [...groups.values()].map(({ name, city, rows }): Area => {
    const middle: Coordinates = [median(rows, longitude), median(rows, latitude)]
    return { name, city, count: rows.length, middle }
  })
  return areas.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

/** The median, because one wrong coordinate moves a mean far away. */
function median(rows: readonly number[], values: Float64Array): number {
  const sorted = rows.map((row) => values[row]!).sort((a, b) => a - b)
  return round(sorted[sorted.length >> 1]!)
}
