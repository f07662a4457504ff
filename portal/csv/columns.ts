// Guesses which column holds which field, from English and French headers.

/** Headers by field: lower-case letters only, without accents. */
const HEADERS = {
  address: [
    'address',
    'adresse',
    'fulladdress',
    'unparsedaddress',
    'streetaddress',
    'civicaddress',
    'adressecivique',
    'mlsaddress',
    'propertyaddress',
    'listingaddress',
    'addressline',
    'addr',
    'street',
    'rue',
    'location',
  ],
  city: ['city', 'ville', 'municipality', 'municipalite', 'town'],
  province: ['province', 'prov', 'state', 'stateorprovince'],
  postal_code: ['postalcode', 'postal', 'postcode', 'codepostal', 'zip', 'zipcode'],
  building_name: ['buildingname', 'building', 'complex', 'complexname', 'immeuble', 'nomdelimmeuble'],
  condo_corp: ['condocorp', 'condocorporation', 'strataplan', 'strata', 'condoplan'],
  listed_on: ['listedon', 'listdate', 'listingdate', 'listingcontractdate', 'datelisted'],
} as const

export type Field = keyof typeof HEADERS
export const FIELDS = Object.keys(HEADERS) as Field[]

/** The column index of each field that has a column. */
export type ColumnChoice = Readonly<Partial<Record<Field, number>>>

function normalize(header: string): string {
  return header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

export function guessColumns(headers: readonly string[]): ColumnChoice {
  const names = headers.map(normalize)
  const choice: Partial<Record<Field, number>> = {}
  for (const field of FIELDS) {
    const name = HEADERS[field].find((header) => names.includes(header))
    if (name !== undefined) choice[field] = names.indexOf(name)
  }
  return choice
}

/** True if at least one cell is a known header. */
export function looksLikeHeader(row: readonly string[]): boolean {
  return Object.keys(guessColumns(row)).length > 0
}

/** For tables without a header: the column where most cells have a number and a word. */
export function guessAddressColumn(rows: readonly (readonly string[])[]): number {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const score = (column: number) => rows.filter((row) => /\d.*[a-z]{2}|[a-z]{2}.*\d/i.test(row[column] ?? '')).length
  let best = 0
  for (let column = 1; column < width; column++) if (score(column) > score(best)) best = column
  return best
}
