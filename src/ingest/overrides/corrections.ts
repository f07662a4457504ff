// Applies corrections to the values that sources report, and removes them. Pure.
import type { Building } from '../../catalog/records/record-schemas.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { headlineStatus } from '../../catalog/records/status.ts'
import { sameValue } from '../record/same-value.ts'

/** Project fields that a person can correct, in addition to the groups below and the addresses of buildings. */
export const CORRECTABLE = [
  'name',
  'name_fr',
  'aliases',
  'address',
  'neighbourhood_name',
  'postal_code',
  'building_type',
  'tenure',
  'sales_status',
  'construction_status',
  'storeys',
  'units_total',
  'year_built',
  'website_url',
] as const satisfies readonly (keyof ProjectRecord)[]
export type CorrectableField = (typeof CORRECTABLE)[number]

/**
 * Fields that are only right together are one correction: it applies and lapses as a whole, so that a point never
 * has the latitude of one place and the longitude of another.
 */
export const FIELD_GROUPS = {
  location: ['latitude', 'longitude', 'location_accuracy'],
  prices: ['price_from', 'price_to'],
} as const satisfies Readonly<Record<string, readonly (keyof ProjectRecord)[]>>
export type FieldGroup = keyof typeof FIELD_GROUPS
export type GroupedField = (typeof FIELD_GROUPS)[FieldGroup][number]
type GroupValue = Readonly<Partial<Pick<ProjectRecord, GroupedField>>>

export const isFieldGroup = (field: string): field is FieldGroup => Object.hasOwn(FIELD_GROUPS, field)

function groupValue(project: ProjectRecord, group: FieldGroup): GroupValue {
  const fields: readonly GroupedField[] = FIELD_GROUPS[group]
  return Object.fromEntries(fields.map((field) => [field, project[field]])) as GroupValue
}

/** Of several towers without points, it is not known which one is at the project's point. */
const isAtProject = ({ latitude, longitude }: Readonly<Building>, project: ProjectRecord): boolean =>
  latitude === project.latitude &&
  longitude === project.longitude &&
  (latitude !== null || project.buildings.length === 1)

/** A building at the project's point moves with it. */
function withGroup(project: ProjectRecord, value: GroupValue): ProjectRecord {
  const { latitude, longitude } = value
  if (latitude === undefined || longitude === undefined) return { ...project, ...value }
  const buildings = project.buildings.map((building) =>
    isAtProject(building, project) ? { ...building, latitude, longitude } : building,
  )
  return { ...project, ...value, buildings }
}

export interface CorrectionInForce {
  readonly id: string
  readonly field: string
  readonly value: unknown
  /** The source's value when the correction was made. */
  readonly source_value: unknown
  /** The dataset version that introduced it. */
  readonly version: number
}

/** For example `buildings.1042.addresses`, with the building's id. */
export const addressesField = (buildingId: number): string => `buildings.${buildingId}.addresses`

export function buildingIdOf(field: string): number | null {
  const id = /^buildings\.(\d+)\.addresses$/.exec(field)?.[1]
  return id === undefined ? null : Number(id)
}

/** Returns undefined when the building does not exist. */
export function fieldValue(project: ProjectRecord, field: string): unknown {
  if (isFieldGroup(field)) return groupValue(project, field)
  const buildingId = buildingIdOf(field)
  if (buildingId === null) return project[field as CorrectableField]
  return project.buildings.find(({ id }) => id === buildingId)?.addresses
}

export function withValue(project: ProjectRecord, field: string, value: unknown): ProjectRecord {
  if (isFieldGroup(field)) return withGroup(project, value as GroupValue)
  const buildingId = buildingIdOf(field)
  if (buildingId === null) {
    const changed = { ...project, [field]: value } as ProjectRecord
    return { ...changed, status: headlineStatus(changed.sales_status, changed.construction_status) }
  }
  const addresses = value as Building['addresses']
  return {
    ...project,
    buildings: project.buildings.map((building) =>
      building.id === buildingId ? { ...building, addresses } : building,
    ),
  }
}

/** A correction lapses when its source reports a different value than before. */
export function applyCorrections<T extends CorrectionInForce>(
  reported: ProjectRecord,
  corrections: readonly T[],
): { project: ProjectRecord; lapsed: T[] } {
  const lapsed = corrections.filter(({ field, source_value }) => !sameValue(fieldValue(reported, field), source_value))
  const project = corrections
    .filter((correction) => !lapsed.includes(correction))
    .reduce((corrected, { field, value }) => withValue(corrected, field, value), reported)
  return { project, lapsed }
}

/** So that a reader sees which values come from a person. */
export function markCorrected(
  project: ProjectRecord,
  corrections: readonly { readonly field: string }[],
): ProjectRecord {
  return { ...project, corrected: corrections.flatMap(({ field }) => correctedPaths(project, field)) }
}

function correctedPaths(project: ProjectRecord, field: string): readonly string[] {
  if (!isFieldGroup(field)) return [field]
  if (field !== 'location') return FIELD_GROUPS[field]
  const moved = project.buildings.filter((building) => isAtProject(building, project))
  return [
    ...FIELD_GROUPS.location,
    ...moved.flatMap(({ id }) => [`buildings.${id}.latitude`, `buildings.${id}.longitude`]),
  ]
}

/** Returns the project as the sources report it. */
export function removeCorrections(project: ProjectRecord, corrections: readonly CorrectionInForce[]): ProjectRecord {
  return corrections.reduce((original, { field, source_value }) => withValue(original, field, source_value), project)
}
