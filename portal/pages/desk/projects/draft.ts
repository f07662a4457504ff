// The editor's form values, and how they differ from the project.
import type { CorrectionBody, DeskProject } from '../../../../src/http/api-types.ts'

export type AddressDraft = DeskProject['buildings'][number]['addresses'][number]

export interface Draft {
  readonly texts: Readonly<Record<TextField, string>>
  readonly sales_status: DeskProject['sales_status']
  readonly construction_status: DeskProject['construction_status']
  readonly building_type: DeskProject['building_type']
  readonly tenure: DeskProject['tenure']
  readonly location_accuracy: DeskProject['location_accuracy']
  /** By tower id. */
  readonly towers: Readonly<Record<number, readonly AddressDraft[]>>
}

export const TEXT_FIELDS = [
  'name',
  'name_fr',
  'aliases',
  'neighbourhood_name',
  'postal_code',
  'storeys',
  'units_total',
  'year_built',
  'price_from',
  'price_to',
  'latitude',
  'longitude',
  'website_url',
] as const
export type TextField = (typeof TEXT_FIELDS)[number]

export const NUMBER_FIELDS: readonly TextField[] = ['storeys', 'units_total', 'year_built', 'price_from', 'price_to']
export const DECIMAL_FIELDS: readonly TextField[] = ['latitude', 'longitude']

/** The API takes a point only as a whole. */
const LOCATION = ['latitude', 'longitude', 'location_accuracy'] as const

export function draftOf(project: DeskProject): Draft {
  const texts = Object.fromEntries(
    TEXT_FIELDS.map((field) => {
      const value = project[field]
      return [field, Array.isArray(value) ? value.join('\n') : value === null ? '' : String(value)]
    }),
  ) as Draft['texts']
  const { sales_status, construction_status, building_type, tenure, location_accuracy } = project
  const towers = Object.fromEntries(project.buildings.map(({ id, addresses }) => [id, addresses]))
  return { texts, sales_status, construction_status, building_type, tenure, location_accuracy, towers }
}

function parseText(field: TextField, text: string): unknown {
  const value = text.trim()
  if (field === 'aliases') return value === '' ? [] : value.split('\n').map((line) => line.trim())
  if (value === '') return null
  return NUMBER_FIELDS.includes(field) || DECIMAL_FIELDS.includes(field) ? Number(value) : value
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const CHOICE_FIELDS = ['sales_status', 'construction_status', 'building_type', 'tenure', 'location_accuracy'] as const

/** The fields that differ from the project. */
export function changesOf(project: DeskProject, draft: Draft): CorrectionBody {
  const changes: Record<string, unknown> = {}
  for (const field of TEXT_FIELDS) {
    const value = parseText(field, draft.texts[field])
    if (!isEqual(value, project[field])) changes[field] = value
  }
  for (const field of CHOICE_FIELDS) if (draft[field] !== project[field]) changes[field] = draft[field]
  if (LOCATION.some((field) => field in changes))
    Object.assign(changes, {
      latitude: parseText('latitude', draft.texts.latitude),
      longitude: parseText('longitude', draft.texts.longitude),
      location_accuracy: draft.location_accuracy,
    })
  const buildings = project.buildings
    .map(({ id }) => ({ id, addresses: [...draft.towers[id]!] }))
    .filter(({ addresses }, i) => !isEqual(addresses, project.buildings[i]!.addresses))
  return (buildings.length === 0 ? changes : { ...changes, buildings }) as CorrectionBody
}

/** Unusual status changes need a reason. */
export function needsReason(project: DeskProject, draft: Draft): boolean {
  return (['sales_status', 'construction_status'] as const).some((axis) =>
    project.moves[axis].corrections.includes(draft[axis]),
  )
}
