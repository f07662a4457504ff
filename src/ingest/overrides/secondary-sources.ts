// Fills unknown fields of a project from its secondary sources. Pure.
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import type { Supplement } from '../identity.ts'
import type { ProjectRow } from '../row.ts'

/** Fields that a secondary source can fill. Fields on one line belong together and come from one source. */
const FILLABLE: readonly (readonly (keyof ProjectRow & keyof ProjectRecord)[])[] = [
  ['name_fr'],
  ['neighbourhood_name'],
  ['postal_code'],
  ['latitude', 'longitude', 'location_accuracy'],
  ['architects'],
  ['interior_designers'],
  ['storeys'],
  ['units_total'],
  ['price_from', 'price_to'],
  ['size_min_sqft', 'size_max_sqft'],
  ['bedrooms_min', 'bedrooms_max'],
  ['launch_date'],
  ['occupancy_date'],
  ['completion_date'],
  ['year_built'],
  ['condo_corp'],
  ['deposit'],
  ['maintenance_fee'],
  ['parking'],
  ['locker'],
  ['amenities'],
  ['description_fr'],
  ['website_url'],
]

const isUnknown = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0)

/** The values of a row that can fill unknown fields. */
export function supplementFrom(row: ProjectRow): Supplement {
  const supplement: Record<string, unknown> = {}
  for (const group of FILLABLE) {
    if (group.every((field) => isUnknown(row[field]))) continue
    for (const field of group) supplement[field] = row[field]
  }
  return supplement
}

/** Sources apply in alphabetical order, so that the result does not depend on the order of imports. */
export function applySupplements(
  project: ProjectRecord,
  supplements: ReadonlyMap<string, Supplement>,
  observedAt: string,
): ProjectRecord {
  if (supplements.size === 0) return project
  const filled: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  const ordered = [...supplements].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const group of FILLABLE) {
    if (!group.every((field) => isUnknown(project[field]))) continue
    const found = ordered.find(([, fields]) => group.some((field) => !isUnknown(fields[field])))
    if (!found) continue
    for (const field of group) {
      values[field] = found[1][field] ?? null
      filled[field] = found[0]
    }
  }
  const sources = [...project.sources, ...ordered.map(([kind]) => ({ kind, observed_at: observedAt }))]
  return { ...project, ...values, filled, sources } as ProjectRecord
}

/** Returns the project as its owner reports it. */
export function removeSupplements(project: ProjectRecord, secondarySources: ReadonlySet<string>): ProjectRecord {
  const values: Record<string, unknown> = {}
  for (const field of Object.keys(project.filled)) {
    values[field] = Array.isArray(project[field as keyof ProjectRecord]) ? [] : null
  }
  const removed = new Set([...secondarySources, ...Object.values(project.filled)])
  const sources = project.sources.filter(({ kind }) => !removed.has(kind))
  return { ...project, ...values, filled: {}, sources } as ProjectRecord
}
