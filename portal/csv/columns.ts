// Guesses which column holds which field, from English and French headers.
import names from '../../assets/column-names.json' with { type: 'json' }

/** Names of columns by field: lower-case letters only, without accents. */
export type Headers<F extends string> = Readonly<Record<F, readonly string[]>>

const { key, street_name, unit, city, province, postal_code, building_name, condo_corp, listed_on } = names
const { latitude, longitude, status } = names
/** A column of streets alone holds the address. */
const address = [...names.address, ...street_name]

/** The fields of a lookup. */
export const QUERY_HEADERS = { address, city, province, postal_code, building_name, condo_corp, listed_on }

/** The fields of a stored listing: its key, and what a lookup takes. */
export const LISTING_HEADERS = { key, ...QUERY_HEADERS, unit, latitude, longitude, status }

const { name, developers, architects, neighbourhood_name, units_total, storeys, year_built } = names
const { occupancy_date, price_from, website_url, description } = names
/** The fields of a project. */
export const PROJECT_HEADERS = {
  ...{ key, name, address, city_name: city, province, postal_code, neighbourhood_name, latitude, longitude },
  ...{ developers, architects, storeys, units_total, year_built, occupancy_date, price_from, condo_corp },
  ...{ website_url, description },
}
export type ProjectField = keyof typeof PROJECT_HEADERS

export type Field = keyof typeof QUERY_HEADERS
export const FIELDS = Object.keys(QUERY_HEADERS) as Field[]
export type ListingField = keyof typeof LISTING_HEADERS
export const LISTING_FIELDS = Object.keys(LISTING_HEADERS) as ListingField[]

/** The column index of each field that has a column. */
export type ColumnChoice<F extends string = Field> = Readonly<Partial<Record<F, number>>>

function normalize(header: string): string {
  return header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

export function guessColumns<F extends string>(names: readonly string[], headers: Headers<F>): ColumnChoice<F> {
  const columns = names.map(normalize)
  const choice: Partial<Record<F, number>> = {}
  for (const field of Object.keys(headers) as F[]) {
    const name = headers[field].find((header) => columns.includes(header))
    if (name !== undefined) choice[field] = columns.indexOf(name)
  }
  return choice
}

/** True if at least one cell is a known header. */
export function looksLikeHeader(row: readonly string[]): boolean {
  return Object.keys(guessColumns(row, names)).length > 0
}

/** For tables without a header: the column where most cells have a number and a word. */
export function guessAddressColumn(rows: readonly (readonly string[])[]): number {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const score = (column: number) => rows.filter((row) => /\d.*[a-z]{2}|[a-z]{2}.*\d/i.test(row[column] ?? '')).length
  let best = 0
  for (let column = 1; column < width; column++) if (score(column) > score(best)) best = column
  return best
}
