// Two sources, one project: the owner's row decides, another source's row fills in what the owner leaves unknown. Pure.
import type { ProjectRecord } from '../../catalog/records.ts'
import type { ProjectRow } from '../row.ts'

/** Fields that may be filled; those on one line belong together and come from one source. */
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

export type Supplement = Readonly<Record<string, unknown>>

const isUnknown = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0)

/** What a row could fill in. */
export function supplementFrom(row: ProjectRow): Supplement {
  const offers: Record<string, unknown> = {}
  for (const group of FILLABLE) {
    if (group.every((field) => isUnknown(row[field]))) continue
    for (const field of group) offers[field] = row[field]
  }
  return offers
}

/** The project with its unknown fields filled, sources in the order of their names so that the result is one. */
export function applySupplements(
  project: ProjectRecord,
  offers: ReadonlyMap<string, Supplement>,
  observedAt: string,
): ProjectRecord {
  if (offers.size === 0) return project
  const filled: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  const ordered = [...offers].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const group of FILLABLE) {
    if (!group.every((field) => isUnknown(project[field]))) continue
    const offer = ordered.find(([, fields]) => group.some((field) => !isUnknown(fields[field])))
    if (!offer) continue
    for (const field of group) {
      values[field] = offer[1][field] ?? null
      filled[field] = offer[0]
    }
  }
  const sources = [...project.sources, ...ordered.map(([kind]) => ({ kind, observed_at: observedAt }))]
  return { ...project, ...values, filled, sources } as ProjectRecord
}

/** The project as its owner tells it. */
export function removeSupplements(project: ProjectRecord, witnesses: ReadonlySet<string>): ProjectRecord {
  const values: Record<string, unknown> = {}
  for (const field of Object.keys(project.filled)) {
    values[field] = Array.isArray(project[field as keyof ProjectRecord]) ? [] : null
  }
  const gone = new Set([...witnesses, ...Object.values(project.filled)])
  const sources = project.sources.filter(({ kind }) => !gone.has(kind))
  return { ...project, ...values, filled: {}, sources } as ProjectRecord
}
