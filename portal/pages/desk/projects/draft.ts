// What stands in the form of the editor, and which of it differs from the project. Pure.
import type { CorrectionBody, DeskProject } from '../../../../src/contract/api-types.ts'

export type AddressDraft = DeskProject['buildings'][number]['addresses'][number]

/** Every field as its input holds it. */
export interface Draft {
  readonly texts: Readonly<Record<TextField, string>>
  readonly sales_status: DeskProject['sales_status']
  readonly construction_status: DeskProject['construction_status']
  /** By the id of the tower. */
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

export const NUMBERS: readonly TextField[] = ['storeys', 'units_total', 'year_built']

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

function valueOfText(field: TextField, text: string): unknown {
  const tidy = text.trim()
  if (field === 'aliases') return tidy === '' ? [] : tidy.split('\n').map((line) => line.trim())
  if (tidy === '') return null
  return NUMBERS.includes(field) ? Number(tidy) : tidy
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The correction that the form amounts to; empty when it says what the project says. */
export function changesOf(project: DeskProject, draft: Draft): CorrectionBody {
  const changes: Record<string, unknown> = {}
  for (const field of TEXT_FIELDS) {
    const value = valueOfText(field, draft.texts[field])
    if (!same(value, project[field])) changes[field] = value
  }
  for (const axis of ['sales_status', 'construction_status'] as const)
    if (draft[axis] !== project[axis]) changes[axis] = draft[axis]
  const buildings = project.buildings
    .map(({ id }) => ({ id, addresses: [...draft.towers[id]!] }))
    .filter(({ addresses }, i) => !same(addresses, project.buildings[i]!.addresses))
  return (buildings.length === 0 ? changes : { ...changes, buildings }) as CorrectionBody
}

/** A status move that is not in the table. */
export function needsReason(project: DeskProject, draft: Draft): boolean {
  return (['sales_status', 'construction_status'] as const).some((axis) =>
    project.moves[axis].corrections.includes(draft[axis]),
  )
}
