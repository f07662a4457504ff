// The values of a row that people compare, as short texts and numbers. Pure.
import type { ProjectRow } from '../record/row.ts'

export type RowValue = string | number | null

const joined = (texts: readonly string[]): RowValue => (texts.length === 0 ? null : texts.join(' · '))
const known = (word: string): RowValue => (word === 'unknown' ? null : word)
const onlyBuilding = ({ buildings }: ProjectRow) => (buildings.length === 1 ? buildings[0] : undefined)
const dateOf = (date: { readonly date: string } | null): RowValue => date?.date ?? null

/** What helps most to recognize a building comes first. */
export const ROW_VALUES: readonly (readonly [field: string, read: (row: ProjectRow) => RowValue])[] = [
  ['address', (row) => row.address],
  ['addresses', (row) => joined(otherLines(row))],
  ['name', (row) => (isCalledByAddress(row) ? null : row.name)],
  ['name_fr', (row) => row.name_fr],
  ['aliases', (row) => joined(row.aliases)],
  ['condo_corp', ({ condo_corp: corp }) => corp && `${corp.registry} ${corp.number}`],
  ['postal_code', (row) => row.postal_code],
  ['neighbourhood_name', (row) => row.neighbourhood_name],
  ['location', (row) => locationText(row)],
  ['buildings', (row) => (row.buildings.length > 1 ? row.buildings.length : null)],
  ['storeys', (row) => row.storeys ?? onlyBuilding(row)?.storeys ?? null],
  ['units_total', (row) => row.units_total ?? onlyBuilding(row)?.units ?? null],
  ['year_built', (row) => row.year_built ?? onlyBuilding(row)?.year_built ?? null],
  ['developers', (row) => joined(row.developers.map(({ name }) => name))],
  ['architects', (row) => joined(row.architects)],
  ['building_type', (row) => known(row.building_type)],
  ['tenure', (row) => known(row.tenure)],
  ['sales_status', (row) => known(row.sales_status)],
  ['construction_status', (row) => known(row.construction_status)],
  ['price_from', (row) => row.price_from],
  ['price_to', (row) => row.price_to],
  ['occupancy_date', (row) => dateOf(row.occupancy_date)],
  ['completion_date', (row) => dateOf(row.completion_date)],
  ['website_url', (row) => row.website_url],
]

/** All addresses of a row with city and province, folded. */
export function foldedAddresses({ address, buildings, city_name, province }: ProjectRow): Set<string> {
  const lines = buildings.flatMap(({ addresses }) => addresses.map(({ line }) => `${line}, ${city_name}, ${province}`))
  return new Set([address, ...lines].map(foldValue))
}

/** A row without a name is called by its address. */
function isCalledByAddress({ name, address }: ProjectRow): boolean {
  return foldValue(address).startsWith(`${foldValue(name)},`)
}

/** Address lines beyond the canonical one. */
function otherLines({ address, buildings }: ProjectRow): string[] {
  const lines = new Set(buildings.flatMap(({ addresses }) => addresses.map(({ line }) => line)))
  return [...lines].filter((line) => !address.startsWith(`${line},`))
}

function locationText(row: ProjectRow): RowValue {
  const point = pointOf(row)
  return point && `${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}`
}

/** The project's point, or that of its first building with one. */
export function pointOf(row: ProjectRow): { latitude: number; longitude: number } | null {
  for (const { latitude, longitude } of [row, ...row.buildings])
    if (latitude !== null && longitude !== null) return { latitude, longitude }
  return null
}

/** Case, accents and spaces do not make two values different. */
export function foldValue(value: string | number): string {
  return String(value).normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
}

export function areSameValues(field: string, a: string | number, b: string | number): boolean {
  const [x, y] = [foldValue(a), foldValue(b)]
  // City rolls often have only the first three characters of a postal code.
  return field === 'postal_code' ? x.startsWith(y) || y.startsWith(x) : x === y
}
