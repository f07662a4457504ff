// Reads OpenStreetMap extracts in Overpass JSON: nodes, ways and relations.

import type { SourceFile } from '../files/source-file.ts'
import type { Notes, ReadItem } from '../record/draft.ts'
import { rejectedItem } from '../record/draft.ts'
import { locationFields } from './geojson.ts'
import { readElements } from './ndjson.ts'
import { osmFields } from './osm-tags.ts'
import type { Point } from './ring-centre.ts'
import { ringCentre } from './ring-centre.ts'

type Fields = Readonly<Record<string, unknown>>

export function readOverpass(file: SourceFile, constants: Fields, notes: Notes): AsyncGenerator<ReadItem> {
  return readElements(file, 'elements', (line, element) => elementItem(line, element, constants, notes))
}

function elementItem(line: number, element: Fields, constants: Fields, notes: Notes): ReadItem | null {
  const { type, id, tags } = element as { type?: unknown; id?: unknown; tags?: unknown }
  if (tags === null || typeof tags !== 'object') {
    notes.remark('skipped: an element without tags')
    return null
  }
  const osm = osmFields(tags as Fields)
  if (typeof osm === 'string') {
    notes.remark(osm)
    return null
  }
  if (typeof type !== 'string' || !Number.isSafeInteger(id))
    return rejectedItem(line, 'the element has no type or id', 'id')
  const fields = { ...constants, key: `${type}/${id}`, ...locationFields(pointOf(element)), ...osm.fields }
  return { kind: 'draft', draft: { line, fields, columns: osm.columns } }
}

function pointOf(element: Fields): Point | null {
  const point = asPoint(element) ?? asPoint(element.center)
  if (point) return point
  const { geometry } = element
  return Array.isArray(geometry) ? ringCentre(geometry.map(asPoint).filter((point) => point !== null)) : null
}

function asPoint(value: unknown): Point | null {
  if (value === null || typeof value !== 'object') return null
  const { lat, lon } = value as { lat?: unknown; lon?: unknown }
  return typeof lat === 'number' && typeof lon === 'number' ? [lon, lat] : null
}
