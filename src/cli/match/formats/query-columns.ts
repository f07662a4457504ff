// The columns of a query: their default names, and the names that flags set.
import { at } from '../../../kernel/at.ts'

export const QUERY_COLUMNS = [
  'id',
  'address',
  'city',
  'province',
  'postal',
  'lat',
  'lng',
  'building_name',
  'condo_corp',
  'listed_on',
] as const

export type QueryColumn = (typeof QUERY_COLUMNS)[number]

/** Names that replace the default ones. */
export type ColumnNames = Readonly<Partial<Record<QueryColumn, string>>>

/** Every field that a query line may have. Those of one column follow each other; the first with a value wins. */
export const FIELD = {
  id: 0,
  address: 1,
  text: 2,
  city: 3,
  province: 4,
  postal: 5,
  postal_code: 6,
  lat: 7,
  latitude: 8,
  lng: 9,
  longitude: 10,
  building_name: 11,
  condo_corp: 12,
  listed_on: 13,
} as const

const FIELD_NAMES = Object.keys(FIELD) as (keyof typeof FIELD)[]
export const FIELD_COUNT = FIELD_NAMES.length

/** The second name of a column, which a flag for the column turns off. */
const SECOND_NAMES: Readonly<Partial<Record<keyof typeof FIELD, QueryColumn>>> = {
  text: 'address',
  postal_code: 'postal',
  latitude: 'lat',
  longitude: 'lng',
}

/** For each field the name it has in the input, or null if the field is not read. */
export function inputNames(columns: ColumnNames): readonly (string | null)[] {
  return FIELD_NAMES.map((field) => {
    const column = SECOND_NAMES[field]
    if (column !== undefined) return columns[column] === undefined ? field : null
    return columns[field as QueryColumn] ?? field
  })
}

/** A parsed record with the default names, so that one function reads it whatever the names in the input are. */
export function withDefaultNames(
  row: Readonly<Record<string, unknown>>,
  names: readonly (string | null)[],
): Record<string, unknown> {
  return Object.fromEntries(names.map((name, i) => [at(FIELD_NAMES, i), name === null ? undefined : row[name]]))
}

/** `"address" or "text"`, or the name that a flag sets. */
export function addressNames(columns: ColumnNames): string {
  return columns.address === undefined ? 'address or text' : columns.address
}
