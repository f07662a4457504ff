// Applies corrections to the values that sources report, and removes them. Pure.
import type { Building } from '../../catalog/records/record-schemas.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { headlineStatus } from '../../catalog/records/status.ts'
import { sameValue } from '../same-value.ts'

/** Project fields that a person can correct, in addition to the addresses of its buildings. */
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
  const buildingId = buildingIdOf(field)
  if (buildingId === null) return project[field as CorrectableField]
  return project.buildings.find(({ id }) => id === buildingId)?.addresses
}

export function withValue(project: ProjectRecord, field: string, value: unknown): ProjectRecord {
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

/** Returns the project as the sources report it. */
export function removeCorrections(project: ProjectRecord, corrections: readonly CorrectionInForce[]): ProjectRecord {
  return corrections.reduce((original, { field, source_value }) => withValue(original, field, source_value), project)
}
