// Turns a source row into records and computes all derived fields. Pure.
import { countAvailable, developerDisplay, pricePerSqft, psfRange } from '../../catalog/records/derived-fields.ts'
import type { Media } from '../../catalog/records/record-schemas.ts'
import type { Bundle, MediaRecord, PlanRecord, ProjectRecord, UnitRecord } from '../../catalog/records/record-types.ts'
import { isFreeMedia } from '../../catalog/records/record-types.ts'
import { headlineStatus } from '../../catalog/records/status.ts'
import { groupBy } from '../../catalog/snapshot/group-by.ts'
import type { ChildIds } from '../record/identity.ts'
import type { HistoryRow, ProjectRow } from '../record/row.ts'
import { DEMO_SOURCE } from '../record/source-names.ts'

/** Raise it when the derivations below change, so that imports process unchanged rows again. */
export const DERIVATION = 3

export interface AssignedIds {
  readonly id: number
  readonly slug: string
  readonly children: ChildIds
  /** In the order of the row's developers. */
  readonly developerIds: readonly number[]
  readonly source: string
}

const STATUS_FIELDS: readonly string[] = ['sales_status', 'construction_status']
const COVER_KINDS: readonly Media['kind'][] = [
  'rendering_exterior',
  'photo',
  'rendering_interior',
  'amenity',
  'site_plan',
]

/** Checks what the schema cannot: keys are unique, and references exist. Returns the problem or null. */
export function referenceProblem(row: ProjectRow): string | null {
  const plans = new Set(row.floor_plans.map((plan) => plan.key))
  const buildings = new Set(row.buildings.map((building) => building.key))
  const repeated = [
    ['building', row.buildings],
    ['floor plan', row.floor_plans],
    ['unit', row.units],
    ['media', row.media],
  ] as const
  for (const [what, list] of repeated) {
    if (new Set(list.map((item) => item.key)).size < list.length) return `two entries have the same ${what} key`
  }
  for (const plan of row.floor_plans) {
    if (plan.building_key !== null && !buildings.has(plan.building_key))
      return `the building key ${plan.building_key} does not exist`
  }
  for (const item of [...row.units, ...row.media, ...row.history]) {
    if (item.floor_plan_key !== null && !plans.has(item.floor_plan_key))
      return `the floor plan key ${item.floor_plan_key} does not exist`
  }
  return null
}

function latest(history: readonly HistoryRow[], planKey: string | null, fields: readonly string[]): string | null {
  let found: string | null = null
  for (const row of history) {
    if (row.floor_plan_key !== planKey || !fields.includes(row.field)) continue
    if (found === null || row.effective_at > found) found = row.effective_at
  }
  return found
}

export function assemble(row: ProjectRow, assigned: AssignedIds, at: string): Bundle {
  const { id, children } = assigned
  const media = row.media.map((item): MediaRecord => {
    const { key, floor_plan_key, ...fields } = item
    const planId = floor_plan_key === null ? null : children.floor_plan[floor_plan_key]!
    return { id: children.media[key]!, project_id: id, floor_plan_id: planId, ...fields, created_at: at }
  })
  const plans = assemblePlans(row, assigned, media, at)
  const buildingOfPlan = new Map(plans.map((plan) => [plan.id, plan.building_id]))
  const units = row.units.map((item): UnitRecord => {
    const { key, floor_plan_key, ...fields } = item
    const planId = children.floor_plan[floor_plan_key]!
    return {
      id: children.unit[key]!,
      floor_plan_id: planId,
      project_id: id,
      building_id: buildingOfPlan.get(planId) ?? null,
      ...fields,
      status_changed_at: null,
    }
  })
  return { project: assembleProject(row, assigned, plans, media, at), floor_plans: plans, units, media }
}

function assemblePlans(
  row: ProjectRow,
  assigned: AssignedIds,
  media: readonly MediaRecord[],
  at: string,
): PlanRecord[] {
  const { id, children } = assigned
  const mediaOfPlan = groupBy(
    media.filter((item) => item.floor_plan_id !== null),
    (item) => item.floor_plan_id,
  )
  const historyOfPlan = groupBy(row.history, (entry) => entry.floor_plan_key)
  return row.floor_plans.map((item): PlanRecord => {
    const { key, building_key, ...fields } = item
    const planId = children.floor_plan[key]!
    const images = (mediaOfPlan.get(planId) ?? []).toSorted((a, b) => a.position - b.position || a.id - b.id)
    return {
      id: planId,
      project_id: id,
      building_id: building_key === null ? null : children.building[building_key]!,
      ...fields,
      psf: pricePerSqft(fields.price, fields.interior_sqft),
      media_ids: images.map((image) => image.id),
      price_changed_at: latest(historyOfPlan.get(key) ?? [], key, ['price']),
      updated_at: at,
      created_at: at,
    }
  })
}

function assembleProject(
  row: ProjectRow,
  assigned: AssignedIds,
  plans: readonly PlanRecord[],
  media: readonly MediaRecord[],
  at: string,
): ProjectRecord {
  const {
    key: _key,
    id: _id,
    developers,
    buildings,
    floor_plans: _p,
    units: _u,
    media: _m,
    history,
    invented,
    ...fields
  } = row
  const [psfFrom, psfTo] = psfRange(plans)
  return {
    id: assigned.id,
    slug: assigned.slug,
    ...fields,
    developer: developerDisplay(developers),
    developers: developers.map((developer, i) => ({ id: assigned.developerIds[i]!, ...developer })),
    status: headlineStatus(row.sales_status, row.construction_status),
    status_changed_at: latest(history, null, STATUS_FIELDS),
    psf_from: psfFrom,
    psf_to: psfTo,
    currency: 'CAD',
    buildings_count: buildings.length,
    floor_plans_count: plans.length,
    available_floor_plans_count: countAvailable(plans),
    media_count: media.filter((item) => isFreeMedia(item.kind)).length,
    cover_media_id: coverOf(media),
    sources: [...(invented ? [DEMO_SOURCE] : []), assigned.source].map((kind) => ({ kind, observed_at: at })),
    merged_into: null,
    buildings: buildings.map(({ key, addresses, unit_labels: _labels, ...building }) => ({
      id: assigned.children.building[key]!,
      project_id: assigned.id,
      ...building,
      addresses,
    })),
    ...unitLabelsOf(buildings, assigned.children.building),
    created_at: at,
    updated_at: at,
  }
}

function unitLabelsOf(
  buildings: ProjectRow['buildings'],
  ids: Readonly<Record<string, number>>,
): Pick<ProjectRecord, 'unit_labels'> {
  const lists = buildings.flatMap(({ key, unit_labels }) => (unit_labels ? [[ids[key]!, unit_labels]] : []))
  return lists.length === 0 ? {} : { unit_labels: Object.fromEntries(lists) }
}

/** Every plan shows the cover, so it must be an image that all plans can see. */
function coverOf(media: readonly MediaRecord[]): number | null {
  const open = media.filter((item) => isFreeMedia(item.kind))
  const marked = open.find((item) => item.is_cover)
  if (marked) return marked.id
  for (const kind of COVER_KINDS) {
    const found = open.find((item) => item.kind === kind)
    if (found) return found.id
  }
  return null
}
