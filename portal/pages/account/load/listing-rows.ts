// Each row of a file as a listing.
import type { ListingItem } from '../../../../src/http/api-types.ts'
import type { ColumnChoice, ListingField } from '../../../csv/columns.ts'
import { LISTING_FIELDS } from '../../../csv/columns.ts'
import { fieldsOf, withoutTime } from '../../../csv/table.ts'

export type ListingColumns = ColumnChoice<ListingField>

/** A cell that is not a number is sent as it is, so that the row gets its own error. */
const toNumber = (cell: string): number | string => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell)

export function rowToListing(row: readonly string[], columns: ListingColumns, label: string): ListingItem {
  const { key, address, latitude, longitude, listed_on, ...others } = fieldsOf(row, columns, LISTING_FIELDS)
  const filled = Object.fromEntries(Object.entries(others).filter(([, cell]) => cell !== ''))
  return {
    key,
    address,
    ...filled,
    ...(listed_on === '' ? {} : { listed_on: withoutTime(listed_on) }),
    // Coordinates come in pairs: without the other one, a coordinate means nothing.
    ...(latitude === '' || longitude === '' ? {} : { latitude: toNumber(latitude), longitude: toNumber(longitude) }),
    ...(label === '' ? {} : { feed: label }),
  } as ListingItem
}
