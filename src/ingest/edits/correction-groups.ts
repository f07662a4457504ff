// Corrections of a point or a price range: fields that change together. Pure.
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { fieldFault } from '../../kernel/fault.ts'
import type { FieldGroup, GroupedField } from '../overrides/corrections.ts'
import { FIELD_GROUPS, fieldValue } from '../overrides/corrections.ts'

type Values = Readonly<Partial<Record<GroupedField, unknown>>>

export interface GroupCorrection {
  readonly field: FieldGroup
  readonly value: Values
}

/** Takes the grouped fields out of the input. A field that is not sent keeps its value. */
export function correctedGroups<T extends Values>(
  project: ProjectRecord,
  input: T,
): { readonly groups: GroupCorrection[]; readonly fields: Omit<T, GroupedField> } {
  const fields: Record<string, unknown> = { ...input }
  const groups: GroupCorrection[] = []
  for (const group of Object.keys(FIELD_GROUPS) as FieldGroup[]) {
    const members: readonly GroupedField[] = FIELD_GROUPS[group]
    const sent = members.filter((field) => input[field] !== undefined)
    for (const field of sent) delete fields[field]
    if (sent.length === 0) continue
    const value = { ...(fieldValue(project, group) as Values), ...Object.fromEntries(sent.map((f) => [f, input[f]])) }
    CHECKS[group](value, sent)
    groups.push({ field: group, value })
  }
  return { groups, fields: fields as Omit<T, GroupedField> }
}

const CHECKS: Readonly<Record<FieldGroup, (value: Values, sent: readonly GroupedField[]) => void>> = {
  location(value, sent) {
    const missing = FIELD_GROUPS.location.find((field) => !sent.includes(field))
    if (missing !== undefined)
      throw fieldFault(
        'invalid_parameter',
        `/${missing}`,
        `"${missing}" is missing. Send latitude, longitude and location_accuracy together.`,
      )
    const empty = FIELD_GROUPS.location.filter((field) => value[field] === null)
    if (empty.length > 0 && empty.length < FIELD_GROUPS.location.length)
      throw fieldFault(
        'invalid_parameter',
        `/${empty[0]}`,
        `"${empty[0]}" must have a value, or latitude, longitude and location_accuracy must all be null.`,
      )
  },
  prices({ price_from: from, price_to: to }) {
    if (typeof from === 'number' && typeof to === 'number' && from > to)
      throw fieldFault('invalid_parameter', '/price_from', `"price_from" (${from}) is greater than "price_to" (${to}).`)
  },
}
