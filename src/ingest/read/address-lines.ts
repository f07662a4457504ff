// Splits an address text into canonical lines without city and unit. Pure.
import type { Province } from '../../catalog/records/record-schemas.ts'
import type { BuildingRow } from '../record/row.ts'
import { canonicalLines, withoutPlace } from './canonical-address.ts'

export type AddressRow = BuildingRow['addresses'][number]

export interface Municipality {
  readonly city: string
  readonly province: Province
}

export const MAX_ADDRESS_LENGTH = 500

export function addressLines(text: string, rest: Partial<AddressRow>, { city, province }: Municipality): AddressRow[] {
  const dates = { valid_from: rest.valid_from ?? null, valid_to: rest.valid_to ?? null }
  const bare = withoutPlace(text, city, province).replace(/\s+/g, ' ').trim()
  const found = canonicalLines(bare, province)
  if (found.length === 0) return bare === '' ? [] : [{ line: bare, kind: rest.kind ?? 'marketing', ...dates }]
  return found.flatMap(({ line, kind, ends }) => [
    { line, kind: rest.kind ?? kind, ...dates },
    ...ends.map((end) => ({ line: end, kind: 'entrance' as const, ...dates })),
  ])
}

export function distinct(lines: readonly AddressRow[]): AddressRow[] {
  const seen = new Set<string>()
  return lines.filter(({ line, kind }) => !seen.has(`${kind} ${line}`) && seen.add(`${kind} ${line}`))
}
