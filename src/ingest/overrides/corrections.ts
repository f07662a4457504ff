// Corrections over what the sources say: laid on, lifted off, and gone when a source says something new. Pure.
import type { Building } from '../../catalog/record-schemas.ts'
import type { ProjectRecord } from '../../catalog/records.ts'
import { headlineStatus } from '../../catalog/status.ts'
import { sameValue } from '../publish/field-changes.ts'

/** Fields of a project that a person may correct, beside the addresses of its towers. */
export const CORRECTABLE = [
  'name',
  'name_fr',
  'aliases',
  'address',
  'neighbourhood_name',
  'postal_code',
  'sales_status',
  'construction_status',
  'storeys',
  'units_total',
  'year_built',
  'website_url',
] as const satisfies readonly (keyof ProjectRecord)[]
export type CorrectableField = (typeof CORRECTABLE)[number]

export interface CorrectionInForce {
  readonly id: string
  readonly field: string
  readonly value: unknown
  /** What the source said when it was corrected. */
  readonly source_value: unknown
  /** The version that brought it. */
  readonly version: number
}

/** Towers are named by their id: `buildings.1042.addresses`. */
export const addressesField = (buildingId: number): string => `buildings.${buildingId}.addresses`

export function buildingIdOf(field: string): number | null {
  const id = /^buildings\.(\d+)\.addresses$/.exec(field)?.[1]
  return id === undefined ? null : Number(id)
}

/** Undefined when the tower is not there. */
export function fieldValue(project: ProjectRecord, field: string): unknown {
  const tower = buildingIdOf(field)
  if (tower === null) return project[field as CorrectableField]
  return project.buildings.find(({ id }) => id === tower)?.addresses
}

export function withValue(project: ProjectRecord, field: string, value: unknown): ProjectRecord {
  const tower = buildingIdOf(field)
  if (tower === null) {
    const changed = { ...project, [field]: value } as ProjectRecord
    return { ...changed, status: headlineStatus(changed.sales_status, changed.construction_status) }
  }
  const addresses = value as Building['addresses']
  return {
    ...project,
    buildings: project.buildings.map((building) => (building.id === tower ? { ...building, addresses } : building)),
  }
}

/** The project as people say it is. `lapsed` are the corrections whose source says something else than it did. */
export function applyCorrections<T extends CorrectionInForce>(
  told: ProjectRecord,
  corrections: readonly T[],
): { project: ProjectRecord; lapsed: T[] } {
  const lapsed = corrections.filter(({ field, source_value }) => !sameValue(fieldValue(told, field), source_value))
  const project = corrections
    .filter((correction) => !lapsed.includes(correction))
    .reduce((at, { field, value }) => withValue(at, field, value), told)
  return { project, lapsed }
}

/** The project as the sources tell it. */
export function removeCorrections(project: ProjectRecord, corrections: readonly CorrectionInForce[]): ProjectRecord {
  return corrections.reduce((at, { field, source_value }) => withValue(at, field, source_value), project)
}
