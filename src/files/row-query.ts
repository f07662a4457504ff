// Which columns make up a lookup, guessed from their names, and the lookup of a row.
import type { MatchQuery } from '@plinth/matcher'
import { readAsset } from '../kernel/tables/assets.ts'
import { cellValue } from '../kernel/tables/parquet-columns.ts'
import { isCalendarDay, isCleanText } from '../kernel/text.ts'
import type { FileRow } from './read/text-rows.ts'
import { textIn } from './read/text-rows.ts'

/** Fields of a lookup, and their longest values. A longer hint is left out; a longer address is an error. */
const LENGTHS = {
  address: 8000,
  unit: 20,
  city: 100,
  province: 40,
  postal_code: 16,
  building_name: 200,
  condo_corp: 40,
  listed_on: 40,
  latitude: 40,
  longitude: 40,
} as const

export type FileField = keyof typeof LENGTHS
export const FILE_FIELDS = Object.keys(LENGTHS) as [FileField, ...FileField[]]

/** The columns of each field. Several are joined: house number, street and unit make an address. */
export type FileMapping = Readonly<Partial<Record<FileField, readonly string[]>>>

const NAMES: Readonly<Record<FileField | 'street_name' | 'key' | 'name' | 'storeys', readonly string[]>> =
  readAsset('column-names.json')
const ALL_NAMES = new Set(Object.values(NAMES).flat())

const fold = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')

/** True if at least one cell is a known name of a column. */
export const looksLikeHeader = (cells: readonly string[]): boolean => cells.some((cell) => ALL_NAMES.has(fold(cell)))

export interface GuessedMapping {
  readonly mapping: FileMapping
  /** Exactly one column is named like an address. */
  readonly isCertain: boolean
}

/** The columns with these folded names, in the order of the names. */
export const columnsNamed = (columns: readonly string[], names: readonly string[]): string[] =>
  names.flatMap((name) => columns.filter((column) => fold(column) === name))

/** The columns that hold this field, the likeliest first. */
export const columnsFor = (columns: readonly string[], field: keyof typeof NAMES): string[] =>
  columnsNamed(columns, NAMES[field])

export function guessMapping(columns: readonly string[]): GuessedMapping {
  const named = (names: readonly string[]) => columnsNamed(columns, names)
  const addresses = named(NAMES.address)
  const guesses = FILE_FIELDS.flatMap((field) => {
    const [best] = field === 'address' ? [...addresses, ...named(NAMES.street_name)] : named(NAMES[field])
    return best === undefined ? [] : [[field, [best]] as const]
  })
  return { mapping: Object.fromEntries(guesses), isCertain: addresses.length === 1 }
}

/** The lookup of a row, or why it has none. */
export function queryOf(row: FileRow, mapping: FileMapping): MatchQuery | string {
  if (row.error !== null) return row.error
  const read = (field: FileField): string => {
    const texts = (mapping[field] ?? []).map((column) => textIn(cellValue(row.value(column))))
    return texts.filter((text) => text !== '').join(' ')
  }
  const hint = (field: FileField): string | null => {
    const text = read(field)
    return text !== '' && text.length <= LENGTHS[field] && isCleanText(text) ? text : null
  }
  const address = read('address')
  if (address === '') return 'The row has no address.'
  if (address.length > LENGTHS.address) return `The address has more than ${LENGTHS.address} characters.`
  if (!isCleanText(address)) return 'The address has characters that are no text.'
  const [lat, lng] = [numberIn(hint('latitude'), 90), numberIn(hint('longitude'), 180)]
  const day = hint('listed_on')?.slice(0, 10) ?? ''
  return {
    address,
    unit: hint('unit'),
    city: hint('city'),
    province: hint('province'),
    postal: hint('postal_code'),
    building_name: hint('building_name'),
    condo_corp: hint('condo_corp'),
    listed_on: isCalendarDay(day) ? day : null,
    lat: lng === null ? null : lat,
    lng: lat === null ? null : lng,
  }
}

function numberIn(text: string | null, most: number): number | null {
  const value = text === null ? Number.NaN : Number(text)
  return Math.abs(value) <= most ? value : null
}
