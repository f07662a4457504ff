// Reads a GeoJSON FeatureCollection of buildings, with OSM tags or our field names.

import type { SourceFile } from '../files/source-file.ts'
import type { Notes, ReadItem } from '../record/draft.ts'
import { FileRefused, rejectedItem } from '../record/draft.ts'
import { draftOf, readElements } from './ndjson.ts'
import { hasOsmTags, osmFields } from './osm-tags.ts'
import type { Point } from './ring-centre.ts'
import { ringCentre } from './ring-centre.ts'

type Constants = Readonly<Record<string, unknown>>

export function readGeoJson(file: SourceFile, constants: Constants, notes: Notes): AsyncGenerator<ReadItem> {
  return readElements(file, 'features', (line, feature) => featureItem(line, feature, constants, notes))
}

function featureItem(line: number, feature: Constants, constants: Constants, notes: Notes): ReadItem | null {
  const properties = feature.properties
  if (properties === null || typeof properties !== 'object') return rejectedItem(line, 'the feature has no properties')
  const tags = properties as Constants
  const location = locationFields(pointOf(feature.geometry))
  const id = feature.id ?? tags['@id'] ?? tags.id
  const key = typeof id === 'string' || typeof id === 'number' ? { key: String(id) } : {}
  if (!hasOsmTags(tags)) return draftOf(line, tags, { ...constants, ...key, ...location }, notes)
  if (notes.osmProblem !== null)
    throw new FileRefused(`line ${line}: the feature has OpenStreetMap tags, and ${notes.osmProblem}`)
  const osm = osmFields(tags)
  if (typeof osm === 'string') {
    notes.remark(osm)
    return null
  }
  return {
    kind: 'draft',
    draft: { line, fields: { ...constants, ...key, ...location, ...osm.fields }, columns: osm.columns },
  }
}

export function locationFields(point: Point | null): Constants {
  if (!point) return {}
  const [longitude, latitude] = point.map((degrees) => Math.round(degrees * 1e6) / 1e6)
  return { latitude, longitude, location_accuracy: 'rooftop' }
}

export function pointOf(geometry: unknown): Point | null {
  if (geometry === null || typeof geometry !== 'object') return null
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown }
  if (type === 'Point') return asPoint(coordinates)
  const ring =
    type === 'Polygon' ? listAt(coordinates, 0) : type === 'MultiPolygon' ? listAt(listAt(coordinates, 0), 0) : null
  if (!Array.isArray(ring)) return null
  return ringCentre(ring.map(asPoint).filter((point) => point !== null))
}

const listAt = (list: unknown, at: number): unknown => (Array.isArray(list) ? list[at] : null)

function asPoint(value: unknown): Point | null {
  if (!Array.isArray(value)) return null
  const [longitude, latitude] = value
  return Number.isFinite(longitude) && Number.isFinite(latitude) ? [longitude, latitude] : null
}
