// The editor's form values, and how they differ from the project.
import type { CorrectionBody, DeskProject } from '../../../../src/contract/api-types.ts'

export type AddressDraft = DeskProject['buildings'][number]['addresses'][number]

export interface Draft {
  readonly texts: Readonly<Record<TextField, string>>
  readonly sales_status: DeskProject['sales_status']
  readonly construction_status: DeskProject['construction_status']
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
  'website_url',
] as const
export type TextField = (typeof TEXT_FIELDS)[number]

export const NUMBER_FIELDS: readonly TextField[] = ['storeys', 'units_total', 'year_built']

export function draftOf(project: DeskProject): Draft {
  const texts = Object.fromEntries(
    TEXT_FIELDS.map((field) => {
      const value = project[field]
      return [field, Array.isArray(value) ? value.join('\n') : value === null ? '' : String(value)]
    }),
  ) as Draft['texts']
  const { sales_status, construction_status } = project
  const towers = Object.fromEntries(project.buildings.map(({ id, addresses }) => [id, addresses]))
  return { texts, sales_status, construction_status, towers }
}

function parseText(field: TextField, text: string): unknown {
  const value = text.trim()
  if (field === 'aliases') return value === '' ? [] : value.split('\n').map((line) => line.trim())
  if (value === '') return null
  return NUMBER_FIELDS.includes(field) ? Number(value) : value
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The fields that differ from the project. */
export function changesOf(project: DeskProject, draft: Draft): CorrectionBody {
  const changes: Record<string, unknown> = {}
  for (const field of TEXT_FIELDS) {
    const value = parseText(field, draft.texts[field])
    if (!isEqual(value, project[field])) changes[field] = value
  }
  for (const axis of ['sales_status', 'construction_status'] as const)
    if (draft[axis] !== project[axis]) changes[axis] = draft[axis]
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
