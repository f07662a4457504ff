// Compares two rows of different sources field by field, for a person to judge. Pure.
import type { ProjectRow } from '../record/row.ts'
import type { RowValue } from './row-values.ts'
import { areSameValues, foldedAddresses, ROW_VALUES } from './row-values.ts'

export type Agreement = 'same' | 'different' | 'one_side'

export interface ComparedField {
  readonly field: string
  readonly value: RowValue
  readonly other_value: RowValue
  readonly agreement: Agreement
}

/** Fields that neither row knows are left out, and the location: its distance says more. */
export function compareRows(row: ProjectRow | null, other: ProjectRow | null): ComparedField[] {
  return ROW_VALUES.flatMap(([field, read]): ComparedField[] => {
    const value = row && read(row)
    const otherValue = other && read(other)
    if (field === 'location' || (value === null && otherValue === null)) return []
    const isShared = field === 'address' && row !== null && other !== null && shareAddress(row, other)
    const agreement = isShared ? 'same' : agreementOf(field, value, otherValue)
    return [{ field, value, other_value: otherValue, agreement }]
  })
}

/** A building on a corner has two addresses, and each source may use another one. */
function shareAddress(row: ProjectRow, other: ProjectRow): boolean {
  const addresses = foldedAddresses(other)
  return [...foldedAddresses(row)].some((address) => addresses.has(address))
}

function agreementOf(field: string, a: RowValue, b: RowValue): Agreement {
  if (a === null || b === null) return 'one_side'
  return areSameValues(field, a, b) ? 'same' : 'different'
}
